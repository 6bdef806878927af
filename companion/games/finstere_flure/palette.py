"""Players' colours for all that shows them: the screen, what is printed, the ring's light.

On the screen and as light they can be told apart with any colour vision deficiency. The printed ones are those of the
game's tokens; stickers bear shapes and names as well.
"""

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
        """Colour of the light."""
        return self.light or self.screen


PLAYERS: Mapping[Colour, Shades] = MappingProxyType(
    {
        Colour.GREEN: Shades((0, 162, 73), (46, 125, 50)),
        Colour.RED: Shades((195, 23, 31), (198, 40, 40)),
        Colour.BLUE: Shades((3, 129, 246), (21, 101, 192)),
        Colour.YELLOW: Shades((246, 203, 40), (245, 207, 27), (255, 175, 4)),
        # Made warmer as light, so that it is not taken for white, and yellow darker, so that it is not taken for beige.
        Colour.BEIGE: Shades((190, 168, 133), (220, 199, 161), (253, 206, 171)),
        Colour.PURPLE: Shades((137, 55, 178), (123, 31, 162)),
        # Light cannot be black: white stands for it.
        Colour.BLACK: Shades((28, 28, 32), (26, 26, 26), (255, 255, 255)),
    }
)
