"""Tags of a game on cells: the references fit the board, and a picture of it is read."""

from collections.abc import Mapping
from typing import ClassVar

import pytest

from companion.cells.pieces import CellPieces
from companion.cells.sheets import CellSheets
from companion.cells.tags import CellTags, reference_positions
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.piece import Piece
from companion.virtual_table.table import VirtualTable
from vision.model.surface import Grid
from vision.reading import read_picture

FILES = "abcdefgh"


class Draughts(CellTags):
    """Four pieces on a board of eight by eight cells: its corners are not free."""

    id = "draughts"
    title = "Draughts"
    prefix = "DR"
    cells: ClassVar = {
        f"{letter}{row + 1}": (column, row) for row in range(8) for column, letter in enumerate("abcdefgh")
    }

    @property
    def pieces(self) -> Mapping[str, str]:
        return {"white-1": "white", "white-2": "white", "black-1": "black", "black-2": "black"}


TAGS = Draughts()
SIZES = {size.name: size.default for size in TAGS.sizes}


def test_references_lie_beside_a_board_whose_corners_are_cells() -> None:
    places = [
        (reference_position.x, reference_position.y)
        for reference_position in reference_positions(Grid(1.0, TAGS.cells))
    ]
    assert places == [(-1.0, 1.0), (-1.0, 4.0), (-1.0, 7.0), (9.0, 1.0), (9.0, 4.0), (9.0, 7.0)]


def test_references_fill_corners_that_are_cut_off() -> None:
    cross = {name: (x, y) for name, (x, y) in TAGS.cells.items() if 2 <= x <= 5 or 2 <= y <= 5}
    assert [
        (reference_position.x, reference_position.y) for reference_position in reference_positions(Grid(1.0, cross))
    ] == [
        (1.0, 1.0),
        (7.0, 1.0),
        (1.0, 7.0),
        (7.0, 7.0),
    ]


@pytest.mark.parametrize(
    ("sizes", "problem"),
    [
        ({"piece_mm": 31.0}, "--piece-mm is 31, but a cell has only 30 (--cell-mm)"),
        ({"cell_mm": float("nan")}, "--cell-mm is nan, expected 15 to 60 millimetres"),
        ({"piece_height_mm": -1.0}, "--piece-height-mm is -1, expected 0 to 60 millimetres"),
    ],
)
def test_sizes_that_cannot_be_are_told(sizes: Mapping[str, float], problem: str) -> None:
    assert TAGS.problems({**SIZES, **sizes}) == [problem]
    assert TAGS.problems(SIZES) == []


def test_every_tag_is_printed_once() -> None:
    catalogue = TAGS.catalogue()
    placed = [sticker.sticker.tag for page in CellSheets(TAGS).pages(catalogue, SIZES) for sticker in page.placed]
    assert sorted(tag.id for tag in placed if tag) == sorted(tag.id for tag in catalogue.tags)


def test_a_picture_of_the_board_is_read() -> None:
    pieces = CellPieces(TAGS, dict.fromkeys(TAGS.pieces, (200, 60, 60)))
    table = VirtualTable(pieces, seed=3)
    lying = dict(zip(TAGS.pieces, ("a1", "h8", "d5", "a8"), strict=True))
    for piece, cell in lying.items():
        table.put(table.on_cell(Piece(piece, "", (0.0, 0.0), 0.0), cell))
    camera = VirtualCamera(table, size_px=(1280, 960), seed=3)
    focal_px = float(camera.view.camera.matrix[0, 0])
    reading = read_picture(camera.latest().picture, table.catalogue, focal_px=focal_px)
    assert {placed.tag.id: placed.cell for placed in reading.placed_tags} == lying
    assert reading.unreadable == ()
