"""A position as the table shows it."""

from dataclasses import replace

from engine.finstere_flure.pieces import Place
from engine.finstere_flure.position import Position


def visible_position(position: Position) -> Position:
    """The position without what no table shows: the stage, and why a token that is away is away."""
    tokens = tuple(replace(token, at=Place.DEAD) if token.place is Place.OUT else token for token in position.tokens)
    return replace(position, tokens=tokens, stage=1).in_order()
