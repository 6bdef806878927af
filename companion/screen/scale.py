"""Sizes of letters and spaces for all screens, as shares of the screen's shorter side."""

#: No letters are smaller than this.
LEAST = 1 / 45
STATUS = 0.03
HOLD = 0.028
"""What a button does when it is held."""
TEXT = 0.045
BUTTON = 0.05
BOARD_TITLE = 0.05
LIST_TITLE = 0.075
CAPTION = 1 / 14
"""The one sentence that counts, where there is room for it."""
CAPTION_LEGIBLE = 1 / 19
"""It is no smaller, so that it can be read from two metres."""
CAPTION_BESIDE_MANY = 1 / 27
"""But so small, and still larger than the rows, if all of them are in sight only then."""
ROWS = (0.052, 0.033)
"""Rows over the whole screen: the largest and the smallest letters."""
SIDE_ROWS = (0.044, 0.027)
"""Rows beside the board."""

GAP = 0.018
"""The usual space between things, at least `LEAST_GAP` pixels."""
LEAST_GAP = 6
TOUCH = 0.072
"""The least height of what can be touched, at least `LEAST_TOUCH` pixels."""
LEAST_TOUCH = 44


def gap(short: int) -> int:
    """The usual space (pixels) between things on a screen whose shorter side is so long."""
    return max(LEAST_GAP, round(short * GAP))


def touch(short: int) -> int:
    """The least height (pixels) of what can be touched there."""
    return max(LEAST_TOUCH, round(short * TOUCH))
