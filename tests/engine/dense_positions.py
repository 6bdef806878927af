"""Hypothesis strategies for valid positions in which much happens: crowded lines round the monster."""

from collections.abc import Iterable

from hypothesis import strategies as st

from engine.finstere_flure.board import CELLS, CORNERS, RAY, Cell, Direction, half_turn, is_cell
from engine.finstere_flure.pieces import (
    POOL_SHAPES,
    STONE_FRONTS,
    TELEPORTER_PAIRS,
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


_POOL_PLACEMENTS = {pool: _placements(pool) for pool in POOL_SHAPES}


def _lines(monster: Cell) -> tuple[Cell, ...]:
    """The cells in line with the monster, also those behind the walls, and those round it."""
    cells: list[Cell] = []
    for direction in Direction:
        ahead = RAY[monster, direction]
        entered = half_turn(ahead[-1] if ahead else monster)
        cells += [*ahead, entered, *RAY[entered, direction][:4]]
        cells += RAY[ahead[0], direction.right][:2] if ahead else ()
    return tuple(dict.fromkeys(cell for cell in cells if cell != monster))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A valid position with up to all of the tiles and many tokens, most of them in line with the monster."""
    monster = draw(st.sampled_from(CELLS))
    hot = _lines(monster)
    tiles = draw(_pools(monster, hot))
    wet = {cell for tile in tiles for cell in tile.cells}
    taken = {monster}
    for first in draw(st.sets(st.sampled_from(["teleporter-A1", "teleporter-B1"]))):
        for teleporter in sorted((first, TELEPORTER_PAIRS[first])):
            places = [cell for cell in (*hot[:20], monster, *CELLS) if _free(cell, wet, taken - {monster}, tiles)]
            cell = draw(st.sampled_from(places))
            tiles.append(Tile(teleporter, TileKind.TELEPORTER, (cell,), draw(st.sampled_from(Direction))))
            taken.add(cell)
    stones = list(draw(st.permutations(list(STONE_FRONTS))))
    tokens = list(draw(st.permutations(list(TOKENS))))
    standing = []
    contents = draw(st.lists(st.sampled_from(["", "", "stone", "token"]), min_size=len(hot), max_size=len(hot)))
    for cell, content in zip(hot, contents, strict=True):
        if cell in taken:
            continue
        if content == "stone" and stones and cell not in CORNERS:
            stone = stones.pop()
            tiles.append(Tile(stone, draw(st.sampled_from([STONE_FRONTS[stone], TileKind.STONE])), (cell,)))
        elif content == "token" and tokens:
            standing.append(Token(tokens.pop(), draw(st.sampled_from(Side)), cell))
    beside = [
        Token(token, draw(st.sampled_from(Side)), draw(st.sampled_from(Place)))
        for token in tokens[: draw(st.integers(0, 3))]
    ]
    facing = draw(st.sampled_from(Direction))
    return Position(monster, facing, (*standing, *beside), tuple(tiles), draw(st.sampled_from([1, 2])))


@st.composite
def _pools(draw: st.DrawFn, monster: Cell, hot: Iterable[Cell]) -> list[Tile]:
    """No pool, one or both; more often than not in line with the monster."""
    tiles: list[Tile] = []
    closed = {monster}
    for pool in sorted(draw(st.sets(st.sampled_from(list(POOL_SHAPES))))):
        possible = [cells for cells in _POOL_PLACEMENTS[pool] if not closed & set(cells)]
        near = [cells for cells in possible if set(cells) & set(hot)]
        cells = draw(st.sampled_from(near if draw(st.integers(0, 3)) else possible))
        tiles.append(Tile(pool, TileKind.POOL, cells))
        closed |= set(cells)
    return tiles


def _free(cell: Cell, wet: set[Cell], taken: set[Cell], tiles: Iterable[Tile]) -> bool:
    """Whether a teleporter can lie there."""
    return cell not in wet and cell not in CORNERS and cell not in taken and all(cell not in t.cells for t in tiles)
