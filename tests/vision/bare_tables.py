"""Tables with and without untagged things, and the bare board's look, for the tests."""

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from tests.vision.board import GRID, WALL_CELLS, cells_below, covered_cells, make_catalogue, required_points
from tests.vision.board_things import PX_PER_MM, board_picture, ground_prints
from tests.vision.table_shots import full_table, scene_of
from vision.decode.known_tags import detect_tags
from vision.model.bare_board import BareBoard
from vision.model.placed_tags import large_piece_cells
from vision.occupancy.bare_ground import bare_board_of
from vision.occupancy.ground import Ground, compute_ground
from vision.picture import in_grey
from vision.reading import Reading, read_picture
from vision.virtual import Body, PictureLook, Print, Scene, Thing, Viewpoint, disc, fit_view, rectangle, render

Pixels = npt.NDArray[np.uint8]

CATALOGUE = make_catalogue()


def coin() -> tuple[Body, ...]:
    """Return a coin of 21 mm with a pattern."""
    rng = np.random.default_rng(5)
    rough = cv2.resize(rng.uniform(60, 220, (12, 12)).astype(np.float32), (240, 240), interpolation=cv2.INTER_CUBIC)
    face = np.clip(rough[..., None] * np.array([0.45, 0.75, 0.9]), 0, 255).astype(np.uint8)
    return (Body(disc(21.0), 0.0, 2.0, (50, 90, 110), (70, 130, 160), (Print.centred(face, 21.0),)),)


def finger_tip() -> tuple[Body, ...]:
    """Return the tip of a finger, 15 mm wide."""
    return (Body(disc(15.0) * np.array([1.0, 1.4]), 0.0, 11.0, (80, 115, 170), (110, 150, 205)),)


def blank(bgr: tuple[int, int, int]) -> tuple[Body, ...]:
    """Return a stone without a tag."""
    return (Body(rectangle(-11.0, -11.0, 11.0, 11.0), 0.0, 2.0, (100, 110, 120), bgr),)


@lru_cache
def board_prints(seed: int) -> tuple[Print, ...]:
    """Return the table and a board printed with clouds of colour, like a photograph.

    With seed 0 it is our own board.
    """
    if not seed:
        return ground_prints()
    ours = board_picture()
    rng = np.random.default_rng(seed)
    height, width = ours.shape[:2]
    clouds = np.full((height, width, 3), rng.uniform(60, 160, 3), np.float32)
    for finer in range(7):
        coarse = rng.normal(0, 40 * 0.75**finer, (3 * 2**finer, 4 * 2**finer, 3)).astype(np.float32)
        clouds += cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    alpha = ours[..., 3:]
    art = np.where(alpha > 0, np.concatenate([np.clip(clouds, 5, 250).astype(np.uint8), alpha], axis=2), 0)
    wall = WALL_CELLS * GRID.cell_mm
    return ground_prints()[0], Print(art.astype(np.uint8), PX_PER_MM, (-wall, -wall))


@lru_cache
def black_print() -> tuple[Print, ...]:
    """The print with seed 4, of which half of the board, as far as row 6, is all black."""
    table, art = board_prints(4)
    black = art.picture.copy()
    rows, columns = (slice(0, round((WALL_CELLS + cells) * GRID.cell_mm * PX_PER_MM)) for cells in (6, 8))
    black[rows, columns, :3] = 12
    return table, replace(art, picture=black)


def picture(
    things: Mapping[str, tuple[Body, ...]],
    *,
    print_seed: int = 0,
    prints: tuple[Print, ...] | None = None,
    pieces: bool = True,
    look: PictureLook | None = None,
    tilt_deg: float = 0.0,
    azimuth_deg: float = 0.0,
    seed: int = 1,
) -> Pixels:
    """Return a picture of a table with all pieces, or only references, and these things.

    The things are given by their cells. The board has the print with this seed, or these `prints`.
    """
    references = {tag.id for tag in CATALOGUE.references}
    placed = [thing for thing in _full_table().things if pieces or thing.name in references]
    placed += [Thing(f"thing on {cell}", GRID.centre(cell), 20.0, bodies) for cell, bodies in things.items()]
    view = _view(tilt_deg, azimuth_deg)
    return render(
        Scene(prints or board_prints(print_seed), tuple(placed), GRID), view, look or PictureLook(), seed
    ).picture


@lru_cache
def _full_table() -> Scene:
    return scene_of(full_table(9), CATALOGUE, seed=3)


@lru_cache
def _view(tilt_deg: float, azimuth_deg: float) -> Viewpoint:
    size_px = (1632, 918)
    return fit_view(
        required_points(CATALOGUE),
        size_px,
        focal_px=size_px[0] / 2 / math.tan(math.radians(33)),
        tilt_deg=tilt_deg,
        azimuth_deg=azimuth_deg,
    )


def ground_in(pixels: Pixels) -> tuple[Ground, Reading]:
    """Return the board's ground in a picture, and the reading that tells where it is."""
    reading = read_picture(pixels, CATALOGUE, covers=covered_cells)
    seen = detect_tags(in_grey(pixels), CATALOGUE, reading.codes)
    large = large_piece_cells(reading.placed_tags, covered_cells)
    return compute_ground(pixels, reading.registration.camera, CATALOGUE, seen, large), reading


@lru_cache
def bare_board(print_seed: int = 0) -> BareBoard:
    """Return the look of the board without anything on it, from a picture of it."""
    ground, _ = ground_in(picture({}, print_seed=print_seed, pieces=False, seed=9))
    return bare_board_of(ground, list(GRID.cells), GRID)


@lru_cache
def bare_black_print() -> BareBoard:
    """Return the look of the board that is black in part."""
    ground, _ = ground_in(picture({}, prints=black_print(), pieces=False, seed=9))
    return bare_board_of(ground, list(GRID.cells), GRID)


def taken_cells() -> set[str]:
    """Return cells on which pieces lie."""
    return {cell for piece in full_table(9) for cell in cells_below(piece.tag, piece.cell, piece.turn_deg or 0.0)}


def free_cells(count: int) -> list[str]:
    """Return cells on which no piece lies, from all over the board as far as there are."""
    taken = taken_cells()
    free = [cell for cell in GRID.cells if cell not in taken]
    return [free[round(number)] for number in np.linspace(0, len(free) - 1, count)]
