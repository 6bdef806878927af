"""Tests of untagged things on the board: reported on any print, other light is not.

The bare board's look is known. Shadows, lamps and things that the virtual camera does not have are painted into
its pictures.
"""

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.vision.bare_tables import (
    CATALOGUE,
    bare_black_print,
    bare_board,
    black_print,
    blank,
    board_prints,
    coin,
    finger_tip,
    free_cells,
    ground_in,
    picture,
    taken_cells,
)
from tests.vision.board import GRID, covered_cells
from tests.vision.board_things import PX_PER_MM
from vision.model.bare_board import BareBoard, nothing_known, only_cells
from vision.model.ground_pixels import CELL_PX, ground_size
from vision.model.surface import Grid
from vision.occupancy.bare_ground import bare_board_of
from vision.picture import Pixels
from vision.reading import Reader, read_picture
from vision.virtual import LIGHTS, Body, Print, disc, rectangle
from vision.virtual import PictureLook as Light

pytestmark = pytest.mark.slow

Plane = npt.NDArray[np.floating[Any]]

THINGS = dict(
    zip(
        free_cells(5),
        (coin(), finger_tip(), blank((240, 240, 240)), blank((190, 120, 40)), blank((60, 140, 60))),
        strict=True,
    )
)
#: The middle of the board, as good as.
CELL = free_cells(5)[2]


def told(pixels: Pixels, bare: BareBoard | None) -> set[str]:
    """Return the cells on which something is told to lie."""
    return set(Reader(CATALOGUE, covers=covered_cells, bare_board=bare).read(pixels).unreadable)


def plane(value: float) -> Plane:
    """Return the board's own plane, `CELL_PX` pixels a cell."""
    return np.full(ground_size(GRID), value, np.float32)


def places() -> tuple[Plane, Plane]:
    """Return the x and y of the plane's pixels."""
    y, x = np.mgrid[: plane(0).shape[0], : plane(0).shape[1]].astype(np.float32)
    return x, y


def corner(cell: str) -> tuple[int, int]:
    """Return the left and the top of a cell in the plane."""
    column, row = GRID.cells[cell]
    return column * CELL_PX, row * CELL_PX


def project_plane(what: Plane, pixels: Pixels, beyond: float) -> Plane:
    """Return a plane as a picture of the board shows it: (h, w, ...).

    Beyond the board it has the value `beyond`.
    """
    camera = read_picture(pixels, CATALOGUE).registration.camera
    height, width = what.shape[:2]
    corners = np.array([(-0.5, -0.5), (width - 0.5, -0.5), (width - 0.5, height - 0.5), (-0.5, height - 0.5)])
    seen = camera.project((corners + 0.5) / CELL_PX * GRID.cell_mm)
    homography = cv2.getPerspectiveTransform(corners.astype(np.float32), seen.astype(np.float32))
    value = (beyond, beyond, beyond)
    return np.asarray(
        cv2.warpPerspective(what, homography, pixels.shape[1::-1], flags=cv2.INTER_LINEAR, borderValue=value),
        np.float32,
    )


def shaded(pixels: Pixels, share: npt.ArrayLike) -> Pixels:
    """Return a picture in which so much of the light on the board is left."""
    left = project_plane(np.asarray(share), pixels, 1.0)[..., None]
    return np.asarray(np.clip(np.round(pixels * left), 0, 255), np.uint8)


def lit(pixels: Pixels, light: Plane) -> Pixels:
    """Return a picture with white light added, 1 where that alone is as bright as paper."""
    added = project_plane(light, pixels, 0.0)[..., None]
    bright = ((pixels / 200) ** 2.2 + added) ** (1 / 2.2) * 200
    return np.asarray(np.clip(np.round(bright), 0, 255), np.uint8)


def painted(pixels: Pixels, colours: Plane, where: Plane) -> Pixels:
    """Return a picture with these colours (h, w, 3) over its board, opaque at `where` 1.

    A colour of 1 is as white as paper.
    """
    share = project_plane(where, pixels, 0.0)[..., None]
    over = 200 * project_plane(colours, pixels, 0.0)
    return np.asarray(np.clip(np.round(pixels * (1 - share) + over * share), 0, 255), np.uint8)


def board_colour(cell: str, bare: BareBoard) -> Plane:
    """Return the usual colour (3,) of a cell."""
    left, top = corner(cell)
    return np.asarray(np.median(bare.colours[top : top + CELL_PX, left : left + CELL_PX], axis=(0, 1)), np.float32)


@pytest.mark.thorough(but=["0"])
@pytest.mark.parametrize("print_seed", [0, 4])
def test_things_without_a_tag_are_told_and_nothing_else_is(print_seed: int) -> None:
    pixels = picture(THINGS, print_seed=print_seed, tilt_deg=12.0, azimuth_deg=160.0, look=LIGHTS["warm"], seed=21)
    assert told(pixels, bare_board(print_seed)) == set(THINGS)


def test_nothing_that_is_read_is_lost_by_what_is_told() -> None:
    pixels = picture(THINGS, print_seed=4, seed=22)
    without = read_picture(pixels, CATALOGUE, covers=covered_cells)
    with_it = Reader(CATALOGUE, covers=covered_cells, bare_board=bare_board(4)).read(pixels)
    assert set(with_it.unreadable) == set(THINGS)
    assert [placed_tag.tag.id for placed_tag in with_it.placed_tags] == [
        placed_tag.tag.id for placed_tag in without.placed_tags
    ]


def code(rng: np.random.Generator, side_px: int) -> Pixels:
    """Return black and white modules, 13 along a side."""
    modules = np.asarray((rng.integers(0, 2, (13, 13, 1)) * 200 + 25).repeat(3, axis=2), np.uint8)
    return np.asarray(cv2.resize(modules, (side_px, side_px), interpolation=cv2.INTER_NEAREST), np.uint8)


def test_codes_that_are_printed_on_the_board_are_told_from_those_that_lie_on_it() -> None:
    table, own = board_prints(0)
    art, rng = own.picture.copy(), np.random.default_rng(6)
    side_px = round(0.6 * GRID.cell_mm * PX_PER_MM)
    for cell in GRID.cells:
        left, top = (((np.array(GRID.centre(cell)) - own.origin_mm) * PX_PER_MM).astype(int) - side_px // 2).tolist()
        art[top : top + side_px, left : left + side_px, :3] = code(rng, side_px)
    prints = table, replace(own, picture=art)
    ground, _ = ground_in(picture({}, prints=prints, pieces=False, seed=9))
    bare = bare_board_of(ground, list(GRID.cells), GRID)
    slip = (
        Body(rectangle(-9.0, -9.0, 9.0, 9.0), 0.0, 0.2, (240, 240, 240), prints=(Print.centred(code(rng, 180), 16.0),)),
    )
    laid = free_cells(5)[1:4]
    pixels = picture(dict.fromkeys(laid, slip), prints=prints, tilt_deg=12.0, seed=23)
    with_look, free = told(pixels, bare), set(free_cells(1000))
    assert set(laid) <= with_look
    assert len(with_look & free) < 0.1 * len(free)
    # Without the look nobody knows what is printed there.
    assert len(told(pixels, None) & free) > 0.9 * len(free)


def test_a_tile_without_any_print_is_told_though_it_is_of_the_boards_colour() -> None:
    left, top = corner(CELL)
    where = plane(0)
    # It ends a pixel before the cell's sides.
    where[top + 1 : top + CELL_PX - 1, left + 1 : left + CELL_PX - 1] = 1
    even = np.ones((*where.shape, 3), np.float32) * 2.5 * board_colour(CELL, bare_board())
    assert told(painted(picture({}, pieces=False, seed=24), even, where), bare_board()) == {CELL}


def test_a_disc_as_dark_as_the_board_is_told_by_its_tint() -> None:
    cell = free_cells(7)[4]
    violet = (Body(disc(23.0), 0.0, 3.0, (85, 48, 55), (85, 48, 55)),)
    assert told(picture({cell: violet}, seed=24), bare_board()) == {cell}


@pytest.mark.thorough(but=["0.2"])
@pytest.mark.parametrize("strength", [0.05, 0.2])
def test_a_mirrored_lamp_is_no_thing(strength: float) -> None:
    x, y = places()
    lamp = strength * np.clip((60 - np.hypot(x - 120, y - 90)) / 20, 0, 1)
    assert told(lit(picture({}, pieces=False, seed=24), lamp), bare_board()) == set()


def test_a_hard_shadow_is_no_thing() -> None:
    shade = plane(1)
    shade[20:90, 170:] = 0.6
    assert told(shaded(picture({}, pieces=False, seed=24), cv2.blur(shade, (3, 3))), bare_board()) == set()


def test_a_cell_half_in_the_shadow_of_an_arm_is_no_thing() -> None:
    left, top = corner(CELL)
    shade = plane(1)
    shade[: top + 2 * CELL_PX, : left + CELL_PX // 2] = 0.75
    pixels = shaded(picture({}, print_seed=3, pieces=False, seed=24), cv2.blur(shade, (5, 5)))
    assert told(pixels, bare_board(3)) == set()


def test_the_shadow_of_a_figure_that_ends_beside_printed_lines_is_no_thing() -> None:
    left, top = corner("c3")
    shade = plane(0)
    shade[top + 8 : top + 34, left - 13 : left + 6] = 0.6
    pixels = shaded(picture({}, pieces=False, seed=24), 1 - cv2.GaussianBlur(shade, (0, 0), 1.2))
    assert told(pixels, bare_board()) == set()


def test_an_even_disc_as_dark_as_a_shadow_is_told() -> None:
    (left, top), (x, y) = corner(CELL), places()
    inside = np.clip((9.5 - np.hypot(x - left - CELL_PX / 2, y - top - CELL_PX / 2)) / 1.5, 0, 1)
    even = np.ones((*inside.shape, 3), np.float32) * 0.6 * board_colour(CELL, bare_board())
    assert told(painted(picture({}, pieces=False, seed=24), even, inside), bare_board()) == {CELL}


def test_a_bright_fist_is_no_lamp() -> None:
    """A fist is as bright and white as gloss, and leaves nothing of the print."""
    (left, top), (x, y) = corner(CELL), places()
    off = np.hypot(x - left - CELL_PX / 2 - 19, y - top - CELL_PX / 2 - 11) / 30
    fist = cv2.GaussianBlur((off < 1).astype(np.float32), (0, 0), 3.0)
    grain = cv2.GaussianBlur(np.random.default_rng(3).normal(0, 1, off.shape).astype(np.float32), (0, 0), 1.5)
    skin = (0.15 * off + 0.03 / grain.std() * grain)[..., None]
    skin = (board_colour(CELL, bare_board()) + np.array([0.4, 0.45, 0.5]) + skin).astype(np.float32)
    assert CELL in told(painted(picture({}, pieces=False, seed=24), skin, fist), bare_board())


@pytest.mark.thorough(but=["dim", "gloss"])
@pytest.mark.parametrize(
    "light",
    [Light(gloss=0.4), LIGHTS["dim"], Light(noise=8.0, jpeg_quality=60), Light(blur_px=2.0)],
    ids=["gloss", "dim", "noise", "blur"],
)
def test_other_light_is_no_thing(light: Light) -> None:
    pixels = picture({}, print_seed=4, look=light, tilt_deg=15.0, seed=23)
    reading = Reader(CATALOGUE, covers=covered_cells, bare_board=bare_board(4)).read(pixels)
    read = {cell for placed_tag in reading.placed_tags for cell in covered_cells(placed_tag)}
    # Blur leaves some pieces unread: these are things.
    assert set(reading.unreadable) == taken_cells() - read


def test_a_black_part_of_a_print_beside_an_arm_is_not_taken_for_its_sleeve() -> None:
    side = GRID.cell_mm
    # It reaches in from the left.
    arm = (Body(rectangle(-9 * side, -side, side, side), 0.0, 40.0, (70, 105, 160), (80, 115, 170)),)
    pixels = picture({"a5": arm}, prints=black_print(), seed=3)
    found = told(pixels, bare_black_print())
    assert not {"c3", "c4", "c5"} & found
    assert {"a4", "a5"} <= found


def test_only_some_cells_may_be_known() -> None:
    some = [cell for cell, (column, _) in GRID.cells.items() if column < 8]
    assert told(picture(THINGS, seed=25), only_cells(bare_board(), some, GRID)) == set(THINGS)


def test_a_grey_picture_is_compared_with_a_known_board_in_colour() -> None:
    pixels = cv2.cvtColor(picture({CELL: blank((240, 240, 240))}, seed=26), cv2.COLOR_BGR2GRAY)
    assert told(np.asarray(pixels, np.uint8), bare_board()) == {CELL}


def test_the_look_of_another_board_is_not_used() -> None:
    pixels = picture({}, print_seed=4, seed=27)
    usual = told(pixels, None)
    other_size = nothing_known(Grid(25.0, {"a1": (0, 0)}))
    for other in (other_size, bare_board(0)):
        assert told(pixels, other) == usual
    assert told(pixels, bare_board(4)) == set()
