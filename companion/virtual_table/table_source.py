"""Virtual table beside the companion's screen: hands on it, and the camera above it."""

import copy
import time
from collections.abc import Callable, Hashable, Mapping
from typing import Any

import pygame

from companion.device.settings import NO_CAMERA
from companion.table.bots import keep_bots
from companion.table.reading_setup import ReadingSetup
from companion.table.session import Session
from companion.table.step import Step
from companion.table.take_over import TakeOverStep
from companion.table.watcher import Watcher
from companion.virtual_table.autopilot import Autopilot
from companion.virtual_table.bare_table import bare_profile
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.drawing import TableWidget
from companion.virtual_table.game import VirtualGame
from companion.virtual_table.ground import help_text
from companion.virtual_table.hands import do
from companion.virtual_table.secret_hands import SecretHands
from companion.virtual_table.table import VirtualTable
from vision.sources.camera import Camera, Frame
from vision.watching import TableWatch

#: A piece is carried to its place in so many pictures when the table plays by itself.
CARRYING_STEPS = 14


class SharedTableCamera(Camera):
    """Virtual camera for another thread: sees a copy of the table while hands go on."""

    def __init__(self, camera: VirtualCamera) -> None:
        self._camera = camera
        self._take = camera.take(copy.copy(camera.table))
        self._layout_key: Hashable = None

    def show(self, table: VirtualTable) -> None:
        """Show this table from now on."""
        layout_key = tuple(table.stacked()), table.arm
        if layout_key == self._layout_key:
            return
        self._layout_key = layout_key
        self._take = self._camera.take(copy.copy(table))

    def latest(self) -> Frame:
        """Return the table as it was shown last."""
        # The time first: a frame is no older than it says.
        taken_s = time.monotonic()
        return Frame(self._take(), taken_s)

    def close(self) -> None:
        """Do nothing: no device is open."""


def virtual_table_source(session: Session, game: VirtualGame, start: Any, seed: int) -> "VirtualTableSource":
    """Return a virtual table on which a game with this first event can begin."""
    table = game.table_before(start, seed)
    if game.tagged is not None:
        table.peel_tags(game.tagged)
    hands = game.secret_hands(session, table, seed)
    return VirtualTableSource(session, game, table, TableWidget(table, game.pictures, hands=hands), seed, hands)


class VirtualTableSources:
    """The virtual tables of several games: always that of the game which the session is about."""

    def __init__(
        self, session: Session, games: Mapping[str, VirtualGame], start: Callable[[str], Any], seed: int
    ) -> None:
        """Create the virtual tables of a session.

        `games` are those at the session's table, by their ids; `start` gives the first event of a game of an id.
        """
        self.session = session
        self._games, self._start, self._seed = games, start, seed
        self._game_id = session.table_game.rules.id
        self._room = self._open(self._game_id)

    def _open(self, game_id: str) -> "VirtualTableSource":
        return virtual_table_source(self.session, self._games[game_id], self._start(game_id), self._seed)

    @property
    def widget(self) -> TableWidget:
        """The table of the game."""
        return self._room.widget

    def tick(self, time_s: float) -> None:
        """Tick the current game's table; open another one when the game changes."""
        game_id = self.session.table_game.rules.id
        if game_id != self._game_id:
            before, self._room, self._game_id = self._room, self._open(game_id), game_id
            before.close()
        self._room.tick(time_s)

    def pressed(self, time_s: float) -> None:
        """Invalidate everything that the camera saw before."""
        self._room.pressed(time_s)

    def handle(self, event: pygame.event.Event, /) -> bool:
        """Handle an event of a mouse or finger; return True if it was meant for the table."""
        return self._room.handle(event)

    def close(self) -> None:
        """Stop looking at the table."""
        self._room.close()


class VirtualTableSource:
    """Table, hands and camera for a game played without a real board.

    `secrets`: the secrets of its cards.
    """

    def __init__(
        self,
        session: Session,
        game: VirtualGame,
        table: VirtualTable,
        widget: TableWidget,
        seed: int,
        secrets: SecretHands | None = None,
    ) -> None:
        self.session = session
        #: The game for which this table is.
        self._played_id = session.table_game.rules.id
        self._game = game
        self.table = table
        self.widget = widget
        camera = VirtualCamera(table, seed=seed)
        self._camera = SharedTableCamera(camera)
        self._focal_px = float(camera.view.camera.matrix[0, 0])
        #: Plain pieces are found by the look of the bare board.
        self._profile = None if game.tagged is None else bare_profile(table, seed)
        self._setup = ReadingSetup(session, lambda _: table.catalogue)
        self.watcher = Watcher(self._camera, self._watch(), self._setup.observe)
        self._secrets = secrets
        session.use_hidden_cards(secrets)
        players = secrets.players if secrets is not None else game.players(session, table, seed)
        self.pilot = Autopilot(session, table, players, steps=CARRYING_STEPS)
        self._brought: Step[Session] | None = None

    def _watch(self) -> TableWatch:
        return self._setup.watch(profile=self._profile, focal_px=self._focal_px)

    def tick(self, time_s: float) -> None:
        """Let the hands go on, and let the camera look at the table."""
        self.move_hands(time_s)
        if self.session.table_game.rules.id != self._played_id:
            # The hands have opened another game, at a table of its own.
            return
        if not self._setup.fit(self.session):
            self._setup = ReadingSetup(self.session, lambda _: self.table.catalogue)
            self.watcher.use(self._watch(), self._setup.observe)
        self._camera.show(self.table)
        self.widget.is_camera_off, self.widget.is_told_by_keys = self._is_camera_off, self.session.is_told_by_keys
        frame = self.watcher.frame
        self.session.observe(self.watcher.news(), time_s)
        self.widget.camera_picture = None if frame is None else frame.picture

    def move_hands(self, time_s: float) -> None:
        """Let the hands go on; tell those who took over a game which player is theirs."""
        if self.session.note_take_over():
            self.pilot.finish_carrying()
            self.session.open(TakeOverStep(self.session, keep_bots(self.session)))
        step = self.session.step
        if step is not self._brought:
            self._brought = step
            self._game.bring(self.session, self.table)
            self._lay_told(step)
        if self._secrets is not None:
            self._secrets.tick()
        if self.session.watching or step.auto_move_requested or self._secrets is not None:
            self.pilot.act(time_s)

    def _lay_told(self, step: Step[Session]) -> None:
        """Lay at once what a step asks hands for, where moves are told by keys."""
        if self.session.is_told_by_keys and step.is_laid_by_hands:
            for _ in do(self.table, self.pilot.pieces(step)):
                pass
            step.overrule()

    def pressed(self, time_s: float) -> None:
        """Invalidate everything that the camera saw before."""
        self.watcher.ignore_before(time_s)

    def handle(self, event: pygame.event.Event, /) -> bool:
        """Handle an event of a mouse or finger; return True if it was meant for the table.

        Where the camera is off whoever lays a piece down is told that nobody has seen it. A touch of a free cell shows
        it to friends elsewhere.
        """
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            cell = self.widget.free_cell_at(event.pos)
            shown = self.session.point(cell) if cell is not None else ""
            if shown:
                self.session.hint(shown)
        carried = bool(self.table.carries)
        is_meant = self.widget.handle(event)
        is_blind = self._is_camera_off or self.session.is_told_by_keys
        if carried and not self.table.carries and is_blind and self.session.game is not None:
            self.session.hint(help_text(is_camera_off=True, is_told_by_keys=self.session.is_told_by_keys))
        return is_meant

    @property
    def _is_camera_off(self) -> bool:
        """True if people have switched the camera off, and play themselves."""
        return self.session.settings.camera == NO_CAMERA and not self.session.watching

    def close(self) -> None:
        """Stop looking at the table."""
        self.watcher.close()
