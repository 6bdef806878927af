"""Rules of Betrayal at House on the Hill as one object for any player, keeper or judge."""

from collections.abc import Mapping
from typing import Any, ClassVar

from engine.game import Choice, Result, RuleProblem, Rules

from .choices import choices
from .codec import CODEC
from .events import Fell, GameEvent, GameStarted
from .haunting import winners
from .public import state_to_json
from .rules import event_problems, follow, start_problems
from .state import State
from .turns import begin


class BetrayalRules(Rules[State, GameEvent]):
    """Betrayal at House on the Hill, second edition, with or without Widow's Walk.

    It is the house as its keeper knows it.
    """

    id = "betrayal"
    codec = CODEC
    before: ClassVar[Mapping[str, Any]] = {"phase": "before"}

    def event_to_json(self, event: GameEvent) -> dict[str, Any]:
        """Return the event as an object that `json.dumps` writes.

        A new tile that is fallen onto has its turn, also 0.
        """
        written = super().event_to_json(event)
        return {**written, "turn": event.turn} if isinstance(event, Fell) and event.tile else written

    def problems(self, state: State | None, event: GameEvent) -> tuple[RuleProblem, ...]:
        """Return all that is wrong with the event now, in the order of the codes."""
        if state is not None:
            return event_problems(state, event)
        if not isinstance(event, GameStarted):
            return (RuleProblem("not-now", "a game begins with who plays (section 5)"),)
        return start_problems(event)

    def begin(self, event: GameEvent) -> State:
        """Return the state after the set-up."""
        assert isinstance(event, GameStarted)
        return begin(event.variants, event.players, event.first)

    def follow(self, state: State, event: GameEvent) -> State:
        """Return the state after one more event that is allowed."""
        return follow(state, event)

    def next(self, state: State) -> tuple[Choice, ...]:
        """Return all that the rules allow now."""
        return choices(state)

    def over(self, state: State) -> Result | None:
        """Return the winners and their side."""
        return Result(winners(state), state.winning.word) if state.winning else None

    def state_to_json(self, state: State) -> dict[str, Any]:
        """Return all that section 7 lists."""
        return state_to_json(state)


RULES = BetrayalRules()
