"""Tests of a recording of an evening: pictures and readings come back and are read again."""

import json
import random
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.device.errors import UserError
from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.reading.reading import reading_to_json
from companion.games.finstere_flure.reading.readings import READINGS
from companion.games.finstere_flure.tags import TagSizes, make_catalogue
from companion.games.finstere_flure.virtual_table.scene import required_points, scene_from_position
from companion.main import main
from companion.table.photo import photo_of
from companion.table.recording import Recorder, differences, load_recording
from vision.model.catalogue import Catalogue
from vision.sources.camera import Frame
from vision.virtual import Viewpoint, fit_view, render
from vision.watching.observation import BoardState, CellState, Observation

FOCAL_PX = 2000.0


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return make_catalogue()


@pytest.fixture(scope="module")
def view(catalogue: Catalogue) -> Viewpoint:
    return fit_view(required_points(catalogue), (1536, 1152), focal_px=FOCAL_PX)


def seen(catalogue: Catalogue, view: Viewpoint, seed: int, taken_s: float) -> tuple[Frame, Observation]:
    """Return a settled table."""
    shot = render(scene_from_position(random_table(random.Random(seed)), catalogue, seed=seed), view, seed=seed)
    reading = photo_of(shot.picture, catalogue, READINGS, focal_px=FOCAL_PX).table.reading
    cells = dict.fromkeys(catalogue.grid.cells, CellState.EMPTY)
    return Frame(shot.picture, taken_s), Observation(taken_s, cells, BoardState.FOUND, reading, True, True)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory, catalogue: Catalogue, view: Viewpoint) -> Path:
    """Evening of two settled tables with an arm over the board between them.

    It also has much that is not worth saving.
    """
    folder = tmp_path_factory.mktemp("evening") / "recording"
    recorder = Recorder(folder, READINGS, catalogue, focal_px=FOCAL_PX)
    frame, first = seen(catalogue, view, 1, 0.0)
    recorder.see(frame, first)
    recorder.see(Frame(frame.pixels, 1.0), replace(first, taken_s=1.0, changed=False))
    for taken_s in np.arange(1.5, 4.5, 0.5):
        arm = {**first.cells, "c5": CellState.COVERED}
        unsettled = replace(first, taken_s=float(taken_s), cells=arm, settled=False, changed=False)
        recorder.see(Frame(frame.pixels, float(taken_s)), unsettled)
    recorder.see(*seen(catalogue, view, 2, 5.0))
    return folder


@pytest.mark.slow
def test_settled_changes_are_kept_and_now_and_then_what_does_not_settle(recorded: Path) -> None:
    frames = load_recording(recorded, READINGS).frames
    assert [(frame.taken_s, frame.reading is not None) for frame in frames] == [
        (0.0, True),
        (2.0, False),
        (4.0, False),
        (5.0, True),
    ]
    assert [frame.covered for frame in frames] == [(), ("c5",), ("c5",), ()]
    assert all(frame.picture.exists() for frame in frames)


@pytest.mark.slow
def test_a_recording_is_read_again_with_the_lens_it_was_made_with(
    recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert load_recording(recorded, READINGS).focal_px == FOCAL_PX
    assert main(["read", "--replay", str(recorded)]) == 0
    assert (
        capsys.readouterr().out == "2 settled pictures read again, 0 of them otherwise than then; 2 unsettled ones.\n"
    )


@pytest.mark.slow
def test_what_is_read_otherwise_now_is_named_with_its_cell(
    recorded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "recording"
    shutil.copytree(recorded, folder)
    lines = (folder / "frames.jsonl").read_text(encoding="utf-8").splitlines()
    first = json.loads(lines[0])
    monster = next(piece for piece in first["reading"]["pieces"] if piece["id"] == "monster")
    cell, monster["id"] = monster["cell"], "pirate"
    (folder / "frames.jsonl").write_text("\n".join([json.dumps(first), *lines[1:]]), encoding="utf-8")
    assert main(["read", "--replay", str(folder)]) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"000001.jpg: {cell}: pirate facing")
    assert "1 of them otherwise than then" in out


@pytest.mark.slow
def test_a_strangers_frame_with_a_thousand_cells_prints_few_lines(
    recorded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "recording"
    shutil.copytree(recorded, folder)
    lines = (folder / "frames.jsonl").read_text(encoding="utf-8").splitlines()
    first = json.loads(lines[0])
    first["reading"]["unreadable"] = [f"{number}-{'z' * 1000}" for number in range(1000)]
    first["picture"] = "\x1b[2J000001.jpg"
    (folder / "000001.jpg").rename(folder / first["picture"])
    (folder / "frames.jsonl").write_text("\n".join([json.dumps(first), *lines[1:]]), encoding="utf-8")
    assert main(["read", "--replay", str(folder)]) == 1
    out = capsys.readouterr().out
    assert "\x1b" not in out, "a name clears no terminal"
    told = [line for line in out.splitlines() if "000001.jpg" in line]
    assert told[-1].endswith("000001.jpg: 970 more differences")
    assert len(told) == 31
    assert max(map(len, told)) < 400


@pytest.mark.slow
def test_the_last_line_may_have_been_cut_off_by_a_crash(recorded: Path, tmp_path: Path) -> None:
    folder = tmp_path / "recording"
    shutil.copytree(recorded, folder)
    text = (folder / "frames.jsonl").read_text(encoding="utf-8")
    (folder / "frames.jsonl").write_text(text[:-100], encoding="utf-8")
    assert len(load_recording(folder, READINGS).frames) == 3


def test_a_recording_never_mixes_with_what_is_in_a_folder(tmp_path: Path, catalogue: Catalogue) -> None:
    (tmp_path / "holiday.jpg").touch()
    with pytest.raises(UserError, match="is not empty"):
        Recorder(tmp_path, READINGS, catalogue)


def test_tags_of_other_sizes_are_kept_with_the_recording(tmp_path: Path) -> None:
    other = make_catalogue(TagSizes(cell_mm=31.5, token_mm=22, tile_mm=20), "micro")
    Recorder(tmp_path, READINGS, other)
    kept = load_recording(tmp_path, READINGS).catalogue
    assert (kept.code, kept.grid.cell_mm, kept.tags) == ("micro", 31.5, other.tags)


@pytest.mark.parametrize(
    ("head", "complaint"),
    [
        (None, "cannot be read"),
        ("{", "no valid JSON"),
        ({"format": "something else", "version": 1}, "is no recording of version 1"),
        ({"format": "finstere-flure/recording", "version": 1, "focal_px": "long"}, "focal_px"),
        ({"format": "finstere-flure/recording", "version": 1, "tags": {"tags": []}}, "cell_mm"),
    ],
)
def test_a_folder_that_is_no_recording_gets_a_sentence(
    tmp_path: Path, head: Any, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if head is not None:
        text = head if isinstance(head, str) else json.dumps(head)
        (tmp_path / "recording.json").write_text(text, encoding="utf-8")
    assert main(["read", "--replay", str(tmp_path)]) == 2
    assert complaint in capsys.readouterr().err


def test_read_takes_a_picture_or_a_recording_but_not_both(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read"]) == 2
    assert main(["read", "picture.jpg", "--replay", "folder"]) == 2
    assert "give a picture, or --replay" in capsys.readouterr().err


def test_differences_are_told_cell_by_cell() -> None:
    then = {"pieces": [{"id": "red-4/white", "cell": "c5"}], "unreadable": []}
    after = {"pieces": [{"id": "red-4/white", "cell": "c6"}], "unreadable": ["c5"]}
    assert differences(then, after, READINGS) == [
        "c5: red-4/white then, unreadable now",
        "c6: empty then, red-4/white now",
    ]
    assert differences(then, then, READINGS) == []


@pytest.mark.slow
def test_the_reading_is_kept_in_the_public_format(recorded: Path, catalogue: Catalogue, view: Viewpoint) -> None:
    frame, _ = seen(catalogue, view, 1, 0.0)
    table = photo_of(frame.picture, catalogue, READINGS, focal_px=FOCAL_PX).table
    assert load_recording(recorded, READINGS).frames[0].reading == json.loads(json.dumps(reading_to_json(table)))


def test_nothing_is_recorded_of_a_game_whose_secrets_pictures_would_show(catalogue: Catalogue, tmp_path: Path) -> None:
    class Secret(type(READINGS)):  # type: ignore[misc]
        keeps_pictures = False

    with pytest.raises(UserError, match="no pictures are kept of Finstere Flure"):
        Recorder(tmp_path / "evening", Secret(), catalogue)
    assert not (tmp_path / "evening").exists()


def test_differences_of_pieces_without_cells_or_zones_are_told_by_what_is_said_of_their_place() -> None:
    tower = {"id": "tile/tower", "floor": "upper", "x": 1, "at_mm": [612.3, 204.0], "turn_deg": 183.1}
    moved = {**tower, "x": 2}
    assert differences({"pieces": [tower]}, {"pieces": [tower | {"at_mm": [612.4, 204.1]}]}, READINGS) == []
    assert differences({"pieces": [tower]}, {"pieces": [moved]}, READINGS) == [
        "floor upper, x 1: tile/tower then, empty now",
        "floor upper, x 2: empty then, tile/tower now",
    ]
