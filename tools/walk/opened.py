"""Whole table opened on a clock of its own: session, window, journal, bots."""

import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Any, Self
from unittest.mock import patch

import pygame

from companion.device import log, reports
from companion.device.language import use_language
from companion.device.settings import NO_CAMERA, Settings
from companion.games.random_play import as_json, random_game
from companion.journal import Journal
from companion.phones.address import Address
from companion.phones.table import PhoneTable
from companion.screen.pages import BoardPage, ListPage, Page, Row
from companion.table.app import App
from companion.table.past_games import PastGamesStep
from companion.table.session import Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from companion.table.table_source import TableSource
from companion.two_tables.tables import OtherTables
from companion.virtual_table.table_source import VirtualTableSource, VirtualTableSources
from hardware.buttons import Buttons
from tools.phone_secrets import Line, UnpaintedPictures
from tools.walk.games import walked_games
from tools.walk.parts import CameraCable, MortalOpponent, PostRooms, QuickOpponent, instant_cameras
from tools.walk.real_table import RealTable
from tools.walk.window import FILES

#: A page that came by itself has been read after so long (seconds).
READ_S = 0.5
#: A turn of the window's loop while time passes (seconds).
TURN_S = 0.1
#: Nobody else can reach this, and any port will do.
_HERE = Address("127.0.0.1", 0)


class TablePlace(StrEnum):
    """Places where a table may stand: a laptop, below a camera, or anywhere without one."""

    VIRTUAL = "virtual"
    CAMERA = "camera"
    HAND = "hand"


class OpenedTable:
    """Session, window, table, phones, bots and journal, on a clock of their own."""

    def __init__(
        self,
        place: TablePlace,
        game_ids: Sequence[str],
        *,
        settings: Settings,
        size: tuple[int, int] = (1280, 720),
        seed: int = 1,
        old_games: Sequence[tuple[str, int]] = (),
        opponent: QuickOpponent | MortalOpponent | None = None,
        beside: "OpenedTable | None" = None,
    ) -> None:
        """Open the first page; arguments as of `WalkedTable`.

        `beside`: another table of this process, whose cable, log and rooms of posts this one shares.
        """
        self.place, self.game_ids, self.seed = place, tuple(game_ids), seed
        self.now = 1000.0
        self.cable: CameraCable = beside.cable if beside else CameraCable()
        self.rooms: PostRooms = beside.rooms if beside else PostRooms()
        self.opponent = opponent or QuickOpponent()
        #: Sentences of the log, and failures inside that were reported.
        self.logged: list[str] = beside.logged if beside else []
        self.failures: list[str] = beside.failures if beside else []
        self._opened = ExitStack()
        if beside is None:
            self._opened.enter_context(instant_cameras(self.cable, lambda: self.now))
            self._opened.enter_context(patch.object(log, "_write", lambda sentence, _: self.logged.append(sentence)))
            self._opened.enter_context(patch.object(reports, "write_report", self._report))
            self._opened.callback(use_language, "en")
        self._folder = Path(self._opened.enter_context(tempfile.TemporaryDirectory(prefix="walk-", dir=FILES)))
        self._life = 0
        self.settings = replace(settings, camera=NO_CAMERA) if place is TablePlace.HAND else settings
        use_language(settings.language)
        self.window = pygame.Surface(size)
        self._begin_life()
        for game_id, events in old_games:
            self._keep_old_game(game_id, events)
        self._open()

    def __enter__(self) -> Self:
        """Return the table."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Let go of everything."""
        self._end_life()
        self.opponent.close()
        self._opened.close()

    def open_app(self) -> App:
        """Return the window of the session."""
        raise NotImplementedError

    def context(self) -> SessionContext:
        """Return what surrounds the session."""
        return SessionContext(
            watched=self._start if self.place is TablePlace.VIRTUAL else None,
            save_settings=self._save,
            kiosk=True,
            opponent=self.opponent,
            phones=lambda _: self.phones.step(self.session),
        )

    # --- lives --------------------------------------------------------------------------------------------------------

    def _begin_life(self) -> None:
        folder = self._folder / str(self._life)
        folder.mkdir(exist_ok=True)
        self.journal = Journal.open(folder / "games.sqlite", clock=lambda: 1_700_000_000.0 + self.now)

    def _keep_old_game(self, game_id: str, events: int) -> None:
        game = walked_games()[game_id]
        played = random_game(game, self.seed, events).events
        number = self.journal.start(game_id, as_json(game, played[0]))
        for event in played[1:]:
            self.journal.append(number, as_json(game, event))

    def _open(self) -> None:
        tables = [walked_games()[game_id].table for game_id in self.game_ids]
        self.buttons, self.line = Buttons(), Line()
        self.session: Session = open_session(
            self.journal,
            self.settings,
            tables,
            sees=self.place is not TablePlace.HAND,
            rng=Random(self.seed + self._life),
            around=self.context(),
        )
        self.phones = PhoneTable(self.session, _HERE, start=lambda *_: self.line, draw=UnpaintedPictures)
        self.app = self.open_app()
        self.app.phones = self.phones
        self.other_table = OtherTables(self.session, self.phones, start_post=self.rooms.start_post, dials=True)
        self.session.use_other_table(self.other_table)
        self.session.open_start_page()
        self.source: TableSource | None = None
        if self.place is TablePlace.VIRTUAL:
            virtuals = {game_id: walked_games()[game_id].virtual for game_id in self.game_ids}
            self.source = VirtualTableSources(self.session, virtuals, self._start, self.seed)
        elif self.place is TablePlace.CAMERA:
            self.source = RealTable(self.session, self.seed)
        self.app.table_source = self.source
        self._turn(0.5)

    def _start(self, game_id: str) -> Any:
        return walked_games()[game_id].virtual.start(None, self.seed, {})

    def _save(self, settings: Settings) -> None:
        self.settings = settings

    def _end_life(self) -> None:
        self.other_table.close()
        self.phones.close()
        if self.source is not None:
            self.source.close()
        self.journal.close()

    def _report(self, error: BaseException) -> Path:
        self.failures.append(repr(error))
        return Path("report.txt")

    # --- what a player sees -------------------------------------------------------------------------------------------

    @property
    def page(self) -> Page:
        """Page on the screen."""
        return self.session.page

    @property
    def screen(self) -> pygame.Surface:
        """Part of the window that is the companion's."""
        return self.app._split_window(self.window)[1]

    @property
    def rows(self) -> tuple[Row, ...]:
        """Tiles and rows of the page."""
        page = self.page
        if isinstance(page, ListPage):
            return (*page.tiles, *page.rows)
        return page.rows if isinstance(page, BoardPage) else ()

    @property
    def targets(self) -> tuple[str, ...]:
        """Ids of the tiles, rows and places of the board that can be touched."""
        places, _ = self.session.step.places()
        return tuple(dict.fromkeys(row.id for row in (*self.rows, *places) if row.id))

    @property
    def marked(self) -> str:
        """Id of the row that Advance takes; empty where none is marked."""
        selected = getattr(self.page, "selected", None)
        return "" if selected is None else self.rows[selected].id

    @property
    def room(self) -> VirtualTableSource | None:
        """Virtual table of the game; None elsewhere."""
        return self.source._room if isinstance(self.source, VirtualTableSources) else None

    @property
    def pieces(self) -> tuple[str, ...]:
        """Ids of the pieces on a table that hands can reach."""
        if self.room is not None:
            return tuple(self.room.table.pieces)
        return tuple(self.source.pieces) if isinstance(self.source, RealTable) else ()

    # --- time -------------------------------------------------------------------------------------------------------

    def _turn(self, seconds: float) -> None:
        """Let the window take one turn after so long."""
        self.now += seconds
        step = self.session.step
        if isinstance(step, PastGamesStep):
            # What a thread has read by now is the same in each walk.
            step.counter.wait()
        self.app.turn(self.window, self.now)
