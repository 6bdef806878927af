"""The tags: one for each piece and four for the board's corners, each with its text."""

from collections.abc import Mapping

from companion.cells.sheets import CellSheets
from companion.cells.tags import CellTags
from fox_and_geese.rules import CELLS, FOX, GEESE, side_of


class FoxAndGeeseTags(CellTags):
    """A piece's kind is the side that it belongs to."""

    id = "fox-and-geese"
    title = "Fox and Geese"
    prefix = "FG"
    cells = CELLS

    @property
    def pieces(self) -> Mapping[str, str]:
        """The fox and the geese."""
        return {piece: str(side_of(piece)) for piece in (FOX, *GEESE)}


TAGS = FoxAndGeeseTags()
SHEETS = CellSheets(TAGS)
