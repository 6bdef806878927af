"""The virtual table beside the companion's screen: what hands do on it, and the camera that looks at it."""

import copy
import time
from collections.abc import Hashable, Sequence

import pygame

from companion.games.finstere_flure.reading import covered_cells
from companion.games.finstere_flure.table.before_the_game import before_the_game
from companion.games.finstere_flure.table.set_up import PlaceTileStep, SetUpStep
from companion.games.finstere_flure.virtual_table.laying import beside, lay
from companion.games.finstere_flure.virtual_table.places import Beside
from companion.table.put_right import PutRightStep
from companion.table.room import SightTeller
from companion.table.session import Session
from companion.table.step import Step
from companion.table.watcher import Watcher
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.drawing import TableWidget
from companion.virtual_table.pilot import Pilot
from companion.virtual_table.table import VirtualTable
from engine.finstere_flure.pieces import Colour, Side
from vision.camera import Camera, Frame
from vision.watching.table_watch import TableWatch

#: A piece is carried to its place in so many pictures when the table plays by itself.
CARRYING_STEPS = 14


def clear_for(table: VirtualTable, players: Sequence[Colour]) -> None:
    """Everything into the box but the tokens of those who play, beside the entrance, and the monster on its place."""
    start = before_the_game(players)
    lay(table, start, tiles=())
    for piece in list(table.pieces.values()):
        if piece.is_token and start.token(piece.id) is None:
            table.put(beside(table, piece.id, Beside.BOX, Side.WHITE))


class _OverTheTable(Camera):
    """The virtual camera for another thread: it looks at a copy of the table, while hands go on with theirs."""

    def __init__(self, camera: VirtualCamera) -> None:
        self._camera = camera
        self._take = camera.take(copy.copy(camera.table))
        self._lying: Hashable = None

    def show(self, table: VirtualTable) -> None:
        """From now on the table lies like this."""
        lying = tuple(table.stacked()), table.arm
        if lying == self._lying:
            return
        self._lying = lying
        self._take = self._camera.take(copy.copy(table))

    def latest(self) -> Frame:
        """The table as it was shown last."""
        # The time first: a frame is no older than it says.
        taken_s = time.monotonic()
        return Frame(self._take(), taken_s)

    def close(self) -> None:
        """Nothing is open."""


class VirtualRoom:
    """Table, hands and camera of a game without a board."""

    def __init__(self, session: Session, table: VirtualTable, widget: TableWidget, seed: int) -> None:
        self.session = session
        self.table = table
        self.widget = widget
        camera = VirtualCamera(table, seed=seed)
        self._camera = _OverTheTable(camera)
        focal_px = float(camera.view.camera.matrix[0, 0])
        watch = TableWatch(table.catalogue, focal_px=focal_px, covers=covered_cells)
        self.watcher = Watcher(self._camera, watch, table.cell_mm)
        self.pilot = Pilot(session, table, seed, steps=CARRYING_STEPS)
        self._teller = SightTeller(session)
        self._brought: Step | None = None

    def tick(self, now: float) -> None:
        """Hands go on, and the camera looks at the table."""
        step = self.session.step
        self._bring_pieces(step)
        if self.session.watching or step.hands_asked:
            self.pilot.act(now)
        self._camera.show(self.table)
        self._teller.tell(self.watcher.news(), now)
        frame = self.watcher.frame
        self.widget.camera_picture = None if frame is None else frame.picture

    def pressed(self, now: float) -> None:
        """What the camera saw before does not count any more."""
        self.watcher.ignore_before(now)

    def _bring_pieces(self, step: Step) -> None:
        """Out of the box come the tokens of those who play; a game that is gone on with lies as it lay."""
        if step is self._brought:
            return
        self._brought = step
        if isinstance(step, SetUpStep):
            clear_for(self.table, step.event.players)
        elif isinstance(step, PlaceTileStep) and (self.session.laid is None or not step.state.placed):
            clear_for(self.table, step.state.players)
            lay(self.table, before_the_game(step.state.players), tiles=step.state.placed)
        elif isinstance(step, PutRightStep) and self.session.laid is None:
            lay(self.table, step.target)

    def handle(self, event: pygame.event.Event, /) -> bool:
        """What a mouse or finger does on the table; whether it was meant for the table."""
        return self.widget.handle(event)

    def close(self) -> None:
        """Stops looking."""
        self.watcher.close()
