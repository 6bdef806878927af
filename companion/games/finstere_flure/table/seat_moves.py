"""Moves of tokens, told by touching the token and where it goes."""

from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.table.token_marking import LEAVE, STAY, target_of
from companion.games.finstere_flure.words.piece_names import player_name
from companion.games.finstere_flure.words.sentences import Names
from companion.table.seat_moves import MovePart
from engine.finstere_flure.board import is_cell
from engine.finstere_flure.events import TokenMoved
from engine.finstere_flure.pieces import TOKENS
from engine.finstere_flure.play import moves_of_token
from engine.finstere_flure.position import Position
from engine.finstere_flure.state import State


def token_parts(position: Position, move: TokenMoved) -> tuple[MovePart, MovePart]:
    """Return the parts of a token's move."""
    token = position.token(move.token)
    assert token is not None
    if is_cell(token.at):
        start = MovePart(str(token.at), str(token.at))
    else:
        start = MovePart(token.id, Names(position).token(token.id), on_board=False, sign=token)
    target = target_of(move)
    words = {LEAVE: say("Leave the castle"), STAY: say("Stay at the entrance")}
    return start, MovePart(target, words.get(target, target), on_board=target not in words)


def describe_ignored_touch(state: State, selected: str | None, target: str) -> str:
    """Describe why a touch there does nothing while a token is to move; empty: unclear.

    `selected`: the token that was touched before and has moves, by its id.
    """
    if state.turn is None:
        return ""
    if selected:
        if not is_cell(target):
            return ""
        reached = any(is_cell(event.to) for event in moves_of_token(state.position, selected))
        return say("It cannot go there: touch a marked cell.") if reached else say("It cannot go there.")
    token = next((found for found in state.position.tokens if target in (found.id, found.at)), None)
    if token is None:
        return say("First touch the token that moves.") if is_cell(target) else ""
    colour = TOKENS[token.id][0]
    if colour is not state.turn:
        player, turn = player_name(colour), player_name(state.turn)
        return say("That token is {player}'s, and it is {turn}'s turn.", player=player, turn=turn)
    return say("That token has already moved in this round.")
