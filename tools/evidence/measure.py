"""Share of the visible tags that were read, and check that everything unread was reported."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from companion.games.finstere_flure.reading.reading import TableReading, understand
from engine.finstere_flure.board import CELLS
from tools.evidence.truth import name_of, name_of_truth
from vision.reading import Reading

#: A piece of whose symbol this share shows must be read; one with less must at least be told.
IN_SIGHT = 0.75
#: A cell of which more than this share is hidden must be told.
COVERED = 0.5
#: Of a bare cell less than this share is hidden.
BARE = 0.02


@dataclass(frozen=True)
class PictureCounts:
    """Counts over one picture or many.

    `refused`: pictures whose board was not found; nothing else is counted of them. `pieces`: those with three
    quarters in sight, `read` of them; `vanished`: those of them that were neither read nor told of. `half_lost`: the
    same of pieces with a quarter to three quarters in sight. `wrong`: pieces read that do not lie there. `covered`:
    cells more than half hidden, `told` of them. `bare`: cells with nothing on them whose print can be seen, `alarms`
    those of them that were said to hold something. `faded`: bare cells whose print stands out less than the noise (see
    `phone_shots.fading`), `faded_told` of them. `details` names what went wrong.
    """

    pictures: int = 0
    refused: int = 0
    pieces: int = 0
    read: int = 0
    wrong: int = 0
    vanished: int = 0
    covered: int = 0
    told: int = 0
    bare: int = 0
    alarms: int = 0
    half_lost: int = 0
    faded: int = 0
    faded_told: int = 0
    details: tuple[str, ...] = ()

    def __add__(self, other: "PictureCounts") -> "PictureCounts":
        names = [field.name for field in fields(PictureCounts)]
        return PictureCounts(**{name: getattr(self, name) + getattr(other, name) for name in names})

    @property
    def silent(self) -> int:
        """Number of visible things that were passed over in silence."""
        return self.vanished + self.covered - self.told

    def to_json(self) -> dict[str, Any]:
        """Return JSON-able data."""
        return asdict(self) | {"details": list(self.details)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "PictureCounts":
        """Return the value from the data of `to_json`."""
        return cls(**{**data, "details": tuple(data["details"])})


def refused(reason: str) -> PictureCounts:
    """Return a picture whose board was not found."""
    return PictureCounts(pictures=1, refused=1, details=(f"refused: {reason}",))


def measure(reading: Reading, truth: Mapping[str, Any], cell_mm: float) -> PictureCounts:
    """Measure a reading by a photograph's truth (see `tools.evidence.rooms`)."""
    table = understand(reading, cell_mm)
    told = told_cells(table)
    read: dict[str, set[str]] = defaultdict(set)
    for piece in table.pieces:
        for cell in piece.cells:
            read[cell].add(name_of(piece))
    lies: dict[str, set[str]] = defaultdict(set)
    pieces = seen = vanished = half_lost = 0
    details = []
    for entry in truth["pieces"]:
        name, cells = name_of_truth(entry), entry.get("cells") or [entry["cell"]]
        for cell in cells:
            lies[cell].add(name)
        was_read = any(name in read[cell] for cell in cells)
        silent = not was_read and not told & set(cells)
        if entry["visible"] >= IN_SIGHT:
            pieces += 1
            seen += was_read
            vanished += silent
            if not was_read:
                how = "silent" if silent else "told"
                details.append(f"{how}: {name} on {cells[0]}, {entry.get('module_px', 0)} px a module")
        elif entry["visible"] >= 1 - IN_SIGHT:
            half_lost += silent
    worn: dict[str, set[str]] = defaultdict(set)
    for entry in truth.get("worn", ()):
        for cell in entry.get("cells") or [entry["cell"]]:
            worn[cell].add(name_of_truth(entry))
    # A worn tag may still be read, if hardly any can.
    wrong = [f"wrong: {name} on {cell}" for cell in CELLS for name in sorted(read[cell] - lies[cell] - worn[cell])]
    covered = covered_told = bare = alarms = faded = faded_told = 0
    doubtful = set(reading.unreadable) | {cell for misplacement in table.misplacements for cell in misplacement.cells}
    for cell in CELLS:
        shares = truth["cells"].get(cell, {})
        own_tall = any(name.startswith("monster") for name in lies[cell])
        hidden = sum(share for kind, share in shares.items() if kind != "piece" and not (kind == "tall" and own_tall))
        if hidden > COVERED:
            covered += 1
            if cell in told or read[cell]:
                covered_told += 1
            else:
                details.append(f"covered, not told: {cell} {shares}")
        if lies[cell] or worn[cell] or sum(shares.values()) >= BARE:
            continue
        if cell in truth.get("faded", ()):
            faded += 1
            faded_told += cell in doubtful
        else:
            bare += 1
            if cell in doubtful:
                alarms += 1
                details.append(f"alarm: {cell}")
    return PictureCounts(
        pictures=1,
        pieces=pieces,
        read=seen,
        wrong=len(wrong),
        vanished=vanished,
        covered=covered,
        told=covered_told,
        bare=bare,
        alarms=alarms,
        half_lost=half_lost,
        faded=faded,
        faded_told=faded_told,
        details=(*wrong, *details),
    )


def told_cells(table: TableReading) -> set[str]:
    """Return the cells of which the reading itself says that it cannot tell all."""
    misplacements = {cell for misplacement in table.misplacements for cell in misplacement.cells}
    return {*table.reading.unreadable, *table.hidden, *misplacements}
