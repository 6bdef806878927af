"""Clocks of the evening: that of the games runs faster, that on the wall jumps.

This module uses the standard library only.
"""

import time

#: The games' clock runs so many times as fast, so that an evening passes in less; waiting takes as long as ever.
SPEED = 24.0


class WallClock:
    """The system's clock, which somebody may set."""

    off_s = 0.0


def set_clocks() -> None:
    """Make `time.monotonic` and `time.time` those of the evening, for good."""
    steady, wall, began = time.monotonic, time.time, time.monotonic()
    time.monotonic = lambda: began + SPEED * (steady() - began)
    time.time = lambda: wall() + WallClock.off_s
