"""Ends of a token's moves without their ways: what forecasts and searching bots need.

The moves are those of `moves.token_moves` (rules, section 6, R7, R11, R13), tested against it. One step floods from all
cells reached so far at once, on sets of cells as bits; only stones and pools are gone into one by one.
"""

from collections.abc import Iterator

from .board import CELLS, EXIT
from .walks import (
    CORNER_NUMBERS,
    ENTRANCE_NUMBER,
    NEXT,
    NUMBER,
    OUT,
    OUTSIDE,
    REMOVED,
    WIDTH,
    QuickBoard,
    Stones,
    bits_of,
)

_BOARD = bits_of(CELLS)
_EXIT_BIT = 1 << NUMBER[EXIT]
_NOT_FIRST_FILE = ~sum(1 << WIDTH * row for row in range(WIDTH))
_NOT_LAST_FILE = _NOT_FIRST_FILE << WIDTH - 1 | (1 << WIDTH - 1) - 1


class Reach:
    """All ends of the moves of one token, by where the stones lie afterwards.

    `ends`: for each layout of the stones the set of cells on which the token may end. `out`: the layouts with which
    it may leave the castle. `stays_outside`: it may stay beside the entrance.
    """

    def __init__(self, board: QuickBoard, start: int, number: int) -> None:
        """Search up to `number` steps from the cell `start`, or from `OUTSIDE`."""
        occupied = 0 if start == OUTSIDE else 1 << start
        others = board.tokens & ~occupied
        self._pools = board.pools
        self._closed = board.closed | 1 << board.cell
        self._not_free = others | self._closed
        self.stays_outside = start == OUTSIDE
        self.out: list[Stones] = []
        layout = board.stone_cells()
        self._masks: dict[Stones, int] = {layout: board.stones}
        reached = {layout: occupied}
        frontier = {layout: occupied}
        if self.stays_outside and number > 0 and not self._closed >> ENTRANCE_NUMBER & 1:
            # The first step leads onto the entrance, unless the monster is there (R11).
            reached[layout] = frontier[layout] = 1 << ENTRANCE_NUMBER
            number -= 1
        for _ in range(number):
            frontier = self._step(frontier, reached)
        # It may pass over other tokens but must end on a cell without one (R13).
        self.ends = {layout: cells & ~others for layout, cells in reached.items()}

    def _step(self, frontier: dict[Stones, int], reached: dict[Stones, int]) -> dict[Stones, int]:
        """Return what one more step leads to for the first time."""
        following: dict[Stones, int] = {}
        for layout, cells in frontier.items():
            stones = self._masks[layout]
            special = stones | self._pools
            free = _BOARD & ~(special | self._closed)
            contact = _BOARD & special & ~self._closed
            ways = (
                cells >> WIDTH,
                (cells & _NOT_LAST_FILE) << 1,
                cells << WIDTH,
                (cells & _NOT_FIRST_FILE) >> 1,
            )
            entered = ways[0] | ways[1] | ways[2] | ways[3]
            found = entered & free & ~reached[layout]
            if found:
                reached[layout] |= found
                following[layout] = following.get(layout, 0) | found
            for facing, way in enumerate(ways) if entered & contact else ():
                met = way & contact
                while met:
                    bit = met & -met
                    met ^= bit
                    self._push_and_slide(bit.bit_length() - 1, facing, layout, reached, following)
            if cells & _EXIT_BIT and layout not in self.out:
                self.out.append(layout)
        return following

    def _push_and_slide(
        self, cell: int, facing: int, layout: Stones, reached: dict[Stones, int], following: dict[Stones, int]
    ) -> None:
        """Enter `cell`, which has a stone or a pool, and slide on while there is a pool."""
        after_on, stones, end = NEXT[facing], self._masks[layout], None
        entered: int | None = cell
        while entered is not None and not self._closed >> entered & 1:
            if stones >> entered & 1:
                pushed_to = self._pushed_to(entered, facing, stones)
                if pushed_to is None:
                    break
                index = layout.index(entered)
                # A stone pushed onto a1 or p11 is removed from the game at once (R7).
                if pushed_to in CORNER_NUMBERS:
                    pushed_to = REMOVED
                    stones ^= 1 << entered
                else:
                    stones ^= 1 << entered | 1 << pushed_to
                layout = (*layout[:index], pushed_to, *layout[index + 1 :])
            end = entered
            if not self._pools >> end & 1:
                break
            entered = after_on.get(end)
        if end is None:
            return
        self._masks[layout] = stones
        bit = 1 << end
        if not reached.get(layout, 0) & bit:
            reached[layout] = reached.get(layout, 0) | bit
            following[layout] = following.get(layout, 0) | bit

    def _pushed_to(self, cell: int, facing: int, stones: int) -> int | None:
        """Return the resting cell of the stone on `cell` if it is pushed; None if it cannot be."""
        after_on, not_free = NEXT[facing], self._not_free | stones
        target = after_on.get(cell)
        if target is None or not_free >> target & 1:
            return None
        while self._pools >> target & 1:
            following = after_on.get(target)
            if following is None or not_free >> following & 1:
                break
            target = following
        return target

    # --- choosing -----------------------------------------------------------------------------------------------------

    def count(self) -> int:
        """Return the number of different moves."""
        return sum(cells.bit_count() for cells in self.ends.values()) + len(self.out) + self.stays_outside

    def nth(self, number: int) -> tuple[int, Stones]:
        """Return the move with this number, from 0: its end, and where the stones lie."""
        for layout, cells in self.ends.items():
            count = cells.bit_count()
            if number < count:
                for _ in range(number):
                    cells &= cells - 1
                return (cells & -cells).bit_length() - 1, layout
            number -= count
        if number < len(self.out):
            return OUT, self.out[number]
        return OUTSIDE, next(iter(self.ends))

    def __iter__(self) -> Iterator[tuple[int, Stones]]:
        return (self.nth(number) for number in range(self.count()))
