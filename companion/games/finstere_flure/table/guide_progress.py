"""Progress of hands with the guide's tasks, as the camera sees it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.games.finstere_flure.table import problems
from companion.games.finstere_flure.table.comparison import Differences, TokenChange, compare
from companion.games.finstere_flure.table.observation import BoardObservation
from companion.games.finstere_flure.table.problem_kinds import ProblemKind
from companion.games.finstere_flure.table.stones import StoneFaces, stone_faces
from companion.games.finstere_flure.table.tasks import Task, TaskKind, each
from companion.table.inference import TableProblem
from companion.table.put_right import TaskProgress
from engine.finstere_flure.board import Cell
from engine.finstere_flure.pieces import MONSTER, STONE_FRONTS, TileKind
from engine.finstere_flure.position import Position, Tile, Token


def progress(tasks: Sequence[Task], after: Position, observation: BoardObservation) -> TaskProgress:
    """Return how far the table is from a position; `tasks` are those that lead there."""
    found = _Check(tasks, after, observation).progress()
    if found.matches or not observation.half_hidden:
        return found
    # What is not seen at the edge of sight only the players know.
    more = _Check(tasks, after, observation.with_half_hidden_as_hidden())
    found_more = more.progress()
    if not found_more.matches:
        return found
    return replace(found_more, unsure=tuple(dict.fromkeys((*found_more.unsure, *more.differences.hidden))))


class _Check:
    """The tasks beside the table."""

    def __init__(self, tasks: Sequence[Task], after: Position, observation: BoardObservation) -> None:
        self.tasks = tasks
        self.after = after
        self.seen = observation
        self.differences: Differences = compare(after, observation)
        self.stone_faces: StoneFaces = stone_faces(observation.stones)
        self.tokens = {token.id: token for token in observation.tokens}
        self.beside = {piece.piece: piece.side for piece in observation.beside}
        self.floor = {tile.id: tile for tile in observation.floor}
        # A token keeps the name by which its task calls it.
        sides = {task.piece: task.before.side for task in each(tasks) if isinstance(task.before, Token)}
        self.names = replace(
            after,
            tokens=tuple(replace(token, side=sides.get(token.id, token.side)) for token in after.tokens),
        )

    def progress(self) -> TaskProgress:
        """Return what is done and what is wrong."""
        unsure = tuple(task.piece for task in self.tasks if self._out_of_sight(task))
        lost = [task for task in self.tasks if task.kind is TaskKind.PUT_ON and not self._floor_tile_allowed(task)]
        differences = self.differences
        if differences.matches_position and not differences.missing and not differences.covered and not lost:
            return TaskProgress(tuple(not self._out_of_sight(task) for task in self.tasks), (), True, unsure=unsure)
        done = tuple(self._done(task) for task in self.tasks)
        pending = [*each(task for task, is_done in zip(self.tasks, done, strict=True) if not is_done)]
        lifted = tuple(piece for piece in differences.missing if self._explained(piece, pending))
        return TaskProgress(done, tuple(self._problems(pending)), False, differences.covered, lifted, unsure)

    def _out_of_sight(self, task: Task) -> bool:
        if task.parts:
            return any(map(self._out_of_sight, task.parts))
        if task.end is not None:
            return task.piece in self.differences.hidden
        if task.kind is TaskKind.FLIP:
            return task.piece not in self.beside
        return task.kind is TaskKind.TAKE_OFF and task.start in self.seen.hidden and task.piece not in self.beside

    def _floor_tile_allowed(self, task: Task) -> bool:
        """Return True if a floor tile that was to be put on the board may lie there now.

        It is true for every other piece.
        """
        tile = task.after
        return not isinstance(tile, Tile) or tile.is_stone or self.seen.may_be_present(tile)

    # --- done -----------------------------------------------------------------------------------------------------

    def _done(self, task: Task) -> bool:
        if task.parts:
            return all(map(self._done, task.parts))
        piece = task.after or task.before
        if task.piece in self.seen.doubtful_place:
            return False
        if task.start in self.seen.unreadable:
            return False
        if isinstance(piece, Token):
            return self._token_done(task)
        if isinstance(piece, Tile):
            return self._stone_done(task, piece) if piece.is_stone else self._floor_done(task)
        if task.kind is TaskKind.LAY_ASIDE:
            return self.seen.monster is None or self.seen.monster[0] != task.start
        return self.seen.monster == (task.end, task.facing)

    def _token_done(self, task: Task) -> bool:
        token = self.tokens.get(task.piece)
        if task.kind is TaskKind.LAY_ASIDE:
            return token is None or token.cell != task.start
        if task.end is not None:
            return token == task.after
        side = self.beside.get(task.piece)
        if task.kind is TaskKind.FLIP:
            return isinstance(task.after, Token) and side is task.after.side
        # Taken off it may be out of sight; if it is seen beside the entrance, it must show the right side.
        wrong_side = any(change.id == task.piece for change in self.differences.tokens)
        return token is None and not wrong_side

    def _stone_done(self, task: Task, stone: Tile) -> bool:
        if self.stone_faces == stone_faces(self.after.stones):
            return True
        lay = task.before
        vacated = task.start is None or (isinstance(lay, Tile) and self._vacated(task.start, lay.kind))
        if task.end is None:
            return vacated
        return self.stone_faces.get(task.end) is stone.kind and (task.kind is TaskKind.FLIP or vacated)

    def _vacated(self, cell: Cell, kind: TileKind, passed: frozenset[Cell] = frozenset()) -> bool:
        """Return True if a stone has left its cell.

        The cell then shows another face or none, or the equal stone that comes there.
        """
        if self.stone_faces.get(cell) is not kind:
            return True
        next_task = next(
            (
                task
                for task in self.tasks
                if task.end == cell and isinstance(task.after, Tile) and task.after.kind is kind
            ),
            None,
        )
        if next_task is None or next_task.start is None or next_task.start in passed:
            return False
        return self._vacated(next_task.start, kind, passed | {cell})

    def _floor_done(self, task: Task) -> bool:
        tile = self.floor.get(task.piece)
        if task.end is None:
            return tile is None
        assert isinstance(task.after, Tile)
        if tile is None:
            return task.kind is TaskKind.PUT_ON and self.seen.may_be_present(task.after)
        return set(tile.cells) == set(task.after.cells) and tile.arrow is task.after.arrow

    # --- problems -------------------------------------------------------------------------------------------------

    def _problems(self, pending: Sequence[Task]) -> Iterator[TableProblem]:
        """Yield the problems beyond the tasks that are still to do."""
        differences, after = self.differences, self.after
        starts: dict[str, set[Cell | None]] = {}
        for task in pending:
            starts.setdefault(task.piece, set()).update((task.start, task.end))
        arrived = _final_places(pending)
        for misplacement in differences.misplacements:
            yield problems.doubtful_place(misplacement, after)
        for change in differences.tokens:
            if change.id not in starts or (change.moved and change.after.cell not in {None, *starts[change.id]}):
                yield _token_wrong(change, self.names)
            elif not change.moved and (change.id, change.after.cell) in arrived:
                yield problems.wrong_face(change, self.names)
        for token in differences.strange:
            if token.cell not in starts.get(token.id, ()):
                yield problems.strange_token(token, after)
        stone_starts = {task.start for task in pending if task.piece in STONE_FRONTS}
        for lie, lay in differences.stones.moved:
            if lay.cell not in stone_starts:
                yield problems.stone_misplaced(lie, lay)
        for lie, lay in differences.stones.turned:
            if lay.cell not in stone_starts:
                yield problems.turned_over(lie, lay)
        for stone in differences.stones.extra:
            if stone.cell not in stone_starts:
                yield problems.extra_tile(stone)
        for lie, lay in differences.floor:
            if not _is_unmoved(lay, pending):
                yield problems.floor_moved(lie, lay, ProblemKind.MISPLACED)
        for tile in differences.extra_floor:
            if not _is_unmoved(tile, pending):
                yield problems.extra_tile(tile)
        if differences.monster and (
            differences.monster[0] not in starts.get(MONSTER, ()) or (MONSTER, differences.monster[0]) in arrived
        ):
            yield problems.monster_moved(after.monster, after.facing, differences.monster, ProblemKind.MISPLACED)
        for piece in differences.missing:
            if not self._explained(piece, pending):
                yield problems.missing(piece, after)
        unread = self.seen.unread_cells(after)
        if unread:
            yield problems.unread(unread)

    def _explained(self, piece: str, pending: Sequence[Task]) -> bool:
        """Return True if a piece that is not seen still must be moved or put on."""
        if piece in STONE_FRONTS:
            return any(task.piece in STONE_FRONTS for task in pending)
        return any(task.piece == piece for task in pending)


def _final_places(pending: Sequence[Task]) -> set[tuple[str, Cell | None]]:
    """Return each piece with the place to which it is to come.

    Places from which the piece still has to go away are left out.
    """
    starts = {(task.piece, task.start) for task in pending}
    return {(task.piece, task.end) for task in pending if task.kind is not TaskKind.LAY_ASIDE} - starts


def _is_unmoved(tile: Tile, pending: Sequence[Task]) -> bool:
    """Return True if a floor tile still lies as before it is moved, turned or taken off."""
    return any(
        isinstance(task.before, Tile)
        and task.piece == tile.id
        and (set(task.before.cells), task.before.arrow) == (set(tile.cells), tile.arrow)
        for task in pending
    )


def _token_wrong(change: TokenChange, names: Position) -> TableProblem:
    """Return the problem that a token lies otherwise although nobody was to move it."""
    return problems.token_misplaced(change, names) if change.moved else problems.flipped_only(change, names)
