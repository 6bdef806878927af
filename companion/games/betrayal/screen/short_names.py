"""Names in narrow boxes: in full, else in short, else the beginning of the short name.

No word is ever cut.
"""

from companion.screen.fonts import Fonts
from companion.screen.text import fit, set_text


def fit_name(fonts: Fonts, name: str, short: str, size: tuple[int, int], largest: int, least: int) -> tuple[str, int]:
    """Return the name as it fits, and the height of its letters (pixels).

    The name is empty if not one word of `short` has room.
    """
    paragraph = fit(fonts, name, size, largest, least)
    if not paragraph.cut:
        return name, paragraph.size
    words = short.split(" ")
    while words:
        text = " ".join(words)
        set_short = set_text(fonts, text, size[0], least)
        if set_short.width <= size[0] and set_short.height <= size[1]:
            return text, least
        words.pop()
    return "", least
