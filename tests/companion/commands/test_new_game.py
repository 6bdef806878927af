"""Tests of ``companion new-game``: its games pass the checks; impossible names are refused."""

import importlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games.conformance import CHECKS, check_game
from companion.main import main
from tests import ROOT


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["cells", "cards"])
def test_a_new_game_keeps_to_what_every_game_must_keep_to(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-game", f"my-{kind}", "--kind", kind, "--out", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    folder = tmp_path / f"my-{kind}"
    assert f"pip install -e {folder}" in told
    assert f'my-{kind} = "my_{kind}.game:GAME"' in (folder / "pyproject.toml").read_text(encoding="utf-8")
    assert (folder / f"my_{kind}" / "game.py").read_text(encoding="utf-8").count("CHANGE") >= 6
    monkeypatch.syspath_prepend(folder)
    game = importlib.import_module(f"my_{kind}.game").GAME
    # A process of its own finds installed games alone. That bots play a game on cells is proved by many others.
    only = set(CHECKS) - {"killed", "pages"} - ({"bots"} if kind == "cells" else set())
    assert [str(check) for check in check_game(game, games=1, only=only) if check.problems] == []
    del sys.modules[f"my_{kind}.game"], sys.modules[f"my_{kind}"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("My Game", "the name 'My Game' is no game's id: small letters and hyphens, such as my-game"),
        ("lifeboat", "the name lifeboat is taken, by a game or by Python; choose another one, such as lifeboat-game"),
        ("random", "the name random is taken"),
        ("class", "the name class is taken"),
    ],
)
def test_a_name_that_cannot_be_is_refused(
    name: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-game", name, "--out", str(tmp_path)]) == 2
    assert sentence in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "my-game").mkdir()
    assert main(["new-game", "my-game", "--out", str(tmp_path)]) == 2
    assert "is there already; choose another name, or another --out" in capsys.readouterr().err


def test_it_says_how_to_go_on_from_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-game", "my-game"]) == 0
    assert (tmp_path / "my-game" / "my_game" / "game.py").exists()
    told = capsys.readouterr().out + (tmp_path / "my-game" / "README.md").read_text(encoding="utf-8")
    assert "./run" not in told
    programs = Path(sys.executable).parent
    assert told.count(f"{programs / 'pip'} install -e my-game") == 2
    assert told.count(f"{programs / 'companion'} check-game my-game") == 2


def test_a_command_of_run_works_where_it_is_called(tmp_path: Path) -> None:
    """Call a copy of `run`, in which everything is set up, from another folder."""
    root, tools, caller = tmp_path / "its own", tmp_path / "tools", tmp_path / "caller"
    for folder in (root / ".venv" / "bin", tools, caller):
        folder.mkdir(parents=True)
    for name in ("cat", "dirname", "tr", "sh"):
        (tools / name).symlink_to(shutil.which(name) or name)
    shutil.copy(ROOT / "run", root)
    (root / "pyproject.toml").touch()
    (root / "constraints.txt").touch()
    (root / ".venv" / "installed-run").write_text(f"{root}\n")
    program = root / ".venv" / "bin" / "companion"
    program.write_text('#!/bin/sh\npwd\necho "$@"\n')
    program.chmod(0o755)
    done = subprocess.run(
        [root / "run", "companion", "new-game", "my-game"],
        cwd=caller,
        env={"PATH": str(tools)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [str(caller), "new-game my-game"]
