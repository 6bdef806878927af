"""Boards of pieces on cells in words, and answers about cells and threats."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Protocol

from companion.device.language import say, say_as, say_count
from companion.device.sentences import capitalised, join_items
from companion.table.table_question import TableQuestion
from engine.board import Way

#: The eight ways from a cell, clockwise from the top of the board.
_WAYS: tuple[Way, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
#: Ids of the questions, and what the ids of their choices begin with.
PIECES = "pieces"
THREATS = "threats"
BOARD = "board"
CELL = "cell"
#: So many pieces of a kind are laid in one step; of more, one row of the board is a step.
_MOST_LAID = 4
#: So many cells side by side are told by the first and the last.
_LEAST_RUN = 3


class CellTable(Protocol):
    """Facts of a game on cells that are told in words."""

    tag_set: ClassVar[Any]
    colours: ClassVar[Mapping[str, Any]]

    @property
    def cells(self) -> Mapping[str, tuple[int, int]]:
        """The cells of the board: 0-based (column, row)."""

    def lying(self, state: Any) -> Mapping[str, str]:
        """Return the cell of each piece."""

    def labels(self, state: Any) -> Mapping[str, str]:
        """Return the texts on cells."""

    def piece_name(self, piece: str) -> str:
        """Return a piece's name."""

    def player_name(self, player: str) -> str:
        """Return a player's name."""

    def player_of(self, piece: str) -> str:
        """Return the owner of a piece."""

    def actor(self, state: Any) -> str:
        """Return the player on turn."""

    def knows_threats(self, state: Any) -> bool:
        """Return True if `threats` says which pieces could be taken now."""

    def threats(self, state: Any, player: str) -> Mapping[str, Sequence[str]]:
        """Return the cells of a player's pieces that could be taken, with where from."""


def way_name(way: Way) -> str:
    """Return the side of a cell on which another one lies, by a step that leads there."""
    names = (
        say_as("lies in the ...", "north"),
        say_as("lies in the ...", "northeast"),
        say_as("lies in the ...", "east"),
        say_as("lies in the ...", "southeast"),
        say_as("lies in the ...", "south"),
        say_as("lies in the ...", "southwest"),
        say_as("lies in the ...", "west"),
        say_as("lies in the ...", "northwest"),
    )
    return names[_WAYS.index(way)]


def cells_by_name(game: CellTable, lying: Mapping[str, str]) -> Mapping[str, Sequence[str]]:
    """Return the cells on which pieces of each name lie, row by row; names in the pieces' order."""
    found: dict[str, list[str]] = {}
    for piece in game.tag_set.pieces:
        if piece in lying:
            found.setdefault(game.piece_name(piece), []).append(lying[piece])
    order = list(game.cells)
    return {name: sorted(cells, key=order.index) for name, cells in found.items()}


def describe_cells(game: CellTable, state: Any) -> Sequence[str]:
    """Return a sentence for each kind of piece, with its cells, and what is written on cells."""
    texts = [
        capitalised(say("{piece}: {cells}.", piece=name, cells=join_items(cells)))
        for name, cells in cells_by_name(game, game.lying(state)).items()
    ]
    written = game.labels(state)
    if written:
        counts = [say("{name} {number}", name=cell, number=text) for cell, text in written.items()]
        texts.append(say("Written on cells: {counts}.", counts=join_items(counts)))
    return texts or [say("The board is empty.")]


def describe_laying(game: CellTable, state: Any) -> Iterator[str]:
    """Yield what hands lay in one step each: a kind of piece, or one row of a kind with many."""
    for name, cells in cells_by_name(game, game.lying(state)).items():
        rows: dict[int, list[str]] = {}
        for cell in cells:
            rows.setdefault(game.cells[cell][1], []).append(cell)
        for laid in [cells] if len(cells) <= _MOST_LAID else rows.values():
            text = say("{piece}: {cells}.", piece=name, cells=join_items(_join_runs(game, laid)))
            yield capitalised(text)


def _join_runs(game: CellTable, cells: Sequence[str]) -> Iterator[str]:
    """Yield cells, of those that lie side by side in a row the first and the last."""
    runs: list[list[str]] = []
    for cell in cells:
        column, row = game.cells[cell]
        if runs and game.cells[runs[-1][-1]] == (column - 1, row):
            runs[-1].append(cell)
        else:
            runs.append([cell])
    for run in runs:
        if len(run) < _LEAST_RUN:
            yield from run
        else:
            yield say("{first} to {last}", first=run[0], last=run[-1])


def describe_cell_changes(game: CellTable, before: Any, after: Any) -> Sequence[str]:
    """Return what lies on each cell that is another one after an event."""
    old, new = _contents(game, before), _contents(game, after)
    return [
        say("{cell}: {piece}.", cell=cell, piece=new[cell] or say("free"))
        for cell in game.cells
        if old[cell] != new[cell]
    ]


def _contents(game: CellTable, state: Any) -> Mapping[str, str]:
    """Return what lies on each cell or is written there, in words; empty: nothing."""
    pieces, written = {cell: piece for piece, cell in game.lying(state).items()}, game.labels(state)
    found = {}
    for cell in game.cells:
        texts = [game.piece_name(pieces[cell])] if cell in pieces else []
        found[cell] = join_items([*texts, *filter(None, [written.get(cell, "")])])
    return found


def cell_questions(game: CellTable, state: Any, seat: str) -> Sequence[TableQuestion]:
    """Return the questions of a seat about pieces, cells and threats; empty: of the one on turn."""
    asker = seat or game.actor(state)
    found = []
    if asker in game.colours:
        found.append(_pieces(game, state, asker))
        if game.knows_threats(state):
            found.append(_threats(game, state, asker))
    found.append(TableQuestion(BOARD, say("What lies on the board?"), partial(describe_cells, game, state)))
    return [*found, *([_cell(game, state)] if game.cells else [])]


# --- where pieces lie -------------------------------------------------------------------------------------------------


def _pieces(game: CellTable, state: Any, asker: str) -> TableQuestion:
    text = capitalised(say("{player}: where are the pieces?", player=game.player_name(asker)))
    return TableQuestion(PIECES, text, partial(describe_pieces, game, state, asker))


def describe_pieces(game: CellTable, state: Any, player: str) -> Sequence[str]:
    """Return where the pieces of a player lie."""
    own = {piece: cell for piece, cell in game.lying(state).items() if str(game.player_of(piece)) == player}
    found = cells_by_name(game, own)
    return [
        capitalised(say("{piece}: {cells}.", piece=name, cells=join_items(cells))) for name, cells in found.items()
    ] or [say("No piece is on the board.")]


# --- what lies on a cell and round it ---------------------------------------------------------------------------------


def _cell(game: CellTable, state: Any) -> TableQuestion:
    """Return the question about a cell, with columns and their cells to choose from."""
    columns: dict[str, list[TableQuestion]] = {}
    for cell in game.cells:
        question = TableQuestion(f"{CELL} {cell}", cell, partial(describe_cell, game, state, cell))
        columns.setdefault(cell[:1], []).append(question)
    groups = [
        TableQuestion(f"{CELL} {column}", say("Column {letter}", letter=column.upper()), choices=tuple(questions))
        for column, questions in sorted(columns.items())
    ]
    return TableQuestion(CELL, say("What lies on a cell and round it?"), choices=tuple(groups))


def describe_cell(game: CellTable, state: Any, cell: str) -> Sequence[str]:
    """Return what lies on a cell, the nearest piece each way, clockwise, and the free ways."""
    contents = _contents(game, state)
    texts = [say("{cell}: {piece}.", cell=cell, piece=contents[cell] or say("free"))]
    free = []
    for way in _WAYS:
        ray = list(cells_beyond(game.cells, cell, way))
        met = next((number for number, beyond in enumerate(ray, start=1) if contents[beyond]), None)
        if met is not None:
            values = {"direction": way_name(way), "piece": contents[ray[met - 1]], "cell": ray[met - 1]}
            texts.append(capitalised(say("{direction} {cell}: {piece}.", **values)))
        elif ray:
            free.append(say_count("{direction} {n} cell", "{direction} {n} cells", len(ray), direction=way_name(way)))
    if free:
        texts.append(say("Free to the edge: {ways}.", ways=join_items(free)))
    return texts


def cells_beyond(cells: Mapping[str, tuple[int, int]], cell: str, way: Way) -> Iterator[str]:
    """Yield the cells in a direction, nearest first; gaps in the board are passed over."""
    names = {place: name for name, place in cells.items()}
    columns, rows = zip(*cells.values(), strict=True)
    column, row = cells[cell]
    while True:
        column, row = column + way[0], row + way[1]
        if not (min(columns) <= column <= max(columns) and min(rows) <= row <= max(rows)):
            return
        if (column, row) in names:
            yield names[column, row]


# --- what is threatened -----------------------------------------------------------------------------------------------


def _threats(game: CellTable, state: Any, asker: str) -> TableQuestion:
    def answer() -> Sequence[str]:
        found = game.threats(state, asker)
        if not found:
            return [say("None of these pieces is threatened.")]
        return [
            say("{cell} is threatened from: {cells}.", cell=cell, cells=join_items(sources))
            for cell, sources in found.items()
        ]

    text = capitalised(say("{player}: what is threatened?", player=game.player_name(asker)))
    return TableQuestion(THREATS, text, answer, foresees=True)
