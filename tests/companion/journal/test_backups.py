"""Backups: three generations, made after each game, and taken back by themselves when the journal is gone."""

import shutil
import threading
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import Journal, backups, soundness
from companion.journal.backups import Caretaker, back_up, backup_paths
from companion.journal.errors import DamagedError
from companion.journal.file import JournalFile
from tests.companion.journal.damage import found, played


def test_after_each_game_there_is_a_backup_and_three_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    for number in range(1, 6):
        journal = Journal.open(path)
        game = journal.start("some-game", f"game {number}")
        journal.finish(game, "over")
        journal.close()
        assert [backup.exists() for backup in backup_paths(path)] == [number >= 1, number >= 2, number >= 3]
    for age, backup in enumerate(backup_paths(path)):
        with closing(JournalFile.open(backup, read_only=True)) as file:
            assert [game.events for game in file.read()] == [(f"game {number}",) for number in range(1, 6 - age)]
    assert {file.name for file in tmp_path.iterdir()} == {
        "games.sqlite",
        "games.sqlite.in-use",
        *(f"games.backup-{number}.sqlite" for number in (1, 2, 3)),
    }


@pytest.mark.slow
def test_a_journal_that_is_gone_comes_back_from_its_backup(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    truth = played(path)
    path.unlink()
    games, warning = found(path)
    # The last game was going on when the last backup was made: of it there is nothing.
    assert games == {number: events for number, events in truth.items() if number < max(truth)}
    assert "missing" in warning
    assert found(path) == (games, "")


@pytest.mark.slow
def test_a_damaged_backup_does_not_hinder_the_others(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    truth = played(path)
    path.unlink()
    backup_paths(path)[0].write_bytes(b"x" * 5000)
    games, _ = found(path)
    assert games == {number: truth[number] for number in range(1, max(truth) - 1)}


@pytest.mark.slow
def test_a_damaged_journal_takes_the_place_of_no_backup(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    played(path)
    before = [backup.read_bytes() for backup in backup_paths(path)]
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"number": 17', b'"number": 18'))
    with pytest.raises(DamagedError):
        back_up(path)
    assert [backup.read_bytes() for backup in backup_paths(path)] == before
    assert not path.with_name("games.backup-new.sqlite").exists()


@pytest.mark.slow
def test_a_journal_begun_anew_is_not_mixed_with_old_backups(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    played(path)
    kept = shutil.copytree(tmp_path, tmp_path / "kept")
    for file in tmp_path.glob("games.*"):
        file.unlink()
    journal = Journal.open(path)
    game = journal.start("some-game", "of another evening")
    for number in range(30):
        journal.append(game, f"event {number}")
    journal.close()
    for file in kept.glob("*backup*"):
        shutil.copy(file, tmp_path)
    data = path.read_bytes()
    path.write_bytes(data.replace(b"event 20", b"event 99"))
    games, warning = found(path)
    assert games[game] == ("of another evening", *(f"event {number}" for number in range(20)))
    assert "damaged" in warning


@pytest.mark.slow
def test_a_large_journal_is_looked_through_while_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(soundness, "SMALL_BYTES", 0)
    path = tmp_path / "games.sqlite"
    truth = played(path)
    data = path.read_bytes()
    place = data.index(b'"number": 7}')
    path.write_bytes(data[:place] + b'"number": 8}' + data[place + 12 :])
    journal = Journal.open(path)
    journal._caretaker.wait()
    # The backup has what was hit.
    assert "backup" in (journal.warning or "")
    assert {record.id: journal.events(record.id) for record in journal.games()} == truth
    journal.close()


def test_leaving_ends_looking_through_and_waits_for_a_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.sqlite"
    played(path, games=2)
    before = backup_paths(path)[0].stat().st_mtime_ns
    caretaker = Caretaker(path)
    caretaker.back_up()
    caretaker.wait()
    assert backup_paths(path)[0].stat().st_mtime_ns > before
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("journal")]
    before = backup_paths(path)[0].stat().st_mtime_ns
    # Nobody waits for ever.
    monkeypatch.setattr(backups, "PATIENCE_S", 0.0)
    monkeypatch.setattr("companion.journal.file._STEPS_BETWEEN_ASKING", 1)
    caretaker = Caretaker(path)
    caretaker._is_stopped = True
    caretaker.back_up()
    caretaker.wait()
    assert backup_paths(path)[0].stat().st_mtime_ns == before
