"""Which lines of the board the cards with the reference tags are laid against."""

from companion.games.finstere_flure.sheets.references import centre_in_cells, corner_cell, in_corner, tongue_rows
from companion.games.finstere_flure.tags import TagSizes
from engine.finstere_flure.board import FILES, column_row
from vision.calibration.cell_size import Anchors
from vision.catalogue import Catalogue


def reference_anchors(catalogue: Catalogue) -> Anchors:
    """The point of the grid that each reference card touches, in cells from the board's top left corner."""
    sizes = TagSizes(cell_mm=catalogue.grid.cell_mm)
    anchors = {}
    for tag in catalogue.references:
        if in_corner(tag, sizes):
            cell, dx, dy = corner_cell(tag, sizes)
            column, row = column_row(cell)
            anchors[tag.id] = (float(column + (dx < 0)), float(row + (dy < 0)))
        else:
            rows = tongue_rows(tag, sizes)
            side = 0 if centre_in_cells(tag, sizes)[0] < 0 else len(FILES)
            anchors[tag.id] = (float(side), sum(rows) / len(rows))
    return anchors
