"""The ChArUco sheet as it comes out of the printer, and the lens that is measured with it."""

import math
import shutil
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.sheets.layout import PAPERS
from companion.sheets.lens import lens_page
from companion.sheets.pdf import sheet_pdf
from tests.vision.calibration.calibration_shots import SHEET_POSES, Pixels, default_catalogue, sheet_shots
from tools.evidence.lenses import TrueLens
from vision.calibration.charuco import SQUARE_MM, SQUARES, find_corners
from vision.calibration.gates import LEAST_SPREAD_DEG
from vision.calibration.lens import SheetView, calibrate_lens, sheet_view
from vision.model.pinhole import looking_at

#: Width and height of the pictures (pixels).
SIZE = (1640, 1232)
#: Angle of view.
FOV_DEG = 62.0
FOCAL_PX = SIZE[0] / 2 / math.tan(math.radians(FOV_DEG / 2))


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
def test_the_printed_sheet_is_found_and_has_its_exact_size(paper: str, tmp_path: Path) -> None:
    if shutil.which("pdftoppm") is None:
        pytest.skip("pdftoppm (package poppler-utils) is not installed")
    (tmp_path / "lens.pdf").write_bytes(sheet_pdf("TrueLens", default_catalogue(), [lens_page()], paper))
    dpi = 300
    subprocess.run(["pdftoppm", "-r", str(dpi), "-gray", "-png", "lens.pdf", "page"], cwd=tmp_path, check=True)
    page = cv2.imread(str(next(tmp_path.glob("page*.png"))), cv2.IMREAD_GRAYSCALE)
    assert page is not None
    sheet_mm, pixels = find_corners(page.astype(np.uint8))
    assert len(pixels) == (SQUARES - 1) ** 2
    # Millimetres on the paper, but for where the sheet begins on the page.
    paper_mm = pixels / dpi * 25.4
    off = paper_mm - sheet_mm[:, :2]
    assert np.ptp(off, axis=0) == pytest.approx((0, 0), abs=0.1)
    assert np.ptp(paper_mm, axis=0) == pytest.approx((SQUARES - 2) * SQUARE_MM, abs=0.05)


def grey_of(shot: Pixels) -> Pixels:
    return np.asarray(cv2.cvtColor(shot, cv2.COLOR_BGR2GRAY), np.uint8)


def views(k1: float, poses: tuple[tuple[float, float, tuple[float, float]], ...] = SHEET_POSES) -> list[SheetView]:
    found = [sheet_view(grey_of(shot)) for shot in sheet_shots(SIZE, FOV_DEG, k1, poses)]
    return [view for view in found if view is not None]


@pytest.mark.thorough(but=["0.08"])
@pytest.mark.slow
@pytest.mark.parametrize("k1", [-0.12, 0.08])
def test_the_lens_is_measured_as_it_is(k1: float) -> None:
    seen = views(k1)
    assert len(seen) == len(SHEET_POSES)
    lens = calibrate_lens(seen, SIZE)
    assert lens is not None
    assert lens.matrix[0, 0] == pytest.approx(FOCAL_PX, rel=0.005)
    assert lens.matrix[:2, 2] == pytest.approx((np.array(SIZE) - 1) / 2, abs=5)
    assert lens.distortion[0] == pytest.approx(k1, abs=0.01)
    assert lens.residual_px < 0.3
    assert lens.sigma[0] < 0.005
    assert lens.spread_deg == pytest.approx(60, abs=6)
    # It is honest about how sure it is.
    assert abs(lens.matrix[0, 0] / FOCAL_PX - 1) < 4 * lens.sigma[0]


@pytest.mark.slow
def test_views_from_one_side_are_known_by_their_tilt_and_two_are_too_few() -> None:
    level = tuple((0.0, 0.0, (10.0 * number, 0.0)) for number in range(4))
    seen = views(0.0, level)
    assert calibrate_lens(seen[:2], SIZE) is None
    lens = calibrate_lens(seen, SIZE)
    assert lens is None or lens.spread_deg < LEAST_SPREAD_DEG


def test_a_picture_without_the_sheet_is_no_view_of_it() -> None:
    assert sheet_view(np.full((400, 600), 90, np.uint8)) is None
    noise = np.random.default_rng(1).integers(0, 256, (400, 600), dtype=np.uint8)
    assert sheet_view(noise) is None


def test_a_very_wide_lens_is_measured_with_its_third_term() -> None:
    """A very wide lens is measured with its third term.

    The lens is almost a fisheye, 105 degrees wide; the sheet is held level and tilted to five sides.
    """
    lens = TrueLens(105.0, bend=0.7)
    corners = np.array([(20.0 * x, 20.0 * y, 0.0) for y in range(1, 9) for x in range(1, 12)])
    seen = []
    for tilt, azimuth, target in [(0, 0, (120, 90)), *((35, 72 * n, (100 + 12 * n, 120 - 14 * n)) for n in range(5))]:
        straight = looking_at(target, 130.0, lens.focal_px(SIZE[0]), SIZE, tilt_deg=tilt, azimuth_deg=azimuth)
        pixels = lens.put_on(straight, SIZE).project(corners)
        inside = ((pixels >= 0) & (pixels < SIZE)).all(axis=1)
        seen.append(SheetView(corners[inside], pixels[inside]))
    found = calibrate_lens(seen, SIZE)
    assert found is not None
    assert found.residual_px < 0.15
    assert found.distortion[4] != 0
