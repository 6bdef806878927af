"""Grid lines of a board against which the cards with the reference tags are placed."""

from companion.sheets.reference_geometry import centre_in_cells, corner_cell, in_corner, tongue_rows, touches_corner
from vision.calibration.cell_size import Anchors
from vision.model.catalogue import Catalogue
from vision.model.surface import Grid


def reference_anchors(catalogue: Catalogue) -> Anchors:
    """Return the grid point that each reference card touches, in cells from the top left corner.

    The corner is that of the board. A card within the board's rectangle that touches no cell's corner, as an
    owner's own list may have it, is left out. Empty on a mat, which has no cells.
    """
    if not isinstance(catalogue.surface, Grid):
        return {}
    grid = catalogue.grid
    anchors = {}
    for tag in catalogue.references:
        if in_corner(tag, grid):
            if not touches_corner(tag, grid):
                continue
            cell, dx, dy = corner_cell(tag, grid)
            column, row = grid.cells[cell]
            anchors[tag.id] = (float(column + (dx < 0)), float(row + (dy < 0)))
        else:
            rows = tongue_rows(tag, grid)
            side = 0 if centre_in_cells(tag, grid)[0] < 0 else grid.columns
            anchors[tag.id] = (float(side), sum(rows) / len(rows))
    return anchors
