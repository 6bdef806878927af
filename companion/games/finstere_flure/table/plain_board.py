"""Pieces without stickers in the castle, known by how they lay or are to lie.

Floor tiles are taken cells for good: whether anything lies on them no camera tells without stickers.
"""

from collections.abc import Sequence
from dataclasses import replace

from companion.games.finstere_flure.table.lies import FLOOR_TILES, cell_of, cells_of, layout_of
from companion.games.finstere_flure.table.observation import BoardObservation
from companion.games.finstere_flure.table.tasks import TaskKind, kind_of
from companion.table.layout import Change, LayoutTask, PieceObservation, TableLayout
from companion.table.plain_pieces import PlainTarget, SteadyPlaces, Unrest
from companion.table.put_right import TaskProgress
from engine.finstere_flure.board import Cell
from engine.finstere_flure.pieces import MONSTER, STONE_FRONTS
from engine.finstere_flure.position import Position

#: A cell that looks free may be taken where the monster hides more than this share of it; one that looks taken may be
#: free wherever the monster reaches over its edge.
_HIDES = 0.5


def alike(side: str) -> str:
    """Return the name that a side shares with all that look like it: of stones the face."""
    piece, _, face = side.partition("/")
    return face if piece in STONE_FRONTS else side


def figures(layout: TableLayout) -> TableLayout:
    """Return the tokens, the stones and the monster on cells: at most one on each."""
    return layout.filtered(lambda lie: lie.piece not in FLOOR_TILES and cell_of(lie) is not None)


def paved_cells(layout: TableLayout) -> frozenset[Cell]:
    """Return the cells under pools and teleporters."""
    return frozenset(cell for lie in layout.counts if lie.piece in FLOOR_TILES for cell in cells_of(lie))


def taken_cells(observation: BoardObservation, layout: TableLayout, *others: TableLayout) -> PieceObservation:
    """Return the figures that were read, and the cells that are taken by something else.

    Paved cells are hidden, and those over which the monster leans where it stands in one of the layouts.
    """
    paved = paved_cells(layout)
    read = figures(observation.layout)
    read_on = {lie.place for lie in read.counts}
    taken = (observation.unreadable | observation.reached_over) - paved - read_on
    hidden = observation.hidden | observation.half_hidden | paved
    stands = {table.lies[MONSTER].place for table in ((read,) if MONSTER in read.lies else (layout, *others))}
    for cell in stands:
        shares = observation.behind(cell)
        leant_over = {other for other, share in shares.items() if other in taken or share > _HIDES}
        taken, hidden = taken - leant_over, hidden | leant_over
    if MONSTER not in read.lies:
        # A dark figure on a dark cell may be missed.
        hidden |= {layout.lies[MONSTER].place}
    hidden -= taken | read_on
    return PieceObservation(read, taken, observation.in_doubt, hidden, looks=observation.looks)


def named_board(observation: BoardObservation, named: PieceObservation, layout: TableLayout) -> BoardObservation:
    """Return what is seen, with the figures of `named` and the floor tiles of a layout.

    The monster looks where it does in that layout, if it was not read.
    """
    read, lies = observation.layout.lies, layout.lies
    figures_seen = (
        lie._replace(turn=lies[MONSTER].turn) if lie.piece == MONSTER and MONSTER not in read else lie
        for lie in named.layout.counts
    )
    others = (lie for lie in observation.layout.counts if cell_of(lie) is None or lie.piece in FLOOR_TILES)
    floor = (lie for piece, lie in lies.items() if piece in FLOOR_TILES and piece not in read)
    return replace(
        observation,
        layout=TableLayout.from_lies((*figures_seen, *others, *floor)),
        unreadable=named.unreadable,
        hidden=named.hidden,
        half_hidden=frozenset(),
        reached_over=frozenset(),
    )


class PlainPosition:
    """Position that is to be reached with plain pieces.

    `before` is how they lay, None: nobody knows.
    """

    def __init__(self, position: Position, before: TableLayout | None) -> None:
        self.layout = layout_of(position)
        self._before = before
        self._layouts = (self.layout,) if before is None else (self.layout, before)
        self._plain = PlainTarget(figures(self.layout), None if before is None else figures(before))

    def name_pieces(
        self, seen: BoardObservation, steady: SteadyPlaces, time_s: float, unrest: Unrest | None = None
    ) -> BoardObservation:
        """Return the board with the figures' names, of cells that have been taken for long enough."""
        cells = taken_cells(seen, *self._layouts)
        observation = (unrest or Unrest()).hide_vouched(steady.see(cells, time_s), cells)
        board = named_board(seen, self._plain.name_pieces(observation), self.layout)
        lies = board.layout.lies
        if self._before is None or MONSTER in seen.layout.lies or MONSTER not in lies:
            return board
        # Where it stood it looks as it did.
        stood = self._before.lies[MONSTER]
        if lies[MONSTER].place != stood.place or self.layout.lies[MONSTER].place == stood.place:
            return board
        return replace(board, layout=board.layout.changed([lies[MONSTER]], [stood]))

    def leave(self, seen: BoardObservation, unrest: Unrest) -> None:
        """Take the people's word that the figures lie as they should, whatever is seen."""
        unrest.leave(frozenset(figures(self.layout).sides.values()), taken_cells(seen, *self._layouts))

    def with_unseen(self, found: TaskProgress, tasks: Sequence[LayoutTask], seen: BoardObservation) -> TaskProgress:
        """Return the progress of tasks, without what no camera sees: that the players confirm."""
        read = seen.layout.lies.keys()
        unseen = [any(_is_unseen(change) and change.lie.piece not in read for change in task.changes) for task in tasks]
        if not any(unseen):
            return found
        pieces = [task.changes[0].lie.piece for task, is_unseen in zip(tasks, unseen, strict=True) if is_unseen]
        return replace(
            found,
            done=tuple(done and not is_unseen for done, is_unseen in zip(found.done, unseen, strict=True)),
            unsure=tuple(dict.fromkeys((*found.unsure, *pieces))),
        )


def _is_unseen(change: Change) -> bool:
    """Return True if a piece is turned, or turned over, which frees and takes no cell."""
    start, end = change
    if start is None or end is None:
        return False
    turned = change.lie.piece == MONSTER and start.turn != end.turn
    return turned or kind_of(change) in (TaskKind.FLIP, TaskKind.TURN)


def laid_pieces(observation: BoardObservation, wanted: TableLayout) -> BoardObservation:
    """Return the board with the unread pieces of a layout whose cells are all taken.

    Nothing else is sought on cells over which the monster leans.
    """
    taken = observation.unreadable | observation.reached_over
    lies = observation.layout.lies
    laid = [lie for piece, lie in wanted.lies.items() if piece not in lies and taken.issuperset(cells_of(lie))]
    told = {cell for lie in laid for cell in cells_of(lie)}
    # A sticker on the monster makes it no less tall.
    seen = [lies[MONSTER]] if MONSTER in lies and cell_of(lies[MONSTER]) is not None else []
    told.update(*(observation.behind(lie.place) for lie in (*laid, *seen) if lie.piece == MONSTER))
    return replace(
        observation,
        layout=TableLayout.from_lies((*observation.layout.counts, *laid)),
        unreadable=observation.unreadable - told,
        reached_over=observation.reached_over - told,
    )
