"""Players' colours for all that shows them: the screen, what is printed, the ring's light."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.finstere_flure.pieces import Colour

#: Red, green and blue, each 0 to 255.
Rgb = tuple[int, int, int]


@dataclass(frozen=True)
class Shades:
    """Colour on the dark screen, in print, and as light (None: as on the screen)."""

    screen: Rgb
    printed: Rgb
    light: Rgb | None = None

    @property
    def hex(self) -> str:
        """The printed one as ``#rrggbb``."""
        return "#" + bytes(self.printed).hex()

    @property
    def bgr(self) -> Rgb:
        """The printed one as pictures of the table have it."""
        return self.printed[2], self.printed[1], self.printed[0]

    @property
    def lit(self) -> Rgb:
        """The light."""
        return self.light or self.screen


PLAYERS: Mapping[Colour, Shades] = MappingProxyType(
    {
        Colour.GREEN: Shades((46, 168, 84), (46, 125, 50)),
        Colour.RED: Shades((222, 52, 56), (198, 40, 40)),
        Colour.BLUE: Shades((54, 124, 232), (21, 101, 192)),
        Colour.YELLOW: Shades((248, 205, 48), (245, 207, 27)),
        # Made warmer as light, so that it is not taken for white.
        Colour.BEIGE: Shades((214, 186, 148), (220, 199, 161), (255, 196, 130)),
        Colour.PURPLE: Shades((158, 78, 206), (123, 31, 162)),
        # Light cannot be black: white stands for it.
        Colour.BLACK: Shades((28, 28, 32), (26, 26, 26), (255, 255, 255)),
    }
)
