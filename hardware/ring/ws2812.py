"""Lights WS2812 and SK6812 (sold as NeoPixels): from colour strengths to SPI bytes.

Strengths are those of red, green and blue. The lights hang in a chain on one wire and read pulses of 1.25
microseconds: short for 0, long for 1. An SPI bus can make these pulses on its data line. Each bit for the
lights becomes one whole byte of SPI at 6.4 MHz (3 SPI bits for a bit at 2.4 MHz would be fewer bytes, but this
is the safer way):

- A pulse begins with a byte and is over before it ends. Where a Raspberry Pi pauses between bytes, only the low
  end of a pulse grows longer, which the lights do not mind; with 3 bits for 1 a pause may fall into the high
  part.
- 0 is high for 2/8 (313 ns), 1 for 5/8 (781 ns) of the time. Between them the lights decide at about 0.5
  microseconds, so that both stay right if the clock is off by a quarter, as on boards that change their core's
  clock. A bus that can only halve and divide makes 6.25 MHz of it on all of them, from core clocks of 200 (Pi
  5), 250 and 500 MHz alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass

SPEED_HZ = 6_400_000
"""The SPI clock: 8 of its bits for each bit of a light, 800 000 of these a second."""
#: Bit 0 for a light as a byte on the bus, which begins high and ends low, whatever follows.
ZERO = 0b11000000
#: Bit 1 for a light as a byte on the bus, which begins high and ends low, whatever follows.
ONE = 0b11111000
REST = bytes(240)
"""300 microseconds of low. Lights show what they got after a rest of 50 (older ones) to 280 (newer ones).

It also leads: a data line that idles high would else be the beginning of the first light's first bit.
"""
LONGEST_FRAME = 4096
"""What Linux takes for one SPI transfer unless told otherwise; in two transfers there would be a rest between them."""

ORDERS = ("GRB", "RGB", "BRG", "RBG", "GBR", "BGR", "GRBW", "RGBW")
"""In which order lights want the parts of a colour: WS2812 nearly always GRB; with a white light of their own, W."""

_BYTES = tuple(bytes(ONE if value & 0x80 >> bit else ZERO for bit in range(8)) for value in range(256))
"""Each value of a part of a colour, its highest bit first, as eight bytes on the bus."""

Strength = tuple[float, float, float]
"""How strongly red, green and blue are driven, 0..1 of full current, as `hardware.ring.brightness.drive` tells."""


def encode_lights(lights: Sequence[Strength], order: str) -> bytes:
    """Encode all lights as bytes to send, the chain's first light first, with rests.

    The rests are before and after. `order` is one of `ORDERS`. With a W the common part of red, green and blue is
    shown by the white light instead.
    """
    parts = b"".join(_BYTES[round(255 * part)] for light in lights for part in _in_order(light, order))
    return REST + parts + REST


def max_lights(order: str) -> int:
    """Return the number of lights that fit into one transfer."""
    return (LONGEST_FRAME - 2 * len(REST)) // (8 * len(order))


def _in_order(light: Strength, order: str) -> tuple[float, ...]:
    red, green, blue = light
    white = min(light) if "W" in order else 0.0
    parts = {"R": red - white, "G": green - white, "B": blue - white, "W": white}
    return tuple(parts[letter] for letter in order)


@dataclass(frozen=True)
class CurrentBudget:
    """Current that lights draw and their supply gives, in milliampere.

    `channel_ma`: one part (red, green, ...) of one light at full strength; the data sheets say 12 to 20.
    `idle_ma`: one light that is dark, for its chip. `supply_ma`: the largest current for all lights together.
    """

    supply_ma: float
    channel_ma: float = 20.0
    idle_ma: float = 1.0

    def most_ma(self, count: int, order: str, limit: float) -> float:
        """Return the largest current of `count` lights, driven at most at `limit` (0..1)."""
        # White takes all three; a white light takes over what the three share, which leaves two of them at most.
        channels = 2 if "W" in order else 3
        return count * (self.idle_ma + limit * channels * self.channel_ma)

    def limit(self, count: int, order: str, wanted: float = 1.0) -> float:
        """Return the brightness limit, `wanted` or what the supply allows if that is less.

        Raises `ValueError` if it does not even feed as many dark lights.
        """
        spare = self.supply_ma - self.most_ma(count, order, 0.0)
        if spare <= 0:
            raise ValueError(
                f"{count} lights draw {count * self.idle_ma:g} mA even when they are dark, "
                f"but the supply is said to give {self.supply_ma:g} mA"
            )
        most = self.most_ma(count, order, 1.0) - self.most_ma(count, order, 0.0)
        return min(wanted, spare / most) if most > 0 else wanted
