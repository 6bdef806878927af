"""What lies on the cells of a board, as the value that pages carry."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.screen.pages import Tone


@dataclass(frozen=True)
class CellBoard:
    """Which piece lies on which cell, the cells that are marked, and the ways (from, to) that hands should go."""

    pieces: tuple[tuple[str, str], ...] = ()
    marks: tuple[tuple[str, Tone], ...] = ()
    ways: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(
        cls, pieces: Mapping[str, str], marks: Mapping[str, Tone] | None = None, ways: tuple[tuple[str, str], ...] = ()
    ) -> "CellBoard":
        """The pieces with their cells, and the marks by their cells."""
        return cls(tuple(sorted(pieces.items())), tuple(sorted((marks or {}).items())), ways)
