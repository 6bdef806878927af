"""The print-ready sheets with all tags: instructions, then stickers section by section, as a PDF."""

from io import BytesIO

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.games.finstere_flure.sheets.guide import pieces_page
from companion.games.finstere_flure.sheets.guide_board import board_page
from companion.games.finstere_flure.sheets.references import in_corner, reference_sticker
from companion.games.finstere_flure.sheets.stickers import (
    band_sticker,
    card_sticker,
    monster_sticker,
    tile_sticker,
    token_sticker,
)
from companion.games.finstere_flure.tags import TagSizes
from companion.sheets.layout import (
    AREA_MM,
    HEADER_MM,
    LABEL_MM,
    MARK_MM,
    PAPERS,
    Group,
    Page,
    Placed,
    Section,
    area_origin,
    lay_out,
)
from companion.sheets.lens import lens_page
from companion.sheets.pen import GREY, Pen
from engine.finstere_flure.pieces import (
    MONSTER,
    POOL_SHAPES,
    STONE_FRONTS,
    TELEPORTER_PAIRS,
    TOKENS,
    Colour,
    Side,
    white_numbers,
)
from vision.catalogue import Catalogue, Tag
from vision.symbols import symbol_modules

_SQUARE_MM = 50.0
_RULER_MM = 100
_CODE_NAMES = {"qr": "QR", "micro": "Micro QR"}
#: Tokens thinner than this have no room for numbers on their edge.
_LEAST_BAND_MM = 4.0


def make_pages(catalogue: Catalogue, sizes: TagSizes) -> list[Page]:
    """All pages: instructions first, then the stickers, the sheet for the lens last.

    Every tag of the catalogue is on exactly one of them.
    """
    sections = (_tokens(catalogue, sizes), _tiles(catalogue, sizes), _cards(catalogue, sizes))
    pages = [pieces_page(catalogue, sizes), board_page(catalogue, sizes)]
    for section in (*sections, _references(catalogue, sizes)):
        pages += lay_out(section)
    if sizes.token_height_mm >= _LEAST_BAND_MM:
        pages += lay_out(_bands(sizes))
    return [*pages, lens_page()]


def _by_id(catalogue: Catalogue) -> dict[str, Tag]:
    return {tag.id: tag for tag in catalogue.tags}


def _tokens(catalogue: Catalogue, sizes: TagSizes) -> Section:
    tags = _by_id(catalogue)
    lines: list[tuple[Group, ...]] = []
    for colour in Colour:
        tokens = [f"{colour}-{white}" for white in white_numbers(colour)]
        lines.append(tuple(tuple(token_sticker(tags[f"{t}/{side}"], sizes) for side in Side) for t in tokens))
    notes = (
        "Both stickers of a pair go on the same token: the one that says white over its white number, the one that "
        "says black over its black number.",
        f"Cut out the circles ({sizes.token_mm:g} mm). The label below each stays on the sheet.",
    )
    return Section("Tokens", notes, tuple(lines))


def _bands(sizes: TagSizes) -> Section:
    bands = tuple((band_sticker(token, sizes),) for token in TOKENS)
    notes = (
        "For the players' eyes only; the camera does not need them: a band round the edge of each token.",
        "Stick each so that its white numbers stand upright when the token shows its white sticker. The upper row of "
        "numbers then always holds.",
    )
    return Section("Edges of the tokens (if you like)", notes, (bands,))


def _tiles(catalogue: Catalogue, sizes: TagSizes) -> Section:
    tags = _by_id(catalogue)
    stones = tuple(
        tuple(tile_sticker(tags[f"{tile}/{face}"], sizes) for face in ("front", "back")) for tile in STONE_FRONTS
    )
    others = tuple((tile_sticker(tags[tile], sizes),) for tile in (*TELEPORTER_PAIRS, *POOL_SHAPES))
    notes = (
        "Front and back of a pair go on the same tile: the front on the face with the same sign, the back on the "
        "plain face.",
        "Teleporters: the broad arrow points as the printed one. Pools: on the upper left cell; the pool goes on "
        "where the arrows point.",
    )
    return Section("Tiles", notes, (stones, others))


def _cards(catalogue: Catalogue, sizes: TagSizes) -> Section:
    monster = (monster_sticker(_by_id(catalogue)[MONSTER], sizes),)
    cards = tuple((card_sticker(tag, sizes),) for tag in catalogue.tags if tag.kind == "card")
    notes = (
        "The monster's cap: glue it to card and put it level on the monster's head, its nose where the monster looks.",
        "Cards: on the face with the number, never on the back. Of two equal cards one gets a, the other b.",
    )
    return Section("Monster and cards", notes, ((monster,), cards))


def _references(catalogue: Catalogue, sizes: TagSizes) -> Section:
    large = [tag for tag in catalogue.references if in_corner(tag, sizes)]
    small = [tag for tag in catalogue.references if not in_corner(tag, sizes)]
    notes = (
        "The camera finds the board by these six. Page 2 shows where they lie; bold edges go against the board.",
        "Print these on stiff paper and fix them with tape or putty, flat and at the height of the board's surface.",
    )
    lines = tuple(tuple((reference_sticker(tag, sizes),) for tag in tags) for tags in (large, small))
    return Section("Reference tags", notes, lines)


def sheet_pdf(catalogue: Catalogue, pages: list[Page], paper: str) -> bytes:
    """The pages as a PDF on a paper of `PAPERS`; the same input gives the same bytes."""
    width, height = PAPERS[paper]
    file = BytesIO()
    canvas = Canvas(file, pagesize=(width * mm, height * mm), invariant=1, pageCompression=1)
    canvas.setTitle("Tags for Finstere Flure")
    # Ask the viewer not to shrink the page to the printer's margins.
    canvas.setViewerPreference("PrintScaling", "None")
    pen = Pen(canvas, height)
    for number, page in enumerate(pages, start=1):
        with pen.page(), pen.moved(*area_origin(paper)):
            _paint_header(pen, page.title, f"{_CODE_NAMES[catalogue.code]} tags, page {number} of {len(pages)}")
            _paint_footer(pen, page.notes)
            with pen.moved(0, HEADER_MM):
                if page.paint is not None:
                    page.paint(pen)
                for placed in page.placed:
                    _paint_sticker(pen, placed, catalogue)
    canvas.save()
    return file.getvalue()


def _paint_sticker(pen: Pen, placed: Placed, catalogue: Catalogue) -> None:
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


def _paint_header(pen: Pen, title: str, number: str) -> None:
    pen.text(0, 2.5, title, 5, bold=True)
    pen.text(AREA_MM[0], 2.5, number, 3, "right")
    pen.lines([(0, 6.5), (AREA_MM[0], 6.5)], 0.2, GREY)


def _paint_footer(pen: Pen, notes: tuple[str, ...]) -> None:
    """The square and the ruler that show whether the page was printed to scale, and the notes beside them."""
    width, height = AREA_MM
    square_top = height - _SQUARE_MM
    pen.rect(0, square_top, _SQUARE_MM, _SQUARE_MM, line=0.2)
    pen.text(_SQUARE_MM / 2, square_top + 5, "50 mm × 50 mm", 3, "centre", bold=True)
    check = (
        "Print at 100 % (“actual size”), not “fit to page”. Then measure: this square must be 50 mm wide and high, "
        "the ruler 100 mm long. If they are not, the tags do not fit the board; print again."
    )
    pen.paragraph(3, square_top + 10, check, 3, _SQUARE_MM - 6)

    left = _SQUARE_MM + 8
    y = square_top
    for note in notes:
        y = pen.paragraph(left, y, note, 3, width - left) + 1.5

    ruler_y = height - 5
    pen.lines([(left, ruler_y), (left + _RULER_MM, ruler_y)], 0.2)
    for millimetre in range(_RULER_MM + 1):
        tick = 4.5 if millimetre % 10 == 0 else 3.2 if millimetre % 5 == 0 else 2
        pen.lines([(left + millimetre, ruler_y), (left + millimetre, ruler_y - tick)], 0.12)
        if millimetre % 10 == 0:
            pen.text(left + millimetre, ruler_y + 2.2, str(millimetre), 2.4, "centre")
    pen.text(left + _RULER_MM + 5, ruler_y, "mm", 3)
