"""Beginnings for which a table asks another one, which keeps stacks and dice."""

from companion.games.betrayal.table.dialog import DOOR, ELSE
from companion.table.questions import Answers
from engine.betrayal import events as e
from engine.betrayal.components import ANY, CardKind, Dir
from engine.betrayal.possible import BegunEvent
from engine.betrayal.state import Owed, State
from engine.values import replaced

#: Row by which a fall or a run of the elevator that is owed is begun.
BEGIN = "begin"
#: Cards whose names nobody knows before they are drawn.
_NAMED = (CardKind.OMEN, CardKind.ITEM)


def begun_elsewhere(state: State, answers: Answers) -> BegunEvent | None:
    """Return what the other table is to begin once these are all answers; None: nothing."""
    owed, explorer = (state.owed[0] if state.owed else None), str(state.turn)
    match answers:
        case () if owed is not None and (owed.event == "fell" or _is_rolled_run(state, owed)):
            return BegunEvent(owed)
        case ("drawn",) if owed is not None and owed.card in _NAMED:
            return BegunEvent(owed)
        case ("drawn", kind) if owed is not None and owed.card == ANY and kind in _NAMED:
            return BegunEvent(replaced(owed, card=kind))
        case (first, "drew", figure, kind) if first == ELSE and kind in _NAMED:
            return BegunEvent(Owed("drew", figure, card=kind))
        case (door,) if door.startswith(DOOR) and owed is None:
            return BegunEvent(e.Discovered(by=explorer, door=Dir(door.removeprefix(DOOR)), tile="", turn=0))
        case ("elevator",) if not state.is_traitors_side(explorer):
            return BegunEvent(e.ElevatorRan(by=explorer, room=None, door=None))
        case ("jump",) if not state.is_traitors_side(explorer):
            return BegunEvent(e.Fell(by=explorer))
    return None


def _is_rolled_run(state: State, owed: Owed) -> bool:
    """Return True for a run of the elevator that is rolled, as everybody's but the traitor's."""
    return owed.event == "elevator_ran" and not state.is_traitors_side(owed.by)
