"""Tests of a journal whose file is deleted or replaced while open, and of the claim.

Only one companion may have a journal.
"""

import os
import resource
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.journal.claim import claimed
from tests.companion.journal.damage import found, played


@pytest.mark.slow
@pytest.mark.parametrize("endings", [("",), ("", "-wal", "-shm"), ("-wal",)], ids=["file", "all", "log"])
def test_a_file_that_is_deleted_is_written_again_with_all_its_games(endings: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    truth = played(path, games=3)
    for backup in tmp_path.glob("*backup*"):
        backup.unlink()
    journal = Journal.open(path)
    game = journal.start("some-game", "0")
    journal.append(game, "1")
    for ending in endings:
        Path(f"{path}{ending}").unlink()
    journal.append(game, "2")
    assert "deleted" in (journal.warning or "")
    assert journal.unwritten == 0
    journal.append(game, "3")
    journal.close()
    assert found(path) == ({**truth, game: ("0", "1", "2", "3")}, "")


def test_a_folder_that_is_deleted_is_made_again(tmp_path: Path) -> None:
    path = tmp_path / "games" / "games.sqlite"
    journal = Journal.open(path)
    game = journal.start("some-game", "0")
    shutil.rmtree(path.parent)
    journal.append(game, "1")
    journal.append(game, "2")
    journal.close()
    assert found(path)[0] == {game: ("0", "1", "2")}


@pytest.mark.slow
@pytest.mark.parametrize("in_place", [False, True])
def test_a_file_that_is_replaced_is_written_again_and_the_other_one_kept(in_place: bool, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    other = tmp_path / "other" / "games.sqlite"
    other.parent.mkdir()
    foreign = played(other, games=2)
    truth = played(path, games=3)
    journal = Journal.open(path)
    game = journal.start("some-game", "0")
    journal.append(game, "1")
    if in_place:
        shutil.copyfile(other, path)
    else:
        shutil.copy(other, tmp_path / "new")
        os.replace(tmp_path / "new", path)
    journal.append(game, "2")
    assert journal.warning
    journal.append(game, "3")
    journal.close()
    games, _ = found(path)
    assert games[game] == ("0", "1", "2", "3")
    if not in_place:
        assert games == {**truth, game: games[game]}
        aside = next(tmp_path.glob("games.damaged-*.sqlite"))
        assert found(aside)[0] == foreign


def test_another_companion_is_named_only_if_there_is_one(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    played(path, games=1)
    first, is_taken = claimed(path)
    assert first is not None
    assert not is_taken
    assert claimed(path) == (None, True)
    first.close()
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, usual[1]))
    try:
        # A disk that is full, on which the log of a companion that was killed is left.
        Path(f"{path}-wal").touch()
        journal = Journal.open(path)
        assert "Another window" not in (journal.warning or "")
        journal.close()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


def test_where_the_claim_cannot_be_made_nobody_is_blamed(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    played(path, games=1)
    Path(f"{path}.in-use").unlink()
    Path(f"{path}.in-use").mkdir()
    journal = Journal.open(path)
    assert "Another window" not in (journal.warning or "")
    assert journal.latest_unfinished() is not None
    journal.close()


def test_a_journal_in_use_is_not_mended_by_a_second_companion(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    truth = played(path, games=2)
    claim, _ = claimed(path)
    data = bytearray(path.read_bytes())
    data[:100] = bytes(100)
    path.write_bytes(data)
    journal = Journal.open(path)
    assert journal.is_used_elsewhere
    assert {record.id: journal.events(record.id) for record in journal.games()} == truth
    journal.close()
    assert path.read_bytes() == data
    assert claim is not None
    claim.close()
    with closing(sqlite3.connect(path)) as database, pytest.raises(sqlite3.DatabaseError):
        database.execute("SELECT count(*) FROM games")
