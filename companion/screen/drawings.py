"""Drawings that are kept as SVG files."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.screen.pen import Pen


@dataclass(frozen=True)
class Drawings:
    """Drawings of a game in one folder, named by what they show."""

    folder: Path

    def painter(self, name: str) -> Callable[[Pen], None]:
        """Return a painter of the drawing of this name."""
        return lambda pen: pen.drawing(self.folder / f"{name}.svg")
