"""The table before a game."""

from collections.abc import Sequence

from engine.finstere_flure.board import EXIT, Direction
from engine.finstere_flure.pieces import Colour
from engine.finstere_flure.players import tokens_at_start
from engine.finstere_flure.position import Position


def start_position(players: Sequence[Colour]) -> Position:
    """Return everybody's tokens beside the entrance, the monster on a1, and no tile.

    The monster faces east (towards the M).
    """
    return Position(EXIT, Direction.E, tokens_at_start(players))
