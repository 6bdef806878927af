"""Counts of finished games: demands, fights, thirst, falls into the sea."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.figures.facts import Figure
from companion.games.lifeboat.language import later
from engine.lifeboat.components import Character
from engine.lifeboat.events import (
    Agreed,
    Demanded,
    DemandKind,
    Drank,
    Fell,
    Fought,
    GameEvent,
    Refused,
    Suffered,
)
from engine.lifeboat.state import Note, State

DEMANDS = later("Demands")
FIGHTS = later("Fights")
THIRST = later("Thirst")
SEA = later("In the sea")
_WANTS = {
    DemandKind.SEAT: later("a seat"),
    DemandKind.HAND: later("a hand card"),
    DemandKind.OPEN: later("an open card"),
    DemandKind.EAT: later("a body"),
}
_GRANTED = later("granted")
_REFUSED = later("refused")
_ATTACKED = later("attacked")
_DEFENDED = later("defended")
_WON = later("won")
_DRANK = later("water drunk")
_SUFFERED = later("wounds taken")
_GAVE = later("water given to others")
_SAVED = later("climbed back")
_DROWNED = later("drowned")


def figures(states: Sequence[State], events: Sequence[GameEvent]) -> Iterator[Figure]:
    """Yield what is counted of each event of a game."""
    demand: Demanded | None = None
    for (before, after), event in zip(pairwise(states), events[1:], strict=True):
        match event:
            case Demanded():
                demand = event
            case Agreed() | Refused() if demand is not None:
                answer = _GRANTED if isinstance(event, Agreed) else _REFUSED
                yield Figure(DEMANDS, _WANTS[demand.want], answer, seat=str(demand.by))
                demand = None
            case Fought():
                yield from _of_fight(before, after)
            case Drank(by=giver, thirsty=thirsty):
                yield _of_seat(THIRST, thirsty, _DRANK)
                if giver is not thirsty:
                    yield _of_seat(THIRST, giver, _GAVE)
            case Suffered(by=character):
                yield _of_seat(THIRST, character, _SUFFERED)
            case Fell():
                ends = {Note.CLIMBED_BACK: _SAVED, Note.DROWNED: _DROWNED}
                for note, fallen in after.notes:
                    if note in ends and fallen is not None:
                        yield _of_seat(SEA, fallen, ends[note])


def _of_fight(before: State, after: State) -> Iterator[Figure]:
    fight = before.fight
    if fight is None:
        return
    notes = {note for note, _ in after.notes}
    won = {Note.ATTACKERS_WON: fight.attack, Note.DEFENDERS_WON: fight.defend}
    for side, column in ((fight.attack, _ATTACKED), (fight.defend, _DEFENDED)):
        for character in side:
            yield _of_seat(FIGHTS, character, column)
    for note, side in won.items():
        if note in notes:
            for character in side:
                yield _of_seat(FIGHTS, character, _WON)


def _of_seat(table: str, character: Character, column: str) -> Figure:
    return Figure(table, str(character), column, seat=str(character))
