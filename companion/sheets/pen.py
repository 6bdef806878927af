"""A pen that draws on a PDF page in millimetres, origin at the top left, y down.

reportlab draws in points with y up; this is the one place that knows it.
"""

import contextlib
import functools
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Literal

import numpy as np
import numpy.typing as npt
from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont
from reportlab.pdfgen.canvas import Canvas

from companion import fonts
from companion.device.language import LANGUAGES, language_in_use, say, traits_in_use

INK = "#000000"
PAPER = "#ffffff"
GREY = "#808080"
#: Height of a capital letter of DejaVu Sans over the font size.
CAP_HEIGHT = 0.729
#: From line to line of a paragraph, over the font size.
_LINE = 1.35

Point = tuple[float, float]
Align = Literal["left", "centre", "right"]

# What is compressed stays as it is: written as text it would be a quarter longer and take as long again.
rl_config.useA85 = 0

_FONT_NAMES = {False: "DejaVuSans", True: "DejaVuSans-Bold"}
_OURS = TTFont(_FONT_NAMES[False], str(fonts.REGULAR))
pdfmetrics.registerFont(_OURS)
pdfmetrics.registerFont(TTFont(_FONT_NAMES[True], str(fonts.BOLD)))


_CLOSING = f"[{re.escape(fonts.NEVER_FIRST)}]*"
#: A word with the space before it; Chinese and Japanese characters are words of their own, with their signs.
_WORD = re.compile(
    rf"( ?)([{re.escape(fonts.NEVER_LAST)}]*[\u2e80-\uffef]{_CLOSING}|[^ \u2e80-\uffef]+{_CLOSING}|(?<= )(?= |$))"
)
#: A Chinese or Japanese character, with its signs.
_LONE = re.compile(rf"[\u2e80-\uffef]{_CLOSING}")


def other_font() -> str | None:
    """Return the name of a font of the system with the letters that ours lacks.

    That for the language in use goes before others.
    None if no such font can be printed.
    """
    return _font_for(language_in_use())


@functools.cache
def _font_for(_language: str) -> str | None:
    for path in (path for language in (traits_in_use(), *LANGUAGES.values()) for path in language.fonts):
        with contextlib.suppress(OSError, TTFError):
            pdfmetrics.registerFont(TTFont(path.stem, str(path)))
            return path.stem
    return None


def can_print(text: str) -> bool:
    """Return True if there is a font for every character of the text."""
    return other_font() is not None or all(map(_is_ours, text))


def _is_ours(character: str) -> bool:
    return ord(character) in _OURS.face.charToGlyph


def _runs(text: str, bold: bool) -> Iterator[tuple[str, str]]:
    """Cut the text where the font changes; yield each font's name with its part."""
    own, other = _FONT_NAMES[bold], other_font() if not text.isascii() else None
    for is_ours, run in groupby(text, key=lambda character: other is None or _is_ours(character)):
        yield own if is_ours or other is None else other, "".join(run)


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return the width of a line of text in the unit of its font size."""
    return sum(float(pdfmetrics.stringWidth(run, font, size)) for font, run in _runs(text, bold))


def wrap(text: str, size: float, width: float, bold: bool = False) -> list[str]:
    """Break the text into lines of at most this width.

    It breaks at spaces, but not at no-break spaces, and between Chinese or Japanese characters. A word that is longer
    stands alone.
    """
    lines: list[str] = []
    for space, word in _WORD.findall(say(text)):
        if lines and text_width(f"{lines[-1]}{space}{word}", size, bold) <= width:
            lines[-1] += f"{space}{word}"
        else:
            lines.append(word)
    if len(lines) > 1 and _LONE.fullmatch(lines[-1]):
        # No character stands alone in the last line.
        space, word = _WORD.findall(lines[-2])[-1]
        if not space and _LONE.fullmatch(word) and len(word) < len(lines[-2]):
            lines[-2:] = [lines[-2].removesuffix(word), word + lines[-1]]
    return lines


def paragraph_height(text: str, size: float, width: float, bold: bool = False) -> float:
    """Return the height of text that is wrapped to a width, as `PdfPen.paragraph` sets it."""
    return _LINE * size * len(wrap(text, size, width, bold))


class PdfPen:
    """Pen on the current page of a reportlab canvas; lengths in mm, colours as ``#rrggbb``."""

    def __init__(self, canvas: Canvas, page_height_mm: float) -> None:
        self._canvas = canvas
        self._page_height_mm = page_height_mm

    @contextmanager
    def page(self) -> Iterator[None]:
        """Draw one page: lengths inside count from its top left corner; then begin the next page."""
        self._canvas.saveState()
        self._canvas.translate(0, self._page_height_mm * mm)
        self._canvas.scale(mm, -mm)
        yield
        self._canvas.restoreState()
        self._canvas.showPage()

    @contextmanager
    def moved(self, x: float, y: float, turn_deg: float = 0.0) -> Iterator[None]:
        """Put the origin to (x, y) and turn the axes clockwise for what is drawn inside."""
        self._canvas.saveState()
        self._canvas.translate(x, y)
        if turn_deg:
            self._canvas.rotate(turn_deg)
        yield
        self._canvas.restoreState()

    @contextmanager
    def scaled(self, scale: float) -> Iterator[None]:
        """Make one unit of what is drawn inside `scale` millimetres long."""
        self._canvas.saveState()
        self._canvas.scale(scale, scale)
        yield
        self._canvas.restoreState()

    @contextmanager
    def clipped(self, x: float, y: float, width: float, height: float) -> Iterator[None]:
        """Show what is drawn inside only within this rectangle."""
        self._canvas.saveState()
        path = self._canvas.beginPath()
        path.rect(x, y, width, height)
        self._canvas.clipPath(path, stroke=0, fill=0)
        yield
        self._canvas.restoreState()

    def rect(
        self, x: float, y: float, width: float, height: float, fill: str | None = None, line: float = 0, ink: str = INK
    ) -> None:
        """Draw a rectangle from its top left corner, filled if `fill` is given.

        It is outlined if `line` has a width.
        """
        self._style(fill, line, ink)
        self._canvas.rect(x, y, width, height, stroke=int(line > 0), fill=int(fill is not None))

    def circle(
        self, x: float, y: float, radius: float, fill: str | None = None, line: float = 0, ink: str = INK
    ) -> None:
        """Draw a circle round (x, y)."""
        self._style(fill, line, ink)
        self._canvas.circle(x, y, radius, stroke=int(line > 0), fill=int(fill is not None))

    def polygon(self, points: Sequence[Point], fill: str | None = None, line: float = 0, ink: str = INK) -> None:
        """Draw a closed polygon."""
        self._style(fill, line, ink)
        path = self._canvas.beginPath()
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        path.close()
        self._canvas.drawPath(path, stroke=int(line > 0), fill=int(fill is not None))

    def lines(self, points: Sequence[Point], line: float, ink: str = INK) -> None:
        """Draw an open line through the points."""
        self._style(None, line, ink)
        path = self._canvas.beginPath()
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        self._canvas.drawPath(path, stroke=1, fill=0)

    def strokes(self, ends: Sequence[tuple[Point, Point]], line: float, ink: str = INK) -> None:
        """Draw straight lines, each between two points, all in one path."""
        self._style(None, line, ink)
        self._canvas.lines([(*start, *end) for start, end in ends])

    def arrow(self, start: Point, end: Point, line: float, ink: str = INK, both: bool = False) -> None:
        """Draw a straight line with a head at its end (or both ends), four line widths wide."""
        (x0, y0), (x1, y1) = start, end
        length = float(np.hypot(x1 - x0, y1 - y0))
        ux, uy = (x1 - x0) / length, (y1 - y0) / length
        head = min(5 * line, length / 2)
        self.lines([(x0 + head * ux * both, y0 + head * uy * both), (x1 - head * ux, y1 - head * uy)], line, ink)
        tips = [((x1, y1), 1)] + [((x0, y0), -1)] * both
        for (x, y), sign in tips:
            base_x, base_y = x - sign * head * ux, y - sign * head * uy
            side = 2 * line
            self.polygon(
                [(x, y), (base_x - side * uy, base_y + side * ux), (base_x + side * uy, base_y - side * ux)], fill=ink
            )

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        align: Align = "left",
        bold: bool = False,
        ink: str = INK,
        max_width: float | None = None,
    ) -> None:
        """Write one line of text whose capitals are centred on the height y.

        It is made smaller if it is wider than `max_width`.
        """
        text = say(text)
        width = text_width(text, size, bold)
        if max_width is not None and width > max_width:
            size *= max_width / width
            width = max_width
        left = x - {"left": 0, "centre": width / 2, "right": width}[align]
        line = self._canvas.beginText()
        # The page's y axis points down, but letters must not stand on their heads.
        line.setTextTransform(1, 0, 0, -1, left, y + size * CAP_HEIGHT / 2)
        line.setFillColor(HexColor(ink))
        for font, run in _runs(text, bold):
            line.setFont(font, size)
            line.textOut(run)
        self._canvas.drawText(line)

    def paragraph(self, x: float, y: float, text: str, size: float, width: float, bold: bool = False) -> float:
        """Write text wrapped to a width; return the height at which the next may begin.

        The top of its first capitals is at y.
        """
        for line in wrap(text, size, width, bold):
            self.text(x, y + size * CAP_HEIGHT / 2, line, size, bold=bold)
            y += _LINE * size
        return y

    def modules(self, x: float, y: float, size: float, modules: npt.NDArray[np.bool_]) -> None:
        """Draw the dark modules of a symbol `size` wide, in one path to avoid hairlines.

        Separate paths would show hairlines between them.
        """
        module = size / len(modules)
        self._style(INK, 0, INK)
        path = self._canvas.beginPath()
        for row, values in enumerate(modules):
            column = 0
            for dark, run in groupby(values):
                length = len(list(run))
                if dark:
                    path.rect(x + column * module, y + row * module, length * module, module)
                column += length
        self._canvas.drawPath(path, stroke=0, fill=1)

    def _style(self, fill: str | None, line: float, ink: str) -> None:
        if fill is not None:
            self._canvas.setFillColor(HexColor(fill))
        if line:
            self._canvas.setStrokeColor(HexColor(ink))
            self._canvas.setLineWidth(line)
