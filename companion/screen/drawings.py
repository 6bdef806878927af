"""Drawings that are kept as SVG files."""

from dataclasses import dataclass
from pathlib import Path

from companion.screen.pen import DrawingPainter


@dataclass(frozen=True)
class Drawings:
    """Drawings of a game in one folder, named by what they show."""

    folder: Path

    def painter(self, name: str) -> DrawingPainter:
        """Return a painter of the drawing of this name."""
        return DrawingPainter(self.folder / f"{name}.svg")
