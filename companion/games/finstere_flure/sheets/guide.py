"""Page of instructions about the pieces, with drawings.

It says what to stick on which piece, which side is up, and which way is forward.
"""

from collections.abc import Callable

from companion.device.sentences import number_text
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.palette import PLAYERS
from companion.games.finstere_flure.sheets.stickers import card_sticker, monster_sticker, tile_sticker, token_sticker
from companion.games.finstere_flure.tags import TagSizes
from companion.sheets.drawing import FLOOR, draw_sticker
from companion.sheets.layout import CONTENT_MM, SheetPage
from companion.sheets.pen import GREY, INK, PAPER, PdfPen
from engine.finstere_flure.pieces import MONSTER, POOL_SHAPES, Colour
from vision.model.catalogue import Catalogue

_TEXT_MM = 2.9
_WOOD = "#d9b98a"
_BLOOD = "#9b1111"

_Painter = Callable[[PdfPen], None]


def pieces_page(catalogue: Catalogue, sizes: TagSizes) -> SheetPage:
    """Draw the page, with a panel for each kind of thing to do."""
    notes = (
        say("Matt paper, plain or self-adhesive. No glossy foil and no laminating: a lamp's reflection hides a tag."),
        say(
            "Black must be black: a laser printer, or an inkjet's sharp setting. Colours are not "
            "needed: every sign has its word."
        ),
        say(
            "Made for cells of {cell_mm} mm, tokens of {token_mm} mm and tiles of {tile_mm} mm. "
            "Measure yours first: see page 1.",
            cell_mm=number_text(sizes.cell_mm),
            token_mm=number_text(sizes.token_mm),
            tile_mm=number_text(sizes.tile_mm),
        ),
    )
    drawn = _Pieces(catalogue, sizes)
    words = tuple(f"{title}. {text}" for title, text, _ in drawn.panels())
    return SheetPage(say("How to tag your game: the pieces"), notes, paint=drawn.paint, words=words)


class _Pieces:
    """The page: eight panels, one for each kind of thing to do."""

    def __init__(self, catalogue: Catalogue, sizes: TagSizes) -> None:
        self._tags = {tag.id: tag for tag in catalogue.tags}
        self._sizes = sizes
        self._code = catalogue.code

    def panels(self) -> tuple[tuple[str, str, _Painter], ...]:
        """Return title, text and drawing of each panel."""
        return (
            (
                say("Print and check"),
                say(
                    "At 100 %. Measure the ruler and the square on a printed page. A printer that "
                    "shrinks by 3 % makes a large reference card {cell_mm} mm too small.",
                    cell_mm=number_text(0.06 * self._sizes.cell_mm, ".1f"),
                ),
                self._print,
            ),
            (
                say("Cut and stick"),
                say(
                    "Cut along the thin grey lines. Round stickers: scissors or a hole punch of that "
                    "size. Leave the white round each tag as it is: the camera needs it. Stick flat, "
                    "without folds."
                ),
                self._cut,
            ),
            (
                say("Tokens"),
                say(
                    "Two stickers each. The white side's sticker covers the side with the white number, "
                    "the black side's the one with the black number. They add up to 7. How they are "
                    "turned does not matter."
                ),
                self._tokens,
            ),
            (
                say("The eleven square tiles"),
                say(
                    "Front and back carry the same number and belong on the same tile: the front over "
                    "the printed face (stone, crystal, turn right, turn about), the back over the plain "
                    "stone."
                ),
                self._stones,
            ),
            (
                say("Teleporters"),
                say(
                    "The broad arrow on the sticker points the same way as the arrow on the tile. A1 and "
                    "A2 are one pair, B1 and B2 the other."
                ),
                self._teleporter,
            ),
            (
                say("Pools"),
                say(
                    "One sticker each, with its writing upright, on the upper left cell: the pool goes "
                    "on to the right (and down). Afterwards the pool may be turned on the board as you "
                    "like."
                ),
                self._pools,
            ),
            (
                say("The monster"),
                say(
                    "Glue the cap to a stiff card and fix it level on top of the figure, the nose where "
                    "the monster looks. It should be {monster_height_mm} mm above the board.",
                    monster_height_mm=number_text(self._sizes.monster_height_mm),
                ),
                self._monster,
            ),
            (
                say("Monster cards"),
                say(
                    "On the face with the number, so that the camera sees the card that was turned over. "
                    "The backs stay as they are."
                ),
                self._card,
            ),
        )

    def paint(self, pen: PdfPen) -> None:
        """Draw the page's content area."""
        width, height = (CONTENT_MM[0] - 4) / 2, (CONTENT_MM[1] - 9) / 4
        for index, (heading, text, painter) in enumerate(self.panels()):
            with pen.moved(index % 2 * (width + 4), index // 2 * (height + 3)):
                pen.rect(0, 0, width, height, line=0.15, ink=GREY)
                pen.text(3, 4.2, f"{index + 1}  {heading}", 3.6, bold=True)
                pen.paragraph(46, 9, text, _TEXT_MM, width - 48)
                with pen.moved(3, 9):
                    painter(pen)

    # Each panel's drawing has about 40 mm x 33 mm.

    def _print(self, pen: PdfPen) -> None:
        pen.rect(6, 0, 24, 33, fill=PAPER, line=0.3)
        for row in range(4):
            for column in range(4):
                pen.circle(10 + 5.3 * column, 4 + 5 * row, 2, line=0.2)
        pen.rect(8, 23.5, 7, 7, line=0.3)
        pen.lines([(17, 29), (28, 29)], 0.3)
        for tick in range(12):
            pen.lines([(17 + tick, 29), (17 + tick, 27.6)], 0.15)
        # A ruler laid on the printed one.
        pen.rect(15, 30, 25, 5, fill="#f6e7a8", line=0.2)
        for tick in range(12):
            pen.lines([(17 + tick, 30), (17 + tick, 31.6)], 0.15)
        pen.text(27, 33.4, "= 100 mm", 2.2, "centre", bold=True)

    def _cut(self, pen: PdfPen) -> None:
        sticker = token_sticker(self._tags["green-5/black"], self._sizes, self._code)
        draw_sticker(pen, sticker, 2, 2, 18)
        pen.text(11, 24, say("white stays white"), 2.2, "centre")
        pen.arrow((9.5, 22.6), (8, 17.6), 0.25)
        # A sticker seen from the side, coming down on a disc.
        pen.rect(24, 24, 16, 7, fill=_WOOD, line=0.2)
        pen.lines([(24, 18), (40, 18)], 0.6)
        pen.arrow((32, 19), (32, 23.5), 0.4)
        pen.text(32, 15.5, say("sticker"), 2.2, "centre")
        pen.text(32, 27.5, say("token"), 2.2, "centre")

    def _tokens(self, pen: PdfPen) -> None:
        shade = PLAYERS[Colour.RED].hex
        for y, side, number, ink in ((0.0, "white", "4", PAPER), (17.5, "black", "3", INK)):
            pen.circle(8, y + 8, 7.5, fill=shade, line=0.2)
            pen.text(8, y + 8, number, 11, "centre", bold=True, ink=ink)
            pen.arrow((23, y + 8), (17, y + 8), 0.5)
            draw_sticker(pen, token_sticker(self._tags[f"red-4/{side}"], self._sizes, self._code), 24.5, y + 0.5, 15)

    def _stones(self, pen: PdfPen) -> None:
        draw_sticker(pen, tile_sticker(self._tags["stone-4/front"], self._sizes, self._code), 0, 6, 18)
        draw_sticker(pen, tile_sticker(self._tags["stone-4/back"], self._sizes, self._code), 22, 6, 18)
        pen.text(9, 2.5, say("front"), 2.6, "centre", bold=True)
        pen.text(31, 2.5, say("back"), 2.6, "centre", bold=True)
        pen.lines([(9, 26), (9, 28.5), (31, 28.5), (31, 26)], 0.3)
        pen.text(20, 31.2, say("the same tile"), 2.4, "centre")

    def _teleporter(self, pen: PdfPen) -> None:
        pen.rect(0, 8, 17, 17, fill="#cfd8dc", line=0.3)
        pen.arrow((8.5, 23), (8.5, 10), 1.2)
        pen.text(8.5, 29, say("the tile"), 2.4, "centre")
        draw_sticker(pen, tile_sticker(self._tags["teleporter-A1"], self._sizes, self._code), 22, 8, 17)
        pen.arrow((30.5, 7.3), (30.5, 0.5), 0.7)
        pen.text(30.5, 29, say("the sticker"), 2.4, "centre")

    def _pools(self, pen: PdfPen) -> None:
        cell = 9.6
        for pool, y in (("pool-2x2", 0.0), ("pool-4x1", 23.0)):
            columns, rows = POOL_SHAPES[pool]
            pen.rect(0, y, columns * cell, rows * cell, fill="#e7a3a3", line=0.3)
            for column in range(1, columns):
                pen.lines([(column * cell, y), (column * cell, y + rows * cell)], 0.15, _BLOOD)
            if rows > 1:
                pen.lines([(0, y + cell), (columns * cell, y + cell)], 0.15, _BLOOD)
            draw_sticker(pen, tile_sticker(self._tags[pool], self._sizes, self._code), 0.3, y + 0.3, cell - 0.6)
        pen.text(31, 9, say("writing"), 2.4, "centre")
        pen.text(31, 12.5, say("upright"), 2.4, "centre")

    def _monster(self, pen: PdfPen) -> None:
        # From the side: a figure with the cap on its head.
        pen.polygon([(3, 30), (15, 30), (13, 12), (5, 12)], fill="#4b5d52", line=0.2)
        pen.rect(1, 10.6, 16, 1.4, fill=INK)
        pen.polygon([(17, 10.6), (20, 11.3), (17, 12)], fill=INK)
        pen.lines([(-1, 30), (20, 30)], 0.3)
        pen.arrow((0.5, 30), (0.5, 12), 0.25, both=True)
        pen.text(9, 33, say("from the side"), 2.4, "centre")
        pen.arrow((13, 7), (20, 7), 0.6)
        pen.text(9, 4, say("looks this way"), 2.2, "centre")
        sticker = monster_sticker(self._tags[MONSTER], self._sizes, self._code)
        draw_sticker(pen, sticker, 24, 9, 16)
        pen.arrow((32, 7.8), (32, 2), 0.6)
        pen.text(32, 33, say("from above"), 2.4, "centre")

    def _card(self, pen: PdfPen) -> None:
        pen.rect(9, 0, 22, 33, fill=FLOOR, line=0.3)
        pen.text(20, 4.5, "8", 6, "centre", bold=True)
        draw_sticker(pen, card_sticker(self._tags["card-8a"], self._sizes), 11.5, 9, 17)
