"""Tests that measurements of a picture equal what the virtual camera did to it."""

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.board import ANCHORS
from tests.vision.calibration.calibration_shots import GOOD_LOOK, Pixels, calibration_shot, default_catalogue
from vision.calibration.cell_size import CellSize, farthest_cells
from vision.calibration.gates import LEAST_PX_PER_MODULE
from vision.calibration.light import burnt_cells
from vision.calibration.measurement import TableLook, look_at_table
from vision.calibration.remedies import compute_headroom
from vision.calibration.resolution import module_mm, px_per_module, smallest_tag
from vision.locate.corner_registration import camera_by_corners, grid_corners_mm
from vision.model.pinhole import Pinhole
from vision.virtual import PictureLook

pytestmark = pytest.mark.slow

CATALOGUE = default_catalogue()
SIZE = (2304, 1296)


@lru_cache
def looked(ruler_mm: float = 100.0, **changes: Any) -> tuple[TableLook, Pixels, Pinhole]:
    pixels, camera = calibration_shot(**changes)
    look = look_at_table(pixels, CATALOGUE, anchors=ANCHORS, ruler_mm=ruler_mm)
    return look, pixels, camera


def cell_px(camera: Pinhole, cell: str) -> float:
    """Return the number of pixels that a cell covers."""
    column, row = CATALOGUE.grid.cells[cell]
    corners = [(column + x, row + y) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
    return float(cv2.contourArea(camera.project(np.array(corners) * 25.0).astype(np.float32)))


# Focus


@pytest.mark.thorough(but=["0.0", "1.6"])
@pytest.mark.parametrize("blur_px", [0.0, 0.7, 1.1, 1.6])
def test_the_blur_is_the_lens_s(blur_px: float) -> None:
    look, _, _ = looked(look=replace(GOOD_LOOK, blur_px=blur_px), tokens=False)
    assert len(look.blur_px) == 6
    # The painting itself is not quite as sharp as a perfect lens.
    assert list(look.blur_px.values()) == pytest.approx([blur_px] * 6, abs=0.25 if blur_px == 0 else 0.06)


def test_the_blur_is_told_in_bad_light_too() -> None:
    look, _, _ = looked(look=PictureLook(brightness=0.3, lamp=0.4, noise=6, blur_px=1.1), tokens=False)
    assert list(look.blur_px.values()) == pytest.approx([1.1] * len(look.blur_px), abs=0.12)


# Light


def test_paper_is_as_bright_as_the_light() -> None:
    def papers(brightness: float) -> list[float]:
        look, _, _ = looked(look=replace(GOOD_LOOK, brightness=brightness), tokens=False)
        return [light.paper for light in look.light.values()]

    bright, dim = papers(0.9), papers(0.45)
    assert np.divide(dim, bright) == pytest.approx(0.5, abs=0.03)


def test_overexposure_burns_the_paper_out_and_nothing_else_does() -> None:
    look, _, _ = looked(tokens=False)
    assert max(light.burnt for light in look.light.values()) == 0
    pixels, _ = calibration_shot(tokens=False)
    bright = np.clip(pixels.astype(np.float64) * 1.7, 0, 255).astype(np.uint8)
    burnt = look_at_table(bright, CATALOGUE)
    assert min(light.burnt for light in burnt.light.values()) > 0.9


def test_a_reflection_is_found_on_the_cells_where_the_lamp_is_mirrored() -> None:
    glossy = replace(GOOD_LOOK, gloss=1.0, noise=0.0, jpeg_quality=None)
    (_, shiny, camera), (_, matt, _) = looked(look=glossy), looked(look=replace(glossy, gloss=0.0))
    grey, plain = (cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) for picture in (shiny, matt))
    found = burnt_cells(np.asarray(grey, np.uint8), camera, CATALOGUE.grid, ())
    y, x = np.nonzero((grey >= 250) & (plain < 250))
    truth = Counter(CATALOGUE.grid.cell_at(*place) for place in camera.on_plane(np.column_stack([x, y])))
    assert set(found) <= set(truth)
    worst, pixels_burnt = truth.most_common(1)[0]
    assert max(found, key=lambda cell: found[cell]) == worst
    assert found[str(worst)] == pytest.approx(min(pixels_burnt / cell_px(camera, str(worst)), 1), abs=0.1)
    assert burnt_cells(np.asarray(plain, np.uint8), camera, CATALOGUE.grid, ()) == {}


# Resolution


@pytest.mark.thorough(but=["25.0"])
@pytest.mark.parametrize("tilt_deg", [0.0, 25.0])
def test_each_cell_s_resolution_is_the_camera_s(tilt_deg: float) -> None:
    look, _, camera = looked(tilt_deg=tilt_deg)
    truth = px_per_module(camera, CATALOGUE)
    assert look.px_per_module == pytest.approx(truth, rel=0.02)
    # What the figure means: so many pixels lie along a module that is seen at its smallest.
    cell = min(truth, key=lambda name: truth[name])
    tag = smallest_tag(CATALOGUE)
    x, y = CATALOGUE.grid.centre(cell)
    turns = np.radians(np.arange(0, 180, 5))
    module = module_mm(CATALOGUE, tag)
    ends = np.column_stack([x + module * np.cos(turns), y + module * np.sin(turns), np.full(36, tag.height_mm)])
    lengths = np.linalg.norm(camera.project(ends) - camera.project([(x, y, tag.height_mm)]), axis=1)
    assert truth[cell] == pytest.approx(lengths.min(), rel=0.01)


def test_what_to_change_would_do() -> None:
    look, _, camera = looked(size_px=(1280, 720), margin=0.1)
    room = compute_headroom(look, CATALOGUE)
    assert room is not None
    assert room.height_mm == pytest.approx(camera.position_mm[2], rel=0.03)
    assert room.needed > 1
    # As wide a picture from where the board fills it, or tags of that size, are just fine enough.
    smallest_mm = smallest_tag(CATALOGUE).size_mm
    for width_px, tag_mm in ((room.width_px, smallest_mm), (1280, room.tag_mm)):
        finer = room.height_mm / room.fitting_mm * width_px / 1280 * tag_mm / smallest_mm
        px = min(look.px_per_module.values()) * finer
        assert px == pytest.approx(LEAST_PX_PER_MODULE["qr"], rel=0.02)


# Cells


@pytest.mark.thorough(but=["25.0-True", "24.0-False"])
@pytest.mark.parametrize(("cell_mm", "tokens"), [(25.0, True), (26.0, True), (24.0, False), (28.0, True)])
def test_the_cells_are_measured(cell_mm: float, tokens: bool) -> None:
    look, _, _ = looked(cell_mm=cell_mm, tokens=tokens)
    assert isinstance(look.cells, CellSize)
    assert look.cells.cell_mm == pytest.approx(cell_mm, abs=0.1)
    assert look.cells.laid == (farthest_cells(CATALOGUE.grid) if tokens else None)


def test_a_ruler_tells_a_shrunk_print_from_larger_cells() -> None:
    taken, _, _ = looked(cell_mm=25.0, print_scale=0.97)
    assert taken.cells is not None
    assert taken.cells.cell_mm == pytest.approx(25 / 0.97, abs=0.1)
    measured, _, _ = looked(97.0, cell_mm=25.0, print_scale=0.97)
    assert measured.cells is not None
    assert measured.cells.cell_mm == pytest.approx(25, abs=0.1)


# Lens and place


@pytest.mark.thorough(but=["-0.08"])
@pytest.mark.parametrize("k1", [-0.08, 0.06])
def test_the_references_tell_what_they_can_of_the_lens(k1: float) -> None:
    look, _, camera = looked(tilt_deg=25.0, k1=k1)
    assert look.lens.matrix[0, 0] == pytest.approx(camera.matrix[0, 0], rel=3 * look.lens.sigma[0])
    assert look.lens.distortion[0] == pytest.approx(k1, abs=3 * look.lens.sigma[1])
    assert look.lens.sigma[0] < 0.04
    assert look.height_mm == pytest.approx(camera.position_mm[2], rel=0.03)


def test_corners_put_by_hand_are_enough_without_references() -> None:
    pixels, camera = calibration_shot(references=False, tilt_deg=20.0)
    corners = camera.project(grid_corners_mm(CATALOGUE.grid))
    assert look_at_table(pixels, CATALOGUE).registration is None
    look = look_at_table(pixels, CATALOGUE, corners_px=corners)
    assert look.by_corners
    assert look.registration is not None
    centres = np.array([CATALOGUE.grid.centre(cell) for cell in CATALOGUE.grid.cells])
    assert look.registration.camera.project(centres) == pytest.approx(camera.project(centres), abs=1.5)
    # The tokens, which stand higher, tell the light and the focus.
    assert set(look.blur_px) == {"red's white 4", "blue's black 2"}


def test_the_camera_by_exact_corners_is_exact() -> None:
    _, camera = calibration_shot(tilt_deg=20.0, k1=-0.05)
    corners = camera.project(grid_corners_mm(CATALOGUE.grid))
    found = camera_by_corners(corners, CATALOGUE.grid, camera.matrix, camera.distortion)
    assert found.position_mm == pytest.approx(camera.position_mm, abs=0.5)


def test_a_mirrored_picture_is_said_to_be_one() -> None:
    pixels, _ = calibration_shot()
    assert "mirrored" in look_at_table(np.ascontiguousarray(pixels[:, ::-1]), CATALOGUE).location_error
