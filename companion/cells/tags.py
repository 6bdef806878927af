"""Tags of a game with one disc on a cell, by its cells and the names of its pieces."""

from abc import abstractmethod
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from math import floor
from typing import ClassVar

from companion.device.language import later
from companion.sheets.reference_geometry import HALF_HEIGHT
from companion.sheets.tags import MeasuredSize, Sizes, TagSet
from vision.model.april_payloads import april_payload
from vision.model.catalogue import Catalogue, Tag
from vision.model.surface import Grid
from vision.symbology import Symbology

#: The side of a piece's tag for each millimetre of its diameter; the tag's blank corners overhang the disc a little.
TAG_PER_DISC = 0.87
#: Side of the reference tag in a cut-off corner of two by two cells, in cells.
_CORNER_REFERENCE = 1.76
#: Side of the reference tags beside the board, in cells.
_SIDE_REFERENCE = 1.2
#: Payloads of QR and Micro QR tags count in these digits.
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#: Smallest and largest value that makes sense (mm).
_BOUNDS_MM = {"cell_mm": (15.0, 60.0), "piece_mm": (10.0, 60.0), "piece_height_mm": (0.0, 60.0)}


class PieceTags(TagSet):
    """Tags of pieces that each lie on a place: a cell, or a zone of a mat."""

    @property
    @abstractmethod
    def pieces(self) -> Mapping[str, str]:
        """The kind of each piece, by its id."""

    @property
    def spelled_places(self) -> Container[str]:
        """Names of places that a voice must spell, such as those of cells; of zones none."""
        return ()

    def steps_apart(self, start: str, end: str) -> int:  # noqa: ARG002 - zones have no distance
        """Return the distance of two places, by which they are stepped through; of zones 0."""
        return 0


class CellTags(PieceTags):
    """Base of tags of discs; a game gives its id, title, cells, pieces and a prefix.

    The prefix of its tags' texts has two letters.
    """

    #: What the texts of the tags begin with, so that another game's tag is known at a glance: two letters or digits.
    prefix: ClassVar[str]
    #: The cells of the board by their names: 0-based (column, row).
    cells: ClassVar[Mapping[str, tuple[int, int]]]
    sizes: ClassVar[tuple[MeasuredSize, ...]] = (
        MeasuredSize("cell_mm", 30.0, later("side of a cell of the board")),
        MeasuredSize("piece_mm", 24.0, later("diameter of a piece")),
        MeasuredSize("piece_height_mm", 6.0, later("thickness of a piece")),
    )

    @property
    def spelled_places(self) -> Container[str]:
        """Names of the cells."""
        return self.cells

    def steps_apart(self, start: str, end: str) -> int:
        """Return the number of columns and rows between two cells; 0 for a place beside the board."""
        (left, top), (column, row) = self.cells.get(start, (0, 0)), self.cells.get(end, (0, 0))
        return abs(left - column) + abs(top - row) if start in self.cells and end in self.cells else 0

    @property
    def surface(self) -> Callable[[float], Grid]:
        """The board's cells."""
        return lambda cell_mm: Grid(cell_mm, self.cells)

    def problems(self, sizes: Sizes) -> Sequence[str]:
        """Return the problems of these sizes."""
        problems = []
        for size in self.sizes:
            least, most = _BOUNDS_MM[size.name]
            # Written so that "not a number" is refused too.
            if not least <= sizes[size.name] <= most:
                problems.append(f"{size.option} is {sizes[size.name]:g}, expected {least:g} to {most:g} millimetres")
        piece_mm, cell_mm = sizes["piece_mm"], sizes["cell_mm"]
        if piece_mm > cell_mm:
            problems.append(f"--piece-mm is {piece_mm:g}, but a cell has only {cell_mm:g} (--cell-mm)")
        return problems

    def catalogue(self, sizes: Sizes | None = None, code: Symbology = "qr") -> Catalogue:
        """Return a tag for each piece, and the references."""
        made = {size.name: (sizes or {}).get(size.name, size.default) for size in self.sizes}
        cell_mm, height_mm = made["cell_mm"], made["piece_height_mm"]
        tag_mm = round(TAG_PER_DISC * made["piece_mm"], 2)
        grid = Grid(cell_mm, self.cells)
        tags = [
            Tag(
                piece,
                numbered_payload(self.prefix, number, code),
                kind,
                tag_mm,
                height_mm,
                f"{piece.replace('/', '-')}.png",
            )
            for number, (piece, kind) in enumerate(self.pieces.items())
        ]
        tags += [
            Tag(
                f"ref-{number}",
                numbered_payload(self.prefix, len(self.pieces) + number, code),
                "reference",
                round(reference.side * cell_mm, 2),
                0.0,
                f"ref-{number}.png",
                placement_mm=(round(reference.x * cell_mm, 4), round(reference.y * cell_mm, 4)),
            )
            for number, reference in enumerate(reference_positions(grid), start=1)
        ]
        return Catalogue(code, grid, tuple(tags))

    def manifest_keys(self, sizes: Sizes) -> Sizes:
        """Return the diameter of the pieces."""
        return {"piece_mm": sizes["piece_mm"]}


def numbered_payload(prefix: str, number: int, code: Symbology) -> str:
    """Return the text of a game's tag with this number."""
    if code == "april":
        return april_payload(number)
    high, low = divmod(number, len(_DIGITS))
    return f"{prefix}{_DIGITS[high]}{_DIGITS[low]}"


@dataclass(frozen=True)
class Reference:
    """Centre and side of a reference tag, in cells from the board's upper left corner."""

    x: float
    y: float
    side: float


def reference_positions(grid: Grid) -> tuple[Reference, ...]:
    """Return the references of a board: in its cut-off corners, else beside it.

    A corner is two by two cells. Beside the board there are three on either side, or two if there is no room for
    more.
    """
    columns, rows = grid.columns, grid.rows
    for cut in range(2, min(columns, rows) // 2 + 1):
        # A card lies aslant beside the cell that comes after so many missing ones.
        inward = [(cut, cut), (columns - 1 - cut, cut), (cut, rows - 1 - cut), (columns - 1 - cut, rows - 1 - cut)]
        corners = [(x, y) for x in (cut - 1.0, columns + 1.0 - cut) for y in (cut - 1.0, rows + 1.0 - cut)]
        cells = set(grid.cells.values())
        if cells.issuperset(inward) and not any(_within(cell, *corner) for cell in cells for corner in corners):
            return tuple(Reference(x, y, _CORNER_REFERENCE) for y, x in sorted((y, x) for x, y in corners))
    middle = (rows / 2,) if rows >= 6 else ()
    # Cards above each other must not overlap on low boards.
    upper = min(1.0, rows / 2 - HALF_HEIGHT)
    heights = (upper, *middle, rows - upper)
    return tuple(Reference(x, y, _SIDE_REFERENCE) for x in (-1.0, columns + 1.0) for y in heights)


def _within(cell: tuple[int, int], x: float, y: float) -> bool:
    """Return True if the cell is in the square of two by two cells about this point."""
    return floor(x) - 1 <= cell[0] <= floor(x) and floor(y) - 1 <= cell[1] <= floor(y)
