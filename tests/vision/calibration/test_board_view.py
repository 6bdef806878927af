"""Tests of how a table is seen: too coarse for its tags, or with many cells in doubt."""

from dataclasses import replace

import numpy as np
import pytest

from vision.calibration.board_view import is_coarse, is_unclear
from vision.locate.registration import Registration
from vision.model.catalogue import Catalogue, Tag
from vision.model.pinhole import looking_at
from vision.model.surface import Grid, Mat, Zone
from vision.reading import Reading

CELLS = {f"{column}-{row}": (column, row) for column in range(10) for row in range(10)}
#: A QR tag of 29 mm: a module with its quiet zone is 1 mm.
TAG = Tag("piece", "P1", "piece", 29.0, 0.0)
BOARD = Catalogue("qr", Grid(30.0, CELLS), (TAG,))
MAT = Catalogue("qr", Mat((300.0, 300.0), (Zone("all", (0.0, 0.0, 300.0, 300.0)),)), (TAG,))


def reading(px_per_mm: float = 2.0, unreadable: tuple[str, ...] = (), covered: tuple[str, ...] = ()) -> Reading:
    """Return a reading 1 m above the board's middle, with so many pixels a millimetre there."""
    camera = looking_at((150.0, 150.0), 1000.0, 1000.0 * px_per_mm, (1000, 1000))
    return Reading(Registration(np.eye(3), 0.1, camera, ()), (), unreadable, 0, covered=covered)


@pytest.mark.parametrize(("px_per_mm", "coarse"), [(1.2, True), (1.5, False), (4.0, False)])
@pytest.mark.parametrize("catalogue", [BOARD, MAT])
def test_a_table_is_coarse_where_a_module_has_few_pixels(px_per_mm: float, coarse: bool, catalogue: Catalogue) -> None:
    assert is_coarse(reading(px_per_mm), catalogue) is coarse


@pytest.mark.parametrize(("unreadable", "covered", "unclear"), [(5, 0, False), (6, 0, True), (40, 36, False)])
def test_a_board_is_unclear_where_many_cells_look_covered_but_by_no_arm(
    unreadable: int, covered: int, unclear: bool
) -> None:
    cells = tuple(CELLS)
    assert is_unclear(reading(unreadable=cells[:unreadable], covered=cells[:covered]), BOARD) is unclear


def test_a_mat_is_never_unclear() -> None:
    assert not is_unclear(reading(unreadable=("all",)), MAT)


@pytest.mark.parametrize(
    ("veiled", "covered", "blurred", "obstacle"),
    [
        (0, 0, 0, None),
        (4, 0, 0, None),
        (5, 0, 0, "veil"),
        (0, 5, 0, "cover"),
        (3, 10, 0, "cover"),
        (6, 10, 0, "veil"),
        (0, 10, 1, "blur"),
    ],
)
def test_most_of_the_cells_tell_what_keeps_them_from_being_read(
    veiled: int, covered: int, blurred: int, obstacle: str | None
) -> None:
    cells = tuple(CELLS)[:10]
    seen = reading(unreadable=cells, covered=cells[:covered])
    seen = replace(seen, veiled=cells[:veiled], blurred=cells[:blurred])
    assert seen.obstacle(cells) == obstacle
    assert seen.obstacle(()) is None
