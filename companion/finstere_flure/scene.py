"""From a position to the table that the virtual camera sees: our printed pieces, laid out by not quite exact hands."""

from collections.abc import Set
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.errors import UserError
from companion.finstere_flure.board_art import WALL_CELLS, board_picture, table_picture
from companion.finstere_flure.piece_art import (
    PAPER,
    PLAYER_BGR,
    PX_PER_MM,
    pool_picture,
    tag_art,
    tile_sticker,
    token_sticker,
)
from companion.finstere_flure.tags import make_catalogue
from engine.finstere_flure.board import FILES, ROWS, Cell, Direction, column_row
from engine.finstere_flure.pieces import MONSTER, POOL_SHAPES, STONE_FRONTS, TOKENS, Side, TileKind
from engine.finstere_flure.position import Position, Tile, Token
from engine.finstere_flure.positionfile import position_to_json
from vision.catalogue import Catalogue, Tag
from vision.virtual import Body, Code, Hand, Print, Scene, Shot, Thing, disc, rectangle

Bgr = tuple[int, int, int]

_CARDBOARD: Bgr = (120, 150, 170)
_MONSTER_BGR: Bgr = (40, 58, 46)
_FUR_BGR: Bgr = (52, 74, 60)
_CAP_BGR: Bgr = (26, 26, 26)
_NOSE_BGR: Bgr = (40, 50, 170)

#: A tile is this much larger than its tag, a token's diameter too: the rest of the sticker shows what it is.
_TILE_PER_TAG, _TOKEN_PER_TAG = 6 / 5, 1 / 0.87
_BOARD_PX_PER_MM = 6.0
_TABLE_PX_PER_MM = 2.0
_TABLE_MM = (900.0, 720.0)

_TURN = {Direction.N: 0.0, Direction.E: 90.0, Direction.S: 180.0, Direction.W: 270.0}
#: Where in the block of a pool's cells the tag's cell is when its top edge is turned this far: (right, lower).
_POOL_TAG_END = {0: (0, 0), 90: (1, 0), 180: (1, 1), 270: (0, 1)}


def scene_from_position(
    position: Position,
    catalogue: Catalogue | None = None,
    *,
    seed: int = 0,
    jitter_mm: float = 1.2,
    hand: Hand | None = None,
) -> Scene:
    """The table with this position on it, reference tags included; the pieces that are on no cell are not drawn.

    Pieces lie up to `jitter_mm` off the middle of their cells (tiles half as much), tiles a little askew, tokens and
    plain stones turned anyhow: `seed` decides. The two-sided tiles that are plain on both sides show their back.
    Raises UserError for a piece that the catalogue has no tag for.
    """
    catalogue = catalogue or make_catalogue()
    table = _Table(catalogue, np.random.default_rng([seed, 1]), jitter_mm)
    paved = {cell for tile in position.tiles if not tile.is_stone for cell in tile.cells}
    things = [_reference(tag, catalogue) for tag in catalogue.references]
    things += [table.tile(tile, paved) for tile in position.tiles]
    things += [table.token(token, paved) for token in position.tokens if token.cell]
    things.append(table.monster(position, paved))
    return Scene(_ground(catalogue.grid.cell_mm), tuple(things), catalogue.grid, hand)


def points_to_see(catalogue: Catalogue) -> npt.NDArray[np.float64]:
    """Board points (n, 2) that a picture must hold: the corners of the reference tags and of the board's outer wall."""
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


def truth_of(shot: Shot, position: Position) -> dict[str, Any]:
    """The shot's truth with each thing's cell and direction, as `companion read` names them, and the position.

    Things become `pieces` (with `cell`, and `facing`, `arrow` or `cells`) and `references`.
    """
    truth = dict(shot.truth)
    things = {entry["id"]: entry for entry in truth.pop("things")}
    places: dict[str, dict[str, Any]] = {
        MONSTER: {"cell": position.monster, "facing": str(position.facing)},
    }
    for token in position.tokens:
        if token.cell:
            places[f"{token.id}/{token.side}"] = {"cell": token.cell}
    for tile in position.tiles:
        if tile.kind is TileKind.POOL:
            places[tile.id] = {"cells": list(tile.cells)}
        else:
            places[_tile_tag_id(tile)] = {"cell": tile.cell} | ({"arrow": str(tile.arrow)} if tile.arrow else {})
    truth["pieces"] = [things[name] | place for name, place in places.items()]
    truth["references"] = [entry for name, entry in things.items() if name not in places]
    truth["position"] = position_to_json(position)
    return truth


def _tile_tag_id(tile: Tile) -> str:
    if tile.id not in STONE_FRONTS:
        return tile.id
    return f"{tile.id}/{'back' if tile.kind is TileKind.STONE else 'front'}"


class _Table:
    """Lays pieces down, one after the other, with the unsteadiness of a hand."""

    def __init__(self, catalogue: Catalogue, rng: np.random.Generator, jitter_mm: float) -> None:
        self._catalogue = catalogue
        self._tags = {tag.id: tag for tag in catalogue.tags}
        self._rng = rng
        self._jitter_mm = jitter_mm
        self._cell = catalogue.grid.cell_mm
        self._paving_mm = max(
            (tag.height_mm for tag in catalogue.tags if tag.kind in ("pool", "teleporter")), default=0
        )

    def _tag(self, tag_id: str) -> Tag:
        try:
            return self._tags[tag_id]
        except KeyError:
            raise UserError(f"the list of tags has none for {tag_id}; make the tags anew with companion tags") from None

    def tile(self, tile: Tile, paved: Set[Cell]) -> Thing:
        """A floor tile on its cell or cells; a stone may lie on one of the `paved` cells, those under other tiles."""
        tag = self._tag(_tile_tag_id(tile))
        if tile.kind is TileKind.POOL:
            return self._pool(tile, tag)
        turn = _TURN[tile.arrow] if tile.arrow else float(90 * self._rng.integers(4))
        base = tag.height_mm if tile.is_stone and tile.cell in paved else 0.0
        sticker = self._tile_sticker(tag, f"teleporter-{tile.id[-2]}" if tile.arrow else tag.kind)
        half = sticker.width_mm / 2
        prints = (sticker, self._print(tag))
        body = Body(rectangle(-half, -half, half, half), base, base + tag.height_mm, _CARDBOARD, prints=prints)
        return self._thing(tag, self._near(tile.cell, 0.5), turn + self._askew(2.0), (body,))

    def _pool(self, tile: Tile, tag: Tag) -> Thing:
        columns, rows = POOL_SHAPES[tile.id]
        places = np.array([column_row(cell) for cell in tile.cells])
        low, high = places.min(0), places.max(0)
        upright = (high - low + 1)[0] != columns
        turn = int(self._rng.choice([90, 270] if upright else [0, 180] if columns != rows else [0, 90, 180, 270]))
        right, lower = _POOL_TAG_END[turn]
        place = (high[0] if right else low[0], high[1] if lower else low[1])
        half, gap = self._cell / 2, 0.02 * self._cell
        edges = (-half + gap, -half + gap, columns * self._cell - half - gap, rows * self._cell - half - gap)
        art = Print(pool_picture(columns, rows, self._cell), PX_PER_MM, (-half, -half))
        prints = (art, self._tile_sticker(tag, "pool"), self._print(tag))
        body = Body(rectangle(*edges), 0.0, tag.height_mm, _CARDBOARD, prints=prints)
        centre = (np.array(place) + 0.5) * self._cell + self._offset(0.4)
        return self._thing(tag, (float(centre[0]), float(centre[1])), turn + self._askew(0.4), (body,))

    def token(self, token: Token, paved: Set[Cell]) -> Thing:
        """A player's token on its cell, on top of the tile there if it is one of the `paved` cells."""
        assert token.cell is not None
        tag = self._tag(f"{token.id}/{token.side}")
        colour = TOKENS[token.id][0]
        diameter = tag.size_mm * _TOKEN_PER_TAG
        base = self._paving_mm if token.cell in paved else 0.0
        art = token_sticker(colour, token.visible_number, token.side is Side.WHITE, diameter, tag.size_mm)
        prints = (Print.centred(art, diameter), self._print(tag))
        body = Body(disc(diameter), base, base + tag.height_mm, PLAYER_BGR[colour], PLAYER_BGR[colour], prints)
        return self._thing(tag, self._near(token.cell, 1.0), float(self._rng.uniform(0, 360)), (body,))

    def monster(self, position: Position, paved: Set[Cell]) -> Thing:
        """The monster: a foot, a body, and a cap with a nose that carries its tag; it may stand on a teleporter."""
        tag = self._tag(MONSTER)
        cell, tall = self._cell, tag.height_mm
        base = self._paving_mm if position.monster in paved else 0.0
        half = 0.49 * cell
        cap = rectangle(-half, -half, half, half)
        nose = np.array([(-0.25 * cell, -half), (0.0, -half - 0.14 * cell), (0.25 * cell, -half)])
        figure = ((0.84, 0.0, 0.08), (0.66, 0.08, 0.45), (0.54, 0.45, 0.8), (0.4, 0.8, 0.95))
        bodies = (
            *(
                Body(disc(wide * cell), base + low * tall, base + high * tall, _MONSTER_BGR, _FUR_BGR)
                for wide, low, high in figure
            ),
            Body(nose, base + 0.95 * tall, base + tall, _NOSE_BGR, _NOSE_BGR),
            Body(cap, base + 0.95 * tall, base + tall, _MONSTER_BGR, _CAP_BGR, (self._print(tag),)),
        )
        return self._thing(tag, self._near(position.monster, 0.8), _TURN[position.facing] + self._askew(3.0), bodies)

    def _thing(self, tag: Tag, centre_mm: tuple[float, float], turn_deg: float, bodies: tuple[Body, ...]) -> Thing:
        return Thing(tag.id, centre_mm, turn_deg, bodies, Code(self._catalogue.symbol_mm(tag)))

    def _tile_sticker(self, tag: Tag, name: str) -> Print:
        side = tag.size_mm * _TILE_PER_TAG
        return Print.centred(tile_sticker(name, side, tag.size_mm), side)

    def _print(self, tag: Tag) -> Print:
        return Print.centred(tag_art(tag.payload, self._catalogue.code), tag.size_mm)

    def _offset(self, share: float) -> npt.NDArray[np.float64]:
        return np.asarray(self._rng.uniform(-1, 1, 2) * share * self._jitter_mm, dtype=np.float64)

    def _near(self, cell: str, share: float) -> tuple[float, float]:
        x, y = self._catalogue.grid.centre(cell) + self._offset(share)
        return float(x), float(y)

    def _askew(self, deviation_deg: float) -> float:
        return float(np.clip(self._rng.normal(0, deviation_deg), -3 * deviation_deg, 3 * deviation_deg))


def _reference(tag: Tag, catalogue: Catalogue) -> Thing:
    """A reference tag: a sheet of paper without thickness at its place."""
    assert tag.placement_mm is not None
    half = tag.size_mm / 2
    picture = Print.centred(tag_art(tag.payload, catalogue.code), tag.size_mm)
    sheet = Body(rectangle(-half, -half, half, half), tag.height_mm, tag.height_mm, PAPER, PAPER, (picture,))
    return Thing(tag.id, tag.placement_mm, tag.placement_deg, (sheet,), Code(catalogue.symbol_mm(tag)))


@lru_cache(maxsize=2)
def _ground(cell_mm: float) -> tuple[Print, ...]:
    wall = WALL_CELLS * cell_mm
    middle = (len(FILES) * cell_mm / 2, len(ROWS) * cell_mm / 2)
    table = table_picture(_TABLE_PX_PER_MM, *_TABLE_MM)
    corner = (middle[0] - _TABLE_MM[0] / 2, middle[1] - _TABLE_MM[1] / 2)
    return (
        Print(table, _TABLE_PX_PER_MM, corner),
        Print(board_picture(_BOARD_PX_PER_MM, cell_mm), _BOARD_PX_PER_MM, (-wall, -wall)),
    )
