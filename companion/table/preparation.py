"""Steps before a game in which the table is laid as the page says, task by task."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Generic

from companion.device.button_colours import press
from companion.device.language import say
from companion.device.options import Values
from companion.device.sentences import together
from companion.screen.pages import BoardPage, Keys, Page, Row, Tone
from companion.table.lists import ListStep, leave_sentence_to_caption, step_choice
from companion.table.session import Session
from companion.table.step import Step
from companion.voice import Level
from engine.game import StateT
from hardware.buttons import Button


class PreparationStep(Step[Session], Generic[StateT]):
    """Step of the set-up: pieces are taken out, dealt and placed; the players tick off or begin.

    `started` is the first event of the game.
    """

    moment = "set-up"

    def __init__(self, session: Session, started: object, variants: Values) -> None:
        super().__init__(session)
        self.first_event, self.variants = started, variants
        self.state: StateT = session.table_game.rules.begin(started)
        self.tasks = tuple(self.describe_tasks())
        self.done: set[int] = set()
        #: The task that Advance ticks, once Draw has marked one; -1: none, and Advance begins the game.
        self.marked = -1

    @abstractmethod
    def describe_tasks(self) -> Sequence[str]:
        """Describe the tasks of the hands before the game, one sentence each."""

    @abstractmethod
    def board(self) -> object:
        """Return the table as it must lie."""

    def title(self) -> str:
        """Return the page's title."""
        return say("Lay the table")

    def task_sign(self, number: int) -> object | None:  # noqa: ARG002 - as every game
        """Return the picture beside a task."""
        return None

    def begin(self) -> None:
        """Say what comes first, in the language that may have been chosen since."""
        self.tasks = tuple(self.describe_tasks())
        remaining = self.remaining_tasks()
        self.session.say(remaining[0] if remaining else self.caption(), Level.PHASE, "")

    @property
    def is_seen_unlaid(self) -> bool:
        """True if a camera sees that the table is not laid yet.

        Then only a held press begins the game.
        """
        return False

    def advance(self) -> None:
        """Tick the marked task; else the game begins, unless the camera sees what is still to lay."""
        if self.marked >= 0:
            self.done ^= {self.marked}
            self.marked = next((number for number in range(len(self.tasks)) if number not in self.done), -1)
        elif self.is_seen_unlaid and not (self.session.watching or self.auto_move_requested):
            self.begin()
        else:
            self.overrule()

    def overrule(self) -> None:
        """Begin the game: the players say that the table lies as the page says."""
        self.session.start(self.first_event, self.variants)

    def draw(self) -> None:
        """Mark the next task, to read it and to tick it."""
        self._mark(1)

    def draw_held(self) -> None:
        """Mark the task before."""
        self._mark(-1)

    def _mark(self, steps: int) -> None:
        marked = step_choice(range(-1, len(self.tasks)), self.marked, steps)
        self.marked = -1 if marked is None else marked

    def back(self) -> None:
        """Go back to the page before, if there is one."""
        self.session.close()

    def touch(self, target: str) -> None:
        """Tick a task."""
        if target.isdigit() and int(target) < len(self.tasks):
            self.done ^= {int(target)}

    def remaining_tasks(self) -> list[str]:
        """Return the remaining tasks."""
        return [task for number, task in enumerate(self.tasks) if number not in self.done]

    def caption(self) -> str:
        """Describe the first remaining task, or that all is done."""
        remaining = self.remaining_tasks()
        return remaining[0] if remaining else together(say("Done?"), press(Button.ADVANCE, say("Begin")))

    def page(self) -> Page:
        """Return the tasks beside the game's picture."""
        caption, begins = self.caption(), not self.is_seen_unlaid
        rows = [
            Row(
                task,
                str(number),
                tone=Tone.FADED if number in self.done else Tone.PLAIN,
                done=number in self.done,
                sign=self.task_sign(number),
            )
            for number, task in enumerate(self.tasks)
        ]
        rows = [leave_sentence_to_caption(row) if row.text == caption and not row.done else row for row in rows]
        return BoardPage(
            "set-up",
            self.title(),
            self.board(),
            caption,
            tuple(rows),
            keys=Keys(
                advance=say("Tick off") if self.marked >= 0 else say("Begin") if begins else "",
                draw=say("Next"),
                back=say("Back"),
                advance_hold="" if begins else say("Leave as it is"),
                draw_hold=say("Previous"),
                back_hold=self.session.menu_name,
            ),
            selected=self.marked if self.marked >= 0 else None,
            status=self.session.notice,
            action=self.session.hands_button(),
        )


class LeaveSetUpStep(ListStep):
    """Question before a set-up is left: nothing keeps a game that has not begun."""

    name = "leave-set-up"

    def begin(self) -> None:
        """Ask."""
        self.session.say(self.title(), Level.PHASE)

    def title(self) -> str:
        """Return the question."""
        return say("Leave the set-up?")

    def text(self) -> str:
        """Say what would be lost."""
        return say("The game has not begun yet. What you have chosen and laid for it is not kept.")

    def rows(self) -> Sequence[Row]:
        """Return both answers, first the one that loses nothing."""
        is_laid = self.session.first_event is not None
        return (Row(say("Go on laying the table") if is_laid else say("Go on"), "stay"), Row(say("Main menu"), "start"))

    def choose(self, row_id: str) -> None:
        """Leave the set-up, or go on with it."""
        if row_id == "start":
            self.session.open_start_page()
        else:
            self.session.close()
