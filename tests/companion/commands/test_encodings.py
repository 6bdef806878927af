"""Tests of output encodings: unknown characters are replaced, all other text stays."""

import functools
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import cv2
import pytest

from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.scene import required_points, scene_from_position
from companion.main import main
from vision.virtual import fit_view, render

pytestmark = pytest.mark.slow

#: Runs one command after the other, each line a list of its words, and tells how each has ended.
COMMANDS = """
import json, sys
from companion.main import main
for words in json.load(open(sys.argv[1])):
    print("ended", main(words), flush=True)
"""


@functools.cache
def photo() -> bytes:
    """Return a small photo of a table that lacks a pool."""
    catalogue = make_catalogue()
    view = fit_view(required_points(catalogue), (1100, 824), focal_px=1400.0)
    shot = render(scene_from_position(random_table(Random(3)), catalogue, seed=1), view, seed=1)
    return bytes(cv2.imencode(".png", shot.picture)[1].tobytes())


@pytest.fixture
def commands(tmp_path: Path) -> list[list[str]]:
    """Return commands with characters in tags, picture and games that no old encoding knows."""
    names = {"crosses": "Žofie", "noughts": "张三"}
    game = tmp_path / "Čaj 茶.jsonl"
    game.write_text(
        '{"format": "lifeboat/game", "version": 1}\n'
        + json.dumps({"event": "started", "seats": list(names.values())}, ensure_ascii=False)
    )
    picture = tmp_path / "photo č.png"
    picture.write_bytes(photo())
    journal = str(tmp_path / "games ü.sqlite")
    return [
        ["--help"],
        ["tags", "--out", str(tmp_path / "tags 牌")],
        ["read", "--game", "finstere-flure", str(picture)],
        ["read", "--game", "finstere-flure", "--json", str(picture)],
        ["games", "--journal", journal],
        ["referee", str(game)],
        ["read", str(tmp_path / "nowhere ☃.png")],
        ["ruled ☃"],
    ]


@pytest.mark.thorough(but=["ascii"])
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437", "cp1251", "cp1252", "utf-8"])
def test_a_sign_that_cannot_be_shown_is_replaced(
    encoding: str, commands: list[list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = []
    for words in commands:
        status = main(words)
        expected.append(f"{capsys.readouterr().out}ended {status}\n")
    file = tmp_path / "commands.json"
    file.write_text(json.dumps(commands))
    told = subprocess.run(
        [sys.executable, "-c", COMMANDS, str(file)],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    assert b"Traceback" not in told.stderr
    sentences = [line for line in told.stderr.splitlines() if b"The picture is coarse" not in line]
    assert len(sentences) == 3, "a sentence for each of the last three"
    assert told.stdout == "".join(expected).encode(encoding, errors="replace")
