"""Checks of the floor and the monster of the basic set-up, before the game begins."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.finstere_flure.table import problems
from companion.games.finstere_flure.table.comparison import Differences, compare
from companion.games.finstere_flure.table.lies import monster_lie, tile_lie
from companion.games.finstere_flure.table.observation import BoardObservation, in_order
from companion.table.inference import TableProblem
from companion.table.layout import TableLayout
from engine.finstere_flure.board import EXIT, Cell, Direction
from engine.finstere_flure.pieces import MONSTER, STONE_FRONTS, TILE_KINDS
from engine.finstere_flure.position import Tile
from engine.finstere_flure.setup import BASIC_STONE_CELLS, basic_tiles

#: The floor as it should be; which stone lies on which of the stones' cells does not matter.
BASIC_FLOOR = basic_tiles(tuple(STONE_FRONTS))
#: Where the monster stands, and which way it faces.
MONSTER_AT = (EXIT, Direction.E)
#: How they lie at first.
BASIC_LAYOUT = TableLayout.from_lies((*map(tile_lie, BASIC_FLOOR), monster_lie(*MONSTER_AT)))
_POOLS = tuple(tile for tile in BASIC_FLOOR if not tile.is_stone)
_STONES = tuple(tile for tile in BASIC_FLOOR if tile.is_stone)


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
    # A pool must be seen once; later it may lie under pieces.
    unseen = [pool for pool in _POOLS if pool.id not in observation.layout.lies]
    found = tuple(_problems(observation, compare(BASIC_LAYOUT, observation), unseen))
    laid = observation.aligned(BASIC_LAYOUT).layout.counts
    to_lay = tuple(tile for tile in BASIC_FLOOR if tile in unseen or tile_lie(tile) not in laid)
    wanted = {cell for tile in to_lay for cell in tile.cells} | ({EXIT} if observation.monster is None else set())
    waiting = observation.unreadable & wanted
    stones = {stone.cell: stone.id for stone in observation.stones}
    return SetUpCheck(
        stones=None if found or waiting else tuple(stones[cell] for cell in BASIC_STONE_CELLS),
        problems=found,
        waiting=in_order(waiting),
        to_lay=to_lay,
        unread=in_order(observation.unreadable - waiting - observation.reached_over),
    )


def _problems(
    observation: BoardObservation, differences: Differences, unseen_pools: list[Tile]
) -> Iterator[TableProblem]:
    """Yield what is wrong: `unseen_pools` are missing where nothing unread lies on them."""
    missing = {*differences.missing}
    missing |= {
        pool.id
        for pool in unseen_pools
        if pool.id not in observation.in_doubt and observation.unreadable.isdisjoint(pool.cells)
    }
    for misplacement in observation.misplacements:
        yield problems.doubtful_place(misplacement)
    for tiles in (_POOLS, _STONES):
        for start, end in differences.of([tile.id for tile in tiles]):
            if start is not None and end is not None:
                yield problems.tile_wrong(start, end)
        yield from (problems.tile_missing(tile) for tile in tiles if tile.id in missing)
    yield from (problems.extra_tile(change.lie) for change in differences.of(STONE_FRONTS) if change.end is None)
    for start, end in differences.of((MONSTER,)):
        if start is not None and end is not None:
            yield problems.monster_moved(start, end)
    if MONSTER in missing:
        yield problems.monster_missing(*MONSTER_AT)
    floor = differences.of(TILE_KINDS.keys() - STONE_FRONTS.keys())
    yield from (problems.extra_tile(change.lie) for change in floor if change.end is None)
    if observation.tokens:
        yield problems.tokens_too_early(observation.tokens)
