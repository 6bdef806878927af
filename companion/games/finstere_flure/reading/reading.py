"""Conversion of seen tags to pieces, problems and a position."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.finstere_flure.tags import card_of_tag, piece_name
from engine.finstere_flure.board import CELLS, ENTRANCE, EXIT, Cell, Direction, cell_at, column_row, reading_order
from engine.finstere_flure.errors import PositionError
from engine.finstere_flure.pieces import MONSTER, POOL_SHAPES, TELEPORTER_PAIRS, TOKENS, Place, Side, TileKind
from engine.finstere_flure.position import Position, Tile, Token
from engine.finstere_flure.positionfile import position_to_json
from engine.names import Name
from vision.model.placed_tags import PlacedTag
from vision.reading import Reading

#: A piece whose centre lies farther than this from its cell's centre, in cells along a file or row, lies on the line
#: between two cells: which one it belongs to would be a guess.
MOST_OFFSET = 0.42
#: The monster or an arrow that is turned farther than this from a compass direction points at none.
MOST_SKEW_DEG = 33.0
#: A token beside the board, no farther than this from a corner cell's centre (in cells), lies at entrance or exit.
AT_THE_CORNER = 5.0

_CLOCKWISE = (Direction.N, Direction.E, Direction.S, Direction.W)
_FLOOR_KINDS = frozenset({"pool", "teleporter"})
#: So many cells are named in a sentence; more are counted.
_FEW_CELLS = 4


@dataclass(frozen=True)
class PieceReading:
    """Piece on the board: the tag's id, its cells, its direction and its offset.

    The offset is from its cell's centre.
    """

    id: str
    kind: str
    cells: tuple[Cell, ...]
    offset_mm: tuple[float, float]
    facing: Direction | None = None

    @property
    def piece(self) -> str:
        """The piece's id without the side or face that lies up."""
        return self.id.partition("/")[0]

    @property
    def cell(self) -> Cell:
        """The piece's cell; a pool's first."""
        return self.cells[0]


class MisplacementKind(Name):
    """Reason why it is in doubt where a piece lies."""

    ON_A_LINE = "on-a-line"
    ASKEW = "askew"
    OVER_THE_EDGE = "over-the-edge"
    """A pool that reaches beyond the board."""
    TWICE = "twice"
    """The same piece at several places."""
    SHARED = "shared"
    """Several pieces on a cell that has room for one."""


@dataclass(frozen=True)
class Misplacement:
    """Pieces whose place is in doubt (ids without side or face), the reason, and the cells.

    For a piece on a line these are the cells on its two sides, the one with its centre first.
    """

    kind: MisplacementKind
    pieces: tuple[str, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class PieceOffBoard:
    """Piece beside the board: its id, a token's visible side, and at the entrance or the exit.

    `place` is `Place.OUTSIDE` at the entrance, `Place.OUT` at the exit and None anywhere else.
    """

    piece: str
    side: Side | None
    place: Place | None


@dataclass(frozen=True)
class TableReading:
    """Pieces, problems and position that one picture shows.

    `position` is None where no valid position can be told: the monster is not seen, or what was seen is impossible
    (`problems` says why). A piece that has a problem is left out of it. `contradictions` are those of the problems
    that leave the position in doubt: all but pieces beside the board. `not_seen` names the pieces of every game
    that were not found; another piece may lie on their tag. `misplacements` and `beside` tell of the problems with
    single pieces as data; a misplaced piece may still be among the `pieces`. `hidden` are cells of which the
    monster hides so much that a piece there may not be seen.
    """

    reading: Reading
    pieces: tuple[PieceReading, ...]
    cards: tuple[str, ...]
    problems: tuple[str, ...]
    contradictions: tuple[str, ...]
    not_seen: tuple[str, ...]
    position: Position | None
    misplacements: tuple[Misplacement, ...] = ()
    beside: tuple[PieceOffBoard, ...] = ()
    hidden: tuple[Cell, ...] = ()
    stage: int = 1

    @property
    def unknown_hidden_cells(self) -> tuple[Cell, ...]:
        """Hidden cells of which nothing is known.

        No tag was read there, and nothing is seen there.
        """
        return self.reading.hidden


def covered_cells(placed: PlacedTag) -> tuple[Cell, ...]:
    """Return the cells of the board that the piece at this placed covers; empty off the board."""
    if placed.cell is None or placed.tag.kind in ("reference", "card"):
        return ()
    if placed.tag.kind != "pool":
        return (placed.cell,)
    return tuple(cell for cell in _pool_cells(placed) if cell in CELLS)


def _quarter_turns(turn_deg: float) -> int:
    return round(turn_deg / 90) % 4


def _skew_deg(turn_deg: float) -> float:
    """Return the difference of the turn from the nearest compass direction."""
    return abs((turn_deg + 45) % 90 - 45)


def _pool_cells(placed: PlacedTag) -> tuple[str, ...]:
    """Return the cells under a pool.

    Seen with the tag's top edge up, the tag lies on its upper left cell. Cells beyond the board are named
    ``(off the board)``.
    """
    assert placed.cell is not None
    columns, rows = POOL_SHAPES[placed.tag.id]
    column, row = column_row(placed.cell)
    turns = _quarter_turns(placed.turn_deg)
    (rx, ry), (dx, dy) = _CLOCKWISE[(turns + 1) % 4].delta, _CLOCKWISE[(turns + 2) % 4].delta
    places = [(column + rx * i + dx * j, row + ry * i + dy * j) for j in range(rows) for i in range(columns)]
    cells = [cell_at(*place) or "(off the board)" for place in places]
    return tuple(sorted(cells, key=lambda cell: reading_order(cell) if cell in CELLS else (99, 99)))


def understand(reading: Reading, cell_mm: float, *, stage: int = 1) -> TableReading:
    """Return the pieces, problems and position that a reading shows.

    The board has cells of `cell_mm`.
    """
    beside: list[tuple[PieceOffBoard, str]] = []
    unclear: list[tuple[Misplacement, str]] = []
    pieces: list[PieceReading] = []
    cards: list[str] = []
    for placed in reading.placed_tags:
        if placed.tag.kind == "card":
            cards.append(card_of_tag(placed.tag.id))
        elif placed.cell is None:
            beside.append(_beside(placed, cell_mm))
        elif unclear_piece := _misplaced(placed, cell_mm):
            unclear.append(unclear_piece)
        else:
            pieces.append(_piece(placed))
    unclear += [*_find_duplicates(pieces), *_find_stacked(pieces)]
    misplacements = tuple(misplacement for misplacement, _ in unclear)
    contradictions = [problem for _, problem in unclear]
    # Seen at a good and at a bad place, a piece still is in the position at the good one.
    doubtful = {
        piece
        for misplacement in misplacements
        if misplacement.kind in (MisplacementKind.TWICE, MisplacementKind.SHARED)
        for piece in misplacement.pieces
    }
    seen = {placed.tag.id.partition("/")[0] for placed in reading.placed_tags if placed.cell is not None}
    if not seen:
        contradictions.append(
            "no sticker of a piece is read on the board, so there is no position; a screenshot of the virtual table "
            "shows none at any size: give a camera's picture, or a drawing of the board to companion monster"
        )
    elif MONSTER not in seen:
        contradictions.append("the monster is not seen on the board, so there is no position")
    certain = [piece for piece in pieces if piece.piece not in doubtful]
    position, impossible = _position(certain, stage, reading)
    contradictions += impossible
    return TableReading(
        reading,
        pieces=tuple(sorted(pieces, key=_order)),
        cards=tuple(cards),
        problems=(*(problem for _, problem in beside), *contradictions),
        contradictions=tuple(contradictions),
        not_seen=tuple(piece for piece in (MONSTER, *POOL_SHAPES) if piece not in seen),
        position=position,
        misplacements=misplacements,
        beside=tuple(piece for piece, _ in beside),
        hidden=reading.occluded,
        stage=stage,
    )


def _order(piece: PieceReading) -> tuple[tuple[int, int], str]:
    return reading_order(piece.cell), piece.id


def _misplaced(placed: PlacedTag, cell_mm: float) -> tuple[Misplacement, str] | None:
    """Return what is wrong with the piece's place or turn; None if nothing is."""
    name, cell = placed.tag.id, placed.cell
    called = piece_name(name)
    assert cell is not None
    assert placed.offset_mm is not None

    def misplacement(kind: MisplacementKind, *cells: Cell) -> Misplacement:
        return Misplacement(kind, (name.partition("/")[0],), cells)

    if max(map(abs, placed.offset_mm)) > MOST_OFFSET * cell_mm:
        problem = f"{called} lies on the line beside {cell}: push it to the middle of its cell"
        return misplacement(MisplacementKind.ON_A_LINE, cell, *_cell_across_line(cell, placed.offset_mm)), problem
    if placed.tag.kind in ("monster", "teleporter", "pool") and _skew_deg(placed.turn_deg) > MOST_SKEW_DEG:
        return misplacement(MisplacementKind.ASKEW, cell), f"{called} on {cell} is turned askew: turn it straight"
    if placed.tag.kind == "pool" and "(off the board)" in _pool_cells(placed):
        problem = f"{called} with its tag on {cell} reaches beyond the board"
        return misplacement(MisplacementKind.OVER_THE_EDGE, *covered_cells(placed)), problem
    return None


def _cell_across_line(cell: Cell, offset_mm: tuple[float, float]) -> tuple[Cell, ...]:
    """Return the cell on the other side of the line on which a piece with this offset lies.

    Returns an empty tuple at the board's edge.
    """
    right, down = offset_mm
    column, row = column_row(cell)
    if abs(right) > abs(down):
        other = cell_at(column + (1 if right > 0 else -1), row)
    else:
        other = cell_at(column, row + (1 if down > 0 else -1))
    return (other,) if other else ()


def _beside(placed: PlacedTag, cell_mm: float) -> tuple[PieceOffBoard, str]:
    """Return a piece beside the board, and the sentence that says so."""
    piece, _, side = placed.tag.id.partition("/")
    near = [
        place
        for corner, place in ((ENTRANCE, Place.OUTSIDE), (EXIT, Place.OUT))
        if _cell_distance(placed, corner, cell_mm) <= AT_THE_CORNER
    ]
    nearest = min(CELLS, key=lambda cell: _cell_distance(placed, cell, cell_mm))
    return (
        PieceOffBoard(piece, Side(side) if piece in TOKENS else None, near[0] if near else None),
        f"{piece_name(placed.tag.id)} lies off the board, near {nearest}",
    )


def _cell_distance(placed: PlacedTag, cell: Cell, cell_mm: float) -> float:
    """Return the distance of the piece's centre from the cell's, in cells."""
    column, row = column_row(cell)
    x, y = (coordinate / cell_mm - 0.5 for coordinate in placed.centre_mm)
    return math.hypot(column - x, row - y)


def _piece(placed: PlacedTag) -> PieceReading:
    assert placed.offset_mm is not None
    kind = placed.tag.kind
    points = kind in ("monster", "teleporter")
    return PieceReading(
        placed.tag.id,
        kind,
        covered_cells(placed),
        placed.offset_mm,
        _CLOCKWISE[_quarter_turns(placed.turn_deg)] if points else None,
    )


def _find_duplicates(pieces: Iterable[PieceReading]) -> Iterator[tuple[Misplacement, str]]:
    """Yield the same piece seen at two places, or both of its sides at once."""
    by_piece: dict[str, list[PieceReading]] = defaultdict(list)
    for piece in pieces:
        by_piece[piece.piece].append(piece)
    for found in by_piece.values():
        if len(found) < 2:
            continue
        found.sort(key=_order)
        cells = tuple(piece.cell for piece in found)
        names = sorted({piece_name(piece.id) for piece in found})
        times = "twice" if len(found) == 2 else f"{len(found)} times"
        yield (
            Misplacement(MisplacementKind.TWICE, (found[0].piece,), cells),
            f"{' and '.join(names)} seen {times}: {', '.join(cells)}",
        )


def _find_stacked(pieces: Iterable[PieceReading]) -> Iterator[tuple[Misplacement, str]]:
    """Find two pieces on one cell.

    Pieces lie on pools, and the monster stands on teleporters; nothing else shares a cell.
    """
    by_cell: dict[Cell, list[PieceReading]] = defaultdict(list)
    for piece in pieces:
        for cell in piece.cells:
            by_cell[cell].append(piece)
    for cell, found in by_cell.items():
        for group in (
            [piece for piece in found if piece.kind not in _FLOOR_KINDS],
            [piece for piece in found if piece.kind in _FLOOR_KINDS],
            [piece for piece in found if piece.kind == "teleporter" or piece.kind not in ("pool", "monster")],
        ):
            involved = tuple(dict.fromkeys(piece.piece for piece in group))
            if len(involved) > 1:
                names = " and ".join(sorted(piece_name(piece.id) for piece in group))
                yield Misplacement(MisplacementKind.SHARED, involved, (cell,)), f"{cell}: {names} lie on the same cell"
                break


def position_of(pieces: Sequence[PieceReading], stage: int, *more: Tile) -> Position | None:
    """Return the position of these pieces and some more tiles; None without the monster.

    Raises PositionError if there can be no such position.
    """
    monster = next((piece for piece in pieces if piece.kind == MONSTER), None)
    if monster is None or monster.facing is None:
        return None
    tokens = tuple(
        Token(piece.piece, Side(piece.id.partition("/")[2]), piece.cell) for piece in pieces if piece.piece in TOKENS
    )
    tiles = tuple(
        Tile(piece.piece, TileKind(piece.kind), piece.cells, piece.facing)
        for piece in pieces
        if piece.piece not in TOKENS and piece.kind != MONSTER
    )
    return Position(monster.cell, monster.facing, tokens, (*tiles, *more), stage).in_order()


def _position(pieces: Sequence[PieceReading], stage: int, reading: Reading) -> tuple[Position | None, tuple[str, ...]]:
    """Return the position, or None and what makes it impossible.

    Nothing makes it impossible if just the monster is not certain.
    """
    try:
        return position_of(pieces, stage), ()
    except PositionError as error:
        monster = next(piece for piece in pieces if piece.kind == MONSTER)
        where = ", ".join(
            [
                f"under the monster on {monster.cell}",
                *_places("behind it on", reading.hidden),
                *_places("unread on", reading.unreadable),
            ]
        )
        return None, tuple(
            f"{problem} (it may be {where})" if _lacks_partner(problem) else problem for problem in error.problems
        )


def _places(where: str, cells: Sequence[Cell]) -> list[str]:
    """Describe where a piece may be: few cells are named, many are counted."""
    if not cells:
        return []
    return [f"{where} {', '.join(cells)}" if len(cells) <= _FEW_CELLS else f"{where} one of {len(cells)} cells"]


def _lacks_partner(problem: str) -> bool:
    """Return True if the problem is a teleporter without the other of its pair.

    The other one is then hidden or unread.
    """
    return any(teleporter in problem for teleporter in TELEPORTER_PAIRS)


def reading_to_json(table: TableReading) -> dict[str, Any]:
    """Return the reading in the public format of ``companion read --json``."""
    registration = table.reading.registration
    return {
        "board": {
            "found": True,
            "homography": [[float(number) for number in row] for row in registration.homography],
            "residual_px": round(registration.residual_px, 3),
        },
        "pieces": [_piece_to_json(piece) for piece in table.pieces],
        "cards": list(table.cards),
        "unreadable": list(table.reading.unreadable),
        "hidden": list(table.unknown_hidden_cells),
        "foreign": table.reading.foreign,
        "problems": list(table.problems),
        "not_seen": list(table.not_seen),
        "position": position_to_json(table.position) if table.position else None,
    }


def _piece_to_json(piece: PieceReading) -> dict[str, Any]:
    entry: dict[str, Any] = {"id": piece.id}
    entry |= {"cells": list(piece.cells)} if piece.kind == "pool" else {"cell": piece.cell}
    if piece.facing:
        entry["arrow" if piece.kind == "teleporter" else "facing"] = str(piece.facing)
    return entry | {"offset_mm": [round(value, 1) for value in piece.offset_mm]}


def board_not_found_to_json() -> dict[str, Any]:
    """Return what ``companion read --json`` prints for a picture without a board.

    The board was not found in this picture.
    """
    return {
        "board": {"found": False, "homography": None, "residual_px": None},
        "pieces": [],
        "cards": [],
        "unreadable": [],
        "hidden": [],
        "foreign": 0,
        "problems": ["the board was not found"],
        "not_seen": [],
        "position": None,
    }


def caveats(table: TableReading) -> Iterator[str]:
    """Yield warnings that a person needs before trusting the reading, one sentence each."""
    if table.cards:
        yield f"Cards: {', '.join(table.cards)}."
    if table.reading.unreadable:
        yield f"Something lies there that could not be read: {', '.join(table.reading.unreadable)}."
    if table.unknown_hidden_cells:
        yield f"Hidden behind the monster: {', '.join(table.unknown_hidden_cells)}."
    for problem in table.problems:
        yield f"Problem: {problem}."
    if table.not_seen:
        yield f"Not seen: {', '.join(map(piece_name, table.not_seen))}."
    if table.reading.foreign:
        yield f"Codes that are none of the game's: {table.reading.foreign}."
