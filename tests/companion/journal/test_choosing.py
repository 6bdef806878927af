"""Commands find the right journal and game, and say if there is no such game."""

import argparse
from contextlib import closing
from pathlib import Path

import pytest

from companion.device.errors import UserError
from companion.journal import default_journal_path
from companion.journal.backups import back_up, backup_paths
from companion.journal.choosing import add_journal_argument, journal_path, kept_game, kept_games
from companion.journal.entries import Entry, EntryKind, KeptGame
from companion.journal.errors import NewerError
from companion.journal.file import JournalFile


def game(number: int, *texts: str) -> KeptGame:
    return KeptGame(number, "some-game", tuple(Entry(EntryKind.EVENT, text, 1000.0 + number) for text in texts))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a journal of three games, the second last played last."""
    path = tmp_path / "games.sqlite"
    with closing(JournalFile.open(path)) as file:
        file.put([game(1, "a"), game(3, "c"), game(2, "b", "bb")])
    return path


def test_a_journal_is_named_or_the_usual_one_is_meant() -> None:
    parser = argparse.ArgumentParser()
    add_journal_argument(parser)
    assert journal_path(parser.parse_args(["--journal", "some.sqlite"])) == Path("some.sqlite")
    assert journal_path(parser.parse_args([])) == default_journal_path()


def test_a_game_is_found_by_its_number(path: Path) -> None:
    assert [kept_game(path, number).events for number in ("1", "2", "3")] == [("a",), ("b", "bb"), ("c",)]


@pytest.mark.parametrize("number", ["4", "0", "-1", "x", "²", "9" * 15, "9" * 16, "9" * 5000])
def test_a_game_that_is_not_there_is_told_with_those_that_are(path: Path, number: str) -> None:
    with pytest.raises(UserError) as error:
        kept_game(path, number)
    assert str(error.value) == f"{path}: there is no game {number[:20]!r}; the games are: 1, 2, 3"


def test_of_many_games_the_first_and_the_last_are_told(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with closing(JournalFile.open(path)) as file:
        file.put([game(number, "a") for number in range(1, 21)])
    with pytest.raises(UserError, match=r"the games are: 1, 2, .*, 19, 20$"):
        kept_game(path, "99")
    with closing(JournalFile.open(path)) as file:
        file.put([game(23, "a")])
    with pytest.raises(UserError, match=r"19, 20 and others up to 23$"):
        kept_game(path, "99")


def test_where_there_is_no_journal_there_is_no_game_and_none_is_made(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no game '1'; no game is kept there yet"):
        kept_game(tmp_path / "games.sqlite", "1")
    assert kept_games(tmp_path / "games.sqlite") == ((), 0)
    assert list(tmp_path.iterdir()) == []


def test_games_come_page_by_page_the_one_last_played_first(path: Path) -> None:
    def ids(page: int, most: int | None) -> tuple[list[int], int]:
        games, count = kept_games(path, page, most)
        return [each.id for each in games], count

    assert ids(1, None) == ([2, 3, 1], 3)
    assert [ids(page, 2) for page in (1, 2, 3)] == [([2, 3], 3), ([1], 3), ([], 3)]


def test_of_a_damaged_journal_what_its_backups_hold_is_told(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    back_up(path)
    path.write_bytes(b"x" * 5000)
    assert kept_game(path, "2").events == ("b", "bb")
    assert "is damaged" in capsys.readouterr().err
    assert [each.id for each in kept_games(path, 1, 2)[0]] == [3, 2], "by when they were last played"
    assert kept_games(path)[1] == 3
    with pytest.raises(UserError, match=r"the games are: 1, 2, 3$"):
        kept_game(path, "4")
    for backup in backup_paths(path):
        backup.unlink(missing_ok=True)
    with pytest.raises(UserError):
        kept_games(path)


def test_a_newer_journal_is_left_alone(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[60:64] = (99).to_bytes(4, "big")
    path.write_bytes(data)
    with pytest.raises(NewerError):
        kept_games(path)
