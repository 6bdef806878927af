"""Virtual table whose clock is that of a film, so that each film is the same."""

from collections.abc import Iterator
from dataclasses import replace

import pygame

from companion.games.finstere_flure.virtual_table.game import VIRTUAL, lay_continued
from companion.table.reading_setup import ReadingSetup
from companion.table.session import Session
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.drawing import TableWidget
from companion.virtual_table.hands import reaching
from companion.virtual_table.piece import Piece, Point
from engine.finstere_flure.events import GameStarted
from engine.finstere_flure.position import Position
from tools.film.overlay import CameraSight

#: So many frames of the film pass from one look of the camera to the next.
FRAMES_A_LOOK = 2
#: Makes the hands unsteady, and the camera's noise.
_SEED = 7
#: A hand that comes and goes does so over so many millimetres.
_COMES_MM = 260.0


class FilmedTable:
    """Table of a running game, whose hands a film leads; its camera looks in step with frames."""

    def __init__(self, session: Session, started: GameStarted, position: Position) -> None:
        self.session = session
        self.table = VIRTUAL.table_before(started, _SEED)
        lay_continued(self.table, position)
        self.widget = TableWidget(self.table, VIRTUAL.pictures, clock=lambda: self._now)
        #: What the camera saw last.
        self.seen: CameraSight | None = None
        self._now, self._ticks = 0.0, 0
        self._camera = VirtualCamera(self.table, seed=_SEED, clock=lambda: self._now)
        self._focal_px = float(self._camera.view.camera.matrix[0, 0])
        self._read_anew()

    def _read_anew(self) -> None:
        self._setup = ReadingSetup(self.session, lambda _: self.table.catalogue)
        self._watch = self._setup.watch(focal_px=self._focal_px)

    def tick(self, time_s: float) -> None:
        """Tell the session what the camera sees, every `FRAMES_A_LOOK` frames."""
        self._now = time_s
        self._ticks += 1
        if self._ticks % FRAMES_A_LOOK:
            self.session.observe(None, time_s)
            return
        if not self._setup.fit(self.session):
            self._read_anew()
        frame = self._camera.latest()
        observation = self._watch.see(frame)
        self.session.observe(self._setup.observe(observation, frame), time_s)
        self.widget.camera_picture = frame.picture
        self.seen = CameraSight(frame, observation, self.table.catalogue)

    def pressed(self, time_s: float) -> None:
        """Invalidate everything that the camera saw before."""
        self._watch.ignore_before(time_s)

    def handle(self, _event: pygame.event.Event, /) -> bool:
        """Take no event: a film leads the hands."""
        return False

    def close(self) -> None:
        """Do nothing: no device is open."""

    def carry(self, piece: Piece, coming: int, carrying: int, going: int) -> Iterator[None]:
        """Let a hand come, carry a piece to its place and go, each in so many frames."""
        start, end = self.table.pieces[piece.id].centre_mm, piece.centre_mm
        for frame in range(coming):
            self._reach(start, 1 - (frame + 1) / coming)
            yield
        held = self.table.pick_up(piece.id)
        assert held is not None
        for frame in range(carrying):
            share = _eased((frame + 1) / carrying)
            point = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            held.drag(point)
            self._reach(point, 0.0)
            yield
        held.place_piece(piece)
        for frame in range(going):
            self._reach(end, (frame + 1) / going)
            yield
        self.table.arm = None

    def seen_at(self, point_mm: Point) -> Point:
        """Return the pixel of the camera's picture at a point of the table."""
        x, y = self._camera.view.camera.project([point_mm])[0]
        return float(x), float(y)

    def _reach(self, over_mm: Point, away: float) -> None:
        """Hold a hand over a point, or a share `away` back towards its own edge of the table."""
        hand = reaching(self.table, over_mm)
        back_mm = _COMES_MM * _eased(away) * (-1 if hand.from_deg == 0.0 else 1)
        self.table.arm = replace(hand, over_mm=(over_mm[0], over_mm[1] + back_mm))


def _eased(share: float) -> float:
    """Return a share of a way that begins and ends slowly."""
    return share * share * (3 - 2 * share)
