"""A step in which a player does something on the table, and the camera finds out what."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from companion.table.debounce import DebouncedStep
from companion.table.inference import Inference, Nothing, TableProblem
from companion.table.problem_page import say_problem
from companion.table.session import Session

EventT = TypeVar("EventT")


class InferenceStep(DebouncedStep[Inference[EventT]], Generic[EventT]):
    """Step that turns a debounced observation into an event."""

    def __init__(self, session: Session) -> None:
        super().__init__(session, Nothing())

    @property
    def inference(self) -> Inference[EventT]:
        """Inference from the current observation."""
        return self.found

    def report(self, problems: Sequence[TableProblem]) -> None:
        """Says the likeliest of what is wrong; the page shows all of it."""
        self.reported = True
        if problems:
            say_problem(self.session, problems[0])

    def take_move(self, event: EventT) -> None:
        """Take the move of a bot, which hands carry out then."""
        self.session.apply(event)
        self.session.go_on()

    # --- buttons, where no camera sees what hands do --------------------------------------------------------------

    @property
    def _steps(self) -> bool:
        """True if Draw steps through what can be chosen."""
        return False

    def _step(self, by: int) -> None:
        """Mark the choice that is `by` places after the marked one."""

    def draw(self) -> None:
        """Mark the next choice; else repeat what to do."""
        if self._steps:
            self._step(1)
        else:
            super().draw()

    def draw_held(self) -> None:
        """Mark the choice before."""
        if self._steps:
            self._step(-1)
        else:
            super().draw_held()
