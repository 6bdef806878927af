"""Tests of changes of seats in a journal, beside a game's events."""

import contextlib
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.journal.errors import DamagedError
from companion.journal.file import JournalFile, row_checksum
from companion.journal.recovery import salvage
from tests import DATA


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    journal = Journal.open(path)
    yield journal
    journal.close()


def version(path: Path) -> int:
    with contextlib.closing(sqlite3.connect(path)) as database:
        (found,) = database.execute("PRAGMA user_version").fetchone()
        return int(found)


def test_a_change_stands_after_the_events_before_it_and_is_no_event(journal: Journal, path: Path) -> None:
    game = journal.start("counting", "one")
    journal.change_seats(game, "red leaves")
    journal.append(game, "two")
    journal.change_seats(game, "red is back")
    journal.close()
    again = Journal.open(path)
    assert again.seat_changes(game) == ((1, "red leaves"), (2, "red is back"))
    assert again.events(game) == ("one", "two")
    assert again.unfinished(most=3)[0].events == 2
    again.close()


def test_undo_of_events_takes_the_changes_after_them_along(journal: Journal) -> None:
    game = journal.start("counting", "one")
    journal.change_seats(game, "red leaves")
    journal.append(game, "two")
    journal.change_seats(game, "red is back")
    journal.undo(game, 1)
    assert journal.seat_changes(game) == ((1, "red leaves"),)
    journal.append(game, "three")
    assert journal.seat_changes(game) == ((1, "red leaves"),)


def test_the_last_change_is_taken_back_alone(journal: Journal) -> None:
    game = journal.start("counting", "one")
    journal.change_seats(game, "red leaves")
    journal.change_seats(game, "blue leaves")
    journal.change_seats(game, "")
    assert journal.seat_changes(game) == ((1, "red leaves"),)
    for _ in range(2):
        journal.change_seats(game, "")
    assert journal.seat_changes(game) == ()


def test_earlier_versions_read_a_journal_with_changes(journal: Journal, path: Path) -> None:
    game = journal.start("counting", "one")
    journal.append(game, "two")
    journal.change_seats(game, "red leaves")
    journal.append(game, "three")
    assert version(path) == 1
    with contextlib.closing(sqlite3.connect(path)) as database:
        entries = database.execute("SELECT number, kind, text FROM entries ORDER BY number").fetchall()
    # The change is an undo that takes nothing back.
    assert entries == [(1, "event", "one"), (2, "event", "two"), (3, "undo", "2"), (4, "event", "three")]


def test_a_journal_of_an_earlier_version_takes_changes(path: Path) -> None:
    shutil.copy(DATA / "version-0.2.0" / "games.sqlite", path)
    journal = Journal.open(path)
    journal.change_seats(4, "red leaves")
    journal.close()
    again = Journal.open(path)
    assert [change for _, change in again.seat_changes(4)] == ["red leaves"]
    again.close()


def test_changes_that_stand_among_the_entries_are_read(journal: Journal, path: Path) -> None:
    """Changes are read that unreleased versions wrote among the entries."""
    game = journal.start("counting", "one")
    journal.close()
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        values = (game, 2, "seats", "red leaves", 1.5)
        database.execute(
            "INSERT INTO entries (game, number, kind, text, at, checksum) VALUES (?, ?, ?, ?, ?, ?)",
            (*values, row_checksum(*values)),
        )
        database.execute("PRAGMA user_version = 2")
    again = Journal.open(path)
    assert (again.warning, again.seat_changes(game)) == (None, ((1, "red leaves"),))
    again.close()


def test_a_changed_letter_in_a_change_is_damage(journal: Journal, path: Path) -> None:
    game = journal.start("counting", "one")
    journal.change_seats(game, "red leaves")
    journal.close()
    path.write_bytes(path.read_bytes().replace(b"red leaves", b"rex leaves"))
    with contextlib.closing(JournalFile.open(path, read_only=True)) as file, pytest.raises(DamagedError):
        file.check()


def test_changes_are_found_in_a_damaged_file(journal: Journal, path: Path) -> None:
    game = journal.start("counting", "one")
    journal.change_seats(game, "red leaves")
    journal.append(game, "two")
    journal.close()
    data = bytearray(path.read_bytes())
    data[:100] = bytes(100)
    path.write_bytes(data)
    (found,) = salvage(path).games()
    assert (found.seat_changes, found.events) == (((1, "red leaves"),), ("one", "two"))
