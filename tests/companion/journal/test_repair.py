"""A rescue joins journal and backups, and is on disk before it is put in place."""

import os
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import repair
from companion.journal.backups import backup_paths
from companion.journal.entries import Entry, EntryKind, KeptGame
from companion.journal.errors import JournalError
from companion.journal.file import JournalFile
from companion.journal.repair import Rescue, finish_repair, mend, put_in_place, rescue, write_new, write_rescued


def game(number: int, *texts: str, kind: str = "some-game") -> KeptGame:
    entries = (Entry(EntryKind.EVENT, text, 1000.0 + place) for place, text in enumerate(texts))
    return KeptGame(number, kind, tuple(entries))


def written(path: Path, *games: KeptGame) -> Path:
    with closing(JournalFile.open(path)) as file:
        file.put(games)
    return path


def read(path: Path) -> tuple[KeptGame, ...]:
    with closing(JournalFile.open(path, read_only=True)) as file:
        return tuple(file.read())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


# --- what is joined ---------------------------------------------------------------------------------------------------


def test_a_backup_adds_games_and_entries_that_are_missing_and_no_others(path: Path, tmp_path: Path) -> None:
    written(path, game(1, "a"), game(2, "b", "bb"), game(3, "another", "game"))
    backup = written(
        tmp_path / "backup.sqlite", game(1, "a", "aa"), game(2, "b"), game(3, "c", "cc", "ccc"), game(4, "d")
    )
    missing = tmp_path / "missing.sqlite"
    saved = rescue(path, backups=[missing, backup])
    assert {each.id: each.events for each in saved.games} == {
        1: ("a", "aa"),
        2: ("b", "bb"),
        3: ("another", "game"),
        4: ("d",),
    }
    assert (saved.cut, saved.lost, saved.from_backup) == ((), 0, True)


def test_a_backup_that_adds_nothing_is_not_told(path: Path, tmp_path: Path) -> None:
    written(path, game(1, "a", "aa"), game(2, "b"))
    same = written(tmp_path / "same.sqlite", game(1, "a"), game(2, "b"))
    assert rescue(path, backups=[same]) == Rescue((game(2, "b"), game(1, "a", "aa")))
    broken = tmp_path / "broken.sqlite"
    broken.mkdir()
    assert not rescue(path, backups=[broken]).from_backup
    assert rescue(tmp_path / "none.sqlite") == Rescue(())


def test_the_kind_of_a_game_comes_from_its_backup_or_from_the_others_if_all_are_alike(
    path: Path, tmp_path: Path
) -> None:
    def without_kind(kept: KeptGame) -> None:
        # As damage may leave it: the game's own line and its second place in the index are gone.
        data = path.read_bytes()
        path.write_bytes(data.replace(kept.kind.encode(), b"?" * len(kept.kind)))

    two = game(2, "b", kind="kind-of-two")
    written(path, game(1, "a"), two)
    without_kind(two)
    assert rescue(path) == Rescue((game(1, "a"), game(2, "b"))), "the only kind that is known"
    backup = written(tmp_path / "backup.sqlite", game(1, "a"), two)
    assert rescue(path, backups=[backup]) == Rescue((game(1, "a"), two), from_backup=True)
    written(path, game(3, "c", kind="third-kind"))
    saved = rescue(path)
    assert ([each.id for each in saved.games], saved.lost) == ([1, 3], 1), "nobody knows of what kind the second is"


def test_a_known_game_counts_as_it_is_known_and_comes_last(path: Path) -> None:
    written(path, game(1, "a", "aa"), game(2, "b"))
    known = game(1, "a", "other")
    assert rescue(path, [known]) == Rescue((game(2, "b"), known))


# --- what is put in place ---------------------------------------------------------------------------------------------


@pytest.fixture
def order(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Order in which files come to disk and get another name."""
    order: list[str] = []
    replace, fsync = Path.replace, os.fsync

    def renamed(old: Path, new: Path | str) -> Path:
        order.append(f"{old.name} -> {Path(new).name}")
        return replace(old, new)

    def synced(handle: int) -> None:
        order.append(f"sync {Path(os.readlink(f'/proc/self/fd/{handle}')).name}")
        fsync(handle)

    monkeypatch.setattr(Path, "replace", renamed)
    monkeypatch.setattr(os, "fsync", synced)
    return order


def test_a_mended_journal_is_whole_and_on_disk_before_the_damaged_one_is_set_aside(
    path: Path, order: list[str], tmp_path: Path
) -> None:
    written(path, game(1, "a"))
    written(backup_paths(path)[0], game(1, "a"), game(2, "b"))
    Path(f"{path}-shm").touch()
    folder = tmp_path.name
    for number in (1, 2):
        order.clear()
        saved, aside = mend(path)
        assert aside == tmp_path / f"games.damaged-{number}.sqlite"
        assert [line for line in order if "-shm" not in line] == [
            "sync games.being-mended.sqlite",
            f"sync {folder}",
            "games.being-mended.sqlite -> games.mended.sqlite",
            f"sync {folder}",
            f"games.sqlite -> games.damaged-{number}.sqlite",
            "games.mended.sqlite -> games.sqlite",
            f"sync {folder}",
        ]
        assert saved.games == (game(1, "a"), game(2, "b"))
    assert read(path) == (game(1, "a"), game(2, "b"))
    assert (tmp_path / "games.damaged-1.sqlite-shm").exists()


def test_a_rescued_journal_has_its_name_only_when_it_is_on_disk(path: Path, order: list[str], tmp_path: Path) -> None:
    part = tmp_path / "games.being-written.sqlite"
    for left in (part, Path(f"{part}-wal"), Path(f"{part}-shm"), Path(f"{part}-journal")):
        left.write_bytes(b"of an attempt that was cut short")
    write_rescued(path, [game(1, "a")])
    assert order == [
        f"sync {part.name}",
        f"sync {tmp_path.name}",
        f"{part.name} -> {path.name}",
        f"sync {tmp_path.name}",
    ]
    assert read(path) == (game(1, "a"),)
    assert list(tmp_path.glob("*being-written*")) == []


def test_an_attempt_that_fails_leaves_nothing_and_says_why(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(JournalError, match="No space left"):
        write_rescued(path, [game(1, "a")])
    assert list(path.parent.iterdir()) == []


def test_the_log_of_what_was_taken_over_is_dropped_and_any_other_set_aside(path: Path, tmp_path: Path) -> None:
    log, aside = Path(f"{path}-wal"), tmp_path / "games.damaged-1.sqlite-wal"
    for options in ({"drop_log": True}, {}):
        log.write_bytes(b"a log")
        write_new(tmp_path / "new.sqlite", [game(1, "a")])
        put_in_place(path, tmp_path / "new.sqlite", **options)
        assert not log.exists()
        assert aside.exists() is not bool(options)
        assert read(path) == (game(1, "a"),)


def test_a_journal_that_waits_for_its_place_takes_it(path: Path, tmp_path: Path) -> None:
    finish_repair(path)
    assert not path.exists(), "none waits"
    written(path, game(1, "old"))
    written(tmp_path / "games.mended.sqlite", game(1, "new"))
    finish_repair(path)
    assert read(path) == (game(1, "new"),)
    assert read(tmp_path / "games.damaged-1.sqlite") == (game(1, "old"),)


def test_what_cannot_be_renamed_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(path, game(1, "a"))

    def refuse(*_: object) -> None:
        raise OSError(13, "Permission denied")

    monkeypatch.setattr(repair, "sync_folder", refuse)
    with pytest.raises(JournalError, match=r"games\.sqlite is damaged and cannot be renamed: Permission denied\."):
        put_in_place(path, written(path.with_name("new.sqlite"), game(1, "b")))
