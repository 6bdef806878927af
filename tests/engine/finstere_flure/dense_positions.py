"""Hypothesis strategies for valid positions with crowded lines round the monster.

Much happens in these positions.
"""

from collections.abc import Sequence

from hypothesis import strategies as st

from engine.finstere_flure.board import CELLS, CORNERS, RAY, Cell, Direction, half_turn, is_cell
from engine.finstere_flure.pieces import (
    POOL_SHAPES,
    STONE_FRONTS,
    TELEPORTER_PAIRS,
    TILE_KINDS,
    TOKENS,
    Place,
    Side,
    TileKind,
)
from engine.finstere_flure.position import Position, Tile, Token, pool_cells_from

cards = st.sampled_from([str(steps) for steps in range(1, 11)] + ["X", "XX", "XXX"])


def _placements(pool: str) -> list[tuple[Cell, ...]]:
    """Every way in which the pool can lie on the board, off the corners."""
    found = (pool_cells_from(pool, cell, upright=upright) for cell in CELLS for upright in (False, True))
    return sorted({cells for cells in found if all(map(is_cell, cells)) and not set(cells) & set(CORNERS)})


#: What may stand on a cell in line with the monster, by how often.
_CONTENTS = (
    *[None] * 8,
    *[TileKind.STONE] * 2,
    TileKind.CRYSTAL,
    *[TileKind.TURN90] * 3,
    TileKind.TURN180,
    *Side,
)
_POOL_PLACEMENTS = {pool: _placements(pool) for pool in POOL_SHAPES}


def _lines(monster: Cell, facing: Direction) -> tuple[Cell, ...]:
    """Return the cells in line with the monster and round it; the way ahead comes first.

    Cells behind the walls are included.
    """
    cells: list[Cell] = []
    for direction in (facing, facing.left, facing.right, facing.back):
        ahead = RAY[monster, direction]
        entered = half_turn(ahead[-1] if ahead else monster)
        cells += [*ahead, entered, *RAY[entered, direction][:4]]
        cells += RAY[ahead[0], direction.right][:2] if ahead else ()
    return tuple(dict.fromkeys(cell for cell in cells if cell != monster))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Draw a valid position with up to all tiles and many tokens.

    Most of them are in line with the monster.
    """
    monster = draw(st.sampled_from(CELLS))
    facing = draw(st.sampled_from(Direction))
    hot = _lines(monster, facing)
    tiles = draw(_pools(monster, hot))
    closed = {cell for tile in tiles for cell in tile.cells} | set(CORNERS)
    teleporters = set()
    for first in draw(st.sampled_from([(), ("teleporter-A1",), ("teleporter-A1", "teleporter-B1")])):
        for teleporter in sorted((first, TELEPORTER_PAIRS[first])):
            cell = draw(st.sampled_from([cell for cell in (*hot[:20], monster, *CELLS[::5]) if cell not in closed]))
            tiles.append(Tile(teleporter, TileKind.TELEPORTER, (cell,), draw(st.sampled_from(Direction))))
            closed.add(cell)
            teleporters.add(cell)
    stones = list(STONE_FRONTS)
    offset = draw(st.integers(0, len(TOKENS) - 1))
    tokens = [*TOKENS][offset:] + [*TOKENS][:offset]
    standing = []
    contents = draw(st.lists(st.sampled_from(_CONTENTS), min_size=len(hot), max_size=len(hot)))
    for cell, content in zip(hot, contents, strict=True):
        if content is None or cell in teleporters:
            continue
        if isinstance(content, Side):
            if tokens:
                standing.append(Token(tokens.pop(), content, cell))
        elif cell not in CORNERS and (fitting := [stone for stone in stones if content in TILE_KINDS[stone]]):
            stones.remove(fitting[-1])
            tiles.append(Tile(fitting[-1], content, (cell,)))
    places = draw(st.lists(st.sampled_from(Place), max_size=3))
    beside = [Token(token, Side.WHITE, place) for token, place in zip(tokens, places, strict=False)]
    return Position(monster, facing, (*standing, *beside), tuple(tiles), draw(st.sampled_from([1, 2])))


@st.composite
def _pools(draw: st.DrawFn, monster: Cell, hot: Sequence[Cell]) -> list[Tile]:
    """Draw no pool, one or both; more often than not in line with the monster."""
    tiles: list[Tile] = []
    closed = {monster}
    for pool in draw(st.sampled_from([(), ("pool-2x2",), ("pool-4x1",), ("pool-2x2", "pool-4x1")])):
        possible = [cells for cells in _POOL_PLACEMENTS[pool] if not closed & set(cells)]
        near = [cells for cells in possible if set(cells) & set(hot[:4])] if draw(st.integers(0, 3)) else []
        cells = draw(st.sampled_from(near or possible))
        tiles.append(Tile(pool, TileKind.POOL, cells))
        closed |= set(cells)
    return tiles
