"""Type: the fonts, and texts that are wrapped and made small enough for their box."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pygame

from companion.finstere_flure.screen.theme import TEXT, Rgb
from companion.fonts import BOLD, REGULAR

#: Space between lines, as a share of the font size.
_LEADING = 1.17


class Fonts:
    """The program's typeface in any size; pygame's own font, with one warning, if its files are missing."""

    def __init__(self, regular: Path = REGULAR, bold: Path = BOLD) -> None:
        pygame.font.init()
        missing = [path for path in (regular, bold) if not path.is_file()]
        if missing:
            print(f"companion: {missing[0]}: font missing, using a plain one instead", file=sys.stderr)
        self._paths: dict[bool, Path | None] = {False: None, True: None} if missing else {False: regular, True: bold}
        self._loaded: dict[tuple[int, bool], pygame.font.Font] = {}

    def get(self, size: int, bold: bool = False) -> pygame.font.Font:
        """The font whose letters are `size` pixels high, from the lowest to the highest."""
        key = (max(size, 5), bold)
        if key not in self._loaded:
            self._loaded[key] = pygame.font.Font(self._paths[bold], key[0])
        return self._loaded[key]


@dataclass(frozen=True)
class Paragraph:
    """A text cut into lines at a font size (pixels); `width` and `height` are what it covers."""

    lines: tuple[str, ...]
    size: int
    bold: bool
    width: int
    height: int

    @property
    def line_height(self) -> int:
        """Pixels from one line to the next."""
        return round(self.size * _LEADING)


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
    """The text in the largest size that fits into `box` (width, height in pixels), in one line if not `wrap`.

    If not even the smallest size fits, the text is cut and ends with an ellipsis.
    """
    low, high = min(smallest, largest), largest
    words = text.split() if wrap else [text]
    best = _set(fonts, words, box[0], low, bold)
    if not _fits(best, box):
        return _cut(fonts, best, box)
    while low < high:
        size = (low + high + 1) // 2
        paragraph = _set(fonts, words, box[0], size, bold)
        if _fits(paragraph, box):
            best, low = paragraph, size
        else:
            high = size - 1
    return best


def _fits(paragraph: Paragraph, box: tuple[int, int]) -> bool:
    return paragraph.width <= box[0] and paragraph.height <= box[1]


def _set(fonts: Fonts, words: Sequence[str], width: int, size: int, bold: bool) -> Paragraph:
    """The words in lines of at most `width` pixels, as far as the words allow."""
    font = fonts.get(size, bold)
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and font.size(longer)[0] <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return _paragraph(fonts, tuple(lines), size, bold)


def _paragraph(fonts: Fonts, lines: tuple[str, ...], size: int, bold: bool) -> Paragraph:
    font = fonts.get(size, bold)
    width = max((font.size(line)[0] for line in lines), default=0)
    height = round(size * _LEADING) * (len(lines) - 1) + font.get_height() if lines else 0
    return Paragraph(lines, size, bold, width, height)


def _cut(fonts: Fonts, paragraph: Paragraph, box: tuple[int, int]) -> Paragraph:
    font = fonts.get(paragraph.size, paragraph.bold)
    room = max(1, 1 + (box[1] - font.get_height()) // paragraph.line_height)
    lines = list(paragraph.lines[:room])
    if room < len(paragraph.lines):
        lines[-1] += "…"
    for number, line in enumerate(lines):
        short = line
        while len(short) > 1 and font.size(short)[0] > box[0]:
            short = short.rstrip("…")[:-1] + "…"
        lines[number] = short
    return _paragraph(fonts, tuple(lines), paragraph.size, paragraph.bold)


def draw(
    surface: pygame.Surface,
    fonts: Fonts,
    paragraph: Paragraph,
    box: pygame.Rect,
    colour: Rgb = TEXT,
    *,
    across: float = 0.0,
    down: float = 0.5,
) -> pygame.Rect:
    """Draws the paragraph into `box`; `across` and `down` (0..1) say where in it. Returns what it covers."""
    font = fonts.get(paragraph.size, paragraph.bold)
    top = box.top + round((box.height - paragraph.height) * down)
    for number, line in enumerate(paragraph.lines):
        picture = font.render(line, True, colour)
        left = box.left + round((box.width - picture.get_width()) * across)
        surface.blit(picture, (left, top + number * paragraph.line_height))
    return pygame.Rect(box.left + round((box.width - paragraph.width) * across), top, paragraph.width, paragraph.height)
