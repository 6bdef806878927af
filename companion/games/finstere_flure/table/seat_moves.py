"""Moves of tokens, told by touching the token and where it goes."""

from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.table.token_marking import LEAVE, STAY, target_of
from companion.games.finstere_flure.words.sentences import Names
from companion.table.seat_moves import MovePart
from engine.finstere_flure.board import is_cell
from engine.finstere_flure.events import TokenMoved
from engine.finstere_flure.position import Position


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
