"""Ring interface: functions of every ring of lights."""

from collections.abc import Sequence
from typing import Protocol

Rgb = tuple[int, int, int]
"""Red, green and blue, 0..255, as on a screen: 128 looks half as bright as 255."""

BLACK: Rgb = (0, 0, 0)
WHITE: Rgb = (255, 255, 255)


class Ring(Protocol):
    """Lights, the first at the top and on clockwise; or in a row, from left to right."""

    @property
    def count(self) -> int:
        """Number of lights."""

    def show(self, colours: Sequence[Rgb]) -> None:
        """Show one colour on each light; `ValueError` if there are not `count` of them."""

    def close(self) -> None:
        """Turn the lights off and let go of them."""


class MemoryRing:
    """A ring that only remembers what it shows, for a screen to draw.

    >>> from hardware import MemoryRing
    >>> ring = MemoryRing(2)
    >>> ring.show([(255, 0, 0), (0, 0, 0)])
    >>> ring.colours
    ((255, 0, 0), (0, 0, 0))
    >>> ring.close()
    """

    def __init__(self, count: int = 24) -> None:
        self.count = count
        self.colours: tuple[Rgb, ...] = (BLACK,) * count

    def show(self, colours: Sequence[Rgb]) -> None:
        """Remember the colours."""
        if len(colours) != self.count:
            raise ValueError(f"{len(colours)} colours for {self.count} lights")
        self.colours = tuple(colours)

    def close(self) -> None:
        """Turn all lights off."""
        self.colours = (BLACK,) * self.count
