"""Marks by which fingers tell discs apart: notches in the edge, raised drops on the face."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import cos, radians, sin

from companion.device.language import later, say
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
_TITLE = later("For fingers (if you like)")
_NOTES = (
    later(
        "Cut each notch into the edge of the piece with a small file, where its sticker "
        "shows a V. The other sticker of the piece shows the same notches."
    ),
    later(
        "Let a drop of clear glue dry on each small ring, on the number or beside the tag, "
        "never on its black squares. Above stands each mark once, drops in black."
    ),
)


@dataclass(frozen=True)
class TouchMark:
    """Marks of one sticker.

    `notches_deg` are places on the rim, clockwise from the upper end; `drops_mm` are middles of drops from that of the
    sticker (x right, y down). `notches_tell` and `drops_tell` say what a finger learns from them, as `red`.
    """

    notches_deg: tuple[float, ...] = ()
    drops_mm: tuple[Point, ...] = ()
    notches_tell: str = ""
    drops_tell: str = ""

    @property
    def other_side(self) -> "TouchMark":
        """The same notches as they are seen from the disc's other side; no drops."""
        return TouchMark(tuple((360 - angle) % 360 for angle in self.notches_deg), notches_tell=self.notches_tell)


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
    """Return the pages with these tags' stickers marked, and one that explains each mark."""
    notched, dotted = dict[str, Sticker](), dict[str, Sticker]()
    marked = []
    for page in pages:
        placed = []
        for place in page.placed:
            tag = place.sticker.tag
            mark = marks.get(tag.id) if tag is not None else None
            if mark is not None:
                if mark.notches_deg:
                    notched.setdefault(mark.notches_tell, _template(place.sticker, TouchMark(mark.notches_deg)))
                if mark.drops_mm:
                    dotted.setdefault(mark.drops_tell, _template(place.sticker, TouchMark(drops_mm=mark.drops_mm)))
                place = replace(place, sticker=_marked(place.sticker, mark))
            placed.append(place)
        marked.append(replace(page, placed=tuple(placed)))
    templates = (notched, dict(sorted(dotted.items())))
    lines = tuple(tuple((replace(shown, label=tells),) for tells, shown in row.items()) for row in templates if row)
    return [*marked, *lay_out(Section(_TITLE, (*_key(marks.values()), *_NOTES), lines))]


def _key(marks: Collection[TouchMark]) -> Iterator[str]:
    """Yield what the counts of notches and drops tell."""
    notched = {mark.notches_tell: len(mark.notches_deg) for mark in marks if mark.notches_deg}
    dotted = {mark.drops_tell: len(mark.drops_mm) for mark in marks if mark.drops_mm}
    if notched:
        yield say("Notches: {counts}.", counts=_counts(notched))
    if dotted and all(tells.isdigit() for tells in dotted):
        yield say("Drops: the number in Braille.")
    elif dotted:
        yield say("Drops: {counts}.", counts=_counts(dotted))


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{tells} {count}" for tells, count in counts.items())


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
