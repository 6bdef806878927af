"""Ends of a token's moves without their ways: what forecasts and searching bots need.

The moves are those of `moves.token_moves` (rules, section 6, R7, R11, R13), tested against it. One step floods from all
cells reached so far at once, on sets of cells as bits; only stones and pools are gone into one by one.
"""

from collections.abc import Iterator

from .board import CELLS, EXIT
from .walks import CORNER_NUMBERS, ENTRANCE_NUMBER, NEXT, NUMBER, WIDTH, Floor, bits_of

#: Cell number of a stone that was removed (R7), and places of tokens that are no cell.
REMOVED = -1
OUT = -2
OUTSIDE = -3
DEAD = -4

_BOARD = bits_of(CELLS)
_EXIT_BIT = 1 << NUMBER[EXIT]
_NOT_FIRST_FILE = ~sum(1 << WIDTH * row for row in range(WIDTH))
_NOT_LAST_FILE = _NOT_FIRST_FILE << WIDTH - 1 | (1 << WIDTH - 1) - 1

#: Cell of every stone, in the order of `Floor.pieces`; `REMOVED` for one that is not on the board.
Stones = tuple[int, ...]


class Reach:
    """All ends of the moves of one token, by where the stones lie afterwards.

    `ends`: for each lay of the stones the set of cells on which the token may end. `out`: the lays with which it may
    leave the castle. `stays_outside`: it may stay beside the entrance.
    """

    def __init__(self, floor: Floor, start: int, number: int) -> None:
        """Search up to `number` steps from the cell `start`, or from `OUTSIDE`."""
        here = 0 if start == OUTSIDE else 1 << start
        others = floor.tokens & ~here
        self._pools = floor.pools
        self._closed = floor.closed | 1 << floor.cell
        self._not_free = others | self._closed
        self.stays_outside = start == OUTSIDE
        self.out: list[Stones] = []
        lay = floor.stone_cells()
        self._masks: dict[Stones, int] = {lay: floor.stones}
        reached = {lay: here}
        frontier = {lay: here}
        if self.stays_outside and number > 0 and not self._closed >> ENTRANCE_NUMBER & 1:
            # The first step leads onto the entrance, unless the monster is there (R11).
            reached[lay] = frontier[lay] = 1 << ENTRANCE_NUMBER
            number -= 1
        for _ in range(number):
            frontier = self._step(frontier, reached)
        # It may pass over other tokens but must end on a cell without one (R13).
        self.ends = {lay: cells & ~others for lay, cells in reached.items()}

    def _step(self, frontier: dict[Stones, int], reached: dict[Stones, int]) -> dict[Stones, int]:
        """Return what one more step leads to for the first time."""
        following: dict[Stones, int] = {}
        for lay, cells in frontier.items():
            stones = self._masks[lay]
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
            found = entered & free & ~reached[lay]
            if found:
                reached[lay] |= found
                following[lay] = following.get(lay, 0) | found
            for facing, way in enumerate(ways) if entered & contact else ():
                met = way & contact
                while met:
                    bit = met & -met
                    met ^= bit
                    self._push_and_slide(bit.bit_length() - 1, facing, lay, reached, following)
            if cells & _EXIT_BIT and lay not in self.out:
                self.out.append(lay)
        return following

    def _push_and_slide(
        self, cell: int, facing: int, lay: Stones, reached: dict[Stones, int], following: dict[Stones, int]
    ) -> None:
        """Enter `cell`, which has a stone or a pool, and slide on while there is a pool."""
        after_on, stones, end = NEXT[facing], self._masks[lay], None
        entered: int | None = cell
        while entered is not None and not self._closed >> entered & 1:
            if stones >> entered & 1:
                rest = self._pushed_to(entered, facing, stones)
                if rest is None:
                    break
                index = lay.index(entered)
                # A stone pushed onto a1 or p11 is removed from the game at once (R7).
                if rest in CORNER_NUMBERS:
                    rest = REMOVED
                    stones ^= 1 << entered
                else:
                    stones ^= 1 << entered | 1 << rest
                lay = (*lay[:index], rest, *lay[index + 1 :])
            end = entered
            if not self._pools >> end & 1:
                break
            entered = after_on.get(end)
        if end is None:
            return
        self._masks[lay] = stones
        bit = 1 << end
        if not reached.get(lay, 0) & bit:
            reached[lay] = reached.get(lay, 0) | bit
            following[lay] = following.get(lay, 0) | bit

    def _pushed_to(self, cell: int, facing: int, stones: int) -> int | None:
        """Return the resting cell of the stone on `cell` if it is pushed; None if it cannot be."""
        after_on, not_free = NEXT[facing], self._not_free | stones
        rest = after_on.get(cell)
        if rest is None or not_free >> rest & 1:
            return None
        while self._pools >> rest & 1:
            following = after_on.get(rest)
            if following is None or not_free >> following & 1:
                break
            rest = following
        return rest

    # --- choosing -----------------------------------------------------------------------------------------------------

    def count(self) -> int:
        """Return the number of different moves."""
        return sum(cells.bit_count() for cells in self.ends.values()) + len(self.out) + self.stays_outside

    def nth(self, number: int) -> tuple[int, Stones]:
        """Return the move with this number, from 0: its end, and where the stones lie."""
        for lay, cells in self.ends.items():
            count = cells.bit_count()
            if number < count:
                for _ in range(number):
                    cells &= cells - 1
                return (cells & -cells).bit_length() - 1, lay
            number -= count
        if number < len(self.out):
            return OUT, self.out[number]
        return OUTSIDE, next(iter(self.ends))

    def __iter__(self) -> Iterator[tuple[int, Stones]]:
        return (self.nth(number) for number in range(self.count()))
