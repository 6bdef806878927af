"""Geometry of the cards with a board's reference tags: positions and outlines.

It does not draw them.
"""

from math import ceil, floor

from vision.model.catalogue import Tag
from vision.model.surface import Grid

#: A place or a way, across and down.
Point = tuple[float, float]

#: Lengths in cells: the blank margin beside a picture, half the height of a side card, half the width of a tongue.
MARGIN = 0.08
HALF_HEIGHT = 0.95
HALF_TONGUE = 0.12


def in_corner(tag: Tag, grid: Grid) -> bool:
    """Return True if this reference is in a cut-off corner of the board, not beside the board."""
    return 0 < centre_in_cells(tag, grid)[0] < grid.columns


def centre_in_cells(tag: Tag, grid: Grid) -> Point:
    """Return the place of a reference's centre in cells from the board's top left corner."""
    assert tag.placement_mm is not None
    x, y = tag.placement_mm
    return x / grid.cell_mm, y / grid.cell_mm


def touches_corner(tag: Tag, grid: Grid) -> bool:
    """Tell whether there is a cell that a corner card at the reference's place touches."""
    return _beside_corner(tag, grid)[0] is not None


def corner_cell(tag: Tag, grid: Grid) -> tuple[str, int, int]:
    """Return the cell that a corner card touches, and the step to it from the card.

    The step is in columns and rows (-1 or 1 each).
    """
    cell, dx, dy = _beside_corner(tag, grid)
    assert cell is not None
    return cell, dx, dy


def _beside_corner(tag: Tag, grid: Grid) -> tuple[str | None, int, int]:
    x, y = centre_in_cells(tag, grid)
    dx, dy = (-1 if x > grid.columns / 2 else 1), (1 if y < grid.rows / 2 else -1)
    return grid.named(floor(x + 1.5 * dx), floor(y + 1.5 * dy)), dx, dy


def tongue_rows(tag: Tag, grid: Grid) -> list[int]:
    """Return the grid lines that a side card's tongues lie on, as numbers of rows above them."""
    y = centre_in_cells(tag, grid)[1]
    return list(range(ceil(y - HALF_HEIGHT), floor(y + HALF_HEIGHT) + 1))


def side_cells(tag: Tag, grid: Grid) -> list[str]:
    """Return the cells whose corners the tongues of a side card meet, from top to bottom."""
    column = 0 if centre_in_cells(tag, grid)[0] < 0 else grid.columns - 1
    lines = tongue_rows(tag, grid)
    cells = (grid.named(column, row) for row in range(lines[0] - 1, lines[-1] + 1))
    return [cell for cell in cells if cell is not None]


def half_size(tag: Tag, grid: Grid) -> Point:
    """Return the distance from a reference's tag centre to its card's sides, top and bottom.

    It is (to the sides, up and down), in cells, without tongues.
    """
    if in_corner(tag, grid):
        return 1.0, 1.0
    return tag.size_mm / 2 / grid.cell_mm + MARGIN, HALF_HEIGHT


def side_outline(tag: Tag, grid: Grid) -> list[Point]:
    """Return the outline of a side card in mm from its tag's centre, starting at its top left.

    x goes right, y down.
    """
    cell = grid.cell_mm
    x, y = centre_in_cells(tag, grid)
    # Drawn for a card left of the board, then mirrored for one on the right.
    edge, tip = tag.size_mm / 2 / cell + MARGIN, abs(x) if x < 0 else x - grid.columns
    points = [(-edge, -HALF_HEIGHT), (edge, -HALF_HEIGHT)]
    for row in tongue_rows(tag, grid):
        upper, lower = row - y - HALF_TONGUE, row - y + HALF_TONGUE
        points += [(edge, upper), (tip, upper), (tip, lower), (edge, lower)]
    points += [(edge, HALF_HEIGHT), (-edge, HALF_HEIGHT)]
    mirror = 1 if x < 0 else -1
    return [(mirror * px * cell, py * cell) for px, py in points]
