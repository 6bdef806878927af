"""PDF of a sheet's pages, each with a ruler and a square that prove the printed scale."""

from collections.abc import Sequence
from io import BytesIO

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.device.language import say
from companion.sheets.layout import AREA_MM, HEADER_MM, LABEL_MM, MARK_MM, PAPERS, PlacedSticker, SheetPage, area_origin
from companion.sheets.pen import GREY, PdfPen
from vision.decode.symbols import symbol_modules
from vision.model.catalogue import Catalogue

_SQUARE_MM = 50.0
_RULER_MM = 100
_CODE_NAMES = {"qr": "QR", "micro": "Micro QR", "april": "AprilTag"}


def sheet_pdf(title: str, catalogue: Catalogue, pages: Sequence[SheetPage], paper: str) -> bytes:
    """Return the pages as a PDF with this title on a paper of `PAPERS`.

    The same input gives the same bytes.
    """
    width, height = PAPERS[paper]
    file = BytesIO()
    canvas = Canvas(file, pagesize=(width * mm, height * mm), invariant=1, pageCompression=1)
    canvas.setTitle(title)
    # Ask the viewer not to shrink the page to the printer's margins.
    canvas.setViewerPreference("PrintScaling", "None")
    pen = PdfPen(canvas, height)
    for number, page in enumerate(pages, start=1):
        with pen.page(), pen.moved(*area_origin(paper)):
            _paint_header(
                pen,
                page.title,
                say("{code} tags, page {number} of {n}", code=_CODE_NAMES[catalogue.code], number=number, n=len(pages)),
            )
            _paint_footer(pen, page.notes)
            with pen.moved(0, HEADER_MM):
                if page.paint is not None:
                    page.paint(pen)
                for placed in page.placed:
                    _paint_sticker(pen, placed, catalogue)
    canvas.save()
    return file.getvalue()


def _paint_sticker(pen: PdfPen, placed: PlacedSticker, catalogue: Catalogue) -> None:
    sticker = placed.sticker
    with pen.moved(placed.left, placed.top):
        sticker.paint(pen)
        if sticker.tag is not None:
            symbol = catalogue.symbol_mm(sticker.tag)
            quiet = (sticker.tag.size_mm - symbol) / 2
            x, y = sticker.picture_at
            pen.modules(x + quiet, y + quiet, symbol, symbol_modules(sticker.tag.payload, catalogue.code))
        y = sticker.height + MARK_MM + LABEL_MM / 2
        pen.text(sticker.width / 2, y, sticker.label, 2.3, "centre", max_width=sticker.width + 1)


def _paint_header(pen: PdfPen, title: str, number: str) -> None:
    pen.text(0, 2.5, title, 5, bold=True)
    pen.text(AREA_MM[0], 2.5, number, 3, "right")
    pen.lines([(0, 6.5), (AREA_MM[0], 6.5)], 0.2, GREY)


def _paint_footer(pen: PdfPen, notes: tuple[str, ...]) -> None:
    """Paint the square and the ruler that prove the printed scale, and the notes beside them."""
    width, height = AREA_MM
    square_top = height - _SQUARE_MM
    pen.rect(0, square_top, _SQUARE_MM, _SQUARE_MM, line=0.2)
    pen.text(_SQUARE_MM / 2, square_top + 5, say("50 mm × 50 mm"), 3, "centre", bold=True)
    check = say(
        "Print at 100 % (“actual size”), not “fit to page”. Then measure: this square must "
        "be 50 mm wide and high, the ruler 100 mm long. If they are not, the tags do not "
        "fit; print again."
    )
    pen.paragraph(3, square_top + 10, check, 3, _SQUARE_MM - 6)

    left = _SQUARE_MM + 8
    y = square_top
    for note in notes:
        y = pen.paragraph(left, y, note, 3, width - left) + 1.5

    ruler_y = height - 5
    pen.lines([(left, ruler_y), (left + _RULER_MM, ruler_y)], 0.2)
    ticks = [4.5 if mark % 10 == 0 else 3.2 if mark % 5 == 0 else 2 for mark in range(_RULER_MM + 1)]
    marks = [((left + mark, ruler_y), (left + mark, ruler_y - tick)) for mark, tick in enumerate(ticks)]
    pen.strokes(marks, 0.12)
    for mark in range(0, _RULER_MM + 1, 10):
        pen.text(left + mark, ruler_y + 2.2, str(mark), 2.4, "centre")
    pen.text(left + _RULER_MM + 5, ruler_y, "mm", 3)
