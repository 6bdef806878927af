"""Tokens on the command line: their ids, and their moves in plain words."""

from companion.device.errors import UserError
from companion.games.finstere_flure.words.sentences import Names
from engine.finstere_flure.moves import TokenMove
from engine.finstere_flure.pieces import SHORT_NAMES, TOKENS, Place
from engine.suggestions import did_you_mean, known_word


def token_id_of(text: str) -> str:
    """Return the token's id, also for another way to write it, like ``R4``.

    Raises UserError if the text names no token.
    """
    token = known_word(text, TOKENS, SHORT_NAMES)
    if token is None:
        raise UserError(f"--token {text}: there is no such token{did_you_mean(text, TOKENS, SHORT_NAMES)}")
    return token


def describe_token_move(move: TokenMove, names: Names) -> str:
    """Describe a move without its token: its end, its steps, and what it pushes."""
    if not move.steps:
        return "stays where it is"
    end = "out of the castle" if move.to is Place.OUT else f"to {move.to}"
    text = f"{end}, {move.steps} step{'s' if move.steps > 1 else ''}"
    if len(move.path) > 1 or move.to is Place.OUT:
        text += f", by {' '.join(move.path)}" if move.path else ""
    for push in move.pushes:
        result = f"to {push.after}" if push.after else "out of the game"
        text += f"; pushes {names.piece(push.stone)} from {push.before} {result}"
    return text
