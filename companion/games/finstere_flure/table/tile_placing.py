"""Inference while players place the tiles: the tile that was placed, or what is wrong.

It comes from what is seen of the table.
"""

from companion.games.finstere_flure.table import problems
from companion.games.finstere_flure.table.observation import BoardObservation
from companion.games.finstere_flure.table.problem_kinds import ProblemKind
from companion.games.finstere_flure.table.problem_words import describe_problem
from companion.games.finstere_flure.table.stones import compare_stones
from companion.table.inference import Happened, Inference, Nothing, Problems, TableProblem, Waiting
from engine.finstere_flure.events import TilePlaced
from engine.finstere_flure.game import Game
from engine.finstere_flure.pieces import TILE_KINDS
from engine.finstere_flure.position import Tile


def infer_tile(game: Game, observation: BoardObservation) -> Inference[TilePlaced]:
    """Infer what has happened while a tile is to be placed.

    The tiles that were placed before are compared as `stones` tells; pools and teleporters that are not seen count
    as lying where they lay if something may hide them.
    """
    placed = game.state.placed
    floor = {tile.id: tile for tile in placed if not tile.is_stone}
    stones = compare_stones([tile for tile in placed if tile.is_stone], observation.stones)
    new = [
        *_assign_free_ids(stones.extra, game, observation),
        *(tile for tile in observation.floor if tile.id not in floor),
    ]
    covered = {cell for tile in new for cell in tile.cells}
    # A placed tile on which the new one lies is told of by the rules.
    unseen = [tile for tile in stones.missing if tile.cell not in covered and tile.id not in observation.doubtful_place]
    unseen += [part for part, _ in stones.moved if part.cell in observation.unreadable]
    unread = tuple(tile.cell for tile in unseen if tile.cell in observation.unreadable)
    lost = (tile for tile in floor.values() if not observation.may_be_present(tile))
    missing = (
        *(tile for tile in unseen if tile.cell not in observation.unreadable),
        *(tile for tile in lost if not covered & set(tile.cells)),
    )
    if unread and not missing:
        return Waiting(places=unread)
    wrong = [problems.doubtful_place(misplacement) for misplacement in observation.misplacements]
    if len(new) > 1:
        wrong.append(problems.two_tiles(new))
    else:
        wrong += [problem for tile in new for problem in _rule_problems(game, tile)]
    wrong += [problems.stone_misplaced(*pair) for pair in stones.moved]
    wrong += [problems.turned_over(*pair) for pair in stones.turned]
    wrong += [
        problems.floor_moved(floor[tile.id], tile, ProblemKind.MISPLACED)
        for tile in observation.floor
        if tile.id in floor and (set(tile.cells), tile.arrow) != (set(floor[tile.id].cells), floor[tile.id].arrow)
    ]
    if observation.tokens:
        wrong.append(problems.tokens_too_early(observation.tokens))
    if missing:
        gone = tuple(map(problems.tile_missing, missing))
        return Waiting(tuple(tile.id for tile in missing), observation.unreadable, problems=(*gone, *wrong))
    if wrong:
        return Problems(tuple(wrong))
    return Happened(TilePlaced(new[0])) if new else Nothing()


def _assign_free_ids(stones: tuple[Tile, ...], game: Game, observation: BoardObservation) -> list[Tile]:
    """Return new stones with the ids of parts that are still free.

    These are their own ids, unless equal stones were exchanged before.
    """
    placed = {tile.id for tile in game.state.placed}
    on_table = [stone.id for stone in observation.stones if stone.id not in placed]
    named = []
    for stone in stones:
        own = [stone.id] if stone.id not in placed else []
        free = [part for part in (*own, *on_table, *game.state.tiles_to_place) if stone.kind in TILE_KINDS[part]]
        part = free[0] if free else stone.id
        placed.add(part)
        on_table = [other for other in on_table if other != part]
        named.append(Tile(part, stone.kind, stone.cells))
    return named


def _rule_problems(game: Game, tile: Tile) -> list[TableProblem]:
    """Return a problem for every rule that forbids placing the tile there."""
    found = []
    for problem in game.problems(TilePlaced(tile)):
        sentence, fix = describe_problem(problem)
        found.append(problems.problem(ProblemKind.NOT_ALLOWED, sentence, fix, (tile.id,), problem.cells or tile.cells))
    return found
