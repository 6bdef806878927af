"""A real table's source asks its camera, reports to the session, and knows its camera."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

from companion.device.settings import NO_CAMERA, Settings
from companion.journal import Journal
from companion.sheets.manifest import tags_of
from companion.table import camera_table
from companion.table.camera_table import PATIENCE_S, CameraTable
from companion.table.observation import TableObservation
from companion.table.session import Session
from companion.table.session_start import open_session
from hardware.notify import Notifier, Watchdog
from tests.companion.cells.noughts_and_crosses import NoughtsTable
from vision.errors import ProfileError
from vision.model.profile import CameraProfile
from vision.sources.camera import Frame

PROFILE = CameraProfile((1280, 720), np.diag([900.0, 900.0, 1.0]), np.zeros(5))
FRAME = Frame(np.zeros((72, 128, 3), np.uint8), 1.0)
CATALOGUE = tags_of(NoughtsTable().readings.tags, None)


class Camera:
    """A camera that is opened by nobody; `signs` counts its signs of life."""

    def __init__(self, opener: Callable[[], Any]) -> None:
        self.opener, self.signs = opener, 0


def missing() -> Any:
    raise AssertionError("nobody opens it")


class Looks:
    """Stand-in for the watcher and its thread: a test says what it sees."""

    def __init__(self, camera: Camera, watch: Any, _observe: Any, keep: Any) -> None:
        self.camera, self.profiles, self.keep = camera, [watch.profile], keep
        self.sight: TableObservation[Any] | None = None
        self.frame: Frame | None = FRAME
        self.ignored: list[float] = []
        self.closed = False

    def news(self) -> TableObservation[Any] | None:
        sight, self.sight = self.sight, None
        return sight

    def use(self, watch: Any, _observe: Any, keep: Any) -> None:
        self.profiles.append(watch.profile)
        self.keep = keep

    def ignore_before(self, moment_s: float) -> None:
        self.ignored.append(moment_s)

    def close(self) -> None:
        self.closed = True


class WatchOf:
    """Arguments of a watch."""

    def __init__(self, _catalogue: Any, *, profile: Any, **_more: Any) -> None:
        self.profile = profile


class Table:
    """A session, its room, and the watchers that the room has made."""

    def __init__(self, session: Session, patch: pytest.MonkeyPatch, **options: Any) -> None:
        self.session, self.made = session, list[Looks]()

        def make(*parts: Any) -> Looks:
            self.made.append(Looks(*parts))
            return self.made[-1]

        patch.setattr(camera_table, "Watcher", make)
        patch.setattr(camera_table, "SteadyCamera", Camera)
        patch.setattr("companion.table.reading_setup.TableWatch", WatchOf)
        self.watchdog = Watchdog(Notifier({}))
        self.room = CameraTable(session, missing, lambda _: CATALOGUE, PROFILE, self.watchdog, **options)

    @property
    def looks(self) -> Looks:
        return self.made[-1]

    def sees(self, sight: TableObservation[Any], time_s: float) -> None:
        self.looks.sight = sight
        self.room.tick(time_s)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    journal = Journal.open(tmp_path / "games.sqlite")
    session = open_session(journal, Settings(), [NoughtsTable(), NoughtsTable()], sees=True)
    session.open_start_page()
    yield session
    journal.close()


@pytest.fixture
def table(session: Session, monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(session, monkeypatch)


def test_the_camera_is_open_as_long_as_the_players_want_it(table: Table) -> None:
    assert table.room.newest() is None
    table.room.pressed(0.5)
    table.room.tick(1.0)
    table.room.tick(2.0)
    assert len(table.made) == 1
    assert table.room.newest() is FRAME
    table.session.settings = replace(table.session.settings, camera=NO_CAMERA)
    table.room.tick(3.0)
    table.room.tick(4.0)
    assert table.looks.closed
    assert table.room.newest() is None
    assert table.watchdog.silent(9999.0) == [], "nobody waits for it"
    table.session.settings = replace(table.session.settings, camera="automatic")
    table.room.tick(5.0)
    assert len(table.made) == 2
    table.room.close()
    table.room.close()
    assert table.looks.closed


def test_what_is_seen_is_told_and_what_was_seen_before_a_press_is_not(table: Table) -> None:
    table.room.tick(1.0)
    table.sees(TableObservation("a table"), 2.0)
    assert str(table.session.observation) == "a table"
    table.room.pressed(2.5)
    assert table.looks.ignored == [2.5]
    assert table.room.handle(pygame.event.Event(pygame.MOUSEMOTION)) is False


def test_a_table_that_was_moved_is_told(table: Table) -> None:
    table.room.tick(1.0)
    table.sees(TableObservation("a table", moved=True), 2.0)
    assert "The table was moved. I have found it again." in [said.text for said in table.session.announcements()]


def test_a_camera_that_gives_no_sign_of_life_starves_the_watchdog(table: Table) -> None:
    table.room.tick(0.0)
    assert table.watchdog.silent(PATIENCE_S) == []
    table.sees(TableObservation(), 50.0)
    assert table.watchdog.silent(PATIENCE_S + 1.0) == ["camera"], "somebody looks, but nothing comes"
    table.looks.camera.signs = 1
    table.sees(TableObservation(), 50.0)
    assert table.watchdog.silent(50.0 + PATIENCE_S) == []
    table.sees(TableObservation(), 80.0)
    assert table.watchdog.silent(51.0 + PATIENCE_S) == ["camera"], "that sign is old"


def test_a_profile_of_another_camera_is_left_out_and_a_new_one_used_at_once(table: Table) -> None:
    table.room.tick(1.0)
    assert table.looks.profiles == [PROFILE]
    table.sees(TableObservation(error=ProfileError("another size")), 2.0)
    assert table.looks.profiles == [PROFILE, None]
    assert table.session.notice == "", "the table can be read without"
    table.room.use_profile(PROFILE)
    assert table.looks.profiles[2:] == [PROFILE]


def test_another_game_is_looked_for_with_other_eyes(table: Table) -> None:
    table.room.tick(1.0)
    table.room.tick(2.0)
    assert len(table.looks.profiles) == 1
    table.session.new_game(table.session.games[1])
    table.room.tick(3.0)
    table.room.tick(4.0)
    assert len(table.looks.profiles) == 2


def test_frames_are_recorded_with_how_they_are_read(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[tuple[Any, ...]] = []
    table = Table(session, monkeypatch, record=lambda *frame: kept.append(frame))
    table.room.tick(1.0)
    table.looks.keep(FRAME, "what was seen")
    assert kept == [(FRAME, "what was seen", session.table_game.readings.at_moment(session.moment))]


def test_nothing_is_recorded_unasked(table: Table) -> None:
    table.room.tick(1.0)
    assert table.looks.keep is None
