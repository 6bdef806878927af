"""A real table under a real camera."""

from collections.abc import Callable

import pygame

from companion.finstere_flure.table.room import SightTeller
from companion.finstere_flure.table.session import Session
from companion.finstere_flure.table.watcher import Watcher
from companion.settings import NO_CAMERA


class LiveRoom:
    """Board, pieces and hands that are really there. The camera is open as long as the players want it."""

    widget = None

    def __init__(self, session: Session, open_watcher: Callable[[], Watcher]) -> None:
        """`open_watcher` begins to watch the table; it does not wait for the camera."""
        self.session = session
        self._open_watcher = open_watcher
        self._watcher: Watcher | None = None
        self._teller = SightTeller(session)

    def tick(self, now: float) -> None:
        """What the camera sees is told to the session."""
        wanted = self.session.settings.camera != NO_CAMERA
        if self._watcher is None and wanted:
            self._watcher = self._open_watcher()
        elif self._watcher and not wanted:
            self.close()
        if self._watcher:
            self._teller.tell(self._watcher.news(), now)

    def pressed(self, now: float) -> None:
        """What the camera saw before does not count any more."""
        if self._watcher:
            self._watcher.ignore_before(now)

    def handle(self, _event: pygame.event.Event, /) -> bool:
        """Mouse and fingers are for the screen."""
        return False

    def close(self) -> None:
        """Lets go of the camera."""
        if self._watcher:
            self._watcher.close()
            self._watcher = None
