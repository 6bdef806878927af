"""Written evening before the virtual camera: hands place pieces, fingers touch the rest.

Hands place everything that can be seen.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar

from companion.journal import Journal
from companion.table.observation import TableObservation
from companion.table.questions import Answers, QuestionStep
from companion.virtual_table.game import VirtualGame
from companion.virtual_table.hands import do
from companion.virtual_table.piece import Piece
from companion.virtual_table.scripted_player import ScriptedPlayer
from hardware.buttons import Button
from vision.errors import VisionError

#: So long (seconds) until what was laid has been seen, has lain still, and what follows from it has been said.
SEEN_S = 2.0
#: More guides do not follow on each other.
MOST_GUIDES = 5


class Evening(ScriptedPlayer, ABC):
    """Game with events entered one by one; `seen` are the names of those the camera found."""

    virtual_game: ClassVar[VirtualGame]
    #: In these steps events are told; all others are guides and pages that are left with Advance.
    telling_step: ClassVar[type[QuestionStep[Any]]]

    def __init__(self, journal: Journal, started: Any, *, resume: int | None = None) -> None:
        """Begin an evening.

        `resume`: the number of a game to continue, instead of a new one; the table is empty then.
        """
        super().__init__(self.virtual_game, started, journal)
        self.seen: list[str] = []
        #: Why the camera gives no pictures, while it gives none.
        self.broken: VisionError | None = None
        if resume is not None:
            self.session.resume(resume)
            return
        self.begin()
        self.place_as_asked()
        self.wait(SEEN_S)
        self.press(Button.ADVANCE)
        self.go_on()

    @abstractmethod
    def pieces_of(self, event: Any) -> Iterable[Piece]:
        """Return the pieces that hands place to show this event."""

    @abstractmethod
    def event_answers(self, event: Any) -> Answers:
        """Return the answers that fingers touch to enter this event."""

    def tell(self, *events: Any) -> None:
        """Enter the events one after the other: with cards if they show them, the rest by touch."""
        for event in events:
            before = len(self.game.events)
            pieces = list(self.pieces_of(event))
            for _ in do(self.table, pieces):
                pass
            if pieces:
                self.wait(SEEN_S)
            if len(self.game.events) > before:
                self.seen.append(type(event).__name__)
            else:
                self._touch(event)
            assert self.game.events[before:] == (event,), (event, self.game.events[before:], self.page)
            self.go_on()

    def _read(self) -> None:
        if self.broken is None:
            super()._read()
        else:
            self._read_picture = None
            self.session.observe(TableObservation(error=self.broken), self.session.now)

    def _touch(self, event: Any) -> None:
        """Touch the answers that the camera has not found out."""
        step, telling = self.session.step, self.event_answers(event)
        assert isinstance(step, self.telling_step), self.page
        self.virtual.hurry(step)
        while self.session.step is step:
            answers = step.answers
            assert telling[: len(answers)] == answers, (answers, telling, self.page)
            self.touch(telling[len(answers)])
            assert step.answers != answers or self.session.step is not step, (telling, self.page)

    def go_on(self) -> None:
        """The guides are followed."""
        for _ in range(MOST_GUIDES):
            if isinstance(self.session.step, self.telling_step) or self.page.name == "over":
                return
            self.place_as_asked()
            self.wait(SEEN_S)
            if not isinstance(self.session.step, self.telling_step):
                self.press(Button.ADVANCE)
        raise AssertionError(self.page)
