"""Tests of backups: three generations, made after each game, restored automatically.

They are restored when the journal is gone.
"""

import shutil
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.device.files import sync_folder
from companion.journal import Journal, backups, integrity_check
from companion.journal.backups import BackupWorker, back_up, backup_paths, has_traces
from companion.journal.entries import Entry, EntryKind, KeptGame
from companion.journal.errors import DamagedError, JournalError
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


def kept(number: int, *texts: str) -> KeptGame:
    return KeptGame(number, "some-game", tuple(Entry(EntryKind.EVENT, text, 1000.0) for text in texts))


def written(path: Path, *games: KeptGame) -> Path:
    with closing(JournalFile.open(path)) as file:
        file.put(games)
    return path


def test_the_oldest_backup_is_let_go_unless_an_entry_is_only_there(tmp_path: Path) -> None:
    path = written(tmp_path / "games.sqlite", kept(1, "a", "b"))
    oldest = backup_paths(path)[-1]
    for games in ((kept(1, "a"),), ()):
        oldest.unlink(missing_ok=True)
        written(oldest, *games)
        back_up(path)
        assert list(tmp_path.glob("*kept*")) == []
    # One that is sound, and one whose index is damaged but whose rows are not.
    for number in (1, 2):
        oldest.unlink(missing_ok=True)
        written(oldest, kept(1, "a"), kept(2, f"only here {number}"))
        if number == 2:
            oldest.write_bytes(b"?" * 100 + oldest.read_bytes()[100:])
        back_up(path)
    assert sorted(file.name for file in tmp_path.glob("*kept*")) == [
        "games.backup-3.kept-1.sqlite",
        "games.backup-3.kept-2.sqlite",
    ]
    assert b"only here 2" in (tmp_path / "games.backup-3.kept-2.sqlite").read_bytes()


def test_a_backup_that_cannot_be_made_leaves_those_there_are_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path / "games.sqlite", kept(1, "a"))
    back_up(path)
    before = backup_paths(path)[0].read_bytes()

    def full(_folder: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", lambda *_: full(tmp_path))
    with pytest.raises(JournalError, match=r"No backup of .*games\.sqlite could be made: No space left on device\."):
        back_up(path)
    assert backup_paths(path)[0].read_bytes() == before
    assert not (tmp_path / "games.backup-new.sqlite").exists()


def test_a_backup_counts_only_once_its_name_is_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / "games.sqlite", kept(1, "a"))
    synced: list[list[bool]] = []
    sync = sync_folder

    def note(folder: Path) -> None:
        synced.append([folder == tmp_path, backup_paths(path)[0].exists()])
        sync(folder)

    monkeypatch.setattr(backups, "sync_folder", note)
    (tmp_path / "games.backup-new.sqlite").write_bytes(b"of an attempt that was cut short")
    back_up(path)
    assert synced == [[True, True]]


def test_traces_of_a_journal_are_itself_its_log_or_a_backup_with_something_in_it(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    for name, content, is_trace in (
        ("games.backup-2.sqlite", b"", False),
        ("games.sqlite-wal", b"", False),
        ("games.sqlite", b"", True),
        ("games.sqlite-wal", b"x", True),
        ("games.backup-3.sqlite", b"x", True),
    ):
        (tmp_path / name).write_bytes(content)
        assert has_traces(path) is is_trace
        (tmp_path / name).unlink()


def test_what_the_caretaker_finds_is_told_once(tmp_path: Path) -> None:
    path = written(tmp_path / "games.sqlite", kept(1, "a" * 5000))
    caretaker = BackupWorker(path)
    caretaker.verify_journal()
    caretaker.back_up()
    caretaker.wait()
    assert (caretaker.pop_found_damage(), caretaker.trouble) == (False, None)
    assert backup_paths(path)[0].exists()
    path.write_bytes(path.read_bytes().replace(b"aaaa", b"bbbb"))
    for work in (BackupWorker.verify_journal, BackupWorker.back_up):
        caretaker = BackupWorker(path)
        work(caretaker)
        caretaker.wait()
        assert (caretaker.pop_found_damage(), caretaker.pop_found_damage()) == (True, False)
    missing = BackupWorker(tmp_path / "none" / "games.sqlite")
    missing.verify_journal()
    missing.back_up()
    missing.wait()
    assert not missing.pop_found_damage()
    assert missing.trouble


def test_leaving_stops_the_caretaker_wherever_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, ended = threading.Event(), []

    def look_for_long(_path: Path, stopped: Callable[[], bool]) -> None:
        begun.set()
        for _ in range(3000):
            if stopped():
                ended.append("stopped")
                return
            time.sleep(0.001)

    monkeypatch.setattr(backups, "verify_journal", look_for_long)
    caretaker = BackupWorker(tmp_path / "games.sqlite")
    caretaker.verify_journal()
    assert begun.wait(60)
    caretaker.wait()
    assert ended == ["stopped"]


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
    monkeypatch.setattr(integrity_check, "SMALL_BYTES", 0)
    path = tmp_path / "games.sqlite"
    truth = played(path)
    data = path.read_bytes()
    place = data.index(b'"number": 7}')
    path.write_bytes(data[:place] + b'"number": 8}' + data[place + 12 :])
    journal = Journal.open(path)
    journal._backup_worker.wait()
    # The backup has what was hit.
    assert "backup" in (journal.warning or "")
    assert {record.id: journal.events(record.id) for record in journal.games()} == truth
    journal.close()


def test_leaving_ends_looking_through_and_waits_for_a_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.sqlite"
    played(path, games=2)
    before, others = backup_paths(path)[0].stat().st_mtime_ns, threading.enumerate()
    caretaker = BackupWorker(path)
    caretaker.back_up()
    caretaker.wait()
    assert backup_paths(path)[0].stat().st_mtime_ns > before
    own = [thread for thread in threading.enumerate() if thread not in others]
    assert not [thread for thread in own if thread.name.startswith("journal")]
    before = backup_paths(path)[0].stat().st_mtime_ns
    # Nobody waits for ever.
    monkeypatch.setattr(backups, "PATIENCE_S", 0.0)
    monkeypatch.setattr("companion.journal.file._STEPS_BETWEEN_CHECKS", 1)
    caretaker = BackupWorker(path)
    caretaker._is_stopped = True
    caretaker.back_up()
    caretaker.wait()
    assert backup_paths(path)[0].stat().st_mtime_ns == before
