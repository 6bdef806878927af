"""Type: texts that are wrapped and made small enough for their box."""

import functools
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import pygame

from companion.fonts import NEVER_FIRST, NEVER_LAST
from companion.screen import theme
from companion.screen.fonts import Fonts as Fonts
from companion.screen.theme import Rgb

#: Space between lines, as a share of the font size.
_LEADING = 1.17
#: So many wide characters between two spaces are one word.
_ONE_WORD = 2
#: A line of so many characters can spare one for the next.
_LONG_LINE = 4
#: The spaces at which a line may end.
_SPACE = re.compile("(?<!«) (?![:;?!»%])")


@dataclass(frozen=True)
class Paragraph:
    """A text cut into lines at a font size (pixels); `width` and `height` are what it covers."""

    lines: tuple[str, ...]
    size: int
    bold: bool
    width: int
    height: int
    cut: bool = False
    """Whether some of the text is left out."""

    @property
    def line_height(self) -> int:
        """Pixels from one line to the next."""
        return round(self.size * _LEADING)


@dataclass(frozen=True)
class _Units:
    """Text in units that no line end divides.

    `whole` is the text with the separator before each unit within a line: a space, nothing, or a line's end. Unit `n`
    is `whole[starts[n] : ends[n]]`; `stops[n]` is the number of the first unit after it that begins a line.
    """

    whole: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    stops: tuple[int, ...]

    def line(self, start: int, end: int) -> str:
        """Return these units in one line."""
        return self.whole[self.starts[start] : self.ends[end - 1]]


def fit(
    fonts: Fonts,
    text: str,
    box: tuple[int, int],
    largest: int,
    smallest: int,
    *,
    bold: bool = False,
    wrap: bool = True,
) -> Paragraph:
    """Return the text in the largest size that fits into `box` (width, height in pixels).

    It is in one line if not `wrap`. If not even the smallest size fits, the text is cut and ends with an ellipsis.
    """
    return _fitted(fonts, text, box, largest, smallest, bold, wrap)


# Of a page that is painted anew most texts are those of the page before.
@functools.lru_cache(maxsize=400)
def _fitted(
    fonts: Fonts, text: str, box: tuple[int, int], largest: int, smallest: int, bold: bool, wrap: bool
) -> Paragraph:
    # In a window that is hardly there the largest size may be none.
    high = max(1, largest)
    low = min(max(1, smallest), high)
    units = _units(text) if wrap else _Units(text, (0,), (len(text),), (1,))
    best = _set(fonts, units, box[0], low, bold)
    if not _fits(best, box):
        return _cut(fonts, best, box)
    while low < high:
        size = (low + high + 1) // 2
        paragraph = _set(fonts, units, box[0], size, bold)
        if _fits(paragraph, box):
            best, low = paragraph, size
        else:
            high = size - 1
    return best


def set_text(fonts: Fonts, text: str, width: int, size: int, *, bold: bool = False) -> Paragraph:
    """Return the text in lines of at most `width` pixels, as far as its words allow."""
    return _set_text(fonts, text, width, size, bold)


@functools.lru_cache(maxsize=400)
def _set_text(fonts: Fonts, text: str, width: int, size: int, bold: bool) -> Paragraph:
    return _set(fonts, _units(text), width, size, bold)


def widest_unit(fonts: Fonts, text: str, size: int, *, bold: bool = False) -> int:
    """Return the smallest width (pixels) at which no word of the text is cut."""
    units = _units(text)
    return max((fonts.width(units.line(n, n + 1), size, bold) for n in range(len(units.starts))), default=0)


@functools.lru_cache(maxsize=400)
def _units(text: str) -> _Units:
    whole = ""
    starts, ends, begins = list[int](), list[int](), list[int]()
    for before, piece in _cut_up(text):
        if before == "\n":
            begins.append(len(starts))
        starts.append(len(whole) + len(before))
        whole += before + piece
        ends.append(len(whole))
    begins.append(len(starts))
    stops = (begins[bisect_right(begins, number)] for number in range(len(starts)))
    return _Units(whole, tuple(starts), tuple(ends), tuple(stops))


def _cut_up(text: str) -> Iterator[tuple[str, str]]:
    """Yield each unit behind the separator before it."""
    for number, line in enumerate(text.split("\n")):
        before = "\n" if number else ""
        # Other kinds of spaces end no line, nor does the French one before a colon.
        for word in _SPACE.split(line):
            if not word:
                continue
            for piece in _pieces(word):
                yield before, piece
                before = ""
            before = " "


def _pieces(word: str) -> Iterator[str]:
    """Yield the parts of a word cut wherever a line may end: between wide characters.

    Two of them that stand alone are one word.
    """
    if len(word) == _ONE_WORD:
        yield word
        return
    start = 0
    for end, (left, right) in enumerate(pairwise(word), start=1):
        if (_is_wide(left) or _is_wide(right)) and left not in NEVER_LAST and right not in NEVER_FIRST:
            yield word[start:end]
            start = end
    yield word[start:]


def _is_wide(character: str) -> bool:
    return "\u2e80" <= character <= "\u9fff" or "\uf900" <= character <= "\ufaff" or "\uff00" <= character <= "\uffef"


def _fits(paragraph: Paragraph, box: tuple[int, int]) -> bool:
    return paragraph.width <= box[0] and paragraph.height <= box[1]


def _set(fonts: Fonts, units: _Units, width: int, size: int, bold: bool) -> Paragraph:
    """Return the units in lines of at most `width` pixels, as far as the units allow."""
    lines: list[str] = []
    start = 0
    while start < len(units.starts):
        # As many units as the line takes: first doubled until it is too long, then halved in between. Measuring every
        # line after every unit took most of the time for Chinese, where each character is one.
        low, high, step = start + 1, units.stops[start], 4
        while low < high:
            middle = min(low + step, high) if step else (low + high + 1) // 2
            if fonts.width(units.line(start, middle), size, bold) <= width:
                low, step = middle, 2 * step
            else:
                high, step = middle - 1, 0
        if _leaves_one_character(units, start, low):
            low -= 1
        lines.append(units.line(start, low))
        start = low
    return _paragraph(fonts, tuple(lines), size, bold)


def _leaves_one_character(units: _Units, start: int, end: int) -> bool:
    """Return True if this line leaves the last character alone, and can spare another."""
    are_joined = units.ends[end - 2 : end] == units.starts[end - 1 : end + 1]
    return end == units.stops[start] - 1 and end - start >= _LONG_LINE and are_joined


def _paragraph(fonts: Fonts, lines: tuple[str, ...], size: int, bold: bool, cut: bool = False) -> Paragraph:
    width = max((fonts.width(line, size, bold) for line in lines), default=0)
    height = round(size * _LEADING) * (len(lines) - 1) + fonts.get(size, bold).get_height() if lines else 0
    return Paragraph(lines, size, bold, width, height, cut)


def _cut(fonts: Fonts, paragraph: Paragraph, box: tuple[int, int]) -> Paragraph:
    size, bold = paragraph.size, paragraph.bold
    room = max(1, 1 + (box[1] - fonts.get(size, bold).get_height()) // paragraph.line_height)
    lines = list(paragraph.lines[:room])
    if room < len(paragraph.lines):
        lines[-1] += "…"
    for number, line in enumerate(lines):
        short = line
        while len(short) > 1 and fonts.width(short, size, bold) > box[0]:
            short = short.rstrip("…")[:-1] + "…"
        lines[number] = short
    return _paragraph(fonts, tuple(lines), size, bold, cut=True)


def draw(
    surface: pygame.Surface,
    fonts: Fonts,
    paragraph: Paragraph,
    box: pygame.Rect,
    colour: Rgb | None = None,
    *,
    across: float = 0.0,
    down: float = 0.5,
) -> pygame.Rect:
    """Draw the paragraph into `box`; `across` and `down` (0..1) give its position there.

    Returns the covered box.
    """
    top = box.top + round((box.height - paragraph.height) * down)
    for number, line in enumerate(paragraph.lines):
        picture = fonts.render(line, paragraph.size, paragraph.bold, colour or theme.TEXT)
        left = box.left + round((box.width - picture.get_width()) * across)
        surface.blit(picture, (left, top + number * paragraph.line_height))
    return pygame.Rect(box.left + round((box.width - paragraph.width) * across), top, paragraph.width, paragraph.height)


def line_boxes(fonts: Fonts, paragraph: Paragraph, covered: pygame.Rect, across: float) -> tuple[pygame.Rect, ...]:
    """Return the boxes of the lines of a paragraph that was drawn `across` and covers this box."""
    high = covered.height - paragraph.line_height * (len(paragraph.lines) - 1)
    boxes = []
    for number, line in enumerate(paragraph.lines):
        wide = fonts.width(line, paragraph.size, paragraph.bold)
        left = covered.left + round((covered.width - wide) * across)
        boxes.append(pygame.Rect(left, covered.top + number * paragraph.line_height, wide, high))
    return tuple(boxes)
