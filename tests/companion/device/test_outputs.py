"""Tests of output files: no command overwrites an input or a special file.

A command writes only over ordinary files, and never two results into one file.
"""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.device.folders import config_folder
from companion.journal import Journal
from companion.main import main

Make = Callable[[Path], None]
Capture = pytest.CaptureFixture[str]


def refused(capsys: Capture, *words: object) -> str:
    assert main(list(map(str, words))) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "photo.jpg"
    path.write_bytes(b"the only photo of that evening")
    return path


def test_a_photo_is_not_drawn_into_itself(photo: Path, capsys: Capture) -> None:
    before = photo.read_bytes()
    assert "is read by this command" in refused(capsys, "predict", photo, "--card", "8", "-o", photo)
    assert photo.read_bytes() == before


def test_another_name_of_the_same_file_helps_nothing(photo: Path, capsys: Capture) -> None:
    other = photo.with_name("other.jpg")
    other.symlink_to(photo)
    before = photo.read_bytes()
    for output in (other, photo.parent / "." / photo.name, photo.parent / "x" / ".." / photo.name):
        assert "is read by this command" in refused(capsys, "predict", photo, "--card", "8", "-o", output)
    assert photo.read_bytes() == before


def test_two_results_want_two_files(tmp_path: Path, capsys: Capture) -> None:
    position, out = tmp_path / "position.json", tmp_path / "out.png"
    position.write_text(json.dumps({"format": "finstere-flure/position", "version": 1}), encoding="utf-8")
    assert "two results" in refused(capsys, "render", position, "-o", out, "--truth", out)
    assert not out.exists()


def a_pipe(path: Path) -> None:
    os.mkfifo(path)


def a_device(path: Path) -> None:
    path.symlink_to("/dev/null")


def a_folder(path: Path) -> None:
    path.mkdir()


def a_link_to_a_pipe(path: Path) -> None:
    os.mkfifo(path.with_name("pipe"))
    path.symlink_to("pipe")


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Return a journal with one game, and all that may lie beside it."""
    path = tmp_path / "state" / "games.sqlite"
    journal = Journal.open(path)
    journal.start("finstere-flure", json.dumps({"event": "started"}))
    journal.close()
    (path.parent / "virtual").mkdir()
    (path.parent / "virtual" / "games-1.json").write_text("{}")
    path.with_name("games.chance.key").write_bytes(b"x")
    shutil.copy(path, path.with_name("games.backup-1.sqlite"))
    shutil.copy(path, path.with_name("games.damaged-1.sqlite"))
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).write_bytes(b"x")
    return path


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    """Return a position to be rendered."""
    path = tmp_path / "position.json"
    position = {"format": "finstere-flure/position", "version": 1, "monster": {"cell": "a1", "facing": "north"}}
    path.write_text(json.dumps(position))
    return path


def outputs(journal: Path, texts: Path, out: Path) -> dict[str, list[object]]:
    """Return a command for each option that names a file to be written."""
    return {
        "export": ["games", "--journal", journal, "export", "1", "-o", out],
        "rescue": ["games", "rescue", journal, "-o", out],
        "config": ["config", "--write", out],
        "report": ["doctor", "--camera", "none", "--report", out],
        "truth": ["render", texts, "-o", out.with_name("photo.png"), "--truth", out],
    }


COMMANDS = ["export", "rescue", "config", "truth"]


@pytest.mark.parametrize("make", [a_pipe, a_device, a_folder, a_link_to_a_pipe])
@pytest.mark.parametrize("command", COMMANDS)
def test_only_a_regular_file_is_replaced(
    command: str, make: Make, journal: Path, texts: Path, tmp_path: Path, capsys: Capture
) -> None:
    out = tmp_path / "out.json"
    make(out)
    before = out.lstat()
    refused(capsys, *outputs(journal, texts, out)[command])
    after = out.lstat()
    assert (after.st_ino, after.st_mode) == (before.st_ino, before.st_mode)


@pytest.mark.parametrize(
    "own",
    [
        "games.sqlite",
        "games.sqlite-wal",
        "games.sqlite-shm",
        "games.sqlite-journal",
        "games.sqlite.in-use",
        "games.sqlite.high-water",
        "games.backup-1.sqlite",
        "games.damaged-1.sqlite",
        "games.chance.key",
        "virtual/games-1.json",
        "link",
    ],
)
@pytest.mark.parametrize("command", [*COMMANDS, "report"])
def test_no_file_of_the_journal_is_replaced(
    command: str, own: str, journal: Path, texts: Path, capsys: Capture
) -> None:
    (journal.parent / "link").symlink_to("games.backup-1.sqlite")
    out = journal.parent / own
    before = out.read_bytes() if out.exists() else None
    refused(capsys, *outputs(journal, texts, out)[command])
    assert (out.read_bytes() if out.exists() else None) == before


@pytest.mark.parametrize("name", ["settings.toml", "config.toml"])
def test_neither_settings_nor_config_are_replaced(
    name: str, journal: Path, texts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    out = config_folder() / name
    out.parent.mkdir()
    out.write_text("")
    for command in ("export", "config", "truth"):
        refused(capsys, *outputs(journal, texts, out)[command])
    assert out.read_text() == ""


def test_a_log_whose_journal_is_gone_is_not_replaced(journal: Path, texts: Path, capsys: Capture) -> None:
    log = journal.with_name("lost.sqlite-wal")
    log.write_bytes(b"\x37\x7f\x06\x82" + bytes(100))
    for command in ("export", "truth"):
        refused(capsys, *outputs(journal, texts, log)[command])
    assert log.stat().st_size == 104


@pytest.mark.parametrize(
    "name", ["game.jsonl", "new.toml", "my-game-1.json", "games.sqlite.txt", "photo-wal.json", "my-journal", "a-shm"]
)
def test_what_is_no_such_file_is_written_and_written_again(
    name: str, journal: Path, texts: Path, tmp_path: Path, capsys: Capture
) -> None:
    for folder in (tmp_path, journal.parent):
        words = list(map(str, outputs(journal, texts, folder / name)["export"]))
        assert main(words) == main(words) == 0
        assert capsys.readouterr().err == ""
        assert (folder / name).read_text().startswith('{"format"')


@pytest.mark.slow
def test_tags_replace_no_pipe(tmp_path: Path, capsys: Capture) -> None:
    os.mkfifo(tmp_path / "manifest.json")
    assert main(["tags", "--game", "lifeboat", "--out", str(tmp_path)]) == 2
    assert "manifest.json: cannot be written: it is not a regular file" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["manifest.json"]
