"""Names in narrow boxes: words that are too long end with a point, rather than that a name is cut off anywhere."""

from companion.screen.fonts import Fonts
from companion.screen.text import fit, set_text


def shortened_name(fonts: Fonts, name: str, size: tuple[int, int], largest: int, least: int) -> tuple[str, int]:
    """The name as it fits, and the height of its letters (pixels); empty if not even a beginning has room."""
    paragraph = fit(fonts, name, size, largest, least)
    if not paragraph.cut:
        return name, paragraph.size
    words = [_shortened(fonts, word, size[0], least) for word in name.split(" ")]
    while words:
        text = " ".join(words)
        if all(words) and set_text(fonts, text, size[0], least).height <= size[1]:
            return text, least
        words.pop()
    return "", least


def _shortened(fonts: Fonts, word: str, width: int, letters: int) -> str:
    """The word, or its beginning with a point; empty if fewer than two letters have room."""
    if fonts.width(word, letters, False) <= width:
        return word
    for end in range(len(word) - 1, 1, -1):
        short = word[:end].rstrip("'’-") + "."
        if fonts.width(short, letters, False) <= width:
            return short
    return ""
