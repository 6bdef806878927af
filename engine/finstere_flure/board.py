"""Board's fixed geometry as plain tables: cells, neighbours, rays of sight, lettered walls.

The outline and the lettering are those of the printed board: 16 files, 11 rows, two opposite corners cut in
stairs, every outer side of a cell lettered, each letter standing twice with half-turn symmetry.
"""

from engine.names import Name

FILES = "abcdefghijklmnop"
#: First and last file of each row, top to bottom.
ROW_SPANS = {
    1: ("a", "l"),
    2: ("a", "m"),
    3: ("a", "n"),
    4: ("a", "o"),
    5: ("a", "p"),
    6: ("a", "p"),
    7: ("a", "p"),
    8: ("b", "p"),
    9: ("c", "p"),
    10: ("d", "p"),
    11: ("e", "p"),
}
ROWS = tuple(ROW_SPANS)

#: A cell by its name, file then row: ``a1`` .. ``p11``.
Cell = str

EXIT: Cell = "a1"
ENTRANCE: Cell = "p11"
CORNERS = (EXIT, ENTRANCE)


class Direction(Name):
    """A compass direction on the board; north is towards row 1, east towards file p."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    @property
    def right(self) -> "Direction":
        """The direction after a quarter turn clockwise."""
        return _TURNED[self][0]

    @property
    def left(self) -> "Direction":
        """The direction after a quarter turn anticlockwise."""
        return _TURNED[self][2]

    @property
    def back(self) -> "Direction":
        """The opposite direction."""
        return _TURNED[self][1]

    @property
    def delta(self) -> tuple[int, int]:
        """(columns to the right, rows down) of one cell in this direction."""
        return _DELTAS[self]

    @property
    def heading_deg(self) -> int:
        """The angle clockwise from north: 0, 90, 180 or 270 degrees."""
        return 90 * _CLOCKWISE.index(self)


_CLOCKWISE = (Direction.N, Direction.E, Direction.S, Direction.W)
_TURNED = {d: tuple(_CLOCKWISE[(i + k) % 4] for k in (1, 2, 3)) for i, d in enumerate(_CLOCKWISE)}
_DELTAS = {Direction.N: (0, -1), Direction.E: (1, 0), Direction.S: (0, 1), Direction.W: (-1, 0)}

CELLS: tuple[Cell, ...] = tuple(
    f"{file}{row}"
    for row, (first, last) in ROW_SPANS.items()
    for file in FILES[FILES.index(first) : FILES.index(last) + 1]
)
CELL_SET = frozenset(CELLS)


def is_cell(name: object) -> bool:
    """Return True if `name` is a cell of this board."""
    return isinstance(name, str) and name in CELL_SET


def column_row(cell: Cell) -> tuple[int, int]:
    """Return the cell's 0-based column (file a = 0) and 0-based row (row 1 = 0)."""
    return FILES.index(cell[0]), int(cell[1:]) - 1


def reading_order(cell: Cell) -> tuple[int, int]:
    """Sort cells row by row, from the left."""
    column, row = column_row(cell)
    return row, column


def cell_at(column: int, row: int) -> Cell | None:
    """Return the cell at a 0-based column and row, or None off the board."""
    if not (0 <= column < len(FILES) and 0 <= row < len(ROWS)):
        return None
    name = f"{FILES[column]}{row + 1}"
    return name if name in CELL_SET else None


def half_turn(cell: Cell) -> Cell:
    """Return the cell half a turn round the board: (file 17-f, row 12-r)."""
    column, row = column_row(cell)
    return f"{FILES[15 - column]}{11 - row}"


def _step(cell: Cell, direction: Direction) -> Cell | None:
    column, row = column_row(cell)
    dx, dy = direction.delta
    return cell_at(column + dx, row + dy)


#: The next cell on the board in a direction, or None where a wall stands.
NEIGHBOUR: dict[tuple[Cell, Direction], Cell | None] = {(c, d): _step(c, d) for c in CELLS for d in Direction}

#: The next cells on the board round a cell, with their directions.
AROUND: dict[Cell, tuple[tuple[Direction, Cell], ...]] = {
    c: tuple((d, following) for d in Direction if (following := NEIGHBOUR[c, d]) is not None) for c in CELLS
}


def _ray(cell: Cell, direction: Direction) -> tuple[Cell, ...]:
    cells = []
    following = NEIGHBOUR[cell, direction]
    while following is not None:
        cells.append(following)
        following = NEIGHBOUR[following, direction]
    return tuple(cells)


#: All cells from a cell (itself not included) straight to the wall.
RAY: dict[tuple[Cell, Direction], tuple[Cell, ...]] = {(c, d): _ray(c, d) for c in CELLS for d in Direction}
#: The rays along which the monster looks when it stands on a cell and faces in a direction: ahead, left, right.
SIGHT: dict[tuple[Cell, Direction], tuple[tuple[Direction, tuple[Cell, ...]], ...]] = {
    (c, d): tuple((side, RAY[c, side]) for side in (d, d.left, d.right)) for c in CELLS for d in Direction
}


def _wall_letters() -> dict[tuple[Cell, Direction], str]:
    """Return letters of the top and right walls as printed; the others follow by the half turn."""
    n, e = Direction.N, Direction.E
    letters = {(f"{file}1", n): file.upper() for file in FILES[:12]}
    letters |= {("m2", n): "N", ("n3", n): "P", ("o4", n): "R", ("p5", n): "T"}
    letters |= {("l1", e): "M", ("m2", e): "O", ("n3", e): "Q", ("o4", e): "S"}
    letters |= {(f"p{row}", e): letter for row, letter in zip(range(5, 11), "UVWXYZ", strict=True)}
    letters["p11", e] = "★"
    return letters | {(half_turn(cell), side.back): letter for (cell, side), letter in letters.items()}


#: The letter on each outer side of a cell.
WALL_LETTER: dict[tuple[Cell, Direction], str] = _wall_letters()


def through(cell: Cell, direction: Direction) -> tuple[Cell, str | None]:
    """Return the monster's next cell from `cell`, and the letter of the wall passed, if any.

    The monster goes in `direction`. Leaving through a wall leads in at the same letter on the opposite side,
    direction unchanged (the cell half a turn round).
    """
    return _THROUGH[cell, direction]


def _through(cell: Cell, direction: Direction) -> tuple[Cell, str | None]:
    following = NEIGHBOUR[cell, direction]
    if following is not None:
        return following, None
    return half_turn(cell), WALL_LETTER[cell, direction]


_THROUGH = {(c, d): _through(c, d) for c in CELLS for d in Direction}
