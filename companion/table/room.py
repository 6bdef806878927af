"""Interface between the table's window and its table, real or virtual."""

from typing import Any, Protocol

import pygame

from companion.device.language import say
from companion.table.camera_words import MatView, PrintFaults
from companion.table.session import Session
from companion.table.watcher import TableObservation
from companion.voice import Level


class Widget(Protocol):
    """Drawing of a virtual table beside the companion's screen."""

    def draw(self, surface: pygame.Surface, /) -> bool:
        """Draws the table; whether anything has changed."""


class Room(Protocol):
    """A table and the camera over it."""

    @property
    def widget(self) -> Widget | None:
        """Drawing of the table if it is a virtual one."""

    def tick(self, now: float) -> None:
        """Time passes: what the camera sees is told to the session."""

    def pressed(self, now: float) -> None:
        """Invalidate earlier observations: a button was pressed or the screen was touched."""

    def handle(self, event: pygame.event.Event, /) -> bool:
        """Handle an event of a mouse or finger; return True if it was meant for the table."""

    def close(self) -> None:
        """Lets go of the camera."""


class ObservationReporter:
    """Reporter of camera observations to a session.

    Each new observation is reported once; while something moves, the motion is reported.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._told: Any = None
        self._unsettled = False

    def tell(
        self, sight: TableObservation | None, now: float, *, mat_view: MatView | None = None, other_code: bool = False
    ) -> None:
        """What has been seen since the last call; None if nobody has looked since.

        `mat_view`: how the picture shows the mat; None where that is not known. `other_code`: the tags are of another
        symbology than expected, and are read as what they are.
        """
        session = self._session
        if mat_view is not None:
            session.see_mat(mat_view)
        if sight:
            session.camera(sight.error)
            session.disturb(sight.disturbance)
            if sight.reading is not None:
                session.see_print(PrintFaults.of(sight.reading.registration, other_code=other_code))
            if sight.moved:
                session.say(say("The table was moved. I have found it again."), Level.DETAIL)
            self._unsettled = sight.seen is None
            if sight.seen is None:
                self._told = None
            elif sight.seen is not self._told or session.observation is None:
                self._told = sight.seen
                session.see(sight.seen, now)
        if self._unsettled and (sight is None or sight.error is None):
            session.unsettled(now)
