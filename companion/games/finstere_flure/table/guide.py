"""Guide for hands on the real board: all tasks from one position to another.

They are in an order that works.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.games.finstere_flure.table.comparison import Differences, compare
from companion.games.finstere_flure.table.observation import BoardObservation, observation_from_position
from companion.games.finstere_flure.table.stones import StoneDifferences
from companion.games.finstere_flure.table.task_words import TaskWords
from companion.games.finstere_flure.table.tasks import Task, TaskKind
from engine.finstere_flure.board import Cell
from engine.finstere_flure.pieces import MONSTER, TILE_KINDS, TOKENS
from engine.finstere_flure.position import Position, Tile, Token
from engine.finstere_flure.trace import MonsterMove, Push


def placement_tasks(before: Position, after: Position, move: MonsterMove | None = None) -> tuple[Task, ...]:
    """Return the tasks that make a table laid as `before` lie as `after`.

    If the monster made this `move` in between, each stone that it pushed has a task of its own, tokens leave the
    board in the order in which they were eaten and pieces are moved in the order in which they were pushed, as far
    as their cells are free by then. Otherwise equal stones take each other's places with as few tasks as possible.
    """
    seen = observation_from_position(before)
    if move is None:
        return tasks_to_reach(seen, after)
    differences = replace(compare(after, seen), stones=_pushed_stones(before, after))
    return _Guide(differences, after, seen).tasks(_event_times(move))


def tasks_to_reach(
    observation: BoardObservation, after: Position, last_flipped: Sequence[Token] = ()
) -> tuple[Task, ...]:
    """Return the tasks that make an observed table lie as `after`.

    Nothing is asked for a cell that cannot be read, nor for a floor tile that another piece may hide. The tokens
    `last_flipped`, as they lay before, are to be flipped at the entrance where they are not seen.
    """
    beside = {piece.piece for piece in observation.beside}
    unseen = tuple(token for token in last_flipped if token.id not in beside)
    return _Guide(compare(after, observation), after, observation, unseen).tasks({})


def _pushed_stones(before: Position, after: Position) -> StoneDifferences:
    """Return the cell to which each stone was pushed, or that it is out of the game.

    No push turns it over.
    """
    lie = {stone.id: stone for stone in after.stones}
    return StoneDifferences(
        moved=tuple((lie[lay.id], lay) for lay in before.stones if lay.id in lie and lie[lay.id] != lay),
        turned=(),
        missing=(),
        extra=tuple(lay for lay in before.stones if lay.id not in lie),
    )


def _event_times(move: MonsterMove) -> dict[str, int]:
    """Return the time at which each piece was first pushed or eaten."""
    eaten = [meal.token for meal in move.eaten]
    pushed = [event.piece for step in move.steps for event in step.events if isinstance(event, Push)]
    return {piece: time for time, piece in enumerate(dict.fromkeys([*eaten, *pushed]))}


@dataclass(frozen=True)
class _Way:
    """A task with the cells that it frees and the cells that it needs free."""

    task: Task
    frees: frozenset[Cell]
    needs: frozenset[Cell]
    rank: int


class _Guide:
    """Maker of the tasks of the differences, in their order."""

    def __init__(
        self,
        differences: Differences,
        after: Position,
        observation: BoardObservation,
        unseen_flips: tuple[Token, ...] = (),
    ) -> None:
        self.differences = differences
        self.unseen_flips = unseen_flips
        self.after = after
        self.seen = observation
        self.words = TaskWords([*observation.tokens, *_seen_beside(differences), *unseen_flips], after)

    def tasks(self, times: dict[str, int]) -> tuple[Task, ...]:
        """Return all tasks, in order.

        First comes what leaves the board, then the floor, flips, stones and tokens, the monster last.

        A piece whose target is not free yet waits; where pieces wait for each other, one is laid aside.
        """
        order = [*TOKENS, *TILE_KINDS, MONSTER]
        ways = [*self._token_ways(), *self._stone_ways(), *self._floor_ways(), *self._monster_ways()]
        pending = sorted(
            ways, key=lambda way: (way.rank, times.get(way.task.piece, len(times)), order.index(way.task.piece))
        )
        tasks: list[Task] = []
        while pending:
            free = [way for way in pending if not any(way.needs & other.frees for other in pending if other is not way)]
            if free:
                pending.remove(free[0])
                tasks.append(free[0].task)
                continue
            blocking = [way for way in pending if any(way.frees & other.needs for other in pending if other is not way)]
            aside = max(blocking, key=lambda way: (way.task.piece == MONSTER, -pending.index(way)))
            tasks.append(self._lay_aside(aside.task))
            put_on = replace(aside.task, kind=TaskKind.PUT_ON, start=None)
            put_on = replace(put_on, sentence=self.words.sentence(put_on))
            pending[pending.index(aside)] = replace(aside, task=put_on, frees=frozenset())
        return self._flips_in_one(tasks)

    def _flips_in_one(self, tasks: list[Task]) -> tuple[Task, ...]:
        """Return the tasks with all flips at the entrance, if there are several, as one."""
        flips = tuple(task for task in tasks if task.kind is TaskKind.FLIP and task.start is task.end is None)
        if len(flips) < 2:
            return tuple(tasks)
        together = replace(flips[0], sentence=self.words.flip_sentence(flips), parts=flips)
        return tuple(together if task is flips[0] else task for task in tasks if task not in flips[1:])

    def _lay_aside(self, task: Task) -> Task:
        aside = Task(TaskKind.LAY_ASIDE, task.piece, task.start, None, before=task.before)
        return replace(aside, sentence=self.words.sentence(aside))

    def _way(
        self, kind: TaskKind, piece: str, rank: int, lay: Token | Tile | None = None, lie: Token | Tile | None = None
    ) -> _Way:
        """Return the way of a token or tile from how it lay to how it must lie.

        None is beside the board.
        """
        frees, needs = _cells(lay), _cells(lie)
        task = Task(kind, piece, _first(lay), _first(lie), before=lay, after=lie)
        task = replace(task, sentence=self.words.sentence(task))
        return _Way(task, frees - needs, needs - frees, rank)

    def _token_ways(self) -> list[_Way]:
        ways = []
        for change in self.differences.tokens:
            lie, lay = change.before, change.after
            if lie.cell is None and lay.cell is None:
                ways.append(self._way(TaskKind.FLIP, lie.id, 2, lay, lie))
            elif lie.cell is None:
                ways.append(self._way(TaskKind.TAKE_OFF, lie.id, 0, lay, lie))
            elif lay.cell is None:
                ways.append(self._way(TaskKind.PUT_ON, lie.id, 3, lay, lie))
            elif lay.cell == lie.cell:
                ways.append(self._way(TaskKind.FLIP, lie.id, 2, lay, lie))
            else:
                ways.append(self._way(TaskKind.MOVE, lie.id, 3, lay, lie))
        for token in self.unseen_flips:
            ways.append(self._way(TaskKind.FLIP, token.id, 2, token, self.after.token(token.id)))
        for token in self.differences.strange:
            ways.append(self._way(TaskKind.TAKE_OFF, token.id, 0, token, self.after.token(token.id)))
        # Whether a piece lies where the monster hides it nobody has seen yet.
        for piece in (*self.differences.missing, *self.differences.hidden):
            if piece in TOKENS:
                ways.append(self._way(TaskKind.PUT_ON, piece, 3, None, self.after.token(piece)))
        return ways

    def _stone_ways(self) -> list[_Way]:
        stones = self.differences.stones
        ways = [self._way(TaskKind.TAKE_OFF, stone.id, 0, stone) for stone in stones.extra]
        ways += [self._way(TaskKind.MOVE, lie.id, 3, lay, lie) for lie, lay in stones.moved]
        ways += [
            self._way(TaskKind.FLIP if lay.cell == lie.cell else TaskKind.MOVE, lie.id, 3, lay, lie)
            for lie, lay in stones.turned
        ]
        ways += [
            self._way(TaskKind.PUT_ON, stone.id, 3, None, stone)
            for stone in stones.missing
            if stone.cell not in self.seen.unreadable and stone.id not in self.seen.doubtful_place
        ]
        return ways

    def _floor_ways(self) -> list[_Way]:
        ways = [self._way(TaskKind.TAKE_OFF, tile.id, 0, tile) for tile in self.differences.extra_floor]
        ways += [
            self._way(TaskKind.TURN if set(lay.cells) == set(lie.cells) else TaskKind.MOVE, lie.id, 1, lay, lie)
            for lie, lay in self.differences.floor
        ]
        lost = [tile for tile in self.after.tiles if not tile.is_stone and not self.seen.may_be_present(tile)]
        return [*ways, *(self._way(TaskKind.PUT_ON, tile.id, 1, None, tile) for tile in lost)]

    def _monster_ways(self) -> list[_Way]:
        cell, facing = self.after.monster, self.after.facing
        monster = self.differences.monster
        if monster is None and MONSTER not in self.differences.missing:
            return []
        if monster is None:
            task = Task(TaskKind.PUT_ON, MONSTER, None, cell, facing)
        elif monster[0] == cell:
            task = Task(TaskKind.TURN, MONSTER, cell, cell, facing, monster[1])
        else:
            task = Task(TaskKind.MOVE, MONSTER, monster[0], cell, facing, monster[1])
        task = replace(task, sentence=self.words.sentence(task))
        frees = frozenset({task.start}) if task.start else frozenset()
        return [_Way(task, frees - {cell}, frozenset({cell}) - frees, 4)]


def _seen_beside(differences: Differences) -> list[Token]:
    return [change.after for change in differences.tokens if change.after.cell is None]


def _cells(piece: Token | Tile | None) -> frozenset[Cell]:
    if piece is None:
        return frozenset()
    if isinstance(piece, Tile):
        return frozenset(piece.cells)
    return frozenset({piece.cell} if piece.cell else ())


def _first(piece: Token | Tile | None) -> Cell | None:
    return piece.cell if piece is not None else None
