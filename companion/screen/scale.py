"""Sizes of letters and spaces for all screens, as shares of the screen's shorter side."""

import functools

#: A page has letters of three sizes, from the largest on.
LARGE = 1 / 19
"""The sentence that counts, titles and buttons: to be read from two metres."""
MIDDLE = 0.0375
"""Rows and longer texts."""
SMALL = 0.027
"""Everything beside: status, details, numbers of the standing."""
LEAST = 1 / 45
"""No letters are smaller than this."""
PIXELS = {MIDDLE: 20, SMALL: 17}
"""But so high (pixels) on a screen whose shorter side is `PANEL` or longer: less cannot be read on a small panel."""
PANEL = 480
"""The shorter side (pixels) of a small panel. On smaller ones the least heights shrink with it."""

STATUS = SMALL
HOLD = SMALL
"""What a button does when it is held."""
TEXT = MIDDLE
BUTTON = LARGE
BOARD_TITLE = LARGE
LIST_TITLE = 0.075
"""Titles of lists, which have a typeface of their own."""
CAPTION = (LARGE, MIDDLE, SMALL)
"""The sentence: the first size in which it fits into its box."""
ROWS = (LARGE, MIDDLE)
"""Rows over the whole screen: the largest and the smallest letters."""
SIDE_ROWS = (MIDDLE, SMALL)
"""Rows beside the board."""

GAP = 0.018
"""The usual space between things, at least `LEAST_GAP` pixels."""
LEAST_GAP = 6
TOUCH = 0.072
"""The least height of what can be touched, at least `LEAST_TOUCH` pixels."""
LEAST_TOUCH = 44


# A page asks for the same few sizes ten thousand times while it looks for a place for all.
@functools.lru_cache(maxsize=400)
def letters(short: int, share: float, type_size: float = 1.0) -> int:
    """Return the letters' size (pixels), a share of a shorter side, never too small.

    They are `type_size` times as large as usual; what is large already grows half as much.
    """
    grown = (1 + type_size) / 2 if share >= LARGE else type_size
    return round(grown * max(round(short * share), int(PIXELS.get(share, 0) * min(1.0, short / PANEL))))


def gap(short: int) -> int:
    """Return the usual space (pixels) between things on a screen whose shorter side is so long."""
    return max(LEAST_GAP, round(short * GAP))


def touch(short: int) -> int:
    """Return the least height (pixels) of what can be touched there."""
    return max(LEAST_TOUCH, round(short * TOUCH))


LEGIBLE_PX = 8
"""Nobody reads letters smaller than this (pixels): where they have no room there is no text."""
