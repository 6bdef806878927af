"""Drawings of Lifeboat, SVG files named by what they show: portraits and provisions.

Portraits are told apart by hat as well as by colour.
"""

from collections.abc import Callable
from pathlib import Path

from companion.screen.pen import Pen

_SIGNS = Path(__file__).parent / "signs"


def drawing(name: str) -> Callable[[Pen], None]:
    """Return a painter of the drawing of this name."""
    return lambda pen: pen.drawing(_SIGNS / f"{name}.svg")
