"""Truth of a table, cell by cell, and the score of a reading against it."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.finstere_flure.reading.reading import PieceReading, understand
from engine.finstere_flure.board import CELLS
from vision.reading import Reading

#: What lies on a cell: the ids of the tags, with where they point if they do.
Content = frozenset[str]
#: A tag of which less than this share is in sight cannot be asked for.
IN_SIGHT = 0.98


@dataclass(frozen=True)
class TableTruth:
    """`lies`: what lies on each cell that is not empty; `in_sight`: what of it must be read."""

    lies: Mapping[str, Content]
    in_sight: Mapping[str, Content]


@dataclass(frozen=True)
class CellScore:
    """Cells counted: read right (empty ones included), reported as unreadable, wrong."""

    right: int = 0
    unreadable: int = 0
    wrong: int = 0
    wrong_cells: tuple[str, ...] = ()

    def __add__(self, other: "CellScore") -> "CellScore":
        return CellScore(
            self.right + other.right,
            self.unreadable + other.unreadable,
            self.wrong + other.wrong,
            self.wrong_cells + other.wrong_cells,
        )


def truth_of_pieces(pieces: list[dict[str, Any]]) -> TableTruth:
    """Return the truth from the `pieces` of `scene.shot_truth`."""
    lies, in_sight = defaultdict(set), defaultdict(set)
    for piece in pieces:
        name = name_of_truth(piece)
        for cell in piece.get("cells", [piece.get("cell")]):
            lies[cell].add(name)
            if piece["visible"] >= IN_SIGHT:
                in_sight[cell].add(name)
    return TableTruth(_frozen(lies), _frozen(in_sight))


def score(reading: Reading, truth: TableTruth, cell_mm: float) -> CellScore:
    """Score a reading over all cells of the board.

    A cell is wrong if anything is read on it that does not lie there, or if it is said to be empty though a tag in
    full sight lies on it. A cell reported as unreadable or in doubt is not wrong, but not right either; of a piece
    on several cells it is enough if that is said of one of them.
    """
    table = understand(reading, cell_mm)
    seen: dict[str, set[str]] = defaultdict(set)
    for piece in table.pieces:
        for cell in piece.cells:
            seen[cell].add(name_of(piece))
    doubtful = {*reading.unreadable, *(cell for misplacement in table.misplacements for cell in misplacement.cells)}
    told = {name for cell in doubtful for name in truth.lies.get(cell, ())}
    right = unreadable = 0
    wrong = []
    for cell in CELLS:
        read = frozenset(seen.get(cell, ()))
        if read - truth.lies.get(cell, frozenset()):
            wrong.append(cell)
        elif cell in doubtful:
            unreadable += 1
        elif missed := truth.in_sight.get(cell, frozenset()) - read:
            if missed <= told:
                unreadable += 1
            else:
                wrong.append(cell)
        else:
            right += 1
    return CellScore(right, unreadable, len(wrong), tuple(wrong))


def _named(tag_id: str, points: str | None) -> str:
    return f"{tag_id} {points}" if points else tag_id


def name_of_truth(piece: Mapping[str, Any]) -> str:
    """Return the piece of a truth and where it points, as `name_of` names a piece that was seen."""
    return _named(piece["id"], piece.get("facing") or piece.get("arrow"))


def name_of(piece: PieceReading) -> str:
    """Return the piece that was seen and where it points."""
    return _named(piece.id, str(piece.facing) if piece.facing else None)


def _frozen(sets: Mapping[str, set[str]]) -> dict[str, Content]:
    return {cell: frozenset(names) for cell, names in sets.items()}
