"""Files that are on disk once they are written."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.device import files
from companion.device.errors import UserError
from companion.device.files import remove_parts, sync_folder, write_whole


def test_a_folder_is_synced_and_closed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    fsync, close = os.fsync, os.close

    def note(what: str, call: Callable[[int], None]) -> None:
        def noted(handle: int) -> None:
            done.append(what)
            call(handle)

        monkeypatch.setattr(os, what, noted)

    note("fsync", fsync)
    note("close", close)
    sync_folder(tmp_path)
    assert done == ["fsync", "close"]


def test_the_new_name_of_a_written_file_is_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("old")
    synced: list[tuple[Path, str]] = []
    monkeypatch.setattr(files, "sync_folder", lambda folder: synced.append((folder, path.read_text())))
    write_whole(path, b"new")
    assert synced == [(tmp_path, "new")]


def test_a_file_is_written_where_folders_cannot_be_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Path) -> None:
        raise OSError(22, "Invalid argument")

    monkeypatch.setattr(files, "sync_folder", refuse)
    write_whole(tmp_path / "settings.toml", b"new")
    assert (tmp_path / "settings.toml").read_text() == "new"


def test_a_disk_that_takes_and_gives_back_nothing_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    for call in ("fsync", "unlink"):
        monkeypatch.setattr(os, call, fail)
    with pytest.raises(UserError, match=r"settings\.toml: cannot be written: Read-only file system"):
        write_whole(tmp_path / "settings.toml", b"new")


def test_a_name_that_no_disk_takes_is_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be written: File name too long"):
        write_whole(tmp_path / ("a" * 300), b"new")


def cut_short(path: Path, monkeypatch: pytest.MonkeyPatch, written_s: float) -> Path:
    """Pull the plug in the midst of a write at this time; return the part that stays."""
    before = set(path.parent.iterdir())

    class PlugPulled(BaseException):
        """Power failure, after which no program runs on."""

    def pull(_: int) -> None:
        raise PlugPulled

    with monkeypatch.context() as changed:
        changed.setattr(os, "fsync", pull)
        with pytest.raises(PlugPulled):
            write_whole(path, b"new")
    (part,) = set(path.parent.iterdir()) - before
    os.utime(part, (written_s, written_s))
    return part


def test_what_a_pulled_plug_left_of_a_write_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cameras, hidden = tmp_path / "cameras", tmp_path / ".config"
    cameras.mkdir()
    hidden.mkdir()
    now_s = time.time()
    gone = [
        cut_short(tmp_path / "settings.toml", monkeypatch, now_s - 61),
        # The clock has gone back since.
        cut_short(tmp_path / "settings.toml", monkeypatch, now_s + 3600),
        cut_short(cameras / "shot.json", monkeypatch, 0),
    ]
    stay = [
        # Somebody may be writing it.
        cut_short(tmp_path / "settings.toml", monkeypatch, now_s - 30),
        # Those of other programs.
        cut_short(hidden / "settings.toml", monkeypatch, 0),
        tmp_path / "settings.toml",
        tmp_path / ".answers",
    ]
    for path in stay[2:]:
        path.write_text("kept")
        os.utime(path, (0, 0))
    remove_parts([tmp_path, tmp_path / "nowhere"])
    assert not any(map(Path.exists, gone))
    assert all(map(Path.exists, stay))
