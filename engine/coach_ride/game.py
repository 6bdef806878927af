"""Coach Ride to Devil's Castle as one object for whoever plays, keeps or judges games.

::

    game = RULES.start(Started((Person.MARIE, Person.GUNDLA, Person.SARAH), Person.MARIE, (), ()))
    game = game.apply(Offered(Person.MARIE, Person.GUNDLA))
    game.state.phase, RULES.next(game.state)
"""

from typing import Any

from engine.game import Choice, Result, RuleProblem, Rules

from .choices import choices
from .events import CODEC, GameEvent, Started
from .problems import ORDER, Code, problem
from .public import state_to_json
from .rules import RULE_OF, UNTOLD, event_problems
from .setup import begin, start_problems
from .state import State


class CoachRideRules(Rules[State, GameEvent]):
    """Coach Ride to Devil's Castle, as a public referee knows it."""

    id = "coach-ride"
    codec = CODEC
    untold = frozenset(code.word for code in (*UNTOLD, Code.HIDDEN_ITEM))

    def problems(self, state: State | None, event: GameEvent) -> tuple[RuleProblem, ...]:
        """Return all that is wrong with the event now, in the order of the codes."""
        if state is not None:
            return event_problems(state, event)
        if not isinstance(event, Started):
            return (problem(Code.NOT_NOW, "a game begins with who plays (section 7)"),)
        return tuple(sorted(start_problems(event), key=lambda found: ORDER[Code(found.code)]))

    def begin(self, event: GameEvent) -> State:
        """Return the state after the set-up."""
        assert isinstance(event, Started)
        return begin(event)

    def follow(self, state: State, event: GameEvent) -> State:
        """Return the state after one more event."""
        return RULE_OF[type(event)].follow(state, event)

    def next(self, state: State) -> tuple[Choice, ...]:
        """Return all that may happen now."""
        return choices(state)

    def over(self, state: State) -> Result | None:
        """Return the end of the game."""
        return state.result

    def state_to_json(self, state: State) -> dict[str, Any]:
        """Return the public state."""
        return state_to_json(state)


RULES = CoachRideRules()
