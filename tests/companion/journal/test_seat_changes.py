"""Tests of changes of seats in a journal, beside a game's events."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Journal


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    journal = Journal.open(path)
    yield journal
    journal.close()


def version(path: Path) -> int:
    connection = sqlite3.connect(path)
    try:
        (found,) = connection.execute("PRAGMA user_version").fetchone()
        return int(found)
    finally:
        connection.close()


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


def test_a_journal_becomes_one_of_version_2_with_its_first_change(journal: Journal, path: Path) -> None:
    game = journal.start("counting", "one")
    journal.append(game, "two")
    assert version(path) == 1
    journal.change_seats(game, "red leaves")
    assert version(path) == 2
    journal.close()
    again = Journal.open(path)
    assert again.warning is None
    again.append(game, "three")
    again.close()
    assert version(path) == 2
