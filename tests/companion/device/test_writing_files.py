"""Files that are on disk once they are written."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.device import files
from companion.device.files import sync_folder, write_whole


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
