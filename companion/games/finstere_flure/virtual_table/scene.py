"""Scene for the virtual camera, made from a position.

Our printed pieces are laid out by hands that are not quite exact.
"""

from collections.abc import Set
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.games.finstere_flure.tags import make_catalogue, make_grid
from companion.games.finstere_flure.virtual_table.board_art import WALL_CELLS, board_picture
from companion.games.finstere_flure.virtual_table.piece_things import PieceThings
from engine.finstere_flure.board import FILES, ROWS, Cell, cell_at, column_row
from engine.finstere_flure.pieces import MONSTER, POOL_SHAPES, STONE_FRONTS, TileKind
from engine.finstere_flure.position import Position, Tile, Token
from engine.finstere_flure.positionfile import position_to_json
from vision.model.catalogue import Catalogue
from vision.virtual import Hand, Print, Scene, Shot, Thing
from vision.virtual.wood import wood_print

_BOARD_PX_PER_MM = 6.0
#: Pieces lie so far off the middle of their cells (mm).
_JITTER_MM = 1.2

#: Where in the block of a pool's cells the tag's cell is when its top edge is turned this far: (right, lower).
_POOL_TAG_END = {0: (0, 0), 90: (1, 0), 180: (1, 1), 270: (0, 1)}


def scene_from_position(
    position: Position,
    catalogue: Catalogue | None = None,
    *,
    seed: int = 0,
    hand: Hand | None = None,
) -> Scene:
    """Return the table with this position on it, reference tags included.

    The pieces that are on no cell are not drawn.

    Pieces lie up to `_JITTER_MM` off the middle of their cells (tiles half as much), tiles a little askew, tokens
    and plain stones at any angle: `seed` decides. The two-sided tiles that are plain on both sides show their back.
    Raises UserError for a piece that the catalogue has no tag for.
    """
    catalogue = catalogue or make_catalogue()
    make = PieceThings(catalogue)
    table = _Table(make, catalogue, np.random.default_rng([seed, 1]))
    paved = {cell for tile in position.tiles if not tile.is_stone for cell in tile.cells}
    things = make.references()
    things += [table.tile(tile, paved) for tile in position.tiles]
    things += [table.token(token, paved) for token in position.tokens if token.cell]
    things.append(table.monster(position, paved))
    return Scene(ground_prints(catalogue.grid.cell_mm), tuple(things), catalogue.grid, hand)


def required_points(catalogue: Catalogue) -> npt.NDArray[np.float64]:
    """Return board points (n, 2) that a picture must hold.

    They are the corners of the reference tags and of the board's outer wall.
    """
    cell = catalogue.grid.cell_mm
    left, top, right, bottom = -WALL_CELLS, -WALL_CELLS, len(FILES) + WALL_CELLS, len(ROWS) + WALL_CELLS
    # Two corners are cut off: there the wall ends at the last cell of the outermost row and file.
    wall = [(left, top), (12, top), (right, 4), (right, bottom), (4, bottom), (left, 7)]
    corners = [np.array(wall) * cell]
    for tag in catalogue.references:
        assert tag.placement_mm is not None
        half = tag.size_mm / 2
        corners.append(
            np.array(tag.placement_mm) + np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
        )
    return np.vstack(corners)


def shot_truth(shot: Shot, position: Position) -> dict[str, Any]:
    """Return the shot's truth with each thing's cell and direction, and the position.

    Cells and directions are named as in `companion read`. Things become `pieces` (with `cell`, and `facing`,
    `arrow` or `cells`) and `references`.
    """
    truth = dict(shot.truth)
    things = {entry["id"]: entry for entry in truth.pop("things")}
    places: dict[str, dict[str, Any]] = {MONSTER: {"cell": position.monster, "facing": str(position.facing)}}
    for token in position.tokens:
        if token.cell:
            places[f"{token.id}/{token.side}"] = {"cell": token.cell}
    for tile in position.tiles:
        if tile.kind is TileKind.POOL:
            places[tile.id] = {"cells": list(tile.cells)}
        else:
            places[tile_tag_id(tile)] = {"cell": tile.cell} | ({"arrow": str(tile.arrow)} if tile.arrow else {})
    truth["pieces"] = [things[name] | place for name, place in places.items()]
    truth["references"] = [entry for name, entry in things.items() if name not in places]
    truth["position"] = position_to_json(position)
    return truth


def tile_tag_id(tile: Tile) -> str:
    """Return the id of the tag that lies up on the tile."""
    if tile.id not in STONE_FRONTS:
        return tile.id
    return f"{tile.id}/{'back' if tile.kind is TileKind.STONE else 'front'}"


def pool_turns(tile: Tile) -> tuple[int, ...]:
    """Return the degrees by which the tag of a pool on these cells may be turned."""
    columns, rows = POOL_SHAPES[tile.id]
    if columns == rows:
        return (0, 90, 180, 270)
    low, high = _ends(tile)
    return (90, 270) if high[0] - low[0] + 1 != columns else (0, 180)


def pool_tag_cell(tile: Tile, turn_deg: int) -> Cell:
    """Return the one of a pool's cells on which its tag lies when it is turned so far."""
    low, high = _ends(tile)
    right, lower = _POOL_TAG_END[turn_deg]
    cell = cell_at(high[0] if right else low[0], high[1] if lower else low[1])
    assert cell is not None
    return cell


def _ends(tile: Tile) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the (column, row) of the upper left and of the lower right of a tile's cells."""
    places = [column_row(cell) for cell in tile.cells]
    return min(places), max(places)


class _Table:
    """Table on which pieces are laid one after the other, as unsteadily as by a hand."""

    def __init__(self, things: PieceThings, catalogue: Catalogue, rng: np.random.Generator) -> None:
        self._things = things
        self._grid = catalogue.grid
        self._rng = rng

    def tile(self, tile: Tile, paved: Set[Cell]) -> Thing:
        """Return a floor tile on its cell or cells.

        A stone may lie on one of the `paved` cells, those under other tiles.
        """
        if tile.kind is TileKind.POOL:
            return self._pool(tile)
        turn = tile.arrow.heading_deg if tile.arrow else float(90 * self._rng.integers(4))
        base = self._things.paving_mm if tile.is_stone and tile.cell in paved else 0.0
        centre = self._near(tile.cell, 0.5)
        return self._things.make(tile_tag_id(tile), centre, turn + self._askew(2.0), base)

    def _pool(self, tile: Tile) -> Thing:
        turn = int(self._rng.choice(pool_turns(tile)))
        centre = np.array(self._grid.centre(pool_tag_cell(tile, turn))) + self._offset(0.4)
        return self._things.make(tile.id, (float(centre[0]), float(centre[1])), turn + self._askew(0.4))

    def token(self, token: Token, paved: Set[Cell]) -> Thing:
        """Return a player's token on its cell, on top of the tile if the cell is `paved`."""
        assert token.cell is not None
        base = self._things.paving_mm if token.cell in paved else 0.0
        centre = self._near(token.cell, 1.0)
        return self._things.make(f"{token.id}/{token.side}", centre, float(self._rng.uniform(0, 360)), base)

    def monster(self, position: Position, paved: Set[Cell]) -> Thing:
        """Return the monster as a thing; it may stand on a teleporter."""
        base = self._things.paving_mm if position.monster in paved else 0.0
        centre = self._near(position.monster, 0.8)
        return self._things.make(MONSTER, centre, position.facing.heading_deg + self._askew(3.0), base)

    def _offset(self, share: float) -> npt.NDArray[np.float64]:
        return np.asarray(self._rng.uniform(-1, 1, 2) * share * _JITTER_MM, dtype=np.float64)

    def _near(self, cell: str, share: float) -> tuple[float, float]:
        x, y = self._grid.centre(cell) + self._offset(share)
        return float(x), float(y)

    def _askew(self, deviation_deg: float) -> float:
        return float(np.clip(self._rng.normal(0, deviation_deg), -3 * deviation_deg, 3 * deviation_deg))


@lru_cache(maxsize=2)
def ground_prints(cell_mm: float) -> tuple[Print, ...]:
    """Return the ground under the pieces: a wooden table and the board on it."""
    return wood_print(make_grid(cell_mm).extent_mm), board_print(cell_mm, _BOARD_PX_PER_MM)


def board_print(cell_mm: float, px_per_mm: float) -> Print:
    """Return the board, drawn so fine."""
    wall = WALL_CELLS * cell_mm
    return Print(board_picture(px_per_mm, cell_mm), px_per_mm, (-wall, -wall))
