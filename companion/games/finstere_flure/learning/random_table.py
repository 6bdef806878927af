"""A table in the middle of some game, for the demo and for trying things out."""

import random

from engine.finstere_flure.board import CELLS, CORNERS, ENTRANCE, EXIT, NEIGHBOUR, Cell, Direction
from engine.finstere_flure.pieces import (
    COLOURS_WITH_FOUR,
    POOL_SHAPES,
    STONE_FRONTS,
    TELEPORTER_PAIRS,
    TOKENS,
    Colour,
    Place,
    Side,
    TileKind,
)
from engine.finstere_flure.position import Position, Tile, Token, pool_cells_from


def random_table(rng: random.Random, *, players: int | None = None, everything: bool = False) -> Position:
    """Return a position with all 17 tiles and the tokens of 2 to 7 players (or `players`).

    The tiles lie as the expert set-up allows them. A few tokens wait outside or have left; with `everything` all 25
    tokens of the game are in the castle instead. Nothing lies on a pool, so that every tag can be seen. The same
    state of `rng` gives the same table.
    """
    free = [cell for cell in CELLS if cell not in _cells_without_tiles()]
    pools = _pools(rng, free)
    for pool in pools:
        free = [cell for cell in free if cell not in pool.cells]
    rng.shuffle(free)
    teleporters = _teleporters(rng, free)
    stones = tuple(
        Tile(tile, front if rng.random() < 0.7 else TileKind.STONE, (free.pop(),))
        for tile, front in STONE_FRONTS.items()
    )
    free += [cell for cell in _cells_without_tiles() if cell not in CORNERS]
    rng.shuffle(free)
    monster = free.pop()
    tokens = tuple(
        Token(token, rng.choice(list(Side)), free.pop() if everything else _token_place(rng, free))
        for token in (TOKENS if everything else _tokens(players or rng.randint(2, 7)))
    )
    return Position(monster, rng.choice(list(Direction)), tokens, (*stones, *teleporters, *pools)).in_order()


def _cells_without_tiles() -> list[Cell]:
    """Return the cells on which no tile is laid: three at the exit, three at the entrance.

    Rules, section 4.
    """
    beside = [NEIGHBOUR[corner, direction] for corner in (EXIT, ENTRANCE) for direction in Direction]
    return [*CORNERS, *(cell for cell in beside if cell is not None)]


def _pools(rng: random.Random, free: list[Cell]) -> list[Tile]:
    pools: list[Tile] = []
    for pool in POOL_SHAPES:
        taken = {cell for other in pools for cell in other.cells}
        places = [pool_cells_from(pool, cell, upright=upright) for cell in free for upright in (False, True)]
        fitting = [cells for cells in places if set(cells) <= set(free) - taken]
        pools.append(Tile(pool, TileKind.POOL, rng.choice(fitting)))
    return pools


def _teleporters(rng: random.Random, free: list[Cell]) -> list[Tile]:
    """Place the teleporters, and take their cells from `free`.

    Two teleporters are never orthogonally adjacent (rules, section 4).
    """
    teleporters: list[Tile] = []
    for tile in TELEPORTER_PAIRS:
        beside = {NEIGHBOUR[other.cell, direction] for other in teleporters for direction in Direction}
        cell = next(cell for cell in free if cell not in beside)
        free.remove(cell)
        teleporters.append(Tile(tile, TileKind.TELEPORTER, (cell,), rng.choice(list(Direction))))
    return teleporters


def _tokens(players: int) -> list[str]:
    """Return the ids of the players' tokens.

    With up to four players each has four tokens, else three without the white 3 (rules, section 2).
    """
    colours = COLOURS_WITH_FOUR[:players] if players <= 4 else tuple(Colour)[:players]
    return [token for token, (colour, white) in TOKENS.items() if colour in colours and (players <= 4 or white != 3)]


def _token_place(rng: random.Random, free: list[Cell]) -> Cell | Place:
    probability = rng.random()
    return Place.OUTSIDE if probability < 0.15 else Place.OUT if probability < 0.25 else free.pop()
