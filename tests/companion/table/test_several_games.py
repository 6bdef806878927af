"""Tests of a table with two games: both are offered, continued, and shown as their own."""

from pathlib import Path

import pytest

from companion.device.settings import Settings
from companion.games.finstere_flure.table.game import TABLE as FLURE
from companion.journal import Journal
from companion.journal.journal import PAUSE_S
from companion.screen.pages import ListPage
from companion.table.camera_state import BLIND_S
from companion.table.observation import TableObservation
from companion.table.session import Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from tests.companion.journal.disk import full_disk
from tests.companion.table.counting import LAST, Counting, CountObservation, reported, seen_and_laid
from vision.errors import CameraError, CameraFault


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def at_the_table(path: Path) -> Session:
    session = open_session(Journal.open(path), Settings(), [FLURE, Counting()], sees=True)
    session.open_start_page()
    return session


def rows(session: Session) -> list[tuple[str, str, str]]:
    assert isinstance(session.page, ListPage)
    return [(row.id, row.text, row.value) for row in (*session.page.tiles, *session.page.rows)]


def count(session: Session, *, times: int) -> None:
    session.touch("new counting", 0.0)
    session.touch("all", 0.0)
    for _ in range(times):
        session.touch("count", 0.0)


def test_the_first_page_offers_every_game(path: Path) -> None:
    session = at_the_table(path)
    assert isinstance(session.page, ListPage)
    assert session.page.title == "Which game?"
    assert rows(session)[:3] == [
        ("show finstere-flure first-evening", "First evening", "Finstere Flure"),
        ("new counting", "Counting", ""),
        ("new finstere-flure", "Finstere Flure", ""),
    ]


def test_each_game_opens_its_own_pages_and_keeps_its_own_events(path: Path) -> None:
    session = at_the_table(path)
    session.touch("new finstere-flure", 0.0)
    assert session.page.name == "players"
    session.open_start_page()
    count(session, times=2)
    assert (session.page.name, session.status) == ("count", "at 2")
    (record,) = session.journal.games()
    assert (record.kind, record.events) == ("counting", 3)
    assert session.journal.events(record.id)[1] == '{"event": "counted"}'


def test_what_a_full_disk_kept_out_is_written_while_nobody_touches_anything(path: Path) -> None:
    session = at_the_table(path)
    count(session, times=1)
    with full_disk():
        session.touch("count", 0.0)
        assert "memory only" in session.status
    session.tick(PAUSE_S)
    assert session.status == "at 2"
    assert session.journal.unwritten == 0


def test_that_a_game_is_not_kept_counts_more_than_a_camera_that_is_gone(path: Path) -> None:
    session = at_the_table(path)
    session.observe(TableObservation(error=CameraError("gone", CameraFault.MISSING)), 0.0)
    session.tick(BLIND_S)
    assert "camera" in session.notice
    with full_disk():
        count(session, times=1)
        assert "memory only" in session.notice
    session.tick(BLIND_S + PAUSE_S)
    assert "camera" in session.notice


def test_menu_log_help_and_undo_speak_of_the_game_that_is_played(path: Path) -> None:
    session = at_the_table(path)
    count(session, times=2)
    session.open_menu()
    session.touch("help", 0.0)
    assert rows(session)[0] == ("", "You are at 2.", "")
    session.step.back()
    session.touch("log", 0.0)
    assert rows(session)[0] == ("2", "counted: 2", "at 2")
    session.step.back()
    session.touch("undo", 0.0)
    session.touch("2", 0.0)
    assert session.status == "at 1"


def test_the_last_unfinished_game_of_each_kind_is_offered_and_goes_on(path: Path) -> None:
    session = at_the_table(path)
    count(session, times=1)
    session.open_start_page()
    session.touch("new finstere-flure", 0.0)
    for row in ("red", "blue", "settings", "set_up"):
        session.touch(row, 0.0)
    session.close()
    for row in ("start",):
        session.touch(row, 0.0)
    assert session.page.name == "place-tile"
    session.journal.close()

    again = at_the_table(path)
    offered = {value: row_id for row_id, _, value in rows(again) if row_id.startswith("resume")}
    assert list(offered) == ["Finstere Flure", "Counting"], "the last one first"
    again.touch(offered["Counting"], 0.0)
    assert (again.page.name, again.status, again.layout) == ("count", "at 1", None)
    again.touch("count", 0.0)
    again.touch("count", 0.0)
    again.open_start_page()
    assert offered["Counting"] not in {row_id for row_id, _, _ in rows(again)}
    again.touch(offered["Finstere Flure"], 0.0)
    assert again.page.name == "place-tile"


def test_a_finished_game_has_its_result_in_the_journal(path: Path) -> None:
    session = at_the_table(path)
    count(session, times=LAST)
    (record,) = session.journal.games()
    assert record.result == '{"winners": ["all"], "reason": "counted"}'


def test_a_game_remembers_nothing_of_what_was_seen_of_another(path: Path) -> None:
    session = at_the_table(path)
    count(session, times=0)
    session.observe(reported("one"), 1.0)
    session.observe(reported("two"), 2.0)
    assert seen_and_laid(session)[0] == CountObservation("two", "one")
    session.open_start_page()
    count(session, times=0)
    session.observe(reported("three"), 3.0)
    assert seen_and_laid(session)[0] == CountObservation("three", "")


def test_the_settings_have_the_options_of_every_game(path: Path) -> None:
    session = at_the_table(path)
    session.touch("settings", 0.0)
    assert ("game counting", "Counting", "") in rows(session)
    session.touch("game counting", 0.0)
    assert rows(session) == [("counting aloud", "Aloud", "no")]
    session.touch("counting aloud", 0.0)
    assert ("counting aloud", "Aloud", "yes") in rows(session)
    session.step.back()
    session.touch("game finstere-flure", 0.0)
    session.touch("finstere-flure dm_end", 0.0)
    assert session.settings.games == {"counting": {"aloud": True}, "finstere-flure": {"dm_end": True}}


def test_at_a_virtual_table_each_game_can_be_watched(path: Path) -> None:
    around = SessionContext(watched={"counting": "started", "finstere-flure": None}.__getitem__)
    session = open_session(Journal.open(path), Settings(), [FLURE, Counting()], sees=True, around=around)
    session.open_start_page()
    session.touch("watch", 0.0)
    assert rows(session) == [("counting", "Counting", ""), ("finstere-flure", "Finstere Flure", "")]
    session.touch("counting", 0.0)
    assert session.watching
    assert (session.page.name, session.table_game.title()) == ("count", "Counting")
