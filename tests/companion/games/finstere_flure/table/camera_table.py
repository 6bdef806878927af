"""Real table in a room: hands that play, an unpluggable camera over it, and a session.

The session watches the table.
"""

import copy
import math
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np

from companion.device.settings import Settings
from companion.games.finstere_flure.table.game import TABLE
from companion.games.finstere_flure.table.set_up import FinstereFlureSetUpStep
from companion.games.finstere_flure.table.start_position import start_position
from companion.games.finstere_flure.virtual_table.game import some_game
from companion.games.finstere_flure.virtual_table.placement import table_from_position
from companion.games.finstere_flure.virtual_table.players import FinstereFlurePlayers
from companion.journal import Journal
from companion.table.camera_table import CameraTable, Record
from companion.table.session_start import open_session
from companion.virtual_table.autopilot import Autopilot
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.hands import reaching
from engine.finstere_flure.events import GameEvent
from vision.errors import CameraError, CameraFault
from vision.model.pinhole import Matrix
from vision.sources.camera import Camera, Frame

#: Time at this table runs so many times as fast as the clock on the wall.
HASTE = 8.0


def clock() -> float:
    return HASTE * time.monotonic()


class Cable(Camera):
    """A camera over the table that can be pulled out and plugged in again."""

    def __init__(self, room: "TestRoom") -> None:
        self._room = room
        if not room.plugged_in:
            raise CameraError("camera 0 is not there.", CameraFault.MISSING)
        room.opened += 1

    def latest(self) -> Frame:
        if not self._room.plugged_in:
            raise CameraError("camera 0 is gone.", CameraFault.MISSING)
        return self._room.look()

    def close(self) -> None:
        self._room.closed += 1


class TestRoom:
    """The room. `see` lets time pass until something is so."""

    __test__ = False

    def __init__(self, folder: Path, *, plugged_in: bool = True, record: Record | None = None) -> None:
        start = some_game(2, 1)
        self.journal = Journal.open(folder / "games.sqlite")
        self.session = open_session(self.journal, Settings(), [TABLE], sees=True, rng=Random(1))
        self.session.open(FinstereFlureSetUpStep(self.session, start, {}))
        self.table = table_from_position(start_position(start.players), 1)
        self.pilot = Autopilot(self.session, self.table, FinstereFlurePlayers(self.table, Random(1)))
        self._camera = VirtualCamera(self.table, seed=1)
        self._lying = copy.copy(self.table)
        self.plugged_in = plugged_in
        #: By how much the camera was turned aside.
        self.bumped_px = 0
        #: Whether an arm moves to and fro over the board.
        self.waving = False
        self.opened = self.closed = self.looks = 0
        self.said: list[str] = []
        self.room = CameraTable(self.session, lambda: Cable(self), lambda _: self.table.catalogue, record=record)

    def look(self) -> Frame:
        self.looks += 1
        taken_s, table = clock(), self._lying
        pixels = self._camera.take(table)()
        return Frame(np.roll(pixels, self.bumped_px, axis=1) if self.bumped_px else pixels, taken_s)

    @property
    def lens_matrix(self) -> Matrix:
        return self._camera.view.camera.matrix

    @property
    def events(self) -> tuple[GameEvent, ...]:
        return self.session.game.events if self.session.game else ()

    def see(self, until: Callable[[], object], *, hands: bool = False, patience_s: float = 30.0) -> None:
        """Time passes until it is so; `hands` do meanwhile what the session asks for."""
        deadline = time.monotonic() + patience_s
        while not until():
            assert time.monotonic() < deadline, self.session.page
            time_s = clock()
            if hands:
                self.pilot.act(time_s)
            self.show()
            self.room.tick(time_s)
            self.session.tick(time_s)
            self.said += [said.text for said in self.session.announcements()]
            time.sleep(0.01)

    def show(self) -> None:
        """The camera sees the table as it lies now."""
        x, y = self.table.catalogue.grid.centre("i6")
        hand_mm = x + 30.0 * math.sin(3.0 * clock()), y
        self.table.arm = reaching(self.table, hand_mm, "flat") if self.waving else None
        self._lying = copy.copy(self.table)
