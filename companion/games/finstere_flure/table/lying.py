"""The game told as its table lies: players may lay tokens as they want."""

from companion.device.sentences import capitalised
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.table.lies import layout_of, token_of
from companion.games.finstere_flure.words.piece_names import piece_name, token_name
from companion.table.game import Lying
from companion.table.layout import Change, Observation, difference
from engine.finstere_flure.board import is_cell
from engine.finstere_flure.events import GameEvent, TokenMoved
from engine.finstere_flure.pieces import TOKENS
from engine.finstere_flure.state import State
from engine.game import Game
from engine.mending import Mending


def lying_of(game: Game[State, GameEvent], observation: Observation) -> Lying:
    """Return what lies otherwise than in the game, and the mend in which its players want it so."""
    changes = difference(layout_of(game.state.position), observation.layout)
    moved = [change for change in changes if change.start is not None]
    differences, told = tuple(map(_describe, moved)), game
    for change in moved:
        if change.lie.piece not in TOKENS:
            return Lying(differences, None)
        token = token_of(change.lie)
        event = TokenMoved(token.id, token.at, token.side, overruled=True)
        if told.problems(event):
            return Lying(differences, None)
        told = told.apply(event)
    origins = (*range(len(game.events)), *[None] * len(moved))
    return Lying(differences, Mending(game, told, origins, len(game.events)))


def _describe(change: Change) -> str:
    """Describe how a piece lies, and how it should."""
    lie, end = change.lie, change.end
    name = token_name(token_of(lie)) if lie.piece in TOKENS else capitalised(piece_name(lie.piece))
    if end is None or end.place == lie.place:
        return say("{token} on {cell} shows another side.", token=name, cell=lie.place)
    if not is_cell(end.place):
        return say("{token} lies on {now} instead of at the entrance.", token=name, now=lie.place)
    return say("{token} lies on {now} instead of {cell}.", token=name, now=lie.place, cell=end.place)
