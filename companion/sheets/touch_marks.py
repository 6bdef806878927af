"""Marks by which fingers tell discs apart: notches in the edge, raised drops on the face."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import cos, radians, sin

from companion.sheets.cutting import CUT_LINE_MM
from companion.sheets.layout import Section, SheetPage, Sticker, lay_out
from companion.sheets.pen import GREY, INK, PAPER, PdfPen, Point

#: Depth of a notch and half its width at the rim, in radii: on a disc of 20 mm a good millimetre.
NOTCH_DEPTH = 0.12
_NOTCH_HALF = 0.07
#: Angle between notches: on a disc of 20 mm their middles are as far apart as the dots of Braille.
NOTCH_STEP_DEG = 15.0
#: Diameter of a drop of glue or paint, as large as a dot of Braille, and the least distance of two.
DROP_MM = 1.6
DROP_STEP_MM = 2.4
_TITLE = "For fingers (if you like)"
_NOTES = (
    "Cut each notch into the edge of the piece with a small file, where its sticker shows a V. The other sticker of "
    "the piece shows the same notches.",
    "Let a drop of clear glue dry on each small ring, on the number or beside the tag, never on its black squares. "
    "Above stands each mark once, drops in black.",
)


@dataclass(frozen=True)
class TouchMark:
    """Marks of one sticker.

    `notches_deg` are places on the rim, clockwise from the upper end; `drops_mm` are middles of drops from that of the
    sticker (x right, y down).
    """

    notches_deg: tuple[float, ...] = ()
    drops_mm: tuple[Point, ...] = ()

    @property
    def other_side(self) -> "TouchMark":
        """The same notches as they are seen from the disc's other side; no drops."""
        return TouchMark(tuple((360 - angle) % 360 for angle in self.notches_deg))


def notches(count: int, start_deg: float) -> tuple[float, ...]:
    """Return the places of so many notches in a row on the rim, clockwise from `start_deg`."""
    return tuple(start_deg + NOTCH_STEP_DEG * number for number in range(count))


def notch(angle_deg: float, radius: float) -> tuple[Point, Point, Point]:
    """Return the corners of a notch's V from a disc's middle: on the rim, inside, on the rim."""
    middle, half = radians(angle_deg), _NOTCH_HALF
    ends = ((radius * sin(middle + off), -radius * cos(middle + off)) for off in (-half, half))
    first, last = ends
    deep = radius * (1 - NOTCH_DEPTH)
    return first, (deep * sin(middle), -deep * cos(middle)), last


def with_touch_marks(pages: Sequence[SheetPage], marks: Mapping[str, TouchMark]) -> list[SheetPage]:
    """Return the pages with marks on these tags' stickers, and pages that show each mark once."""
    shown: dict[TouchMark, Sticker] = {}
    marked = []
    for page in pages:
        placed = []
        for place in page.placed:
            tag = place.sticker.tag
            mark = marks.get(tag.id) if tag is not None else None
            if mark is not None:
                shown.setdefault(mark, place.sticker)
                place = replace(place, sticker=_marked(place.sticker, mark))
            placed.append(place)
        marked.append(replace(page, placed=tuple(placed)))
    groups = tuple((_template(sticker, mark),) for mark, sticker in shown.items())
    return [*marked, *lay_out(Section(_TITLE, _NOTES, (groups,)))]


def _marked(sticker: Sticker, mark: TouchMark) -> Sticker:
    def paint(pen: PdfPen) -> None:
        sticker.paint(pen)
        with pen.moved(sticker.width / 2, sticker.height / 2):
            _paint_notches(pen, mark, sticker.width / 2)
            for x, y in mark.drops_mm:
                pen.circle(x, y, DROP_MM / 2, line=CUT_LINE_MM, ink=GREY)

    return replace(sticker, paint=paint)


def _template(sticker: Sticker, mark: TouchMark) -> Sticker:
    radius = sticker.width / 2

    def paint(pen: PdfPen) -> None:
        with pen.moved(radius, radius):
            pen.circle(0, 0, radius, line=2 * CUT_LINE_MM, ink=INK)
            _paint_notches(pen, mark, radius)
            for x, y in mark.drops_mm:
                pen.circle(x, y, DROP_MM / 2, fill=INK)

    return Sticker(sticker.width, sticker.height, sticker.label, paint)


def _paint_notches(pen: PdfPen, mark: TouchMark, radius: float) -> None:
    for angle in mark.notches_deg:
        corners = list(notch(angle, radius))
        pen.polygon(corners, fill=PAPER)
        pen.lines(corners, 2 * CUT_LINE_MM, INK)


#: Places of the drops of a digit in Braille (two by two, its lower row is empty): column and row.
_BRAILLE = {
    1: ((0, 0),),
    2: ((0, 0), (0, 1)),
    3: ((0, 0), (1, 0)),
    4: ((0, 0), (1, 0), (1, 1)),
    5: ((0, 0), (1, 1)),
    6: ((0, 0), (0, 1), (1, 0)),
    7: ((0, 0), (0, 1), (1, 0), (1, 1)),
    8: ((0, 0), (0, 1), (1, 1)),
    9: ((0, 1), (1, 0)),
    0: ((0, 1), (1, 0), (1, 1)),
}


def braille_digit(digit: int, middle_mm: Point) -> tuple[Point, ...]:
    """Return the middles of the drops of a digit (0 to 9) in Braille round a point."""
    x, y = middle_mm
    return tuple((x + (column - 0.5) * DROP_STEP_MM, y + (row - 0.5) * DROP_STEP_MM) for column, row in _BRAILLE[digit])


def drops_in_a_row(count: int, middle_mm: Point) -> tuple[Point, ...]:
    """Return the middles of so many drops in a row, one below the other, round a point."""
    x, y = middle_mm
    first = y - DROP_STEP_MM * (count - 1) / 2
    return tuple((x, first + DROP_STEP_MM * number) for number in range(count))
