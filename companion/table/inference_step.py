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
