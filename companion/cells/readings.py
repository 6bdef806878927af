"""Readings of games with one piece on a cell: the cell of each piece on the board."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.sheets.tags import TagSet
from companion.table.plain_readings import PlainReadings
from vision.model.placed_tags import PlacedTag
from vision.reading import Reading


@dataclass(frozen=True)
class CellReadings(PlainReadings):
    """Pieces lie on cells, turned anyhow; those beside the board do not count."""

    tag_set: TagSet

    ground = "board"
    knows_plain_pieces = True

    @property
    def tags(self) -> TagSet:
        """The game's tags."""
        return self.tag_set

    def piece_to_json(self, placed: PlacedTag) -> dict[str, Any]:
        """Return a piece in the public format."""
        return {"id": placed.tag.id, "kind": placed.tag.kind, "cell": placed.cell}

    def unreadable_to_json(self, meaning: Reading) -> list[str]:
        """Return the cells."""
        return list(meaning.unreadable)

    def describe_unreadable(self, meaning: Reading) -> str:
        """Return the cells."""
        return ", ".join(meaning.unreadable)

    def to_json(self, meaning: Reading) -> dict[str, Any]:
        """Return the public format."""
        return super().to_json(meaning) | {"hidden": list(meaning.hidden)}

    def lines(self, meaning: Reading) -> Iterator[str]:
        """Yield each cell with its piece, and what a person should know before trusting it."""
        yield from super().lines(meaning)
        if meaning.hidden:
            yield f"Hidden behind tall pieces: {', '.join(meaning.hidden)}."
