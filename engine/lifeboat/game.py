"""The rules of Lifeboat as one object for whoever plays, keeps or judges games of any kind."""

from collections.abc import Mapping
from typing import Any, ClassVar

from engine.game import Choice, Result, RuleProblem, Rules
from engine.values import replaced

from . import events as e
from .actions import laid, rowed, traded, used
from .choices import choices
from .corrections import corrected
from .days import begin, took, turn_over
from .fights import agreed, demanded, eaten, fought, joined, refused
from .navigation_phase import chummed, drank, fell, haunted, navigated, suffered
from .public import state_to_json
from .rules import event_problems, start_problems
from .scores import scores, winners
from .state import Phase, State


class LifeboatRules(Rules[State, e.GameEvent]):
    """Lifeboat: some row, some fight, some drown, and all hope for land."""

    id = "lifeboat"
    codec = e.CODEC
    before: ClassVar[Mapping[str, Any]] = {"phase": "before", "step": "before"}

    def problems(self, state: State | None, event: e.GameEvent) -> tuple[RuleProblem, ...]:
        """Return all that is wrong with the event now."""
        if state is not None:
            return event_problems(state, event)
        if not isinstance(event, e.GameStarted):
            return (RuleProblem("not-now", "a game begins with who plays and by which rules (section 7)"),)
        return start_problems(event)

    def begin(self, event: e.GameEvent) -> State:
        """Return the state after the first event."""
        assert isinstance(event, e.GameStarted)
        return begin(event)

    def follow(self, state: State, event: e.GameEvent) -> State:
        """Return the state after one more event that is allowed."""
        return follow(replaced(state, notes=()), event)

    def next(self, state: State) -> tuple[Choice, ...]:
        """Return all that the rules allow now."""
        return choices(state)

    def over(self, state: State) -> Result | None:
        """Return the winners, and the end of the game."""
        scored = scores(state)
        if scored is None:
            return None
        return Result(tuple(map(str, winners(scored))), str(state.ended))

    def state_to_json(self, state: State) -> dict[str, Any]:
        """Return all that section 8 lists."""
        return state_to_json(state)


def follow(state: State, event: e.GameEvent) -> State:
    """Return the state after an event that is allowed now."""
    match event:
        case e.GameStarted():
            return begin(event)
        case e.Took():
            return took(state, event.by)
        case e.Laid():
            return laid(state, event)
        case e.Traded():
            return traded(state, event)
        case e.Passed():
            return turn_over(state, event.by)
        case e.Rowed():
            return rowed(state, event)
        case e.Demanded():
            return demanded(state, event)
        case e.Used():
            return used(state, event)
        case e.Agreed():
            return agreed(state, event)
        case e.Refused() | e.Objected():
            return refused(state, event)
        case e.Eaten():
            return eaten(state)
        case e.Joined():
            return joined(state, event)
        case e.Fought():
            return fought(state)
        case e.Navigated():
            return navigated(state, event)
        case e.Chummed():
            return chummed(state, event)
        case e.Haunted():
            return haunted(state, event)
        case e.Fell():
            return fell(state)
        case e.Drank():
            return drank(state, event)
        case e.Suffered():
            return suffered(state, event)
        case e.Revealed():
            return _revealed(state, event)
        case e.Corrected():
            return corrected(state, event)


def _revealed(state: State, event: e.Revealed) -> State:
    """Reveal one more player; the last one ends the game (L25).

    A player lays all open.
    """
    revealed = (*state.revealed, event)
    over = len(revealed) == len(state.people)
    return replaced(state, revealed=revealed, step=Phase.OVER if over else Phase.REVEAL)


RULES = LifeboatRules()
