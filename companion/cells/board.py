"""Content of the cells of a board, as the value that pages carry."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.screen.pages import Tone


@dataclass(frozen=True)
class CellBoard:
    """Pieces on cells, marked cells, and the ways (from, to) for hands."""

    pieces: tuple[tuple[str, str], ...] = ()
    marks: tuple[tuple[str, Tone], ...] = ()
    ways: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(
        cls, pieces: Mapping[str, str], marks: Mapping[str, Tone] | None = None, ways: tuple[tuple[str, str], ...] = ()
    ) -> "CellBoard":
        """The pieces with their cells, and the marks by their cells."""
        return cls(tuple(sorted(pieces.items())), tuple(sorted((marks or {}).items())), ways)
