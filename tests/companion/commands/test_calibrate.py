"""``companion calibrate`` and ``companion camera-height`` as they are called."""

import io
import json
import re
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.calibrating import calibration
from companion.calibrating.kept_profiles import save_profile
from companion.commands.calibrate import parse_corners
from companion.device.errors import UserError
from companion.games.finstere_flure.virtual_table.scene import required_points
from companion.main import main
from tests.vision.calibration.calibration_shots import (
    SHEET_POSES,
    Pixels,
    calibration_shot,
    default_catalogue,
    sheet_shots,
)
from vision.calibration.height import Optics
from vision.calibration.resolution import px_per_mm
from vision.locate.corner_registration import grid_corners_mm
from vision.model.profile import load_profile
from vision.reading import read_picture
from vision.virtual import fit_view

pytestmark = pytest.mark.slow

#: Width and height of the pictures (pixels).
SIZE = (1640, 1232)
#: Angle of view.
FOV_DEG = 62.2


def saved(folder: Path, **pictures: Pixels) -> Path:
    for name, pixels in pictures.items():
        cv2.imwrite(str(folder / f"{name}.png"), pixels)
    return folder


def test_a_picture_of_a_good_table_makes_a_profile_that_reading_takes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pixels, camera = calibration_shot()
    picture, out = saved(tmp_path, table=pixels) / "table.png", tmp_path / "camera.json"
    assert main(["calibrate", str(picture), "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert "CHANGE" not in said
    height = re.search(r"The camera is (\d+) mm above the table\.", said)
    assert height
    # The reference tags alone do not tell the focal length, and with it the height, any better.
    assert float(height[1]) == pytest.approx(camera.position_mm[2], rel=0.03)
    assert f"--profile {out}" in said
    profile = load_profile(out)
    assert profile.image_size == (2304, 1296)
    assert profile.lens_sigma is not None
    assert profile.measured["cell_mm"] == pytest.approx(25, abs=0.1)
    assert main(["read", str(picture), "--profile", str(out)]) == 0
    assert "2 pieces read" in capsys.readouterr().out
    # The cells on which nothing lies are known bare from now on, those with the two tokens are not.
    assert profile.bare_board is not None
    known = profile.bare_board.cells(default_catalogue().grid)
    assert f"{len(known)} of 156 cells are seen bare" in said
    assert len(known) > 130
    assert not {"a1", "p11"} & set(known)
    # Somebody can read it, too.
    assert len(out.read_text().splitlines()) < 15


def test_what_seems_to_lie_on_a_board_without_pieces_is_named_and_taken_for_print(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bare_table, camera = calibration_shot(tokens=False)
    pixels, grid = bare_table.copy(), default_catalogue().grid
    x, y = grid.centre("h6")
    square = np.array([(x + across, y + down, 0) for across, down in ((-10, -10), (10, -10), (10, 10), (-10, 10))])
    cv2.fillConvexPoly(pixels, np.round(camera.project(square)).astype(np.int32), (235, 235, 235))
    out = tmp_path / "camera.json"
    assert main(["calibrate", str(saved(tmp_path, table=pixels) / "table.png"), "--out", str(out)]) == 0
    assert "what seems to lie on h6 is taken for the board's print" in capsys.readouterr().out
    bare = load_profile(out).bare_board
    assert bare is not None
    assert len(bare.cells(grid)) == len(grid.cells)


def test_pictures_of_the_sheet_in_the_same_folder_measure_the_lens(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pixels, camera = calibration_shot(SIZE, fov_deg=FOV_DEG, k1=-0.06)
    views = sheet_shots(SIZE, FOV_DEG, -0.06, SHEET_POSES[:6])
    folder = saved(tmp_path, table=pixels, **{f"view-{n}": view for n, view in enumerate(views)})
    # The same view once more tells nothing new.
    saved(folder, **{"view-9": views[0]})
    # What other systems leave beside pictures, or have not copied to the end, is none.
    (folder / "._view-1.png").write_bytes(b"\0\5\x16\7")
    (folder / "view-10.png").write_bytes((folder / "view-1.png").read_bytes()[:5000])
    assert main(["calibrate", str(folder), "--out", str(tmp_path / "camera.json")]) == 0
    said = capsys.readouterr().out
    assert "view-5.png: the chessboard sheet (view 6)" in said
    assert "view-9.png: the chessboard sheet (view 6)" in said
    assert f"passed over: {folder / 'view-10.png'} is damaged" in said
    assert "._" not in said
    profile = load_profile(tmp_path / "camera.json")
    assert profile.lens_sigma is None
    assert profile.matrix[0, 0] == pytest.approx(camera.matrix[0, 0], rel=0.005)
    assert profile.distortion[0] == pytest.approx(-0.06, abs=0.01)
    registration = read_picture(pixels, default_catalogue(), profile).registration
    assert registration.camera.position_mm == pytest.approx(camera.position_mm, abs=2.5)


def test_corners_by_hand_stand_in_for_the_reference_tags(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pixels, camera = calibration_shot(references=False)
    picture, out = saved(tmp_path, table=pixels) / "table.png", tmp_path / "camera.json"
    assert main(["calibrate", str(picture), "--out", str(out)]) == 2
    assert not out.exists()
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in camera.project(grid_corners_mm(default_catalogue().grid)))
    assert main(["calibrate", str(picture), "--out", str(out), "--corners", corners]) == 0
    capsys.readouterr()
    assert load_profile(out).corners_px is not None


def test_nothing_is_saved_unless_all_is_good(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    coarse, _ = calibration_shot((1280, 720), margin=0.1)
    out = tmp_path / "camera.json"
    out.write_text("the old one")
    assert main(["calibrate", str(saved(tmp_path, table=coarse) / "table.png"), "--out", str(out)]) == 2
    captured = capsys.readouterr()
    assert "nothing is saved: resolution must be better first" in captured.err
    (line,) = [line for line in captured.out.splitlines() if line.startswith("CHANGE")]
    assert "pixels wide" in line
    assert "companion tags --code micro" in line
    assert out.read_text() == "the old one"


def test_pictures_of_two_modes_do_not_go_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blank = np.zeros((600, 800, 3), np.uint8)
    folder = saved(tmp_path, a=blank, b=blank[:500])
    assert main(["calibrate", str(folder)]) == 2
    assert "b.png: a picture has 800 x 500 pixels, those before have 800 x 600" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--ruler-mm", "10"], "--ruler-mm 10: expected the length of the printed ruler"),
        (["--ruler-mm", "nan"], "--ruler-mm nan"),
        (["--corners", "1,2 3,4"], "expected four corners x,y"),
        (["--out", "no-such-folder/camera.json"], "there is no such folder"),
    ],
)
def test_what_cannot_be_is_refused_by_name(
    options: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = saved(tmp_path, table=np.zeros((300, 400, 3), np.uint8)) / "table.png"
    assert main(["calibrate", str(picture), *options]) == 2
    assert sentence in capsys.readouterr().err


def test_corners_are_read_from_a_text() -> None:
    assert parse_corners("10,20 900,25.5 890,600 12,610").tolist() == [[10, 20], [900, 25.5], [890, 600], [12, 610]]
    for wrong in ("10,20 900,25 890,600", "a,b c,d e,f g,h", "1,2,3 4,5 6,7 8,9", "12,610 890,600 900,25 10,20"):
        with pytest.raises(UserError, match="--corners"):
            parse_corners(wrong)


def test_without_a_display_it_asks_in_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pixels, _ = calibration_shot()
    video = tmp_path / "table.avi"
    height, width = pixels.shape[:2]
    writer = cv2.VideoWriter(str(video), cv2.VideoWriter.fourcc(*"MJPG"), 5, (width, height))
    for _ in range(3):
        writer.write(pixels)
    writer.release()
    monkeypatch.setattr("sys.stdin", io.StringIO("\nn\nn\n"))
    assert main(["calibrate", str(video), "--no-window"]) == 0
    said = capsys.readouterr().out
    assert "one on the middle of a1 and one on the middle of p11" in said
    assert "ok      All reference tags are seen." in said
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["calibrate", str(video), "--no-window"]) == 2
    assert "nobody answers here" in capsys.readouterr().err


def test_the_profile_names_the_day(tmp_path: Path) -> None:
    taken = calibration.Calibration(calibration.Setup(default_catalogue(), {}))
    taken.take_table(calibration_shot()[0])
    save_profile(tmp_path / "camera.json", taken.profile("pi"))
    data = json.loads((tmp_path / "camera.json").read_text())
    assert data["camera"] == "pi"
    assert data["measured"]["date"].count("-") == 2


# The camera's height


@pytest.mark.parametrize("margin", [0.0, 0.05])
@pytest.mark.parametrize("size", [(2304, 1296), (1640, 1232)])
def test_the_height_is_that_from_which_the_virtual_camera_sees_it_all(size: tuple[int, int], margin: float) -> None:
    points = required_points(default_catalogue())
    focal = 1500.0
    camera = fit_view(points, size, focal_px=focal, margin=margin).camera
    angles = tuple(float(np.degrees(2 * np.arctan(side / 2 / focal))) for side in size)
    optics = Optics(size, (angles[0], angles[1]))
    area = np.ptp(points, axis=0)
    height = optics.height_for((float(area[0]), float(area[1])), margin)
    assert height == pytest.approx(camera.position_mm[2], rel=0.005)
    seen = px_per_mm(camera, np.array([(200.0, 137.0, 8.0)]))[0]
    assert optics.px_per_mm(camera.position_mm[2] - 8) == pytest.approx(seen, rel=0.001)


def rows(said: str) -> Sequence[list[str]]:
    return [line.split() for line in said.splitlines() if " mm  " in line]


def test_known_cameras_are_listed_with_what_they_see(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["camera-height"]) == 0
    said = capsys.readouterr().out
    assert "Camera Module 3       4608x2592  417 mm    8.5        4.7  good" in said
    assert main(["camera-height", "--code", "micro", "--cell-mm", "30"]) == 0
    micro = capsys.readouterr().out
    assert len(rows(said)) == len(rows(micro)) == 6
    # Larger cells: from higher up. Micro QR: larger modules.
    assert "modules of 0.88 mm" in micro


def test_another_camera_is_told_by_its_angles(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["camera-height", "--size", "4608x2592", "--angles", "66x41", "--height-mm", "300"]) == 0
    assert "too low: 417 mm or more" in capsys.readouterr().out
    assert main(["camera-height", "--size", "640x480", "--angles", "60x47"]) == 0
    assert "too coarse" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--size", "4608x2592"], "--size and --angles belong together"),
        (["--size", "46", "--angles", "66x41"], "--size 46: expected two numbers"),
        (["--size", "4608x2592", "--angles", "200x41"], "--angles 200x41: expected two numbers from 10 to 150"),
        (["--size", "4608.5x2592", "--angles", "66x41"], "expected whole pixels"),
        (["--margin", "60"], "--margin 60: expected 0 to 30 percent"),
        (["--height-mm", "nan"], "--height-mm nan: expected a height"),
        (["--cell-mm", "5"], "--cell-mm is 5"),
    ],
)
def test_numbers_that_cannot_be_are_refused(
    options: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["camera-height", *options]) == 2
    captured = capsys.readouterr()
    assert sentence in captured.err
    assert captured.out == ""
