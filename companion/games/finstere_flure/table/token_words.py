"""Words of the token phase: whose turn it is, a move that is seen or cannot be seen."""

from collections.abc import Collection

from companion.device.sentences import capitalised, listed
from companion.games.finstere_flure.language import say, say_count
from companion.games.finstere_flure.words.event_words import describe_way
from companion.games.finstere_flure.words.piece_names import player_name
from companion.games.finstere_flure.words.sentences import Names
from companion.screen.pages import Row
from engine.finstere_flure.board import Cell, is_cell
from engine.finstere_flure.events import TokenMoved
from engine.finstere_flure.pieces import Colour, Place
from engine.finstere_flure.players import token_ids
from engine.finstere_flure.position import Position
from engine.finstere_flure.rounds import position_after
from engine.finstere_flure.state import TURNS_IN_FIRST_ROUND, State

#: Ids of rows that say where an unseen token is: followed by its number.
MAYBE = "maybe-"


def describe_seen_move(position: Position, event: TokenMoved) -> str:
    """Describe a move by the token's name before it and the number that shows now."""
    name = Names(position).token(event.token)
    token = position_after(position, event).token(event.token)
    if event.to is Place.OUT or token is None:
        return say("{token} has escaped.", token=name)
    return say("{token} has moved and now shows {number}.", token=name, number=token.visible_number)


def maybe_row(number: int, event: TokenMoved, unread: Collection[Cell]) -> Row:
    """Return the row of a place at which a token may be that is not seen.

    It is out of sight, or on one of the cells that are `unread`.
    """
    if event.to is Place.OUT:
        return Row(say("It has escaped"), f"{MAYBE}{number}")
    if event.to in unread:
        return Row(say("It is on {cell}, where I cannot read it", cell=event.to), f"{MAYBE}{number}")
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


def describe_push(event: TokenMoved) -> str:
    """Describe that a move pushes stones; empty if it pushes none."""
    return say_count("It pushes a stone.", "It pushes {n} stones.", len(event.stones)) if event.stones else ""


def describe_pushed_stones(position: Position, event: TokenMoved) -> str:
    """Describe from where to where a move pushes stones: no two ways to a cell are told alike."""
    if not event.stones:
        return say("no stone")
    lies = {stone.id: stone.cell for stone in position.stones}
    return listed(
        [
            say("{before} out of the game", before=lies[moved.stone])
            if moved.to is None
            else say("{before} to {cell}", before=lies[moved.stone], cell=moved.to)
            for moved in event.stones
        ]
    )


def describe_turn(state: State) -> str:
    """Return the announcement of whose turn it is."""
    assert state.turn is not None
    player = player_name(state.turn)
    if state.round > 1:
        return say("{player}: move one token.", player=player)
    number, total = _count_in_first_round(state, state.turn)
    return say(
        "{player}: move one token ({number} of {total} in this round).", player=player, number=number, total=total
    )


def describe_turn_task(state: State, *, by_hand: bool, by_ear: bool) -> str:
    """Return what the player in the page's title does, in few words.

    So the rows below keep their place. `by_hand`: nobody sees the table; a game's first turn then says what to touch.
    """
    assert state.turn is not None
    if state.round > 1:
        return say("Move one token.")
    if by_hand and not state.moved:
        return say("Choose a token, then where it goes.") if by_ear else say("Touch a token, then where it goes.")
    number, total = _count_in_first_round(state, state.turn)
    return say("Move one token ({number} of {total}).", number=number, total=total)


def _count_in_first_round(state: State, turn: Colour) -> tuple[int, int]:
    """Return the number of the player's next token in the first round, and of all of them."""
    total = min(len(token_ids(turn, len(state.players))), TURNS_IN_FIRST_ROUND)
    return max(1, total - state.turns_left(turn) + 1), total
