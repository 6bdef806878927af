"""A step in which a player does something on the table, and the camera finds out what."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from companion.table.debounce import DebouncedStep
from companion.table.inference import Inference, Nothing, TableProblem, Undecided
from companion.table.problem_page import say_problems
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

    @property
    def alike(self) -> tuple[EventT, ...]:
        """The events of which the players are asked which it was."""
        match self.inference:
            case Undecided(events=events) if self.reported:
                return events
        return ()

    def report(self, problems: Sequence[TableProblem]) -> None:
        """Say the likeliest of what is wrong; the page shows all of it."""
        self.reported = True
        if problems:
            say_problems(self.session, problems)

    def enter_event(self, event: EventT) -> None:
        """Take an event that was entered as a whole."""
        self.session.apply(event, already_placed=self.is_placed_by_people)
        self.session.go_on()

    @property
    def is_placed_by_people(self) -> bool:
        """True if hands have carried out the event that comes: no camera looks on, no bot plays."""
        game = self.session.game
        assert game is not None
        return not self.session.sees and self.session.seating.events_by_bots != len(game.events) + 1

    # --- buttons, where no camera sees what hands do --------------------------------------------------------------

    @property
    def _steps(self) -> bool:
        """True if Draw steps through what can be chosen."""
        return False

    def _step(self, steps: int) -> None:
        """Mark the choice that is `steps` places after the marked one."""

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
