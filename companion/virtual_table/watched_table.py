"""Virtual table before its camera, and the session that watches it through pictures.

Everything is read from pictures, as with a real table.
"""

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from companion.device.settings import NO_STICKERS, SOME_STICKERS, Settings
from companion.journal import Journal
from companion.table.event_lines import EventLines
from companion.table.observation import TableObservation
from companion.table.readings import Readings
from companion.table.session import Announcement
from companion.table.session_start import open_session
from companion.virtual_table.bare_table import bare_profile
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.game import VirtualGame
from companion.virtual_table.table import VirtualTable
from companion.voice import Level
from vision.errors import VisionError
from vision.picture import Pixels
from vision.reading import Reader

#: Seconds of the table's own clock that pass between two looks at it.
LOOK_EVERY_S = 0.5


@dataclass
class Counts:
    """Counts of readings and problems."""

    readings: int = 0
    problems: int = 0


class WatchedTable:
    """Virtual table with its session; `table`, `session` and `counts` may be inspected.

    They may be inspected at any time; `now` is the clock, and only looks advance it.
    """

    def __init__(self, virtual: VirtualGame, table: VirtualTable, journal: Journal, *, seed: int) -> None:
        self.virtual = virtual
        self.table = table
        settings, self._bare = Settings(), None
        if virtual.tagged is not None:
            table.peel_tags(virtual.tagged)
            settings = replace(settings, stickers=SOME_STICKERS if virtual.tagged else NO_STICKERS)
            self._bare = bare_profile(table, seed).bare_board
        self.camera = VirtualCamera(self.table, seed=seed, clock=lambda: self.now)
        self.session = open_session(journal, settings, [virtual.table], sees=True, rng=Random(seed))
        self.counts = Counts()
        self.now = 0.0
        #: Lines of events for other programs, if any follow.
        self.event_lines: EventLines | None = None
        #: The picture that was read last, while it is still true, and what was read in it.
        self._read_picture: Pixels | None = None
        self._read_as: Readings[Any] | None = None

    def look(self) -> None:
        """Let time pass, and read what the camera sees if its picture has changed."""
        self.now += LOOK_EVERY_S
        self.virtual.hurry(self.session.step)
        self._read()
        self.session.tick(self.now)
        if self.event_lines:
            self.event_lines.tick(self.now)
        for said in self.session.announcements():
            self.counts.problems += said.level is Level.PROBLEM
            if self.event_lines:
                self.event_lines.announce(said)
            self.heard(said)

    def heard(self, said: Announcement) -> None:
        """Do nothing with an announcement; this is the hook for listeners."""

    def _read(self) -> None:
        focal_px = float(self.camera.view.camera.matrix[0, 0])
        game = self.session.table_game
        try:
            picture, readings = self.camera.latest().picture, game.readings.at_moment(self.session.moment)
            if picture is self._read_picture and readings == self._read_as:
                return
            self._read_picture, self._read_as = picture, readings
            self.counts.readings += 1
            catalogue = readings.tags_read(self.table.catalogue)
            is_plain = self.virtual.tagged is not None
            reader = Reader(
                catalogue, focal_px=focal_px, covers=readings.covered, bare_board=self._bare, plain=is_plain
            )
            reading = reader.read(picture)
        except VisionError as error:
            self._read_picture = None
            self.session.observe(TableObservation(error=error), self.now)
            return
        self.session.observe(TableObservation(game.observe(reading, catalogue)), self.now)
