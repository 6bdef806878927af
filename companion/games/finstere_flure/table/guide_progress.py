"""Progress of hands with the guide's tasks, as the camera sees it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.games.finstere_flure.table import problems
from companion.games.finstere_flure.table.comparison import Differences, compare
from companion.games.finstere_flure.table.lies import FLOOR_TILES, cell_of, layout_of
from companion.games.finstere_flure.table.observation import BoardObservation
from companion.games.finstere_flure.table.stones import stone_faces
from companion.games.finstere_flure.table.tasks import TaskKind
from companion.table.inference import TableProblem
from companion.table.layout import Change, LayoutTask, Lie
from companion.table.put_right import TaskProgress
from engine.finstere_flure.board import Cell
from engine.finstere_flure.pieces import MONSTER, STONE_FRONTS, TILE_KINDS, TOKENS, Side
from engine.finstere_flure.position import Position


def progress(
    tasks: Sequence[LayoutTask], after: Position, observation: BoardObservation, *, is_plain: bool = False
) -> TaskProgress:
    """Return how far the table is from a position; `tasks` are those that lead there.

    `is_plain`: the pieces have no tags that could be freed.
    """
    found = _Check(tasks, after, observation, is_plain=is_plain).progress()
    if found.matches or not observation.half_hidden:
        return found
    # What is not seen at the edge of sight only the players know.
    more = _Check(tasks, after, observation.with_half_hidden_as_hidden(), is_plain=is_plain)
    found_more = more.progress()
    if not found_more.matches:
        return found
    return replace(found_more, unsure=tuple(dict.fromkeys((*found_more.unsure, *more.differences.hidden))))


class _Check:
    """The tasks beside the table."""

    def __init__(
        self, tasks: Sequence[LayoutTask], after: Position, observation: BoardObservation, *, is_plain: bool
    ) -> None:
        self.tasks = tasks
        self.is_plain = is_plain
        self.after = after
        self.layout = layout_of(after)
        self.seen = observation
        self.lies = observation.layout.lies
        self.differences: Differences = compare(self.layout, observation)
        self.stone_faces = stone_faces(observation.layout.counts)
        # A token keeps the name by which its task calls it.
        starts = (change.start for task in tasks for change in task.changes)
        sides = {lie.piece: Side(lie.face) for lie in starts if lie is not None and lie.piece in TOKENS}
        self.names = replace(
            after,
            tokens=tuple(replace(token, side=sides.get(token.id, token.side)) for token in after.tokens),
        )

    def progress(self) -> TaskProgress:
        """Return what is done and what is wrong."""
        hidden = [any(self._is_out_of_sight(task.kind, change) for change in task.changes) for task in self.tasks]
        unsure = tuple(task.changes[0].lie.piece for task, unseen in zip(self.tasks, hidden, strict=True) if unseen)
        differences = self.differences
        if differences.matches and not differences.missing and not differences.covered:
            return TaskProgress(tuple(not unseen for unseen in hidden), (), True, unsure=unsure)
        done = tuple(all(self._is_done(task.kind, change) for change in task.changes) for task in self.tasks)
        pending = [task for task, is_done in zip(self.tasks, done, strict=True) if not is_done]
        lifted = tuple(piece for piece in differences.missing if _is_explained(piece, pending))
        return TaskProgress(done, tuple(self._problems(pending)), False, differences.covered, lifted, unsure)

    def _is_out_of_sight(self, kind: str, change: Change) -> bool:
        """Return True if the camera cannot see whether a change has been made."""
        piece, start = change.lie.piece, cell_of(change.start)
        if cell_of(change.end):
            return piece in self.differences.hidden
        if kind == TaskKind.FLIP:
            return piece not in self.seen.beside
        return kind == TaskKind.TAKE_OFF and start in self.seen.hidden and piece not in self.seen.beside

    # --- done -----------------------------------------------------------------------------------------------------

    def _is_done(self, kind: str, change: Change) -> bool:
        (start, end), piece = change, change.lie.piece
        if piece in self.seen.in_doubt or cell_of(start) in self.seen.unreadable:
            return False
        if piece in STONE_FRONTS:
            return self._is_stone_done(kind, change)
        seen = self.lies.get(piece)
        if start is not None and kind == TaskKind.LAY_ASIDE:
            return seen is None or seen.place != start.place
        if end is None or (kind == TaskKind.TAKE_OFF and piece in TOKENS):
            # Taken off it may be out of sight; if it is seen beside the entrance, it must show the right side.
            return not cell_of(seen) and not self.differences.of((piece,))
        if kind == TaskKind.FLIP and not cell_of(end):
            return seen is not None and piece in self.seen.beside and seen.face == end.face
        if seen is None and piece in FLOOR_TILES:
            return kind == TaskKind.PUT_ON and self.seen.may_be_present(end)
        return seen == end

    def _is_stone_done(self, kind: str, change: Change) -> bool:
        if self.stone_faces == stone_faces(self.layout.counts):
            return True
        start, end = change
        vacated = start is None or self._is_vacated(start)
        if end is None:
            return vacated
        return self.stone_faces.get(end.place) == end.face and (kind == TaskKind.FLIP or vacated)

    def _is_vacated(self, lie: Lie, passed: frozenset[Cell] = frozenset()) -> bool:
        """Return True if a stone has left its cell.

        The cell then shows another face or none, or the equal stone that comes there.
        """
        if self.stone_faces.get(lie.place) != lie.face:
            return True
        ends = ((change.start, change.end) for task in self.tasks for change in task.changes)
        follower = next((start for start, end in ends if end is not None and end[1:3] == lie[1:3]), None)
        if follower is None or follower.place in passed:
            return False
        return self._is_vacated(Lie(follower.piece, follower.place, lie.face), passed | {lie.place})

    # --- problems -------------------------------------------------------------------------------------------------

    def _problems(self, pending: Sequence[LayoutTask]) -> Iterator[TableProblem]:
        """Yield the problems beyond the tasks that are still to do."""
        differences, after = self.differences, self.after
        changes = [change for task in pending for change in task.changes]
        starts: dict[str, set[Cell | None]] = {}
        for change in changes:
            starts.setdefault(change.lie.piece, set()).update(map(cell_of, change))
        arrived = _final_places(pending)
        for misplacement in differences.misplacements:
            yield problems.doubtful_place(misplacement, after)
        for change in differences.tokens:
            piece, cell = change.lie.piece, cell_of(change.start)
            if piece not in starts or (change.is_move and cell not in {None, *starts[piece]}):
                tell = problems.token_misplaced if change.is_move else problems.flipped_only
                yield tell(change, self.names)
            elif not change.is_move and (piece, cell) in arrived:
                yield problems.wrong_face(change, self.names)
        for change in differences.strange:
            if cell_of(change.start) not in starts.get(change.lie.piece, ()):
                yield problems.strange_token(change, after)
        # Stones are alike: one that still lies where any must leave is on its way.
        on_their_way = {cell_of(change.start) for change in changes if change.lie.piece in STONE_FRONTS}
        before = {change.start for change in changes}
        for seen, end in differences.of(TILE_KINDS):
            is_expected = seen in before if seen and seen.piece in FLOOR_TILES else cell_of(seen) in on_their_way
            if seen is not None and not is_expected:
                yield problems.tile_wrong(seen, end)
        for seen, end in differences.of((MONSTER,)):
            cell = cell_of(seen)
            if seen and end and (cell not in starts.get(MONSTER, ()) or (MONSTER, cell) in arrived):
                yield problems.monster_moved(seen, end)
        for piece in differences.missing:
            if not _is_explained(piece, pending):
                yield problems.missing(piece, after)
        unread = self.seen.unread_cells(self.layout)
        if unread:
            yield problems.unread(unread, is_plain=self.is_plain)


def _is_explained(piece: str, pending: Sequence[LayoutTask]) -> bool:
    """Return True if a piece that is not seen still must be moved or put on."""
    pieces = {change.lie.piece for task in pending for change in task.changes}
    return not pieces.isdisjoint(STONE_FRONTS) if piece in STONE_FRONTS else piece in pieces


def _final_places(pending: Sequence[LayoutTask]) -> set[tuple[str, Cell | None]]:
    """Return each piece with the place to which it is to come.

    Places from which the piece still has to go away are left out.
    """
    changes = [(task.kind, change) for task in pending for change in task.changes]
    starts = {(change.lie.piece, cell_of(change.start)) for _, change in changes}
    return {(change.lie.piece, cell_of(change.end)) for kind, change in changes if kind != TaskKind.LAY_ASIDE} - starts
