"""Game at the table whose events are told in dialogs: a page lays it, another puts it right."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import cast

from companion.device.button_colours import button_name
from companion.device.language import say
from companion.device.options import Values
from companion.table.game import TypedTableGame
from companion.table.session import Session
from companion.table.step import Step
from companion.table.table_question import TableQuestion, open_state
from engine.game import EventT, MoveT, StateT, ViewT
from hardware.buttons import Button


class DialogGame(TypedTableGame[Session, StateT, EventT, ViewT, MoveT]):
    """Game whose events are told in dialogs; `rules` and `play` are its own."""

    #: The page by which the table is laid before a game.
    set_up: Callable[[Session, EventT, Values], Step[Session]]
    #: The page on which public facts are put right by hand.
    correct: Callable[[Session], Step[Session]]

    def describe_draw_button(self) -> str:
        """Describe that the button goes through the choices."""
        return say(
            "{button} goes to the next choice; without one it repeats what to do.", button=button_name(Button.DRAW)
        )

    @abstractmethod
    def public_questions(self, state: StateT, seat: str, /) -> Sequence[TableQuestion]:
        """Return the questions about this game, by what everybody knows."""

    def questions(self, view: ViewT | StateT, seat: str) -> Sequence[TableQuestion]:
        """Return the questions about this game, by what everybody knows."""
        return self.public_questions(cast("StateT", open_state(self.play, view, seat)), seat)

    def begin(self, session: Session, started: EventT, variants: Values) -> None:
        """Begin with laying the table."""
        session.open(self.set_up(session, started, variants))

    def menu(self) -> Mapping[str, tuple[str, Callable[[Session], Step[Session]]]]:
        """Return the row by which public facts are put right by hand."""
        return {"correct": (say("Put right by hand"), self.correct)}
