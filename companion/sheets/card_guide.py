"""Instruction pages of a card game: slips with tags in sleeves, set-up of mat and camera."""

import re
from collections.abc import Callable, Sequence
from math import ceil

from companion.device.language import later, say
from companion.device.sentences import number_text
from companion.sheets.drawing import FLOOR, draw_sticker
from companion.sheets.layout import CONTENT_MM, SheetPage, Sticker
from companion.sheets.mat_drawing import paint_mat
from companion.sheets.mat_plan import MatPlan
from companion.sheets.pen import GREY, INK, PAPER, PdfPen
from companion.sheets.tags import Sizes
from vision.model.catalogue import Catalogue

#: Size of the letters of a paragraph.
_TEXT_MM = 2.9
#: Size of the letters of a list.
_LIST_MM = 2.7
#: Colour of a card's back.
_BACK = "#35507a"
#: Colour of the line on a card's back.
_BACK_LINE = "#8fa6c8"
#: Colour of the cross over what is wrong.
_WRONG = "#b02020"
#: The width of the room for a panel's drawing; it is 48 mm high.
_DRAWING_MM = 38.0
#: A card drawn in a panel is so wide.
_CARD_MM = 32.0
_LONGEST_MM = 46.0
#: Room for a zone's name in the table of measures.
_NAME_MM = 23.0
#: A colon in any language, with what separates it from the word before.
_COLON = re.compile(r"\s*[:：]")

_MEASURES = later("Measures in mm, from the upper left corner: to the right x, down y")
_LIST_TITLE = later("Which slip for which card")

_Painter = Callable[[PdfPen], None]


def sleeves_page(slip: Sticker, sizes: Sizes, fan_mm: float, card_hints: Sequence[str]) -> SheetPage:
    """Return the page about the slips, in six drawings.

    `sizes` are those of a card in its sleeve and its slip's place; `fan_mm` of a fanned card must be seen.
    """
    notes = (
        say(
            "Matt paper. No glossy foil over the tags: a lamp's reflection hides them. Sleeves "
            "may shine; turn the lamp away where the companion says that it cannot read a card."
        ),
        say("Black must be black: a laser printer, or an inkjet's sharp setting. Nothing on these pages needs colour."),
        say(
            "Made for cards of {card_mm} × {card_length_mm} mm in their sleeves, see page 1.",
            card_mm=number_text(sizes["card_mm"]),
            card_length_mm=number_text(sizes["card_length_mm"]),
        ),
    )
    drawn = _Sleeves(slip, sizes, fan_mm, card_hints)
    return SheetPage(say("How to tag your cards: the sleeves"), notes, paint=drawn.paint, words=drawn.words)


class _Sleeves:
    """Six panels."""

    def __init__(self, slip: Sticker, sizes: Sizes, fan_mm: float, card_hints: Sequence[str]) -> None:
        self._slip, self._fan_mm, self._which = slip, fan_mm, card_hints
        scale = _CARD_MM / sizes["card_mm"]
        self._tall = scale * sizes["card_length_mm"]
        self._slip_mm, self._fan_drawn_mm = scale * slip.width, scale * fan_mm
        self._slip_at = scale * sizes["slip_left_mm"], scale * sizes["slip_top_mm"]

    def panels(self) -> tuple[tuple[str, str, _Painter], ...]:
        """Return title, text and drawing of all panels but the last, which is a list."""
        return (
            (
                say("Print and check"),
                say(
                    "At 100 %. Measure the ruler and the square on a printed page: they must be 100 mm "
                    "and 50 mm. Smaller tags are read less well."
                ),
                self._print,
            ),
            (
                say("Cut out the slips"),
                say(
                    "Along the thin lines. The name in the margin says which card a slip is for; in the "
                    "sleeve the rim covers it."
                ),
                self._cut,
            ),
            (
                say("Into the sleeve"),
                say(
                    "The slip goes before the printed front, as the drawing shows, its name at the top. "
                    "It need not be exact to a millimetre."
                ),
                self._sleeve,
            ),
            (
                say("Never on a back"),
                say(
                    "All sleeves have opaque backs and look alike. Shuffle all cards face down and hold "
                    "each against the light: if you can tell one by its back, or see its slip, take "
                    "other sleeves."
                ),
                self._backs,
            ),
            (
                say("Open cards may be fanned"),
                say(
                    "Let at least {fan_mm} mm of the lower card be seen: then its whole tag shows. Cards "
                    "may be turned as you like, and may lie anywhere in their zone.",
                    fan_mm=ceil(self._fan_mm),
                ),
                self._fan,
            ),
        )

    @property
    def words(self) -> tuple[str, ...]:
        """All sentences on the page."""
        return (*(f"{title}. {text}" for title, text, _ in self.panels()), f"{say(_LIST_TITLE)}:", *self._which)

    def paint(self, pen: PdfPen) -> None:
        """Draw the page's content area."""
        panels = self.panels()
        width, height = (CONTENT_MM[0] - 4) / 2, (CONTENT_MM[1] - 6) / 3
        for index, (heading, text, painter) in enumerate(panels):
            with pen.moved(index % 2 * (width + 4), index // 2 * (height + 3)):
                _panel(pen, width, height, f"{index + 1}  {heading}")
                pen.paragraph(_DRAWING_MM + 6, 10, text, _TEXT_MM, width - _DRAWING_MM - 9)
                with pen.moved(3, 9):
                    painter(pen)
        with pen.moved(width + 4, 2 * (height + 3)):
            _panel(pen, width, height, f"{len(panels) + 1}  {say(_LIST_TITLE)}")
            y = 10.0
            for sentence in self._which:
                pen.text(3, y + 1, "•", _LIST_MM)
                y = pen.paragraph(6, y, sentence, _LIST_MM, width - 9) + 0.8

    def _print(self, pen: PdfPen) -> None:
        pen.rect(4, 0, 29, 41, fill=PAPER, line=0.3)
        for row in range(3):
            for column in range(3):
                draw_sticker(pen, self._slip, 6.5 + 8.3 * column, 3 + 8.3 * row, 7.5)
        pen.rect(6.5, 29.5, 9, 9, line=0.3)
        pen.lines([(18, 38), (31, 38)], 0.3)
        for tick in range(14):
            pen.lines([(18 + tick, 38), (18 + tick, 36.6)], 0.15)
        pen.rect(16, 39, 22, 5, fill="#f6e7a8", line=0.2)
        pen.text(27, 42.4, "= 100 mm", 2.2, "centre", bold=True)

    def _cut(self, pen: PdfPen) -> None:
        draw_sticker(pen, self._slip, 4, 6, 31)
        pen.arrow((26, 2.5), (20, 6.6), 0.25)
        pen.text(27, 2.4, say("which card"), 2.2, max_width=_DRAWING_MM + 2 - 27)
        pen.text(19.5, 41, say("the white round the tag stays"), 2.2, "centre")

    def _sleeve(self, pen: PdfPen) -> None:
        # Below a long card there must be room for the line.
        scale = min(1.0, _LONGEST_MM / self._tall)
        with pen.scaled(scale):
            self._front(pen, 5, 0)
        pen.text(scale * (5 + _CARD_MM / 2), scale * self._tall + 3.4, say("front: the slip's place"), 2.2, "centre")

    def _backs(self, pen: PdfPen) -> None:
        small = 0.54
        tall = self._tall * small
        for number, x in enumerate((0.0, _CARD_MM * small + 4)):
            with pen.moved(x, 6), pen.scaled(small):
                self._back(pen)
                if number:
                    draw_sticker(pen, self._slip, 0, 0, self._slip_mm)
        middle = _CARD_MM * small / 2
        pen.text(middle, tall + 10, say("right"), 2.4, "centre", bold=True)
        wrong = _CARD_MM * small + 4
        pen.text(wrong + middle, tall + 10, say("wrong"), 2.4, "centre", bold=True, ink=_WRONG)
        pen.lines([(wrong, 6), (wrong + _CARD_MM * small, 6 + tall)], 0.8, _WRONG)
        pen.lines([(wrong, 6 + tall), (wrong + _CARD_MM * small, 6)], 0.8, _WRONG)

    def _fan(self, pen: PdfPen) -> None:
        scale = 0.57
        step = self._fan_drawn_mm * scale
        for number in range(3):
            with pen.moved(number * step + 0.5, 8), pen.scaled(scale):
                self._front(pen, 0, 0)
        pen.arrow((0.5, 5), (0.5 + step, 5), 0.25, both=True)
        pen.text(0.5 + step / 2, 2.6, f"{ceil(self._fan_mm)} mm", 2.2, "centre")

    def _front(self, pen: PdfPen, x: float, y: float) -> None:
        """Draw a card in its sleeve, face up."""
        with pen.moved(x, y):
            pen.rect(0, 0, _CARD_MM, self._tall, fill=FLOOR, line=0.3)
            pen.circle(0.62 * _CARD_MM, 0.72 * self._tall, 0.2 * _CARD_MM, fill="#c9b48a", line=0.2)
            draw_sticker(pen, self._slip, *self._slip_at, self._slip_mm)
            pen.rect(0, 0, _CARD_MM, self._tall, line=0.3)

    def _back(self, pen: PdfPen) -> None:
        """Draw a card in its sleeve, face down."""
        pen.rect(0, 0, _CARD_MM, self._tall, fill=_BACK, line=0.3)
        for number in range(1, 6):
            inset = number * 2.2
            pen.rect(inset, inset, _CARD_MM - 2 * inset, self._tall - 2 * inset, line=0.3, ink=_BACK_LINE)


def _panel(pen: PdfPen, width: float, height: float, heading: str) -> None:
    pen.rect(0, 0, width, height, line=0.15, ink=GREY)
    pen.text(3, 4.2, heading, 3.6, bold=True, max_width=width - 6)


# -- the mat and the camera -------------------------------------------------------------------------------------------


def mat_page(plan: MatPlan, catalogue: Catalogue, camera_mm: float) -> SheetPage:
    """Return the mat to scale with its measures, and how high the camera hangs."""
    width, height = plan.size_mm
    notes = (
        say(
            "The mat is {width} × {height} mm. Print it (mat.pdf in one piece, mat-parts.pdf on "
            "your printer), or mark its places on a cloth by the measures above.",
            width=number_text(width),
            height=number_text(height),
        ),
        say(
            "The reference tags lie with their middles where the mat has their names, names "
            "upright. The camera needs any four of them; a hand may cover the others."
        ),
        say("Keep manifest.json: it tells the program what you printed."),
    )
    drawn = _Table(plan, catalogue, camera_mm)
    return SheetPage(say("How to lay the table: mat and camera"), notes, paint=drawn.paint, words=drawn.words)


class _Table:
    """The mat from above, its measures, and the camera from the side."""

    def __init__(self, plan: MatPlan, catalogue: Catalogue, camera_mm: float) -> None:
        self._plan, self._catalogue, self._camera_mm = plan, catalogue, camera_mm

    def paint(self, pen: PdfPen) -> None:
        """Draw the page's content area."""
        width, height = self._plan.size_mm
        scale = (CONTENT_MM[0] - 10) / width
        with pen.moved(8, 6):
            for x in range(0, int(width) + 1, 100):
                pen.lines([(x * scale, -2), (x * scale, 0)], 0.15)
                pen.text(x * scale, -3.6, str(x), 2.2, "centre")
            for y in range(0, int(height) + 1, 100):
                pen.lines([(-2, y * scale), (0, y * scale)], 0.15)
                pen.text(-2.6, y * scale, str(y), 2.2, "right")
            paint_mat(pen, self._plan, scale)
        top = height * scale + 12
        with pen.moved(0, top):
            self._camera(pen, CONTENT_MM[1] - top)
        with pen.moved(62, top):
            self._measures(pen)

    def _camera(self, pen: PdfPen, room: float) -> None:
        """Draw the camera over the middle of the mat, from the side."""
        ground, eye = room - 6, 7.0
        pen.polygon([(6, ground), (50, ground), (28, eye)], fill="#eef2f6")
        pen.rect(22, eye - 5, 12, 5, fill=INK)
        pen.circle(28, eye, 1.6, fill=PAPER, line=0.3)
        pen.lines([(2, ground), (54, ground)], 0.5)
        pen.rect(8, ground - 1, 40, 1, fill=GREY)
        pen.text(28, ground + 3, say("mat"), 2.4, "centre")
        pen.arrow((51, ground - 1), (51, eye), 0.25, both=True)
        pen.text(49.5, (ground + eye) / 2, f"{number_text(self._camera_mm / 10)} cm", 2.6, "right", bold=True)

    @property
    def _places(self) -> list[tuple[str, str, str]]:
        """Name, x and y of each zone and reference, in words."""
        captions = {caption.area_mm: caption.text for caption in self._plan.captions}
        zones = [
            (_short(captions.get(zone.area_mm, zone.name)), _span(*zone.area_mm[::2]), _span(*zone.area_mm[1::2]))
            for zone in self._catalogue.mat.zones
        ]
        references = [
            (tag.id, number_text(tag.placement_mm[0]), number_text(tag.placement_mm[1]))
            for tag in self._catalogue.references
            if tag.placement_mm
        ]
        return [*zones, *references]

    @property
    def words(self) -> tuple[str, ...]:
        """All sentences on the page."""
        camera = say(
            "The camera hangs {camera_mm} cm above the middle of the mat.", camera_mm=number_text(self._camera_mm / 10)
        )
        return camera, f"{say(_MEASURES)}:", *(f"{name}: x {x}, y {y}" for name, x, y in self._places)

    def _measures(self, pen: PdfPen) -> None:
        """Write the position of each zone and reference, in two columns."""
        pen.text(0, 1.5, _MEASURES, 2.6, bold=True)
        lines = self._places
        half = -(-len(lines) // 2)
        pitch = min(4.6, 50 / half)
        for number, (name, x, y) in enumerate(lines):
            with pen.moved(number // half * 62, 6.5 + number % half * pitch):
                pen.text(0, 0, name, 2.3, max_width=_NAME_MM)
                pen.text(24, 0, f"x {x}", 2.3)
                pen.text(42, 0, f"y {y}", 2.3)


def _short(caption: str) -> str:
    """Return the name in a zone's caption: what stands before a colon."""
    return _COLON.split(caption)[0]


def _span(first_mm: float, last_mm: float) -> str:
    return say("{first} to {last}", first=number_text(first_mm), last=number_text(last_mm))
