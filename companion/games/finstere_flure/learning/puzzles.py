"""Puzzles: a table and a card, and the question on which cell the monster ends.

A puzzle's level says what it takes to solve it. It is kept only if the usual mistakes lead to other cells, which are
then offered beside the right one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from companion.games.finstere_flure.learning.random_table import random_table
from engine.finstere_flure.board import Cell, reading_order, through
from engine.finstere_flure.events import CardDrawn
from engine.finstere_flure.game import RULES, Game
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.pieces import DECK, TileKind
from engine.finstere_flure.position import Position, unchecked_position
from engine.finstere_flure.trace import Decision, Event, Look, MonsterMove, Pivot, Push, Slide, Teleport, Turn, Wall

#: Levels: looks and turns; walls and ties; pushes and pools; turning stones, teleporters and rulings.
LEVELS = 4
#: Cells offered as the monster's end, the right one among them.
CHOICES = 5
#: So many turns are easy to follow.
_EASY_TURNS = 2
#: Rulings that a level 3 move may rest on: chains and slides.
_USUAL_RULINGS = frozenset({"R4", "R5", "R6", "R14"})
_CARDS = tuple(dict.fromkeys(DECK))


@dataclass(frozen=True)
class Puzzle:
    """Monster's move on some table, and the cells to choose from."""

    move: MonsterMove
    choices: tuple[Cell, ...]

    @property
    def end(self) -> Cell:
        """The right answer."""
        return self.move.final.monster


def make_puzzle(level: int, rng: Random) -> Puzzle:
    """Draw a puzzle of this level."""
    while True:
        position = random_table(rng, players=rng.randint(2, 5))
        move = move_monster(position, rng.choice(_CARDS))
        if level_of(move) == level and (puzzle := puzzle_of(move)):
            return puzzle


def puzzle_of(move: MonsterMove) -> Puzzle | None:
    """Return the puzzle of a move; None if too few mistakes lead to other cells."""
    # The monster never stops on a pool (R6).
    wrong = {move.final.monster, *move.start.pool_cells}
    mistakes = [cell for cell in dict.fromkeys(_mistakes(move)) if cell not in wrong]
    if len(mistakes) < CHOICES - 1:
        return None
    choices = (move.final.monster, *mistakes[: CHOICES - 1])
    return Puzzle(move, tuple(sorted(choices, key=reading_order)))


def puzzles_of(game: Game) -> Iterator[Puzzle]:
    """Yield the puzzles of a game: the monster's moves, as far as they make one."""
    first, *others = game.events
    state = RULES.begin(first)
    for event in others:
        state = RULES.follow(state, event)
        if isinstance(event, CardDrawn) and state.monster_move is not None:
            puzzle = puzzle_of(state.monster_move)
            if puzzle is not None and level_of(puzzle.move) is not None:
                yield puzzle


def level_of(move: MonsterMove) -> int | None:
    """Return what it takes to follow a move; None if nobody is seen, which is no puzzle."""
    events = [event for step in move.steps for event in step.events]
    if not any(isinstance(event, Look) and event.seen for event in events):
        return None
    if any(isinstance(event, Pivot | Teleport) or _is_rare(event) for event in events):
        return 4
    if any(isinstance(event, Push | Slide) for event in events):
        return 3
    turns = sum(isinstance(event, Turn) for event in events)
    ties = any(isinstance(event, Look) and event.decision is Decision.CONFUSED for event in events)
    return 2 if turns > _EASY_TURNS or ties or any(isinstance(event, Wall) for event in events) else 1


def _is_rare(event: Event) -> bool:
    ruling = getattr(event, "ruling", None)
    return ruling is not None and ruling not in _USUAL_RULINGS


def _mistakes(move: MonsterMove) -> Iterator[Cell]:
    """Yield ends of the move as people get it wrong, the likeliest first."""
    start = move.start
    yield move_monster(_with_crystals(start), move.card).final.monster
    yield _straight_on(start, len(move.steps))
    if len(move.steps) > 1:
        yield move.steps[-2].cell
    yield move_monster(start, str(min(20, len(move.steps) + 1))).final.monster
    for card in _CARDS:
        yield move_monster(start, card).final.monster
    for facing in (start.facing.left, start.facing.right):
        yield move_monster(replace(start, facing=facing), move.card).final.monster


def _with_crystals(position: Position) -> Position:
    """Return the table if nothing hid anybody."""
    tiles = tuple(replace(tile, kind=TileKind.CRYSTAL) if tile.is_stone else tile for tile in position.tiles)
    return unchecked_position(position.monster, position.facing, position.tokens, tiles, position.stage)


def _straight_on(position: Position, steps: int) -> Cell:
    """Return the cell where the monster came if it looked once only."""
    cell = position.monster
    facing = move_monster(position, "1").steps[0].facing
    for _ in range(steps):
        cell, _ = through(cell, facing)
    return cell
