"""Checks of the floor and the monster of the basic set-up, before the game begins."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.finstere_flure.table import problems
from companion.games.finstere_flure.table.observation import BoardObservation
from companion.games.finstere_flure.table.problem_kinds import ProblemKind
from companion.games.finstere_flure.table.stones import cells_apart
from companion.table.inference import TableProblem
from engine.finstere_flure.board import EXIT, Cell, Direction
from engine.finstere_flure.pieces import STONE_FRONTS, TileKind
from engine.finstere_flure.position import Tile
from engine.finstere_flure.setup import BASIC_STONE_CELLS, basic_tiles

#: The floor as it should be; which stone lies on which of the stones' cells does not matter.
BASIC_FLOOR = basic_tiles(tuple(STONE_FRONTS))
#: Where the monster stands, and which way it faces.
MONSTER_AT = (EXIT, Direction.E)


@dataclass(frozen=True)
class SetUpCheck:
    """Remaining discrepancies of the basic set-up.

    `stones` are the stones on `BASIC_STONE_CELLS`, in order, once everything lies right; else None. `waiting` are
    cells that cannot be read and should hold a piece, `unread` others that cannot be read. `to_lay` are the tiles
    of the floor that do not lie yet.
    """

    stones: tuple[str, ...] | None
    problems: tuple[TableProblem, ...]
    waiting: tuple[Cell, ...] = ()
    to_lay: tuple[Tile, ...] = ()
    unread: tuple[Cell, ...] = ()


def check_basic(observation: BoardObservation) -> SetUpCheck:
    """Return what is still wrong with the basic set-up, in the best order for laying it.

    This order is the floor, then the monster.
    """
    stones = {stone.cell: stone for stone in observation.stones}
    right = {cell for cell in BASIC_STONE_CELLS if cell in stones and stones[cell].kind is TileKind.STONE}
    found = [
        *(problems.doubtful_place(misplacement) for misplacement in observation.misplacements),
        *_pools(observation),
        *_stones(observation, right),
        *_monster(observation),
        *_forbidden_pieces(observation),
    ]
    # A piece in doubt is told of once, not as missing too.
    doubtful = {cell for misplacement in observation.misplacements for cell in misplacement.cells}
    found = [
        problem
        for problem in found
        if problem.kind is not ProblemKind.MISSING or not doubtful.intersection(problem.places)
    ]
    to_lay = tuple(tile for tile in BASIC_FLOOR if tile.cell not in right and not _is_pool_placed(tile, observation))
    wanted = {cell for tile in to_lay for cell in tile.cells} | ({EXIT} if observation.monster is None else set())
    waiting = tuple(cell for cell in observation.unreadable if cell in wanted)
    ready = not found and not waiting
    return SetUpCheck(
        stones=tuple(stones[cell].id for cell in BASIC_STONE_CELLS) if ready else None,
        problems=tuple(found),
        waiting=waiting,
        to_lay=to_lay,
        unread=tuple(cell for cell in observation.unreadable if cell not in {*waiting, *observation.reached_over}),
    )


def _is_pool_placed(pool: Tile, observation: BoardObservation) -> bool:
    return any(tile.id == pool.id and set(tile.cells) == set(pool.cells) for tile in observation.floor)


def _pools(observation: BoardObservation) -> Iterator[TableProblem]:
    placed_tiles = {tile.id: tile for tile in observation.floor}
    for pool in BASIC_FLOOR:
        if pool.is_stone or _is_pool_placed(pool, observation) or pool.id in observation.doubtful_place:
            continue
        if pool.id in placed_tiles:
            yield problems.floor_moved(pool, placed_tiles[pool.id], ProblemKind.MISPLACED)
        elif not set(pool.cells) & set(observation.unreadable):
            yield problems.tile_missing(pool)


def _stones(observation: BoardObservation, right: set[Cell]) -> Iterator[TableProblem]:
    """Yield stones with the wrong face up, in the wrong place, missing or too many."""
    lacking = [tile for tile in BASIC_FLOOR if tile.is_stone and tile.cell not in right]
    surplus = [stone for stone in observation.stones if stone.cell not in right]
    for stone in list(surplus):
        under = next((tile for tile in lacking if tile.cell == stone.cell), None)
        if under is not None:
            lacking.remove(under)
            surplus.remove(stone)
            yield problems.turned_over(under, stone)
    for place in list(lacking):
        if surplus and place.cell not in observation.unreadable:
            nearest = min(surplus, key=lambda stone: cells_apart(stone.cell, place.cell))
            lacking.remove(place)
            surplus.remove(nearest)
            turned = nearest.kind is not TileKind.STONE
            yield problems.turned_over(place, nearest) if turned else problems.stone_misplaced(place, nearest)
    for place in lacking:
        if place.cell not in observation.unreadable:
            yield problems.tile_missing(place)
    for stone in surplus:
        yield problems.extra_tile(stone)


def _monster(observation: BoardObservation) -> Iterator[TableProblem]:
    if observation.monster is not None and observation.monster != MONSTER_AT:
        yield problems.monster_moved(*MONSTER_AT, observation.monster, ProblemKind.MISPLACED)
    elif (
        observation.monster is None
        and "monster" not in observation.doubtful_place
        and EXIT not in observation.unreadable
    ):
        yield problems.monster_missing(*MONSTER_AT)


def _forbidden_pieces(observation: BoardObservation) -> Iterator[TableProblem]:
    """Yield teleporters, and tokens, which begin beside the entrance."""
    for tile in observation.floor:
        if tile.kind is TileKind.TELEPORTER:
            yield problems.extra_tile(tile)
    if observation.tokens:
        yield problems.tokens_too_early(observation.tokens)
