"""Monster's walks without a trace, all cards at once, for forecasts and searching bots.

The walk is that of `monster.move_monster` (rules, section 7, R1-R15), tested against it, on cells as numbers and sets
of cells as bits. All cards share one walk: a card is a place where it ends.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Self

from engine.values import value

from .board import CELLS, CORNERS, ENTRANCE, RAY, Cell, Direction, column_row, through
from .board import NEIGHBOUR as NEXT_ON_BOARD
from .cards import MOST_STEPS, Card
from .monster import MOST_PIVOTS
from .pieces import OPAQUE_KINDS, TELEPORTER_PAIRS, Place, TileKind
from .position import Position, Tile, Token, unchecked_position

#: Cells of a row in the numbering: a cell's number is its row times this, and its column.
WIDTH = 16
#: Directions, clockwise from north: a direction's number is its place here.
DIRECTIONS = tuple(Direction)
#: Directions in which the cells' numbers grow.
_FORWARD = (Direction.E, Direction.S)


def _number(cell: Cell) -> int:
    column, row = column_row(cell)
    return WIDTH * row + column


#: A cell's number, which is also its bit in a set of cells, and the cell of each number.
NUMBER = {cell: _number(cell) for cell in CELLS}
CELL = {number: cell for cell, number in NUMBER.items()}


#: Place of a stone that was removed (R7), and those of tokens, that are no cell: all are negative.
REMOVED = -1
OUT = -2
OUTSIDE = -3
DEAD = -4
_PLACES = {Place.OUT: OUT, Place.OUTSIDE: OUTSIDE, Place.DEAD: DEAD}

#: Cell of every stone, in the order of `QuickBoard.pieces`; `REMOVED` for one that is not on the board.
Stones = tuple[int, ...]


def place_number(cell: Cell | Place) -> int:
    """Return the number of a cell, or of a token's place beside the board."""
    return _PLACES[cell] if isinstance(cell, Place) else NUMBER[cell]


def stone_number(cell: Cell | None) -> int:
    """Return the number of a stone's cell; None: it was removed."""
    return REMOVED if cell is None else NUMBER[cell]


def cells_in(bits: int) -> list[Cell]:
    """Return the cells of a set, row by row."""
    cells = []
    while bits:
        first = bits & -bits
        bits ^= first
        cells.append(CELL[first.bit_length() - 1])
    return cells


def bits_of(cells: Iterable[Cell]) -> int:
    """Return the set of these cells."""
    return sum(1 << NUMBER[cell] for cell in cells)


@value
class _Ray:
    """Line of sight from a cell to the wall; `forward`: the cells' numbers grow along it."""

    facing: int
    cells: int
    forward: bool
    shift: int


def _ray(cell: Cell, direction: Direction) -> _Ray:
    facing = DIRECTIONS.index(direction)
    vertical = direction in (Direction.N, Direction.S)
    # The distance is the difference of the numbers, in a file that of the rows: divided by their width.
    shift = WIDTH.bit_length() - 1 if vertical else 0
    return _Ray(facing, bits_of(RAY[cell, direction]), direction in _FORWARD, shift)


#: Rays ahead, left and right, by facing and cell.
_SIGHT = [
    {NUMBER[cell]: tuple(_ray(cell, side) for side in (ahead, ahead.left, ahead.right)) for cell in CELLS}
    for ahead in DIRECTIONS
]
#: Next cell for the monster, through walls too, by facing and cell.
_THROUGH = [{NUMBER[cell]: NUMBER[through(cell, ahead)[0]] for cell in CELLS} for ahead in DIRECTIONS]
#: Next cell on the board, by facing and cell; a wall: no entry.
NEXT = [
    {NUMBER[cell]: NUMBER[after] for cell in CELLS if (after := NEXT_ON_BOARD[cell, ahead]) is not None}
    for ahead in DIRECTIONS
]
CORNER_NUMBERS = tuple(NUMBER[cell] for cell in CORNERS)
ENTRANCE_NUMBER = NUMBER[ENTRANCE]


@value
class WalkEnd:
    """End of a walk: cell and facing after the last look, the tokens hit in order, the steps.

    `visits`: set of cells that it started on, entered or slid over. Tokens are numbers in `QuickBoard.pieces`.
    """

    cell: int
    facing: int
    hits: tuple[int, ...]
    visits: int
    steps: int


class QuickBoard:
    """Board with its pieces as numbers, on which walks are carried out; `copy` is cheap.

    `pieces` are the ids of tokens, then of stones, and a piece is its number in them. `standing` is the piece on each
    cell.
    """

    __slots__ = (
        *(
            "cell",
            "closed",
            "facing",
            "first_stone",
            "hits",
            "opaque",
            "pieces",
            "pools",
            "standing",
            "stones",
            "teleports",
        ),
        *("_layout", "tokens", "turning", "visits"),
    )

    def __init__(self, position: Position) -> None:
        self.pieces: Sequence[str] = (
            *(token.id for token in position.tokens),
            *(stone.id for stone in position.stones),
        )
        first_stone = self.first_stone = len(position.tokens)
        self.cell = NUMBER[position.monster]
        self.facing = DIRECTIONS.index(position.facing)
        self.standing: dict[int, int] = {}
        #: Quarter turns of each turning stone, clockwise, by piece.
        self.turning: Mapping[int, int] = {
            first_stone + index: 1 if stone.kind is TileKind.TURN90 else 2
            for index, stone in enumerate(position.stones)
            if stone.kind in (TileKind.TURN90, TileKind.TURN180)
        }
        self.tokens = self.stones = self.opaque = 0
        for index, token in enumerate(position.tokens):
            if token.cell is not None:
                self.tokens |= 1 << NUMBER[token.cell]
                self.standing[NUMBER[token.cell]] = index
        for index, stone in enumerate(position.stones):
            bit = 1 << NUMBER[stone.cell]
            self.stones |= bit
            if stone.kind in OPAQUE_KINDS:
                self.opaque |= bit
            self.standing[NUMBER[stone.cell]] = first_stone + index
        self.pools = bits_of(position.pool_cells)
        partners = {tile.id: tile for tile in position.teleporters}
        #: Teleporters' cells; tokens never enter them nor the monster's.
        self.closed = bits_of(tile.cell for tile in position.teleporters)
        #: Cell and facing after stepping on each teleporter's cell.
        self.teleports: Mapping[int, tuple[int, int]] = {
            NUMBER[tile.cell]: _arrival(partners[TELEPORTER_PAIRS[tile.id]]) for tile in position.teleporters
        }
        self.hits: list[int] = []
        self.visits = 0
        #: Where all stones lie, once it was asked for; None after a push.
        self._layout: Stones | None = None

    def copy(self) -> Self:
        """Return the same board, to be changed by itself."""
        other = object.__new__(type(self))
        other.pieces, other.first_stone, other.turning = self.pieces, self.first_stone, self.turning
        other.pools, other.teleports, other.closed = self.pools, self.teleports, self.closed
        other.cell, other.facing, other.standing = self.cell, self.facing, self.standing.copy()
        other.tokens, other.stones, other.opaque = self.tokens, self.stones, self.opaque
        other.hits, other.visits, other._layout = self.hits.copy(), self.visits, self._layout
        return other

    def stone_cells(self) -> Stones:
        """Return the cell of every stone."""
        if self._layout is not None:
            return self._layout
        cells = [REMOVED] * (len(self.pieces) - self.first_stone)
        for cell, piece in self.standing.items():
            if piece >= self.first_stone:
                cells[piece - self.first_stone] = cell
        self._layout = tuple(cells)
        return self._layout

    def move_token(self, token: int, before: int, after: int, stones: Stones) -> None:
        """Put a token from a cell onto another, and the stones where `stone_cells` would tell them.

        A negative cell: the token is, or comes, off the board.
        """
        if before >= 0:
            del self.standing[before]
            self.tokens ^= 1 << before
        # Before the token: it may end where a stone lay, and a stone may come to lie where the token stood.
        if stones != self._layout:
            self._move_stones(stones)
            self._layout = stones
        if after >= 0:
            self.standing[after] = token
            self.tokens |= 1 << after

    def _move_stones(self, cells: Stones) -> None:
        standing, opaque = self.standing, self.opaque
        moved = [
            (piece, before, cells[piece - self.first_stone])
            for before, piece in standing.items()
            if piece >= self.first_stone and cells[piece - self.first_stone] != before
        ]
        for _, before, _ in moved:
            del standing[before]
            self.stones ^= 1 << before
            self.opaque &= ~(1 << before)
        for piece, before, after in moved:
            if after >= 0:
                standing[after] = piece
                self.stones |= 1 << after
                self.opaque |= (opaque >> before & 1) << after

    # --- looking ------------------------------------------------------------------------------------------------------

    def _look(self) -> bool:
        """Turn towards the nearest token, if one alone is nearest; return True if any is seen."""
        tokens, own_cell = self.tokens, self.cell
        blocking = tokens | self.opaque
        nearest, facing = WIDTH, self.facing
        for ray in _SIGHT[facing][own_cell]:
            met = ray.cells & blocking
            if not met:
                continue
            bit = met & -met if ray.forward else 1 << met.bit_length() - 1
            if bit & tokens:
                distance = abs(bit.bit_length() - 1 - own_cell) >> ray.shift
                if distance < nearest:
                    nearest, facing = distance, ray.facing
                elif distance == nearest:
                    # It is confused unless a third one is nearer.
                    facing = self.facing
        if nearest == WIDTH:
            return False
        self.facing = facing
        return True

    def chased(self) -> int | None:
        """Return the token that the monster walks towards; None if it sees none ahead."""
        looking = self.copy()
        looking._look()
        ahead = _SIGHT[looking.facing][looking.cell][0]
        met = ahead.cells & (self.tokens | self.opaque)
        bit = met & -met if ahead.forward else 1 << met.bit_length() >> 1
        return self.standing[bit.bit_length() - 1] if bit & self.tokens else None

    # --- walking ------------------------------------------------------------------------------------------------------

    def walk(self, cards: Sequence[Card]) -> list[WalkEnd]:
        """Carry out one walk to the end of the last of these cards; return the end of each."""
        ends: dict[Card, WalkEnd] = {}
        # The next card to end is the last of each list.
        by_steps = sorted((card for card in cards if card.hits is None), key=lambda card: -card.steps)
        by_hits = sorted((card for card in cards if card.hits is not None), key=lambda card: -(card.hits or 0))
        self.hits, self.visits = [], 1 << self.cell
        for steps in range(MOST_STEPS + 1):
            # The look after a card's last step is also the one before the next step (R14).
            seen = self._look()
            while by_steps and by_steps[-1].steps == steps:
                ends[by_steps.pop()] = self._end(steps)
            # A hit card ends after the step that brings the last hit, or with the last step (R8).
            while by_hits and (steps == MOST_STEPS or len(self.hits) >= (by_hits[-1].hits or 0)):
                ends[by_hits.pop()] = self._end(steps)
            if not by_steps and not by_hits:
                break
            if seen or self._turns_ahead() is None or self._pivot():
                self._advance()
        return [ends[card] for card in cards]

    def _end(self, steps: int) -> WalkEnd:
        return WalkEnd(self.cell, self.facing, tuple(self.hits), self.visits, steps)

    def _turns_ahead(self) -> int | None:
        """Return the quarter turns of the turning stone on the next cell; None if there is none."""
        piece = self.standing.get(_THROUGH[self.facing][self.cell])
        return None if piece is None else self.turning.get(piece)

    def _pivot(self) -> bool:
        """Turn by turning stones until the way is free; return False if the step is spent (R2)."""
        pivots = 0
        while (turns := self._turns_ahead()) is not None:
            if pivots == MOST_PIVOTS:
                return False
            # Before a further turning stone it looks again; if nobody is seen, it faces as before (R2).
            if pivots and self._look():
                return True
            self.facing = (self.facing + turns) % len(DIRECTIONS)
            pivots += 1
        return True

    def _advance(self) -> None:
        """Advance one cell, or over pools to the first cell that belongs to none (R6)."""
        after_on = _THROUGH[self.facing]
        while True:
            after = self.cell = after_on[self.cell]
            bit = 1 << after
            if self.stones & bit:
                self._push_chain(after)
            self.visits |= bit
            if self.tokens & bit:
                self.tokens ^= bit
                self.hits.append(self.standing.pop(after))
            if after in self.teleports:
                self.cell, self.facing = self.teleports[after]
                self.visits |= 1 << self.cell
                return
            if not self.pools & bit:
                return

    def _push_chain(self, first: int) -> None:
        """Push the unbroken run of pieces from `first` on, the farthest first (R4)."""
        self._layout = None
        after_on, standing = NEXT[self.facing], self.standing
        chain = []
        cell: int | None = first
        while cell in standing:
            chain.append(cell)
            cell = after_on.get(cell)
        for cell in reversed(chain):
            self._push_piece(cell)

    def _push_piece(self, before: int) -> None:
        """Push a piece one cell on, over pools farther (R5); it may be lost (R4, R7)."""
        piece, bit = self.standing.pop(before), 1 << before
        is_token, is_opaque = self.tokens & bit, self.opaque & bit
        if is_token:
            self.tokens ^= bit
        else:
            self.stones ^= bit
            self.opaque &= ~bit
        after = NEXT[self.facing].get(before)
        if after is None or after in self.teleports:
            if is_token:
                self.hits.append(piece)
            return
        target = self._end_of_slide(after)
        if not is_token and target in CORNER_NUMBERS:
            return
        self.standing[target] = piece
        bit = 1 << target
        if is_token:
            self.tokens |= bit
        else:
            self.stones |= bit
            if is_opaque:
                self.opaque |= bit

    def _end_of_slide(self, cell: int) -> int:
        """Return the resting cell of a piece that is pushed onto `cell` (R5)."""
        after_on = NEXT[self.facing]
        while self.pools >> cell & 1:
            after = after_on.get(cell)
            if after is None or after in self.standing or after in self.teleports:
                break
            cell = after
        return cell

    # --- back to values -----------------------------------------------------------------------------------------------

    def position(self, start: Position) -> Position:
        """Return the position after a walk that began at `start`."""
        cells = {self.pieces[piece]: CELL[cell] for cell, piece in self.standing.items()}
        grave = Place.OUTSIDE if start.stage == 1 else Place.DEAD
        tokens = tuple(Token(token.id, token.side, token.place or cells.get(token.id, grave)) for token in start.tokens)
        tiles = tuple(
            Tile(tile.id, tile.kind, (cells[tile.id],)) if tile.is_stone else tile
            for tile in start.tiles
            if not tile.is_stone or tile.id in cells
        )
        return unchecked_position(CELL[self.cell], DIRECTIONS[self.facing], tokens, tiles, start.stage)


def _arrival(tile: Tile) -> tuple[int, int]:
    assert tile.arrow is not None
    return NUMBER[tile.cell], DIRECTIONS.index(tile.arrow)
