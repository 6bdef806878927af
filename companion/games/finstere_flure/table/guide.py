"""Guide for hands on the real board: all tasks from one layout to another.

They are in an order that works.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.games.finstere_flure.table.comparison import Differences, compare
from companion.games.finstere_flure.table.lies import FLOOR_TILES, cells_of, layout_of, token_lie, token_of
from companion.games.finstere_flure.table.observation import BoardObservation
from companion.games.finstere_flure.table.task_words import TaskWords
from companion.games.finstere_flure.table.tasks import TaskKind, kind_of
from companion.table.layout import Change, LayoutTask, TableLayout, difference
from engine.finstere_flure.board import Cell
from engine.finstere_flure.pieces import MONSTER, STONE_FRONTS, TILE_KINDS, TOKENS
from engine.finstere_flure.position import Position, Token
from engine.finstere_flure.trace import MonsterMove, Push

_ORDER = {piece: number for number, piece in enumerate((*TOKENS, *TILE_KINDS, MONSTER))}


def placement_tasks(before: TableLayout, after: Position, move: MonsterMove | None = None) -> tuple[LayoutTask, ...]:
    """Return the tasks that make a table laid as `before` lie as `after`.

    If the monster made this `move` in between, each stone that it pushed has a task of its own, tokens leave the
    board in the order in which they were eaten and pieces are moved in the order in which they were pushed, as far
    as their cells are free by then. Otherwise equal stones take each other's places with as few tasks as possible.
    """
    seen = BoardObservation(before)
    if move is None:
        return tasks_to_reach(seen, after)
    layout = layout_of(after)
    differences = compare(layout, seen)
    others = (change for change in differences.changes if change.lie.piece not in STONE_FRONTS)
    pushed = difference(*(table.filtered(lambda lie: lie.piece in STONE_FRONTS) for table in (layout, before)))
    return _Guide(replace(differences, changes=(*others, *pushed)), after, seen).tasks(_event_times(move))


def tasks_to_reach(
    observation: BoardObservation, after: Position, last_flipped: Sequence[Token] = ()
) -> tuple[LayoutTask, ...]:
    """Return the tasks that make an observed table lie as `after`.

    Nothing is asked for a cell that cannot be read, nor for a floor tile that another piece may hide. The tokens
    `last_flipped`, as they lay before, are to be flipped at the entrance where they are not seen.
    """
    unseen = tuple(token for token in last_flipped if token.id not in observation.beside)
    return _Guide(compare(layout_of(after), observation), after, observation, unseen).tasks({})


def _event_times(move: MonsterMove) -> dict[str, int]:
    """Return the time at which each piece was first pushed or eaten."""
    eaten = [meal.token for meal in move.eaten]
    pushed = [event.piece for step in move.steps for event in step.events if isinstance(event, Push)]
    return {piece: time for time, piece in enumerate(dict.fromkeys([*eaten, *pushed]))}


@dataclass(frozen=True)
class _Way:
    """A task with the cells that it frees and the cells that it needs free."""

    task: LayoutTask
    frees: frozenset[Cell]
    needs: frozenset[Cell]
    rank: int

    @property
    def piece(self) -> str:
        """The piece of the task."""
        return self.task.changes[0].lie.piece


class _Guide:
    """Maker of the tasks of the differences, in their order."""

    def __init__(
        self,
        differences: Differences,
        after: Position,
        observation: BoardObservation,
        unseen_flips: tuple[Token, ...] = (),
    ) -> None:
        layout = layout_of(after).lies
        # Whether a piece lies where the monster hides it nobody has seen yet.
        unseen = [
            Change(None, layout[piece])
            for piece in (*differences.missing, *differences.hidden)
            if layout[piece].place not in observation.unreadable
        ]
        flips = [Change(token_lie(token), layout[token.id]) for token in unseen_flips]
        self.changes = (*differences.changes, *flips, *unseen)
        starts = (change.start for change in self.changes if change.start and change.lie.piece in TOKENS)
        self.words = TaskWords([*observation.tokens, *map(token_of, starts)], after)

    def tasks(self, times: Mapping[str, int]) -> tuple[LayoutTask, ...]:
        """Return all tasks, in order.

        First comes what leaves the board, then the floor, flips, stones and tokens, the monster last.

        A piece whose target is not free yet waits; where pieces wait for each other, one is laid aside.
        """
        pending = sorted(
            map(self._way, self.changes),
            key=lambda way: (way.rank, times.get(way.piece, len(times)), _ORDER[way.piece]),
        )
        tasks: list[LayoutTask] = []
        while pending:
            free = [way for way in pending if not any(way.needs & other.frees for other in pending if other is not way)]
            if free:
                pending.remove(free[0])
                tasks.append(free[0].task)
                continue
            blocking = [way for way in pending if any(way.frees & other.needs for other in pending if other is not way)]
            aside = max(blocking, key=lambda way: (way.piece == MONSTER, -pending.index(way)))
            start, end = aside.task.changes[0]
            tasks.append(self._task(TaskKind.LAY_ASIDE, Change(start, None)))
            put_on = self._task(TaskKind.PUT_ON, Change(None, end))
            pending[pending.index(aside)] = replace(aside, task=put_on, frees=frozenset())
        return self._flips_in_one(tasks)

    def _flips_in_one(self, tasks: list[LayoutTask]) -> tuple[LayoutTask, ...]:
        """Return the tasks with all flips at the entrance, if there are several, as one."""
        flips = [task for task in tasks if task.kind == TaskKind.FLIP and not cells_of(task.changes[0].end)]
        if len(flips) < 2:
            return tuple(tasks)
        changes = tuple(task.changes[0] for task in flips)
        together = LayoutTask(self.words.flip_sentence(changes), changes, TaskKind.FLIP)
        return tuple(together if task is flips[0] else task for task in tasks if task not in flips[1:])

    def _task(self, kind: TaskKind, change: Change) -> LayoutTask:
        return LayoutTask(self.words.sentence(kind, change), (change,), kind)

    def _way(self, change: Change) -> _Way:
        kind, piece = kind_of(change), change.lie.piece
        if kind is TaskKind.TAKE_OFF:
            rank = 0
        elif piece in FLOOR_TILES:
            rank = 1
        elif piece == MONSTER:
            rank = 4
        else:
            rank = 2 if kind is TaskKind.FLIP and piece in TOKENS else 3
        frees, needs = (frozenset(cells_of(lie)) for lie in change)
        return _Way(self._task(kind, change), frees - needs, needs - frees, rank)
