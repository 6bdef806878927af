"""Boards of games on a grid: cells by their names, neighbours, lines and jumps."""

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cached_property
from string import ascii_lowercase

#: A step on the board: columns to the right, rows down.
Way = tuple[int, int]

#: Steps along columns and rows, clockwise from up.
STRAIGHT: tuple[Way, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
#: Steps aslant, clockwise from up and right.
ASLANT: tuple[Way, ...] = ((1, -1), (1, 1), (-1, 1), (-1, -1))
#: Steps to all eight cells around.
AROUND: tuple[Way, ...] = (*STRAIGHT, *ASLANT)


def _check_columns(columns: int) -> None:
    """Raise ValueError for a board with more columns than there are letters."""
    if columns > len(ascii_lowercase):
        raise ValueError(
            f"the board has {columns} columns; a column has a letter, and there are {len(ascii_lowercase)}"
        )


class Board:
    """Cells by their names, such as ``c2``: the letter of the column, and the row.

    Rows count from 1 at the top. `letters`: the letter that was drawn on a cell, for cells that have one.
    """

    def __init__(self, cells: Mapping[str, tuple[int, int]], letters: Mapping[str, str] | None = None) -> None:
        self.cells = dict(cells)
        self.letters = dict(letters or {})
        self._names = {place: cell for cell, place in cells.items()}
        self._rays: dict[tuple[str, Way], tuple[str, ...]] = {}
        self._neighbours: dict[tuple[str, tuple[Way, ...]], tuple[str, ...]] = {}

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of the cells, row by row."""
        return iter(self.cells)

    def __contains__(self, cell: object) -> bool:
        """Return True for the name of a cell."""
        return cell in self.cells

    @cached_property
    def columns(self) -> int:
        """Number of columns."""
        return 1 + max(column for column, _ in self.cells.values())

    @cached_property
    def rows(self) -> int:
        """Number of rows."""
        return 1 + max(row for _, row in self.cells.values())

    def cell_at(self, column: int, row: int) -> str | None:
        """Return the cell in a column and a row, both counted from 0; None where there is none."""
        return self._names.get((column, row))

    def column(self, cell: str) -> int:
        """Return the column of a cell, 0 at the left."""
        return self.cells[cell][0]

    def row(self, cell: str) -> int:
        """Return the row of a cell, 0 at the top."""
        return self.cells[cell][1]

    def cell_beyond(self, cell: str, way: Way, steps: int = 1) -> str | None:
        """Return the cell so many steps away; None off the board."""
        column, row = self.cells[cell]
        return self._names.get((column + steps * way[0], row + steps * way[1]))

    def ray(self, cell: str, way: Way) -> tuple[str, ...]:
        """Return all cells from this one to the edge, nearest first, without this one."""
        found = self._rays.get((cell, way))
        if found is None:
            after = self.cell_beyond(cell, way)
            found = () if after is None else (after, *self.ray(after, way))
            self._rays[cell, way] = found
        return found

    def neighbours(self, cell: str, ways: Iterable[Way] = AROUND) -> tuple[str, ...]:
        """Return the cells one step away."""
        ways = tuple(ways)
        found = self._neighbours.get((cell, ways))
        if found is None:
            found = tuple([beside for way in ways if (beside := self.cell_beyond(cell, way))])
            self._neighbours[cell, ways] = found
        return found

    def lines(
        self, length: int, ways: Iterable[Way] = ((1, 0), (0, 1), (1, 1), (1, -1))
    ) -> tuple[tuple[str, ...], ...]:
        """Return all lines of so many cells, one after the other."""
        rays = ((cell, *self.ray(cell, way)) for cell in self for way in ways)
        return tuple(line[:length] for line in rays if len(line) >= length)


def jumps(
    board: Board, lying: Mapping[str, str], start: str, ways: Iterable[Way], over: Container[str]
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield each series of jumps that cannot go on: the cells jumped over, and the last cell.

    A jump goes over a piece of the kinds `over` to the free cell behind it; none is jumped over twice. `lying`: the
    kind on each cell.

    >>> from engine.board import ASLANT, jumps, rectangle
    >>> lying = {"a1": "white", "b2": "black", "d4": "black"}
    >>> list(jumps(rectangle(8, 8), lying, "a1", ASLANT, {"black"}))
    [(('b2', 'd4'), 'e5')]
    """
    ways = tuple(ways)
    others = {cell: kind for cell, kind in lying.items() if cell != start}

    def go_on(cell: str, taken: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
        ended = True
        for way in ways:
            near, far = board.cell_beyond(cell, way), board.cell_beyond(cell, way, 2)
            if near and far and others.get(near) in over and near not in taken and far not in others:
                ended = False
                yield from go_on(far, (*taken, near))
        if ended and taken:
            yield taken, cell

    return go_on(start, ())


def rectangle(columns: int, rows: int) -> Board:
    """Return an empty board of so many columns and rows.

    Raises ValueError for none, and for too many columns.

    >>> from engine.board import STRAIGHT, rectangle
    >>> board = rectangle(8, 8)
    >>> board.neighbours("a1", STRAIGHT), board.ray("a6", (1, 1)), board.cell_beyond("a1", (-1, 0))
    (('b1', 'a2'), ('b7', 'c8'), None)
    """
    if columns < 1 or rows < 1:
        raise ValueError(f"the board has no cell: rectangle({columns}, {rows}); write one such as rectangle(8, 8)")
    _check_columns(columns)
    return Board(
        {f"{ascii_lowercase[column]}{row + 1}": (column, row) for row in range(rows) for column in range(columns)}
    )


def drawn(picture: str) -> Board:
    """Return the board in a drawing, which has a line for each row.

    A point is a cell, a letter one with a piece, a blank is no cell. Raises ValueError for any other character, for no
    cell and for too many columns.

    >>> from engine.board import drawn
    >>> board = drawn('''
    ... w.
    ...  b
    ... ''')
    >>> list(board), board.letters
    (['a1', 'b1', 'b2'], {'a1': 'w', 'b2': 'b'})
    """
    rows = picture.strip("\n").splitlines()
    while any(rows) and all(row[:1] in ("", " ") for row in rows):
        rows = [row[1:] for row in rows]
    _check_columns(max(map(len, map(str.rstrip, rows)), default=0))
    cells, letters = {}, {}
    for number, row in enumerate(rows):
        for column, sign in enumerate(row.rstrip()):
            if sign != "." and not sign.isspace() and not sign.isalpha():
                raise ValueError(f"row {number + 1} of the board has {sign!r}; a cell is a point, or a piece's letter")
            if not sign.isspace():
                name = f"{ascii_lowercase[column]}{number + 1}"
                cells[name] = (column, number)
                if sign != ".":
                    letters[name] = sign
    if not cells:
        raise ValueError("the board has no cell: draw a point for each cell, or a letter for one with a piece")
    return Board(cells, letters)
