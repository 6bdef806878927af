"""Pictures for tests of calibration: a table with two tokens, and the ChArUco sheet.

The tokens are on its far corners.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from tests.vision.board import GRID, make_catalogue, required_points
from tests.vision.board_things import BoardThings, ground_prints
from vision.calibration.cell_size import farthest_cells
from vision.calibration.charuco import MARKER_MM, SQUARE_MM, SQUARES, black_squares, markers
from vision.model.catalogue import Catalogue
from vision.model.pinhole import Pinhole, looking_at
from vision.symbology import Symbology
from vision.virtual import PictureLook, Print, Scene, Viewpoint, fit_view, render

Pixels = npt.NDArray[np.uint8]
#: Everything as it should be.
GOOD_LOOK = PictureLook(blur_px=0.6, gloss=0.0)
_SHEET_PX_PER_MM = 6


@lru_cache
def calibration_shot(
    size_px: tuple[int, int] = (2304, 1296),
    *,
    tilt_deg: float = 10.0,
    fov_deg: float = 66.0,
    k1: float = 0.0,
    look: PictureLook = GOOD_LOOK,
    cell_mm: float = 25.0,
    print_scale: float = 1.0,
    tokens: bool = True,
    references: bool = True,
    margin: float = 0.03,
    code: Symbology = "qr",
    seed: int = 3,
) -> tuple[Pixels, Pinhole]:
    """Return the table, and the camera that took it.

    The tags are those of cells of 25 mm, printed at `print_scale`, on a board with cells of `cell_mm`: the references
    lie on the board's own lines.
    """
    made_for = make_catalogue(code)
    shift = cell_mm - made_for.grid.cell_mm
    tags = []
    for tag in made_for.tags:
        place = tag.placement_mm
        if place is not None:
            # The lines of the board that its card touches have moved; the card reaches as far from them as before.
            place = _scaled_reference(place, made_for.grid.cell_mm, shift)
        tags.append(replace(tag, size_mm=tag.size_mm * print_scale, placement_mm=place))
    catalogue = Catalogue(code, replace(GRID, cell_mm=cell_mm), tuple(tags))
    make = BoardThings(catalogue)
    things = make.references() if references else []
    if tokens:
        first, second = farthest_cells(catalogue.grid)
        things.append(make.make("red-4/white", catalogue.grid.centre(first), 20.0))
        things.append(make.make("blue-5/black", catalogue.grid.centre(second), 250.0))
    points = tuple(map(tuple, required_points(catalogue).tolist()))
    view = _view(points, size_px, fov_deg, tilt_deg, k1, margin)
    shot = render(Scene(ground_prints(cell_mm), tuple(things), catalogue.grid), view, look, seed)
    shot.picture.setflags(write=False)
    return shot.picture, view.camera


@lru_cache
def _view(
    points_mm: tuple[tuple[float, ...], ...],
    size_px: tuple[int, int],
    fov_deg: float,
    tilt_deg: float,
    k1: float,
    margin: float,
) -> Viewpoint:
    """The very same for the same table, of which the camera then paints what is alike once."""
    return fit_view(
        points_mm,
        size_px,
        focal_px=size_px[0] / 2 / math.tan(math.radians(fov_deg / 2)),
        tilt_deg=tilt_deg,
        distortion=(k1, 0.0, 0.0, 0.0, 0.0),
        margin=margin,
    )


def _scaled_reference(place: tuple[float, float], cell_mm: float, shift: float) -> tuple[float, float]:
    """Return a reference's place on a board with larger cells.

    Its distance from the lines that its card touches stays the same.
    """
    x, y = place[0] / cell_mm, place[1] / cell_mm
    in_corner = 0 < x < 16
    line_x = min((2, 14) if in_corner else (0, 16), key=lambda line: abs(line - x))
    # The tongues of a card beside the board touch two lines.
    line_y = min((2, 9) if in_corner else (0.5, 5.5, 10.5), key=lambda line: abs(line - y))
    return place[0] + line_x * shift, place[1] + line_y * shift


def default_catalogue(code: Symbology = "qr") -> Catalogue:
    return replace(make_catalogue(code), anchors={})


@lru_cache
def sheet_picture() -> Pixels:
    """Return the ChArUco sheet as it is printed, from the same plain data."""
    margin = 8 * _SHEET_PX_PER_MM
    side = round(SQUARES * SQUARE_MM) * _SHEET_PX_PER_MM
    sheet = np.full((side + 2 * margin, side + 2 * margin), 255, np.uint8)
    square = round(SQUARE_MM * _SHEET_PX_PER_MM)
    for column, row in black_squares():
        top, left = margin + row * square, margin + column * square
        sheet[top : top + square, left : left + square] = 0
    marker = round(MARKER_MM * _SHEET_PX_PER_MM)
    inset = (square - marker) // 2
    for (column, row), modules in markers():
        dark = np.kron(modules, np.ones((marker // len(modules),) * 2)) > 0
        top, left = margin + row * square + inset, margin + column * square + inset
        sheet[top : top + marker, left : left + marker][dark] = 0
    return np.asarray(cv2.cvtColor(sheet, cv2.COLOR_GRAY2BGRA), np.uint8)


#: Tilt, azimuth, and to which side of the picture's middle the sheet is held, in mm: a hand shows it all round.
SHEET_POSES = (
    (0, 0, (0, 0)),
    (30, 0, (-110, -60)),
    (30, 90, (110, -60)),
    (30, 180, (110, 60)),
    (30, 270, (-110, 60)),
    (35, 45, (0, 0)),
    (20, 200, (-120, 0)),
    (20, 20, (120, 0)),
)


def sheet_shots(
    size_px: tuple[int, int], fov_deg: float, k1: float, poses: Sequence[tuple[float, float, tuple[float, float]]]
) -> list[Pixels]:
    """Return the ChArUco sheet, held before the camera in these poses."""
    focal = size_px[0] / 2 / math.tan(math.radians(fov_deg / 2))
    middle = SQUARES * SQUARE_MM / 2
    pictures = []
    for number, (tilt, azimuth, (x, y)) in enumerate(poses):
        camera = looking_at(
            (middle - x, middle - y),
            330.0,
            focal,
            size_px,
            tilt_deg=tilt,
            azimuth_deg=azimuth,
            # The camera stays, the sheet is tilted: always upright in the picture.
            roll_deg=-azimuth,
            distortion=(k1, 0, 0, 0, 0),
        )
        table = np.full((40, 40, 3), 120, np.uint8)
        prints = (Print(table, 0.1, (-100, -100)), Print(sheet_picture(), _SHEET_PX_PER_MM, (-8, -8)))
        scene = Scene(prints, (), GRID)
        pictures.append(render(scene, Viewpoint(camera, size_px), GOOD_LOOK, number).picture)
    return pictures
