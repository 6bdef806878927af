"""Words about a token's move that the camera has seen, or cannot see."""

from companion.device.sentences import capitalised
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.sentences import Names
from companion.games.finstere_flure.table.event_words import describe_way
from companion.screen.pages import Row
from engine.finstere_flure.board import is_cell
from engine.finstere_flure.events import TokenMoved
from engine.finstere_flure.pieces import Place
from engine.finstere_flure.position import Position
from engine.finstere_flure.rounds import position_after

#: Ids of rows that say where an unseen token is: followed by its number.
MAYBE = "maybe-"


def describe_seen_move(position: Position, event: TokenMoved) -> str:
    """Describe a move by the token's name before it and the number that shows now."""
    name = Names(position).token(event.token)
    now = position_after(position, event).token(event.token)
    if event.to is Place.OUT or now is None:
        return say("{token} has escaped.", token=name)
    return say("{token} has moved and now shows {number}.", token=name, number=now.visible_number)


def maybe_row(number: int, event: TokenMoved) -> Row:
    """Return the row of a place at which a token out of sight may be."""
    if event.to is Place.OUT:
        return Row(say("It has escaped"), f"{MAYBE}{number}")
    return Row(say("It is on {cell}, behind Furunkulus", cell=event.to), f"{MAYBE}{number}")


def describe_hand_task(position: Position, event: TokenMoved, *, sees: bool) -> str:
    """Describe what hands do on the table with the real token.

    This is for a table without a camera; else (`sees`) it describes what was touched.
    """
    token = position.token(event.token)
    assert token is not None
    name = Names(position).token(event.token)
    if sees or not is_cell(event.to) or token.at == event.to:
        return capitalised(describe_way(name, str(token.at), event))
    return say("Move {token} to {cell} on the table and flip it.", token=name, cell=event.to)
