"""The size of a window or picture, as it is given on the command line."""

import re

from companion.device.errors import UserError

#: Smallest window: width and height (pixels).
LEAST_SIZE = (320, 240)
#: Largest window: width and height (pixels).
MOST_SIZE = (3840, 2400)


def window_size(text: str) -> tuple[int, int]:
    """Return width and height in pixels of a text such as ``1024x600``. Raises UserError."""
    match = re.fullmatch(r"([0-9]{1,5})[x×X]([0-9]{1,5})", text)
    size = (int(match[1]), int(match[2])) if match else (0, 0)
    if not all(least <= side <= most for least, side, most in zip(LEAST_SIZE, size, MOST_SIZE, strict=True)):
        raise UserError(
            f"size {text[:20]!r}: expected width x height in pixels, from {LEAST_SIZE[0]}x{LEAST_SIZE[1]} "
            f"to {MOST_SIZE[0]}x{MOST_SIZE[1]}, such as 1024x600"
        )
    return size
