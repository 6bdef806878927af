"""Strengths at which lights are driven, by colours as they look."""

from hardware.ring.ring import Rgb

GAMMA = 2.2
"""Eyes and screens: half as bright to look at is about a fifth of the light."""


def drive(colour: Rgb, limit: float = 1.0) -> tuple[float, float, float]:
    """Return the drive of red, green and blue, 0..`limit` (0..1) of full current.

    The limit saves eyes at a dark table, and current: the whole ring white draws at most `limit` of its full
    current. Lights that differ in brightness still look so under any limit.
    """
    red, green, blue = (limit * (part / 255) ** GAMMA for part in colour)
    return red, green, blue
