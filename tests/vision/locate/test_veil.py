"""Tests of the light of mirrored windows, and of light and print that are none."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.bare_tables import CATALOGUE, bare_board, black_print, free_cells, picture, taken_cells
from tests.vision.board import GRID, covered_cells
from vision.decode.known_tags import detect_tags
from vision.locate.veil import veiled_cells, without_veil
from vision.model.catalogue import Catalogue
from vision.model.detections import TagDetection
from vision.model.pinhole import Pinhole
from vision.picture import Pixels, in_grey
from vision.reading import read_picture, reader

pytestmark = pytest.mark.slow

_GAMMA = 2.2


def _in_light(pixels: Pixels, *, added: float = 0.0, times: float = 1.0, soft: float = 6.0) -> Pixels:
    """Return the picture with more light on a slanting stripe over two fifths of it."""
    height, width = pixels.shape[:2]
    stripe = np.zeros((height, width), np.float32)
    corners = np.array([(0.2, 0.0), (0.58, 0.0), (0.68, 1.0), (0.3, 1.0)]) * (width, height)
    cv2.fillConvexPoly(stripe, corners.astype(np.int32), 1.0)
    softened = cv2.GaussianBlur(stripe, (0, 0), soft).reshape(height, width, 1)
    light = (pixels.reshape(height, width, -1) / np.float32(255)) ** _GAMMA
    lit = light * (1 + (times - 1) * softened) + added * softened
    return np.asarray(np.round(255 * np.clip(lit, 0, 1) ** (1 / _GAMMA)), np.uint8).reshape(pixels.shape)


def _cleared(pixels: Pixels) -> Pixels:
    reading = read_picture(pixels, CATALOGUE, covers=covered_cells)
    seen = detect_tags(in_grey(pixels), CATALOGUE, reading.codes)
    return without_veil(pixels, reading.registration.camera, CATALOGUE, seen)


def test_tags_that_are_read_late_tell_of_a_veil_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blurred tags under a window are read only when they are looked for."""
    told = []

    def not_at_first(pixels: Pixels, camera: Pinhole, catalogue: Catalogue, seen: Sequence[TagDetection]) -> Pixels:
        told.append(len(seen))
        return pixels if len(told) == 1 else without_veil(pixels, camera, catalogue, seen)

    known = reader.Reader(CATALOGUE, covers=covered_cells, bare_board=bare_board(7))
    monkeypatch.setattr(reader, "without_veil", not_at_first)
    veiled = cv2.GaussianBlur(_in_light(picture({}, print_seed=7, seed=28), added=0.4, soft=40.0), (0, 0), 1.5)
    read = known.read(np.asarray(veiled, np.uint8))
    assert told[0] < told[1]
    assert read.unreadable == ()


@pytest.mark.parametrize("grey", [False, True])
def test_what_lies_under_a_mirrored_window_looks_as_without_it(grey: bool) -> None:
    plain = picture({}, print_seed=3)
    plain = np.asarray(in_grey(plain), np.uint8) if grey else plain
    veiled = _in_light(plain, added=0.4)
    cleared = _cleared(veiled)
    middle = tuple(slice(side // 4, -side // 4) for side in plain.shape[:2])
    off, before = (np.abs(of[middle].astype(float) - plain[middle]).mean() for of in (cleared, veiled))
    assert before > 30
    assert off < before / 5


def test_cells_are_named_over_which_a_window_is_mirrored() -> None:
    plain = picture({}, print_seed=3)
    veiled, camera = _in_light(plain, added=0.4), read_picture(plain, CATALOGUE).registration.camera
    named = set(veiled_cells(veiled, _cleared(veiled), camera, CATALOGUE, tuple(GRID.cells)))
    stripe = _in_light(np.zeros_like(plain), added=1.0)
    compared = 0
    for cell in GRID.cells:
        x, y = np.round(camera.project(np.array([GRID.centre(cell)]))[0]).astype(int)
        around = stripe[y - 40 : y + 40, x - 40 : x + 40]
        # At its edge, and of what is burnt out, nothing is asked.
        if around.min() == around.max() and veiled[y, x].max() < 240:
            assert (cell in named) == (around.max() == 255)
            compared += 1
    assert compared > 80
    strong = _in_light(plain, added=0.9)
    board_cells = [cell for cell in GRID.cells if cell in named]
    assert len(veiled_cells(strong, strong, camera, CATALOGUE, board_cells)) > 0.9 * len(board_cells) > 40
    assert veiled_cells(plain, plain, camera, CATALOGUE, tuple(GRID.cells)) == ()


@pytest.mark.parametrize("seed", [0, 2, 3])
def test_a_picture_without_a_veil_stays_the_same(seed: int) -> None:
    plain = picture({}, print_seed=seed)
    assert _cleared(plain) is plain


@pytest.mark.parametrize("times", [0.35, 1.6])
def test_neither_sunlight_nor_shadow_is_a_veil(times: float) -> None:
    lit = _in_light(picture({}), times=times, soft=1.0)
    assert np.abs(_cleared(lit).astype(int) - lit).mean() < 2


@pytest.mark.parametrize("pieces", [False, True])
def test_plain_pale_print_beside_dark_print_is_no_veil(pieces: bool) -> None:
    table, art = black_print()
    pale = art.picture.copy()
    pale[(pale[..., :3] == 12).all(axis=2), :3] = (170, 190, 200)
    pixels = picture({}, prints=(table, replace(art, picture=pale)), pieces=pieces)
    assert _cleared(pixels) is pixels


@pytest.mark.slow
def test_hardly_a_bare_cell_under_a_mirrored_window_is_told_and_no_piece_there_is_silent() -> None:
    veiled = _in_light(picture({}, print_seed=3), added=0.45)
    reading = read_picture(veiled, CATALOGUE, covers=covered_cells)
    told = {*reading.unreadable, *reading.hidden}
    read = {cell for placed in reading.placed_tags for cell in covered_cells(placed)}
    assert taken_cells() - read <= told
    assert set(reading.veiled) <= set(reading.unreadable)
    assert len(told & set(free_cells(200))) <= 1


def test_the_board_off_the_picture_s_edge_is_cleared_as_far_as_it_is_seen() -> None:
    plain = picture({}, print_seed=3)
    reading = read_picture(plain, CATALOGUE, covers=covered_cells)
    x, _ = reading.registration.camera.project(np.array([GRID.centre("p9")]))[0]
    cut = np.ascontiguousarray(plain[:, : int(x)])
    veiled = _in_light(cut, added=0.4)
    seen = detect_tags(in_grey(plain), CATALOGUE, reading.codes)
    cleared = without_veil(veiled, reading.registration.camera, CATALOGUE, seen)
    assert cleared.shape == cut.shape
    assert np.abs(cleared.astype(int) - cut).mean() < np.abs(veiled.astype(int) - cut).mean() / 2
