"""Tests of damaged recordings: read as far as possible, or refused in one sentence."""

import functools
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from companion.commands import read
from companion.games import find_game
from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.reading.readings import READINGS
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.scene import required_points, scene_from_position
from companion.main import main
from companion.table.photo import Photo, photo_of
from companion.table.recording import Recorder
from vision.model.profile import CameraProfile
from vision.sources.camera import Frame
from vision.virtual import fit_view, render
from vision.watching.observation import BoardState, CellState, Observation

#: What a bit that fell over, a half-written disk or an editor may leave instead of a value.
WRONG: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    2**70,
    1e400,
    float("nan"),
    "",
    "x",
    "\ud800",
    "\x00",
    "a\nb",
    [],
    [[]],
    [-1],
    {},
    {"": {}},
)
HEAD = "recording.json"
FRAMES = "frames.jsonl"


@functools.cache
def photo() -> Photo[Any]:
    """Return a small photo of a table."""
    catalogue = make_catalogue()
    view = fit_view(required_points(catalogue), (1100, 824), focal_px=1400.0)
    shot = render(scene_from_position(random_table(Random(1)), catalogue, seed=1), view, seed=1)
    return photo_of(shot.picture, catalogue, READINGS, focal_px=1400.0)


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """Return a settled table, one that was not settled before it, and a camera's profile."""
    catalogue, seen = make_catalogue(), photo()
    profile = CameraProfile((1100, 824), np.array(((1400.0, 0, 550), (0, 1400.0, 412), (0, 0, 1))), np.zeros(5))
    recorder = Recorder(tmp_path / "recording", READINGS, catalogue, profile=profile, focal_px=1400.0)
    cells = dict.fromkeys(catalogue.grid.cells, CellState.EMPTY)
    settled = Observation(3.0, cells, BoardState.FOUND, seen.table.reading, True, True)
    covered = {**cells, "c5": CellState.COVERED}
    recorder.see(Frame(seen.pixels, 0.0), Observation(0.0, covered, BoardState.FOUND, None, False, False))
    recorder.see(Frame(seen.pixels, 3.0), settled)
    return tmp_path / "recording"


@pytest.fixture
def _read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read the pictures only once: these tests are about the text beside them."""
    monkeypatch.setattr(read, "photo_of", lambda *_, **__: photo())


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the places in a JSON value at which another value may stand."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in items:
        yield from places(below, (*path, key))


def changed(value: Any, path: tuple[Any, ...], instead: Any) -> Any:
    """Return the value with something else at this place."""
    if not path:
        return instead
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = changed(copy[path[0]], path[1:], instead)
    return copy


def damage(folder: Path, rng: Random) -> None:
    """Write something wrong at one place of one of the files."""
    name = rng.choice((HEAD, FRAMES, FRAMES))
    lines = (folder / name).read_text().splitlines()
    if rng.random() < 0.2:
        data = bytearray((folder / name).read_bytes())
        for _ in range(rng.randint(1, 3)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        (folder / name).write_bytes(data[: rng.choice((len(data), rng.randrange(len(data))))])
        return
    # A wrong line is not the last one: that may have been cut off.
    number = rng.randrange(len(lines))
    value = json.loads(lines[number])
    found = list(places(value))
    # Most places are a tag's or a corner's: a few of each depth.
    depth = rng.choice(sorted({len(path) for path in found}))
    path = rng.choice([path for path in found if len(path) == depth])
    lines[number] = json.dumps(changed(value, path, rng.choice(WRONG)))
    (folder / name).write_text("\n".join([*lines, *lines[: name == FRAMES]]) + "\n")


def read_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Return the command's status, output and errors: a sentence where it refuses."""
    status = main(["read", "--game", "finstere-flure", "--replay", str(folder)])
    told = capsys.readouterr()
    assert status in (0, 1, 2)
    assert told.err.count("\n") == (status == 2)
    assert len(told.err) <= 1001
    assert all(line.isprintable() for line in told.out.splitlines())
    return status, told.out, told.err


@pytest.mark.slow
@pytest.mark.usefixtures("_read_once")
@pytest.mark.thorough(but=["0"])
@pytest.mark.parametrize("seed", range(10), ids=str)
def test_whatever_stands_in_its_files(
    seed: int, recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng, statuses = Random(seed), []
    for number in range(100):
        folder = tmp_path / str(number)
        shutil.copytree(recording, folder)
        damage(folder, rng)
        statuses.append(read_again(folder, capsys)[0])
        shutil.rmtree(folder)
    assert {0, 1, 2} == set(statuses)


@pytest.mark.parametrize(
    ("reading", "status"),
    [
        ({"pieces": "\ud800"}, 2),
        ({"pieces": [{"id": "red-4/white", "cell": "c3"}, -1]}, 2),
        ({"pieces": [{"id": "monster", "cell": "e5", "facing": "\ud800"}]}, 1),
        ({"unreadable": 2**70}, 2),
        ({"unreadable": [{}]}, 2),
        ({"pieces": [{"id": "monster", "cell": 5}]}, 2),
        ({"pieces": [{"id": "monster", "cells": 5}]}, 2),
        ({"pieces": [{"cell": "c3"}]}, 2),
        ({"pieces": [{"id": "a\nb", "cell": "c3"}]}, 1),
    ],
)
@pytest.mark.usefixtures("_read_once")
def test_a_reading_that_is_none_is_named_with_its_line(
    reading: dict[str, Any], status: int, recording: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, line = (recording / FRAMES).read_text().splitlines()
    wrong = json.loads(line)
    wrong["reading"] |= reading
    after = json.dumps({**json.loads(before), "picture": "000003.jpg"})
    (recording / FRAMES).write_text("\n".join((before, json.dumps(wrong), after, "")))
    found, _, error = read_again(recording, capsys)
    assert found == status
    if status == 2:
        assert "frames.jsonl, line 2 is no picture of a recording; mend or remove it" in error


@pytest.mark.usefixtures("_read_once")
def test_a_picture_that_is_named_twice_is_not_read_again_and_again(
    recording: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = (recording / FRAMES).read_text()
    (recording / FRAMES).write_text(lines * 3)
    status, _, error = read_again(recording, capsys)
    assert status == 2
    assert "frames.jsonl names a picture twice; remove one of the lines" in error


@pytest.mark.slow
@pytest.mark.parametrize("key", ["focal_px", "profile", "tags"])
@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), 1e-300, 1e300, -1, "x", [], [1]], ids=str)
def test_a_lens_that_is_none_is_refused_or_its_pictures_are_read(
    key: str, wrong: Any, recording: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = json.loads((recording / HEAD).read_text())
    (recording / HEAD).write_text(json.dumps({**head, "profile": None, key: wrong}))
    read_again(recording, capsys)
    assert find_game("finstere-flure").readings is READINGS
