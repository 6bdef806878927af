"""The game told as its table lies: players may lay tokens as they want."""

from companion.device.sentences import capitalised
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.table import problems
from companion.games.finstere_flure.table.comparison import compare
from companion.games.finstere_flure.table.lies import layout_of, token_of
from companion.games.finstere_flure.table.observation import BoardObservation
from companion.games.finstere_flure.words.piece_names import token_name
from companion.table.history import Lying, lying_told
from companion.table.layout import Change
from engine.finstere_flure.events import GameEvent, TokenMoved
from engine.finstere_flure.pieces import MONSTER, TOKENS, Place
from engine.finstere_flure.position import Position
from engine.finstere_flure.state import State
from engine.game import Game


def lying_of(game: Game[State, GameEvent], observation: BoardObservation) -> Lying[State, GameEvent]:
    """Return what lies otherwise than in the game, and the mend in which its players want it so."""
    position = game.state.position
    found = compare(layout_of(position), observation)
    lost = [problems.missing(piece, position).sentence for piece in found.missing if piece not in observation.beside]
    aside = [
        problems.token_misplaced(Change(observation.beside[piece], layout_of(position).lies[piece]), position).sentence
        for piece in found.missing
        if piece in observation.beside and piece in TOKENS
    ]
    doubtful = [problems.doubtful_place(misplacement, position).sentence for misplacement in found.misplacements]
    differences = (*(_describe(change, position) for change in found.changes), *aside, *lost, *doubtful)
    told, moved = game, found.tokens
    if len(moved) < len(found.changes) or aside or lost or doubtful or not moved:
        return Lying(differences, None)
    for change in moved:
        token = token_of(change.lie)
        event = TokenMoved(token.id, token.at, token.side, overruled=True)
        if told.problems(event):
            return Lying(differences, None)
        told = told.apply(event)
    return lying_told(game, told, differences)


def _describe(change: Change, position: Position) -> str:
    """Describe how a piece lies, and how it should."""
    seen, end = change.lie, change.end
    if seen.piece in TOKENS:
        known = position.token(seen.piece)
        if known is None or known.place in (Place.OUT, Place.DEAD):
            return problems.strange_token(change, position).sentence
        if change.is_move:
            return problems.token_misplaced(change, position).sentence
        name = capitalised(token_name(known, position))
        if known.place is Place.OUTSIDE:
            return say("{token} at the entrance shows another side.", token=name)
        return say("{token} on {cell} shows another side.", token=name, cell=seen.place)
    if seen.piece == MONSTER:
        assert end is not None
        return problems.monster_moved(seen, end).sentence
    return problems.tile_wrong(seen, end).sentence
