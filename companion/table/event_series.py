"""Dialog in which one answer may tell several events, such as a whole supply."""

from collections.abc import Callable
from functools import partial
from typing import Generic

from companion.table.event_dialog import EventDialogStep
from engine.game import EventT, StateT


class EventSeriesStep(EventDialogStep[StateT, EventT], Generic[StateT, EventT]):
    """Dialog of the next event, or of a tuple of events that one answer tells, in their order."""

    def enter_event(self, event: EventT | tuple[EventT, ...]) -> None:
        """Take the event, or all events of a tuple; else say why not, and take none of them."""
        if not isinstance(event, tuple):
            super().enter_event(event)
            return
        *first, last = event
        describe = self._series_refusal(event)
        if describe is not None:
            self._refused = None
            self.refuse(describe)
            return
        assert self.session.game is not None
        for earlier in first:
            self.session.apply(earlier)
        self.state = self.session.game.state
        super().enter_event(last)

    def _series_refusal(self, events: tuple[EventT, ...]) -> Callable[[], str] | None:
        """Return the description of why one event cannot be after those before it; None: all can."""
        game = self.session.game
        if self.contradiction(events[0]):
            return partial(self.contradiction, events[0])
        for event in events:
            assert game is not None
            problems = game.problems(event)
            if problems:
                return partial(self.describe_problem, problems[0])
            game = game.apply(event)
        return None
