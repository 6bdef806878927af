"""Tests of mends in a journal: told in one step, and taken back as one."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.journal.errors import DamagedError
from companion.journal.file import JournalFile
from companion.journal.recovery import salvage


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    journal = Journal.open(path)
    yield journal
    journal.close()


def counted(journal: Journal, *events: str) -> int:
    first, *others = events
    game = journal.start("counting", first)
    for event in others:
        journal.append(game, event)
    return game


def test_what_follows_is_told_anew_and_the_mend_is_kept(journal: Journal, path: Path) -> None:
    game = counted(journal, "1", "2", "3", "4")
    journal.mend(game, 1, ("3", "4"), "2 dropped")
    journal.append(game, "5")
    journal.close()
    again = Journal.open(path)
    assert again.events(game) == ("1", "3", "4", "5")
    (mend,) = again.mends(game)
    assert (mend.events, mend.note) == (3, "2 dropped")
    assert [record.events for record in again.games()] == [4]
    again.close()


def test_taken_back_events_seats_and_result_are_what_they_were(journal: Journal) -> None:
    game = counted(journal, "1", "2")
    journal.change_seats(game, "red leaves")
    journal.append(game, "3")
    journal.change_seats(game, "blue leaves")
    journal.finish(game, "over")
    before = journal.events(game), journal.seat_changes(game), journal.result(game)
    journal.mend(game, 1, ("3",), "2 dropped")
    assert journal.seat_changes(game) == ((2, "red leaves"), (2, "blue leaves")), "who has left is still away"
    assert journal.result(game) is None
    journal.append(game, "4")
    (mend,) = journal.mends(game)
    journal.undo_mend(game, mend.place)
    assert (journal.events(game), journal.seat_changes(game), journal.result(game)) == before
    assert journal.mends(game) == ()


def test_times_of_mends_are_no_time_of_play(path: Path) -> None:
    clock = iter(range(100, 1000, 100))
    journal = Journal.open(path, lambda: next(clock))
    game = counted(journal, "1", "2", "3")
    played = journal.kept(game).record.played
    journal.mend(game, 1, ("3",), "2 dropped")
    journal.undo_mend(game, 3)
    assert {entry.at for entry in journal.entries(game)} == {100, 200, 300}
    assert [record.played for record in journal.games()] == [played]
    journal.close()


def test_a_mend_before_another_takes_that_back_along(journal: Journal) -> None:
    game = counted(journal, "1", "2", "3", "4")
    journal.mend(game, 2, ("4",), "3 dropped")
    journal.mend(game, 1, ("4",), "2 dropped")
    first, second = journal.mends(game)
    journal.undo_mend(game, second.place)
    assert journal.events(game) == ("1", "2", "4")
    assert [mend.note for mend in journal.mends(game)] == ["3 dropped"]
    journal.mend(game, 1, ("4",), "2 dropped")
    journal.undo_mend(game, first.place)
    assert (journal.events(game), journal.mends(game)) == (("1", "2", "3", "4"), ())


def test_undo_of_events_before_it_takes_a_mend_along(journal: Journal) -> None:
    game = counted(journal, "1", "2", "3", "4")
    journal.mend(game, 1, ("3", "4"), "2 dropped")
    journal.undo(game, 2)
    assert (journal.events(game), journal.mends(game)) == (("1", "3"), ())


def test_earlier_versions_read_the_mended_game(journal: Journal, path: Path) -> None:
    game = counted(journal, "1", "2", "3")
    journal.mend(game, 1, ("3",), "2 dropped")
    with contextlib.closing(sqlite3.connect(path)) as database:
        entries = database.execute("SELECT number, kind, text FROM entries ORDER BY number").fetchall()
    assert entries == [(1, "event", "1"), (2, "event", "2"), (3, "event", "3"), (4, "undo", "1"), (5, "event", "3")]


def test_a_changed_letter_in_a_mend_is_damage(journal: Journal, path: Path) -> None:
    game = counted(journal, "1", "2")
    journal.mend(game, 1, (), "2 dropped")
    journal.close()
    path.write_bytes(path.read_bytes().replace(b"2 dropped", b"2 drapped"))
    with contextlib.closing(JournalFile.open(path, read_only=True)) as file, pytest.raises(DamagedError):
        file.check()


def test_mends_are_found_in_a_damaged_file(journal: Journal, path: Path) -> None:
    game = counted(journal, "1", "2", "3")
    journal.mend(game, 1, ("3",), "2 dropped")
    journal.close()
    data = bytearray(path.read_bytes())
    data[:100] = bytes(100)
    path.write_bytes(data)
    (found,) = salvage(path).games()
    assert (found.events, [mend.note for mend in found.mends]) == (("1", "3"), ["2 dropped"])
