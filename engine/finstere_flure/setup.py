"""Floor set-up: the basic set-up, and the rules for placing tiles (sections 3 and 4, R21).

These rules say which tiles may lie where if players place them.
"""

from collections.abc import Iterator, Sequence

from .board import CELLS, CORNERS, ENTRANCE, NEIGHBOUR, Cell, Direction, is_cell
from .events import Faces, GameStarted, SetUp
from .pieces import POOL_SHAPES, STONE_FRONTS, TELEPORTER_PAIRS, TILE_KINDS, TileKind
from .position import Tile, pool_cells_from
from .problems import EventProblem, Reason

#: Where the stones lie in the basic set-up, backs up.
BASIC_STONE_CELLS: tuple[Cell, ...] = ("c3", "h5", "i6", "n6", "g7", "e8", "m4", "m8", "o9", "f10", "i10")
#: The upper left cells of the pools in the basic set-up.
BASIC_POOL_CELLS = {"pool-2x2": "i3", "pool-4x1": "e9"}
ALL_TILES = tuple(TILE_KINDS)
#: The tiles that the players place in each set-up.
TILES_TO_PLACE: dict[SetUp, tuple[str, ...]] = {
    SetUp.BASIC: (),
    SetUp.EXPERT: ALL_TILES,
    SetUp.PLACED: tuple(tile for tile in ALL_TILES if tile not in TELEPORTER_PAIRS),
}

#: Cells that can be reached in so many steps from the entrance or exit stay free: the corner and its neighbours.
FREE_STEPS = 2
FREE_STEPS_DM = 3
#: With DM placing no cell of a pool is nearer to the entrance.
POOL_STEPS_DM = 8


def _steps_from(corner: Cell) -> dict[Cell, int]:
    """Return steps to each cell of the empty board; the corner is step one, from outside."""
    steps = {corner: 1}
    for cell in (queue := [corner]):
        for direction in Direction:
            following = NEIGHBOUR[cell, direction]
            if following is not None and following not in steps:
                steps[following] = steps[cell] + 1
                queue.append(following)
    return steps


#: From each corner, the number of steps to every cell.
STEPS = {corner: _steps_from(corner) for corner in CORNERS}


def basic_tiles(stones: Sequence[str]) -> tuple[Tile, ...]:
    """Return the tiles of the basic set-up.

    `stones` are the ids of the stones on `BASIC_STONE_CELLS`, in order.
    """
    return (
        *(Tile(stone, TileKind.STONE, (cell,)) for stone, cell in zip(stones, BASIC_STONE_CELLS, strict=True)),
        *(Tile(pool, TileKind.POOL, pool_cells_from(pool, cell)) for pool, cell in BASIC_POOL_CELLS.items()),
    )


def basic_stones_problems(stones: Sequence[str]) -> Iterator[EventProblem]:
    """Find problems of the stones of the basic set-up: each of the eleven must be there once."""
    if sorted(stones) != sorted(STONE_FRONTS):
        yield EventProblem(
            Reason.UNKNOWN_PIECE,
            f"the basic set-up has each of stone-1 to stone-{len(STONE_FRONTS)} once, not {' '.join(stones) or 'none'}",
        )


def faces_up(tile_id: str, started: GameStarted) -> frozenset[TileKind]:
    """Return the faces that the tile may show when it is placed in this game (R20, R21)."""
    if tile_id not in STONE_FRONTS:
        return TILE_KINDS[tile_id]
    if started.set_up is SetUp.PLACED:
        return frozenset({TileKind.STONE})
    return frozenset({STONE_FRONTS[tile_id]}) if started.faces is Faces.FRONTS else TILE_KINDS[tile_id]


def placement_problems(tile: Tile, placed: Sequence[Tile], started: GameStarted) -> Iterator[EventProblem]:
    """Find all problems of placing `tile` in a game that started so.

    The tiles `placed` lie already.
    """
    if any(other.id == tile.id for other in placed):
        yield EventProblem(Reason.ALREADY_PLACED, f"{tile.id} lies on the board already", tile.id)
    yield from _impossible(tile)
    yield from _is_misplaced(tile, started)
    if not tile.cells or not all(map(is_cell, tile.cells)):
        # How it lies to the rest of the board cannot be judged.
        return
    for other in placed:
        shared = tuple(cell for cell in tile.cells if cell in other.cells)
        if shared and other.id != tile.id:
            yield EventProblem(
                Reason.OVERLAP,
                f"{tile.id} overlaps {other.id} on {' '.join(shared)}: tiles never overlap",
                tile.id,
                shared,
            )
    yield from _too_near_a_corner(tile, FREE_STEPS_DM if started.dm_placing else FREE_STEPS)
    if tile.kind is TileKind.TELEPORTER:
        yield from _beside_a_teleporter(tile, placed)
    if started.dm_placing and tile.kind is TileKind.POOL:
        yield from _bad_pool(tile, placed)


def _impossible(tile: Tile) -> Iterator[EventProblem]:
    """Yield problems of a tile that does not exist, has another shape or kind, or is off board."""
    for sentence in tile.problems:
        yield EventProblem(Reason.IMPOSSIBLE, sentence, tile.id, tile.cells)


def _is_misplaced(tile: Tile, started: GameStarted) -> Iterator[EventProblem]:
    """Yield a tile that is not placed in this set-up, or not with this face up."""
    if tile.id not in TILE_KINDS:
        return
    if tile.id not in TILES_TO_PLACE[started.set_up]:
        yield EventProblem(Reason.NOT_IN_SET_UP, f"{tile.id} is not placed in the set-up {started.set_up}", tile.id)
    elif tile.kind in TILE_KINDS[tile.id] and tile.kind not in (faces := faces_up(tile.id, started)):
        yield EventProblem(
            Reason.FACE, f"{tile.id} cannot lie as a {tile.kind} here, but as a {' or a '.join(sorted(faces))}", tile.id
        )


def _too_near_a_corner(tile: Tile, free_steps: int) -> Iterator[EventProblem]:
    for corner in CORNERS:
        for cell in tile.cells:
            if STEPS[corner][cell] <= free_steps:
                name = "entrance" if corner == ENTRANCE else "exit"
                yield EventProblem(
                    Reason.KEEP_FREE,
                    f"{tile.id} cannot lie on {cell}: the cells within {free_steps} steps of the {name} stay free",
                    tile.id,
                    (cell,),
                )


def _beside_a_teleporter(tile: Tile, placed: Sequence[Tile]) -> Iterator[EventProblem]:
    for other in placed:
        if other.kind is TileKind.TELEPORTER and other.id != tile.id and _touch(tile, other):
            yield EventProblem(
                Reason.TELEPORTERS_ADJACENT,
                f"{tile.id} on {tile.cell} lies beside {other.id} on {other.cell}: teleporters never lie side by side",
                tile.id,
                (tile.cell, other.cell),
            )


def _bad_pool(tile: Tile, placed: Sequence[Tile]) -> Iterator[EventProblem]:
    nearest = min(tile.cells, key=STEPS[ENTRANCE].__getitem__)
    if STEPS[ENTRANCE][nearest] < POOL_STEPS_DM:
        yield EventProblem(
            Reason.POOL_TOO_NEAR,
            f"{tile.id} on {nearest} is {STEPS[ENTRANCE][nearest]} steps from the entrance:"
            f" a pool is at least {POOL_STEPS_DM} away",
            tile.id,
            (nearest,),
        )
    at_edge = tuple(cell for cell in tile.cells if None in _around(cell))
    if at_edge:
        yield EventProblem(
            Reason.POOL_AT_EDGE, f"{tile.id} touches the board's edge at {' '.join(at_edge)}", tile.id, at_edge
        )
    for other in placed:
        if other.kind is TileKind.POOL and other.id != tile.id and _touch(tile, other):
            yield EventProblem(
                Reason.POOLS_TOUCH, f"{tile.id} touches {other.id}: pools never touch", tile.id, tile.cells
            )


def _around(cell: Cell) -> tuple[Cell | None, ...]:
    return tuple(NEIGHBOUR[cell, direction] for direction in Direction)


def _touch(tile: Tile, other: Tile) -> bool:
    """Return True if the two share a side."""
    return any(neighbour in other.cells for cell in tile.cells for neighbour in _around(cell))


def placements(tile_id: str, placed: Sequence[Tile], started: GameStarted) -> Iterator[Tile]:
    """Yield every way in which the rules let this tile be placed.

    All allowed faces and arrows are included.
    """
    for kind in sorted(faces_up(tile_id, started)):
        for cells in _places(tile_id):
            for arrow in Direction if kind is TileKind.TELEPORTER else (None,):
                tile = Tile(tile_id, kind, cells, arrow)
                if next(placement_problems(tile, placed, started), None) is None:
                    yield tile


def _places(tile_id: str) -> Iterator[tuple[Cell, ...]]:
    """Yield all cells on which the tile could lie; some may be off the board."""
    for cell in CELLS:
        if tile_id not in POOL_SHAPES:
            yield (cell,)
            continue
        columns, rows = POOL_SHAPES[tile_id]
        for upright in (False, True) if columns != rows else (False,):
            yield pool_cells_from(tile_id, cell, upright=upright)
