"""From a position to the table that the virtual camera sees: our printed pieces, laid out by not quite exact hands."""

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from companion.errors import UserError
from companion.finstere_flure.board_art import WALL_CELLS, board_picture, table_picture
from companion.finstere_flure.tags import make_catalogue
from engine.finstere_flure.board import FILES, ROWS, Direction, column_row
from engine.finstere_flure.pieces import MONSTER, POOL_SHAPES, STONE_FRONTS, TOKENS, Colour, TileKind
from engine.finstere_flure.position import Position, Tile, Token
from engine.finstere_flure.positionfile import position_to_json
from vision.catalogue import Catalogue, CodeType, Tag
from vision.symbols import tag_picture
from vision.virtual import Body, Code, Hand, Print, Scene, Shot, Thing, disc, rectangle

Picture = npt.NDArray[np.uint8]
Bgr = tuple[int, int, int]

COLOUR_BGR: dict[Colour, Bgr] = {
    Colour.GREEN: (70, 140, 40),
    Colour.RED: (40, 36, 190),
    Colour.BLUE: (180, 90, 30),
    Colour.YELLOW: (30, 200, 235),
    Colour.BEIGE: (150, 190, 215),
    Colour.PURPLE: (140, 50, 120),
    Colour.BLACK: (40, 40, 40),
}
_KIND_BGR: dict[str, Bgr] = {
    "stone": (120, 122, 126),
    "crystal": (215, 190, 120),
    "turn90": (50, 140, 220),
    "turn180": (170, 70, 150),
    "pool": (26, 18, 130),
}
_TELEPORTER_BGR: dict[str, Bgr] = {"A": (150, 150, 20), "B": (120, 40, 200)}
_CARDBOARD: Bgr = (120, 150, 170)
_MONSTER_BGR: Bgr = (38, 44, 40)
_NOSE_BGR: Bgr = (40, 50, 170)
_PAPER: Bgr = (246, 248, 248)

_ART_PX_PER_MM = 10
_BOARD_PX_PER_MM = 6.0
_TABLE_PX_PER_MM = 2.0
_TABLE_MM = (1400.0, 1200.0)

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
    pools = position.pool_cells
    things = [_reference(tag, catalogue) for tag in catalogue.references]
    things += [table.tile(tile, on_pool=tile.cell in pools) for tile in position.tiles]
    things += [table.token(token, on_pool=token.cell in pools) for token in position.tokens if token.cell]
    things.append(table.monster(position))
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

    def _tag(self, tag_id: str) -> Tag:
        try:
            return self._tags[tag_id]
        except KeyError:
            raise UserError(f"the list of tags has none for {tag_id}; make the tags anew with companion tags") from None

    def tile(self, tile: Tile, on_pool: bool) -> Thing:
        """A floor tile on its cell or cells."""
        tag = self._tag(_tile_tag_id(tile))
        if tile.kind is TileKind.POOL:
            return self._pool(tile, tag)
        turn = _TURN[tile.arrow] if tile.arrow else 90.0 * self._rng.integers(4)
        base = tag.height_mm if on_pool else 0.0
        side = tag.size_mm * 6 / 5
        colour = _TELEPORTER_BGR[tile.id[-2]] if tile.arrow else _KIND_BGR[tag.kind]
        art = Print.centred(_tile_face(tag.kind, colour), side)
        outline = rectangle(-side / 2, -side / 2, side / 2, side / 2)
        body = Body(outline, base, base + tag.height_mm, _CARDBOARD, colour, (art, self._print(tag)))
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
        art = Print(_pool_face(columns, rows, self._cell), _ART_PX_PER_MM, (-half, -half))
        body = Body(rectangle(*edges), 0.0, tag.height_mm, _CARDBOARD, _KIND_BGR["pool"], (art, self._print(tag)))
        centre = (np.array(place) + 0.5) * self._cell + self._offset(0.4)
        return self._thing(tag, (float(centre[0]), float(centre[1])), turn + self._askew(0.4), (body,))

    def token(self, token: Token, on_pool: bool) -> Thing:
        """A player's token on its cell."""
        assert token.cell is not None
        tag = self._tag(f"{token.id}/{token.side}")
        colour = COLOUR_BGR[TOKENS[token.id][0]]
        diameter = tag.size_mm / 0.87
        base = self._tag("pool-2x2").height_mm if on_pool else 0.0
        rim = Print.centred(_token_face(colour), diameter)
        body = Body(disc(diameter), base, base + tag.height_mm, colour, _PAPER, (rim, self._print(tag)))
        return self._thing(tag, self._near(token.cell, 1.0), float(self._rng.uniform(0, 360)), (body,))

    def monster(self, position: Position) -> Thing:
        """The monster: a foot, a body, and a cap with a nose that carries its tag."""
        tag = self._tag(MONSTER)
        cell, top = self._cell, tag.height_mm
        half = tag.size_mm / 2 + 0.5
        nose = np.array([(-0.14 * cell, -half), (0.0, -half - 0.12 * cell), (0.14 * cell, -half)])
        bodies = (
            Body(disc(0.84 * cell), 0.0, 0.1 * top, _MONSTER_BGR, (52, 58, 54)),
            Body(disc(0.5 * cell), 0.1 * top, 0.9 * top, _MONSTER_BGR, _MONSTER_BGR),
            Body(nose, 0.85 * top, 0.97 * top, _NOSE_BGR, _NOSE_BGR),
            Body(rectangle(-half, -half, half, half), 0.9 * top, top, _MONSTER_BGR, _PAPER, (self._print(tag),)),
        )
        return self._thing(tag, self._near(position.monster, 0.8), _TURN[position.facing] + self._askew(3.0), bodies)

    def _thing(self, tag: Tag, centre_mm: tuple[float, float], turn_deg: float, bodies: tuple[Body, ...]) -> Thing:
        return Thing(tag.id, centre_mm, turn_deg, bodies, Code(self._catalogue.symbol_mm(tag)))

    def _print(self, tag: Tag) -> Print:
        return Print.centred(_tag_art(tag.payload, self._catalogue.code), tag.size_mm)

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
    picture = Print.centred(_tag_art(tag.payload, catalogue.code), tag.size_mm)
    sheet = Body(rectangle(-half, -half, half, half), tag.height_mm, tag.height_mm, _PAPER, _PAPER, (picture,))
    return Thing(tag.id, tag.placement_mm, tag.placement_deg, (sheet,), Code(catalogue.symbol_mm(tag)))


# -- what is printed on the pieces --------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _tag_art(payload: str, code: CodeType) -> Picture:
    return np.asarray(cv2.cvtColor(tag_picture(payload, code), cv2.COLOR_GRAY2BGR), dtype=np.uint8)


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


@lru_cache(maxsize=16)
def _tile_face(kind: str, colour: Bgr) -> Picture:
    """A square sticker's frame, a sign of the kind at each side; the tag covers the middle."""
    side = 24 * _ART_PX_PER_MM
    face = np.full((side, side, 3), colour, np.uint8)
    light = tuple(min(255, c + 70) for c in colour)
    middle, edge = side / 2, side / 24
    signs = {
        "crystal": [(-1.2, 0), (0, -0.75), (1.2, 0), (0, 0.75)],
        "turn90": [(-1, 0.7), (-1, -0.7), (1.2, 0)],
        "turn180": [(-1.3, 0), (0, -0.75), (0, 0.75), (1.3, 0)],
        "teleporter": [(-2.4, 0.8), (0, -0.85), (2.4, 0.8)],
    }
    if kind in signs:
        for quarter in range(1 if kind == "teleporter" else 4):
            points = np.array(signs[kind]) * edge + np.array([middle, edge])
            angle = quarter * np.pi / 2
            turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
            turned = (points - middle) @ turn + middle
            cv2.fillPoly(face, [np.round(turned * 16).astype(np.int32)], light, cv2.LINE_AA, 4)
    cv2.rectangle(face, (0, 0), (side - 1, side - 1), tuple(c // 2 for c in colour), 4)
    return face


@lru_cache(maxsize=16)
def _token_face(colour: Bgr) -> Picture:
    """A round sticker with a coloured rim."""
    side = 20 * _ART_PX_PER_MM
    face = np.full((side, side, 3), _PAPER, np.uint8)
    cv2.circle(face, (side // 2, side // 2), side // 2 - 6, colour, 16, cv2.LINE_AA)
    return face


@lru_cache(maxsize=4)
def _pool_face(columns: int, rows: int, cell_mm: float) -> Picture:
    """A pool of blood on stone, shining."""
    cell = round(cell_mm * _ART_PX_PER_MM)
    width, height = columns * cell, rows * cell
    rng = np.random.default_rng(columns)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    # Distance to the pool's rounded rim, wavy like a puddle.
    inset = np.minimum(np.minimum(x, width - x), np.minimum(y, height - y)) / cell
    wave = cv2.resize(rng.standard_normal((rows * 3, columns * 3)).astype(np.float32), (width, height), interpolation=3)
    inside = np.clip((inset - 0.09 - 0.025 * np.asarray(wave)) * 12, 0, 1)[..., None]
    shine = np.exp(-(((x + y) / cell % 1.7 - 0.8) ** 2) / 0.02)[..., None] * 60
    blood = np.array(_KIND_BGR["pool"], np.float32) + shine * np.array([0.6, 0.6, 1.0], np.float32)
    stone = np.array([70, 66, 66], np.float32)
    return np.asarray(np.clip(stone * (1 - inside) + blood * inside, 0, 255), dtype=np.uint8)
