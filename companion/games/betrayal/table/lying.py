"""Game told as its table lies: tiles, cards, tokens put right, figures placed."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from companion.games.betrayal.lies import FIGURES, HousePieceKind, kind_of, name_of, place_of
from companion.games.betrayal.mat import default_strips
from companion.games.betrayal.observation import HouseObservation
from companion.games.betrayal.table.discrepancies import Finding, findings, is_calm, is_off
from companion.games.betrayal.table.inference import discrepancies, pending_problem
from companion.games.betrayal.table.layout import expected_layout, tasks
from companion.games.betrayal.table.tokens import tokens_by_tag
from companion.games.betrayal.table.words import describe_problem
from companion.games.betrayal.tags import TokenFace
from companion.table.history import Lying, as_it_lies_reason, lying_told
from companion.table.layout import Change
from engine.betrayal.components import Dir, Floor
from engine.betrayal.events import Corrected, Correction, GameEvent, MonsterRemoved, Placed
from engine.betrayal.state import State
from engine.game import EventNotAllowedError, Game

HouseGame = Game[State, GameEvent]
#: Events that tell some of the changes.
_Stage = Callable[[Sequence[Change]], Iterator[GameEvent]]


def lying_of(game: HouseGame, observation: HouseObservation, sitting: Sequence[str]) -> Lying[State, GameEvent]:
    """Return what lies otherwise than in the game, and the events that tell it.

    `sitting`: the players as they sit now.
    """
    tokens, strips = tokens_by_tag(game.events), default_strips(sitting)

    def found_in(state: State) -> tuple[Finding, ...]:
        return findings(state, observation.with_names(state.house, strips, tokens), tokens.values())

    found, why_not = found_in(game.state), ""
    if found and all(map(_is_told, found)):
        for order in _ORDERS:
            try:
                told = _told(game, found_in, order)
            except EventNotAllowedError as error:
                why_not = why_not or describe_problem(error.problems[0])
                continue
            if not found_in(told.state):
                tags = {token: tag for tag, token in tokens.items()}
                differences = tasks(expected_layout(game.state), told.state, tags)
                return lying_told(game, told, [task.sentence for task in differences])
    seen = observation.with_names(game.state.house, strips, tokens)
    return Lying(tuple(_sentences(game.state, seen, found)), None, why_not)


def _is_told(finding: Finding) -> bool:
    """Return True if events tell it: a piece lies elsewhere, or a tile or a token is gone."""
    if not isinstance(finding, Change):
        return False
    if finding.end is None:
        return kind_of(finding.lie.piece) in (HousePieceKind.TILE, HousePieceKind.MONSTER)
    return not is_off(finding)


def _sentences(state: State, seen: HouseObservation, found: Sequence[Finding]) -> Iterator[str]:
    for finding in found:
        if is_calm(finding):
            yield pending_problem(state, seen, finding).sentence
        else:
            yield from (problem.sentence for problem in discrepancies(state, seen, finding))


# --- the events that tell it ------------------------------------------------------------------------------------------


def _told(game: HouseGame, found_in: Callable[[State], Sequence[Finding]], order: Sequence[_Stage]) -> HouseGame:
    """Return the game with the events of these stages, each of what still differs then.

    Raises EventNotAllowedError.
    """
    for stage in order:
        for event in stage([finding for finding in found_in(game.state) if isinstance(finding, Change)]):
            if isinstance(event, Placed) and game.problems(event):
                event = replace(event, overruled=True)
            game = game.apply(event)
    return game


def _placed(changes: Sequence[Change]) -> Iterator[GameEvent]:
    """Yield what places figures that stand elsewhere, and takes tokens out of the house."""
    for start, end in changes:
        if start is not None and end is None and kind_of(start.piece) is HousePieceKind.MONSTER:
            yield MonsterRemoved(token=name_of(start.piece))
        if start is None or end is None or kind_of(end.piece) not in FIGURES:
            continue
        if kind_of(end.piece) is HousePieceKind.EXPLORER:
            yield Placed(by=name_of(end.piece), room=end.place, side=Dir(end.face) if end.face else None)
        elif start.place != end.place:
            yield Placed(by=name_of(end.piece), room=end.place)


def _laid(changes: Sequence[Change]) -> Iterator[GameEvent]:
    """Yield the correction of the tiles that lie elsewhere: figures may stand on them."""
    tiles = [change for change in changes if kind_of(change.lie.piece) is HousePieceKind.TILE]
    yield from _corrected([change for change in tiles if change.end is not None])


def _corrected(changes: Sequence[Change]) -> Iterator[GameEvent]:
    """Yield the one correction of all that is no figure's place."""
    cards, stunned = dict[str, str](), dict[str, bool]()
    rooms = dict[str, tuple[Floor, int, int, int] | None]()
    for start, end in changes:
        lie = end or start
        assert lie is not None
        name = name_of(lie.piece)
        match kind_of(lie.piece):
            case HousePieceKind.TILE:
                rooms[name] = None if end is None else (*place_of(end).cell, place_of(end).turn)
            case HousePieceKind.CARD if end is not None:
                cards[name] = end.place
            case HousePieceKind.MONSTER if start is not None and end is not None and start.place == end.place:
                stunned[name] = end.face == TokenFace.STUNNED
    if cards or rooms or stunned:
        facts = Correction(cards=cards or None, rooms=rooms or None, stunned=stunned or None)
        yield Corrected(facts, as_it_lies_reason())


#: Ways to tell all. Figures need their tiles, and leave those that go; companions that lie in a room come to whoever is
#: placed there, so that cards are put right last.
_ORDERS: Sequence[Sequence[_Stage]] = (
    (_corrected,),
    (_placed, _corrected),
    (_laid, _placed, _corrected),
    (_corrected, _placed, _corrected),
)
