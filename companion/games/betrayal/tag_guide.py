"""Pages with drawings of the tags' places, a tile's north, and the table.

The drawings are our own. They show where each tag goes, and which side of a tile is north.
"""

from collections.abc import Callable, Sequence

from companion.device.sentences import number_text
from companion.games.betrayal.language import say
from companion.games.betrayal.mat import AREAS, HEIGHT_MM, HOUSE, REFERENCE_MM, STRIP_MM, WIDTH_MM
from companion.games.betrayal.tags import INSET_MM, LARGE_MM
from companion.sheets.drawing import draw_sticker
from companion.sheets.layout import CONTENT_MM, SheetPage, Sticker
from companion.sheets.pen import GREY, INK, PAPER, PdfPen
from engine.betrayal.components import TILES, Dir, Tile
from vision.model.catalogue import Catalogue

#: Colour of walls.
_WALL = "#4a3b30"
#: Colour of floors.
_FLOOR = "#efe6d8"
#: Colour of the cross over what is wrong.
_WRONG = "#b02020"
_TEXT_MM = 2.9
#: Number of tiles in a row of the pages with doors.
_COLUMNS = 7
#: Number of rows on a page with doors.
_ROWS = 5


def draw_tile(pen: PdfPen, tile: Tile, side: float, tile_mm: float) -> None:
    """Draw a tile as it lies with its name upright.

    It has walls, gaps for doors, the place of the tag in its north-west corner.
    """
    pen.rect(0, 0, side, side, fill=_FLOOR)
    wall, gap = side * 0.06, side * 0.3
    middle, far = side / 2, side - wall
    sides = {
        Dir.N: (0.0, 0.0, side, wall),
        Dir.S: (0.0, far, side, wall),
        Dir.W: (0.0, 0.0, wall, side),
        Dir.E: (far, 0.0, wall, side),
    }
    for box in sides.values():
        pen.rect(*box, fill=_WALL)
    for door in tile.doors:
        left, top, width, height = sides[door]
        if door in (Dir.N, Dir.S):
            pen.rect(middle - gap / 2, top, gap, height, fill=PAPER)
        else:
            pen.rect(left, middle - gap / 2, width, gap, fill=PAPER)
    inset, tag = side * INSET_MM / tile_mm, side * LARGE_MM / tile_mm
    pen.rect(inset, inset, tag, tag, fill=PAPER, line=0.25, ink=INK)
    pen.arrow((inset + tag / 2, inset + tag * 0.85), (inset + tag / 2, inset + tag * 0.2), 0.35)


def guide_page(sticker: Sticker, plate: Sticker, tile_mm: float) -> SheetPage:
    """Make the page of instructions, with six drawings."""
    notes = (
        say(
            "Matt paper, black that is black: a laser printer, or an inkjet's sharp setting. No "
            "glossy foil over the tags."
        ),
        say("Made for tiles of {tile_mm} mm (--tile-mm): measure yours.", tile_mm=number_text(tile_mm)),
        say("Use stickers that come off again, or double-sided tape for photographs."),
    )
    width, height = (CONTENT_MM[0] - 4) / 2, (CONTENT_MM[1] - 6) / 3
    kitchen, hall = TILES["kitchen"], TILES["gardens"]

    panels: tuple[tuple[str, str, Callable[[PdfPen], None]], ...] = (
        (
            say("Hold the tile upright"),
            say("Its printed name must read from left to right. The upper edge is the tile's own north, on all tiles."),
            lambda pen: _upright(pen, kitchen, tile_mm),
        ),
        (
            say("The tag goes to the upper left"),
            say(
                "{n} mm from the upper and from the left edge, on the printed front. The tag is upright like the name.",
                n=number_text(INSET_MM),
            ),
            lambda pen: _corner(pen, kitchen, sticker, tile_mm),
        ),
        (
            say("Not turned, not elsewhere"),
            say(
                "The camera tells by the tag which way a tile lies. In another corner, or turned, "
                "all its doors would be taken for others."
            ),
            lambda pen: _wrong(pen, hall, tile_mm),
        ),
        (
            say("Never on a back"),
            say(
                "Tiles and cards lie face down in their stacks: nobody may know them by a sticker. "
                "All tags are on fronts."
            ),
            lambda pen: _back(pen),
        ),
        (
            say("The start tile gets three"),
            say(
                "Grand Staircase, Foyer and Entrance Hall: one tag in the upper left corner of each of the three rooms."
            ),
            lambda pen: _start(pen, tile_mm),
        ),
        (
            say("Figures and monsters"),
            say(
                "A figure stands on the circle of its plate. A monster's token has a tag on both "
                "faces: the one with S lies up while it is stunned."
            ),
            lambda pen: draw_sticker(pen, plate, 1, 14, 36),
        ),
    )

    def paint(pen: PdfPen) -> None:
        for index, (heading, text, painter) in enumerate(panels):
            with pen.moved(index % 2 * (width + 4), index // 2 * (height + 3)):
                pen.rect(0, 0, width, height, line=0.25, ink=GREY)
                pen.text(3, 4.5, f"{index + 1}  {heading}", 3.4, bold=True)
                pen.paragraph(45, 10, text, _TEXT_MM, width - 48)
                with pen.moved(3, 9):
                    painter(pen)

    words = tuple(f"{title}. {text}" for title, text, _ in panels)
    return SheetPage(say("How to tag your game"), notes, paint=paint, words=words)


def _upright(pen: PdfPen, tile: Tile, tile_mm: float) -> None:
    draw_tile(pen, tile, 36, tile_mm)
    pen.text(22, 26, say(tile.name), 3.4, "centre", bold=True)
    pen.arrow((39.5, 14), (39.5, 2), 0.4)
    pen.text(39.5, 17, "N", 3.4, "centre", bold=True)


def _corner(pen: PdfPen, tile: Tile, sticker: Sticker, tile_mm: float) -> None:
    draw_tile(pen, tile, 36, tile_mm)
    scale = 36 / tile_mm
    draw_sticker(pen, sticker, INSET_MM * scale, INSET_MM * scale, LARGE_MM * scale)
    pen.text(22, 26, say(tile.name), 3.4, "centre", bold=True)


def _wrong(pen: PdfPen, tile: Tile, tile_mm: float) -> None:
    for turn, (x, y) in enumerate(((0.0, 0.0), (20.0, 0.0), (0.0, 20.0)), start=1):
        with pen.moved(x + 9, y + 9, 90.0 * turn), pen.moved(-9, -9):
            draw_tile(pen, tile, 18, tile_mm)
        pen.text(x + 9, y + 9, say(tile.name), 2.2, "centre", bold=True)
        pen.lines([(x, y), (x + 18, y + 18)], 0.6, _WRONG)
        pen.lines([(x, y + 18), (x + 18, y)], 0.6, _WRONG)


def _back(pen: PdfPen) -> None:
    pen.rect(2, 2, 32, 32, fill="#35507a")
    pen.rect(5, 5, 26, 26, line=0.4, ink="#8fa6c8")
    pen.rect(5.5, 5.5, 10, 10, fill=PAPER, line=0.25)
    pen.lines([(2, 2), (34, 34)], 0.8, _WRONG)
    pen.lines([(2, 34), (34, 2)], 0.8, _WRONG)


def _start(pen: PdfPen, tile_mm: float) -> None:
    for place, name in enumerate(("grand-staircase", "foyer", "entrance-hall")):
        with pen.moved(13.5 * place, 8):
            draw_tile(pen, TILES[name], 13.5, tile_mm)
    pen.text(6, 26, say("west"), 2.2, "centre", ink=GREY)
    pen.text(34, 26, say("east"), 2.2, "centre", ink=GREY)


def doors_pages() -> list[SheetPage]:
    """Return every tile with its doors, upright, so that nobody mistakes its north."""
    tiles = sorted(TILES.values(), key=lambda tile: (tile.widows_walk, tile.name))
    pages = []
    per_page = _COLUMNS * _ROWS
    for first in range(0, len(tiles), per_page):
        title = say("Which side is north")
        notes = (
            say("The small square is the place of the tag, its arrow points to the tile's own north. Gaps are doors."),
            say("Tiles marked WW come with Widow's Walk."),
        )
        part = tiles[first : first + per_page]
        pages.append(
            SheetPage(say("{title} (continued)", title=title) if first else title, notes, paint=_Doors(part).paint)
        )
    return pages


class _Doors:
    """Some tiles in rows."""

    def __init__(self, tiles: Sequence[Tile]) -> None:
        self._tiles = tiles

    def paint(self, pen: PdfPen) -> None:
        """Draw the page's content area."""
        width, height = CONTENT_MM[0] / _COLUMNS, CONTENT_MM[1] / _ROWS
        for index, tile in enumerate(self._tiles):
            with pen.moved(index % _COLUMNS * width + 2.5, index // _COLUMNS * height):
                draw_tile(pen, tile, width - 5, 60.0)
                name = f"{say(tile.name)} WW" if tile.widows_walk else say(tile.name)
                pen.text((width - 5) / 2, width - 2, name, 2.4, "centre", max_width=width - 1)


def table_page(catalogue: Catalogue) -> SheetPage:
    """Make the page with the references' places, and with how floors and cards are laid."""
    notes = (
        say(
            "Hang the camera 1.10 m above the middle for three floors at once, or 0.80 m for one floor after the other."
        ),
        say("Light from two sides, no lamp that mirrors in the tiles."),
    )

    words = (
        say(
            "The references enclose {width} × {height} mm: their centres lie {inset} mm from the sides, "
            "and as far from the strips.",
            width=number_text(WIDTH_MM),
            height=number_text(HEIGHT_MM),
            inset=number_text(REFERENCE_MM / 2 + 10),
        ),
        say("Lay what you hold into the strip before you, {n} mm deep along the long edges.", n=number_text(STRIP_MM)),
        say(
            "Lay each floor as a patch of its own, tiles edge to edge, patches one tile's width "
            "apart. A patch may lie at any angle; its landing (on the ground floor the Foyer) "
            "tells how it is turned."
        ),
        say("The lens must see everything between the references."),
    )

    def paint(pen: PdfPen) -> None:
        scale = CONTENT_MM[0] / WIDTH_MM
        for name, (left, top, right, bottom) in AREAS.items():
            box = (left * scale, top * scale, (right - left) * scale, (bottom - top) * scale)
            pen.rect(*box, fill=PAPER if name == HOUSE else _FLOOR, line=0.25, ink=GREY)
            if name != HOUSE:
                pen.text(box[0] + box[2] / 2, box[1] + box[3] / 2, say("cards held"), 2.6, "centre", ink=GREY)
        side = REFERENCE_MM * scale
        for tag in catalogue.references:
            assert tag.placement_mm is not None
            x, y = (value * scale for value in tag.placement_mm)
            pen.rect(x - side / 2, y - side / 2, side, side, fill=INK)
            # Within the house, not on the strips.
            above = tag.placement_mm[1] > HEIGHT_MM / 2
            pen.text(x, y - side / 2 - 1.0 if above else y + side / 2 + 2.4, tag.id, 2.2, "centre")
        y = HEIGHT_MM * scale + 6
        for sentence in words:
            pen.text(1, y + 1, "•", _TEXT_MM)
            y = pen.paragraph(4, y, sentence, _TEXT_MM, CONTENT_MM[0] - 8) + 1.2

    return SheetPage(say("The table"), notes, paint=paint, words=words)
