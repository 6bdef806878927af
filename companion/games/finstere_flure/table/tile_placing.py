"""Inference while players place the tiles: the tile that was placed, or what is wrong.

It comes from what is seen of the table.
"""

from companion.games.finstere_flure.table import problems
from companion.games.finstere_flure.table.comparison import compare
from companion.games.finstere_flure.table.lies import cells_of, tile_lie, tile_of
from companion.games.finstere_flure.table.observation import BoardObservation, in_order
from companion.games.finstere_flure.table.problem_kinds import ProblemKind
from companion.games.finstere_flure.table.problem_words import describe_problem
from companion.table.inference import Happened, Inference, Nothing, Problems, TableProblem, Waiting
from companion.table.layout import TableLayout
from engine.finstere_flure.events import TilePlaced
from engine.finstere_flure.game import Game
from engine.finstere_flure.pieces import TILE_KINDS
from engine.finstere_flure.position import Tile


def infer_tile(game: Game, observation: BoardObservation) -> Inference[TilePlaced]:
    """Infer what has happened while a tile is to be placed.

    The tiles that were placed before are compared as `stones` tells; pools and teleporters that are not seen count
    as lying where they lay if something may hide them.
    """
    placed = TableLayout.from_lies(map(tile_lie, game.state.placed))
    differences = compare(placed, observation)
    changes = differences.of(TILE_KINDS)
    new = [tile_of(change.lie) for change in changes if change.end is None]
    moved = [(start, end) for start, end in changes if start is not None and end is not None]
    covered = {cell for tile in new for cell in tile.cells}
    # A placed tile on which the new one lies is told of by the rules.
    missing = [piece for piece in differences.missing if covered.isdisjoint(cells_of(placed.lies[piece]))]
    unread = in_order({*differences.covered, *(end.place for _, end in moved if end.place in observation.unreadable)})
    if unread and not missing:
        return Waiting(places=unread)
    wrong = [problems.doubtful_place(misplacement) for misplacement in observation.misplacements]
    if len(new) > 1:
        wrong.append(problems.two_tiles(new))
    else:
        wrong += [problem for tile in new for problem in _rule_problems(game, tile)]
    wrong += [problems.tile_wrong(start, end) for start, end in moved]
    if observation.tokens:
        wrong.append(problems.tokens_too_early(observation.tokens))
    if missing:
        gone = tuple(problems.tile_missing(tile_of(placed.lies[piece])) for piece in missing)
        return Waiting(tuple(missing), in_order(observation.unreadable), problems=(*gone, *wrong))
    if wrong:
        return Problems(tuple(wrong))
    return Happened(TilePlaced(new[0])) if new else Nothing()


def _rule_problems(game: Game, tile: Tile) -> list[TableProblem]:
    """Return a problem for every rule that forbids placing the tile there."""
    found = []
    for problem in game.problems(TilePlaced(tile)):
        sentence, fix = describe_problem(problem)
        found.append(problems.problem(ProblemKind.NOT_ALLOWED, sentence, fix, (tile.id,), problem.cells or tile.cells))
    return found
