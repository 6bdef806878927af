"""The virtual table beside the companion's screen: what hands do on it, and the camera that looks at it."""

import copy
from collections.abc import Hashable, Sequence

import pygame

from companion.finstere_flure.table.before_the_game import before_the_game
from companion.finstere_flure.table.pilot import Pilot
from companion.finstere_flure.table.session import Session
from companion.finstere_flure.table.session_put_right import PutRightStep
from companion.finstere_flure.table.session_set_up import PlaceTileStep, SetUpStep
from companion.finstere_flure.table.session_step import Step
from companion.finstere_flure.table.watcher import Watcher
from companion.finstere_flure.virtual_table.camera import VirtualCamera
from companion.finstere_flure.virtual_table.drawing import TableWidget
from companion.finstere_flure.virtual_table.laying import beside, lay
from companion.finstere_flure.virtual_table.places import Beside
from companion.finstere_flure.virtual_table.table import VirtualTable
from engine.finstere_flure.pieces import Colour, Side
from vision.errors import VisionError

#: A piece is carried to its place in so many pictures when the table plays by itself.
CARRYING_STEPS = 14


def clear_for(table: VirtualTable, players: Sequence[Colour]) -> None:
    """Everything into the box but the tokens of those who play, beside the entrance, and the monster on its place."""
    start = before_the_game(players)
    lay(table, start, tiles=())
    for piece in list(table.pieces.values()):
        if piece.is_token and start.token(piece.id) is None:
            table.put(beside(table, piece.id, Beside.BOX, Side.WHITE))


class VirtualRoom:
    """Table, hands and camera of a game without a board."""

    def __init__(self, session: Session, table: VirtualTable, widget: TableWidget, seed: int) -> None:
        self.session = session
        self.table = table
        self.widget = widget
        self.camera = VirtualCamera(table, seed=seed)
        self.watcher = Watcher(table.catalogue, float(self.camera.view.camera.matrix[0, 0]))
        self.pilot = Pilot(session, table, seed, steps=CARRYING_STEPS)
        self._asked: Hashable = None
        self._read: Hashable = None
        self._seeing = session.sees
        self._brought: Step | None = None

    def _lying(self) -> Hashable:
        """How everything lies that a camera can see: while it is the same, so is the picture."""
        return tuple(self.table.stacked()), self.table.arm

    def tick(self, now: float) -> None:
        """Hands go on, and the camera looks at the table if anything on it has changed."""
        step = self.session.step
        self._bring_pieces(step)
        if self.session.watching or step.hands_asked:
            self.pilot.act(now)
        lying = self._lying()
        if self.session.sees and not self._seeing:
            self._read = None
        self._seeing = self.session.sees
        seen = self.watcher.result()
        if seen is not None:
            self._read = self._asked
            if isinstance(seen, VisionError):
                self.session.camera(seen)
            else:
                self.session.camera(None)
                self.session.see(seen, now)
        if lying != self._read:
            self.session.restless(now)
            if not self.watcher.busy:
                self._asked = lying
                self.watcher.look(self.camera.take(copy.copy(self.table)))
        self.widget.camera_picture = self.watcher.picture

    def _bring_pieces(self, step: Step) -> None:
        """Out of the box come the tokens of those who play; a game that is gone on with lies as it lay."""
        if step is self._brought:
            return
        self._brought = step
        if isinstance(step, SetUpStep):
            clear_for(self.table, step.event.players)
        elif isinstance(step, PlaceTileStep) and not step.state.placed:
            clear_for(self.table, step.state.players)
        elif isinstance(step, PutRightStep) and self.session.laid is None:
            lay(self.table, step.target)

    def handle(self, event: pygame.event.Event) -> bool:
        """What a mouse or finger does on the table; whether it was meant for the table."""
        return self.widget.handle(event)

    def close(self) -> None:
        """Stops looking."""
        self.watcher.close()
