"""Tests of observations from readings: certain pieces, doubtful pieces, and those beside.

The last ones lie beside the board.
"""

import numpy as np

from companion.games.finstere_flure.reading.reading import Misplacement, MisplacementKind, understand
from companion.games.finstere_flure.table.lies import ASIDE
from companion.games.finstere_flure.table.observation import BoardObservation, observation_from_reading
from companion.games.finstere_flure.tags import make_catalogue
from companion.table.layout import Lie
from engine.finstere_flure.board import Direction
from engine.finstere_flure.pieces import Place, Side, TileKind
from engine.finstere_flure.position import Tile, Token
from vision.locate.registration import Registration
from vision.model.pinhole import Pinhole
from vision.model.placed_tags import PlacedTag
from vision.reading import Reading

CATALOGUE = make_catalogue()
CELL_MM = CATALOGUE.grid.cell_mm
TAGS = {tag.id: tag for tag in CATALOGUE.tags}


def placed(tag: str, columns: float, rows: float, turn_deg: float = 0.0) -> PlacedTag:
    """Return a tag with its centre so many cells right of and below the board's corner."""
    x, y = columns * CELL_MM, rows * CELL_MM
    cell = CATALOGUE.grid.cell_at(x, y)
    offset = None
    if cell is not None:
        middle = CATALOGUE.grid.centre(cell)
        offset = (x - middle[0], y - middle[1])
    return PlacedTag(TAGS[tag], np.zeros((4, 2)), (x, y), turn_deg, cell, offset, "zxing")


def observed(*placed_tags: PlacedTag, unreadable: tuple[str, ...] = ()) -> BoardObservation:
    camera = Pinhole(np.eye(3), np.zeros(5), np.eye(3), np.array([0.0, 0.0, 500.0]))
    reading = Reading(Registration(np.eye(3), 0.1, camera, ()), placed_tags, unreadable, 0)
    return observation_from_reading(understand(reading, CELL_MM))


def test_pieces_on_the_board() -> None:
    seen = observed(
        placed("red-4/black", 2.5, 4.5),
        placed("monster", 0.5, 0.5, 90),
        placed("stone-4/front", 5.5, 5.5),
        placed("pool-2x2", 8.5, 2.5),
        placed("card-7a", -2.0, 5.0),
        unreadable=("f6",),
    )
    assert seen.tokens == (Token("red-4", Side.BLACK, "c5"),)
    assert seen.monster == ("a1", Direction.E)
    assert seen.stones == (Tile("stone-4", TileKind.CRYSTAL, ("f6",)),)
    assert seen.tiles[:1] == (Tile("pool-2x2", TileKind.POOL, ("i3", "j3", "i4", "j4")),)
    assert seen.cards == ("7",)
    assert seen.unreadable == {"f6"}


def test_beside_the_board_a_token_is_at_the_entrance_at_the_exit_or_elsewhere() -> None:
    seen = observed(
        placed("red-4/white", 16.8, 9.0), placed("red-1/black", -0.7, 0.5), placed("red-5/white", 3.0, 12.0)
    )
    assert seen.tokens == ()
    assert {*seen.beside.values()} == {
        Lie("red-4", Place.OUTSIDE, Side.WHITE),
        Lie("red-1", Place.OUT, Side.BLACK),
        Lie("red-5", ASIDE, Side.WHITE),
    }


def test_a_sheet_of_stickers_beside_the_board_is_no_second_piece() -> None:
    seen = observed(placed("red-4/black", 2.5, 4.5), placed("red-4/white", -1.0, 6.0))
    assert seen.tokens == (Token("red-4", Side.BLACK, "c5"),)
    assert seen.beside == {}


def test_a_piece_in_doubt_lies_nowhere_for_certain() -> None:
    seen = observed(
        placed("red-4/white", 2.97, 4.5),
        placed("teleporter-A1", 5.5, 5.5, 45),
        placed("pool-4x1", 14.5, 6.5),
        placed("blue-1/white", 7.5, 7.5),
        placed("blue-1/white", 9.5, 7.5),
        placed("blue-4/white", 11.4, 7.5),
        placed("stone-1/back", 11.6, 7.5),
    )
    assert (seen.tokens, seen.tiles) == ((), ())
    assert set(seen.misplacements) == {
        Misplacement(MisplacementKind.ON_A_LINE, ("red-4",), ("c5", "d5")),
        Misplacement(MisplacementKind.ASKEW, ("teleporter-A1",), ("f6",)),
        Misplacement(MisplacementKind.OVER_THE_EDGE, ("pool-4x1",), ("o7", "p7")),
        Misplacement(MisplacementKind.TWICE, ("blue-1",), ("h8", "j8")),
        Misplacement(MisplacementKind.SHARED, ("blue-4", "stone-1"), ("l8",)),
    }
    assert seen.in_doubt == {"red-4", "teleporter-A1", "pool-4x1", "blue-1", "blue-4", "stone-1"}


def test_at_the_edge_a_line_has_one_cell() -> None:
    assert observed(placed("red-4/white", 0.03, 4.5)).misplacements == (
        Misplacement(MisplacementKind.ON_A_LINE, ("red-4",), ("a5",)),
    )
