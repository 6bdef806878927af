"""All that the sheets say, in large print: letters of 20 points, without stickers."""

from collections.abc import Iterator, Sequence
from io import BytesIO

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.device.button_colours import DEFAULT_COLOURS
from companion.device.language import say
from companion.device.sentences import together
from companion.sheets.cheat_card import BUTTONS, COLOUR_NAMES
from companion.sheets.layout import AREA_MM, PAPERS, SheetPage, area_origin
from companion.sheets.pen import PdfPen, paragraph_height

_TEXT_MM = 7.0
_HEAD_MM = 9.0
#: Distance below a paragraph, and above a heading.
_BELOW_MM = 3.0
_ABOVE_MM = 6.0

#: Paragraphs, each with whether it is a heading.
_Paragraphs = Iterator[tuple[str, bool]]


def large_print_pdf(
    title: str, pages: Sequence[SheetPage], lights: Sequence[str], turn: Sequence[str], paper: str
) -> bytes:
    """Return a PDF with the words and notes of the pages, the buttons, the lights and a turn.

    `paper` is one of `PAPERS`.
    """
    width, height = PAPERS[paper]
    file = BytesIO()
    canvas = Canvas(file, pagesize=(width * mm, height * mm), invariant=1, pageCompression=1)
    canvas.setTitle(title)
    pen = PdfPen(canvas, height)
    for page in _broken([(title, True), *_paragraphs(pages, lights, turn)]):
        with pen.page(), pen.moved(*area_origin(paper)):
            y = 0.0
            for text, is_head in page:
                size = _HEAD_MM if is_head else _TEXT_MM
                y = pen.paragraph(0, y + (_ABOVE_MM if is_head else 0.0), text, size, AREA_MM[0], is_head) + _BELOW_MM
    canvas.save()
    return file.getvalue()


def _paragraphs(pages: Sequence[SheetPage], lights: Sequence[str], turn: Sequence[str]) -> _Paragraphs:
    yield say("Buttons"), True
    for button, _, pressed, held in BUTTONS:
        colour = say(COLOUR_NAMES[DEFAULT_COLOURS[button]])
        text = say("{colour}. {act}.", colour=colour, act=say(pressed))
        yield together(text, say("Held: {act}.", act=say(held)) if held else ""), False
    yield say("Lights"), True
    yield from ((text, False) for text in lights)
    yield say("One turn"), True
    yield from ((text, False) for text in turn)
    seen = set[tuple[str, ...]]()
    for page in pages:
        said = (*page.words, *page.notes)
        if said and said not in seen:
            seen.add(said)
            yield page.title, True
            yield from ((sentence, False) for sentence in said)


def _broken(paragraphs: Sequence[tuple[str, bool]]) -> Iterator[list[tuple[str, bool]]]:
    """Yield the paragraphs of each page; no heading stands alone at a page's end."""
    page: list[tuple[str, bool]] = []
    used = 0.0
    for number, (text, is_head) in enumerate(paragraphs):
        high = _height(text, is_head)
        following = _height(*paragraphs[number + 1]) if is_head and number + 1 < len(paragraphs) else 0.0
        if page and used + high + following > AREA_MM[1]:
            yield page
            page, used = [], 0.0
        page.append((text, is_head))
        used += high
    yield page


def _height(text: str, is_head: bool) -> float:
    size = _HEAD_MM if is_head else _TEXT_MM
    return paragraph_height(text, size, AREA_MM[0], is_head) + _BELOW_MM + (_ABOVE_MM if is_head else 0.0)
