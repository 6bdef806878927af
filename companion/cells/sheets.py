"""Sheets of a game with discs on cells: a plan, then stickers and reference cards.

The plan shows the place of everything.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.cells.tags import CellTags
from companion.device.language import say
from companion.sheets.cutting import CUT_LINE_MM
from companion.sheets.drawing import FLOOR, draw_sticker
from companion.sheets.game import Sheets
from companion.sheets.layout import CONTENT_MM, MARK_MM, Section, SheetPage, Sticker, lay_out
from companion.sheets.pen import GREY, PAPER, PdfPen
from companion.sheets.reference_geometry import centre_in_cells
from companion.sheets.references import reference_sticker
from companion.sheets.tags import Sizes
from companion.sheets.touch_marks import NOTCH_STEP_DEG, TouchMark, drops_in_a_row, notches
from vision.model.catalogue import Catalogue, Tag

#: How much room the drawing of the board leaves beside it, in cells: for the references there.
_MARGIN_CELLS = 2.4
#: Middle of a tag's quiet zone at its right, from that of the disc, in diameters.
_BESIDE_TAG = 0.38


@dataclass(frozen=True)
class CellSheets(Sheets):
    """Drawing of the board with its references, a round sticker for each piece, reference cards."""

    tag_set: CellTags

    @property
    def tags(self) -> CellTags:
        """The game's tags."""
        return self.tag_set

    def pages(self, catalogue: Catalogue, sizes: Sizes) -> list[SheetPage]:
        """Return the drawing first."""
        pieces = [(_disc_sticker(tag, sizes["piece_mm"]),) for tag in catalogue.tags if tag.placement_mm is None]
        references = [(reference_sticker(tag, catalogue.grid),) for tag in catalogue.references]
        notes = [
            say("Cut out the circles, and stick each on the piece that it names. The label below stays on the sheet.")
        ]
        if any("/" in tag.id for tag in catalogue.tags):
            notes.append(say("Behind a stroke stands the side of a disc: both stickers of a disc go on its two sides."))
        stickers = Section(say("Pieces"), tuple(notes), (tuple(pieces),))
        cards = Section(
            say("Reference tags"),
            (
                say(
                    "The page about the board shows where they lie: the camera finds it by them. Bold "
                    "edges go against it."
                ),
                say("Print these on stiff paper and fix them with tape or putty, flat and at the height of the board."),
            ),
            (tuple(references),),
        )
        return [_board_page(catalogue), *lay_out(stickers), *lay_out(cards)]

    def touch_marks(self, catalogue: Catalogue, sizes: Sizes) -> Mapping[str, TouchMark]:
        """Return a notch more for each next kind; for the sides of discs that are turned, drops."""
        pieces = {tag.id: tag.kind for tag in catalogue.tags if tag.placement_mm is None}
        kinds, marks = list(dict.fromkeys(pieces.values())), {}
        beside = sizes["piece_mm"] * _BESIDE_TAG
        for tag_id, kind in pieces.items():
            count = kinds.index(kind) + 1
            if "/" in tag_id:
                marks[tag_id] = TouchMark(drops_mm=drops_in_a_row(count, (beside, 0.0)), drops_tell=kind)
            else:
                first_deg = 180 - NOTCH_STEP_DEG * (count - 1) / 2
                marks[tag_id] = TouchMark(notches(count, first_deg), notches_tell=kind)
        return marks

    def next_steps(self, manifest: str) -> Sequence[str]:
        """Return a reading of a photo."""
        return (f"Then photograph the table: companion read --game {self.tags.id} PHOTO --tags {manifest}",)


def _disc_sticker(tag: Tag, piece_mm: float) -> Sticker:
    radius = piece_mm / 2

    def paint(pen: PdfPen) -> None:
        with pen.moved(radius, radius):
            pen.circle(0, 0, radius, fill=PAPER)
            pen.circle(0, 0, radius, line=CUT_LINE_MM, ink=GREY)
            for turn in (0, 90, 180, 270):
                with pen.moved(0, 0, turn):
                    pen.lines([(0, -radius - 0.3), (0, -radius - MARK_MM)], CUT_LINE_MM)

    corner = radius - tag.size_mm / 2
    return Sticker(piece_mm, piece_mm, tag.id, paint, tag, (corner, corner))


def _board_page(catalogue: Catalogue) -> SheetPage:
    """Return the board with the names of its cells and the reference cards at their places."""
    grid = catalogue.grid
    side = min(
        CONTENT_MM[0] / (grid.columns + 2 * _MARGIN_CELLS), (CONTENT_MM[1] - 2 * MARK_MM) / (grid.rows + 2 * MARK_MM)
    )

    def paint(pen: PdfPen) -> None:
        with pen.moved((CONTENT_MM[0] - grid.columns * side) / 2, side):
            for name, (column, row) in grid.cells.items():
                pen.rect(column * side, row * side, side, side, fill=FLOOR, line=0.2, ink=GREY)
                pen.text((column + 0.5) * side, (row + 0.5) * side, name, 0.3 * side, "centre", ink=GREY)
            for tag in catalogue.references:
                sticker = reference_sticker(tag, grid)
                scale = side / grid.cell_mm
                x, y = centre_in_cells(tag, grid)
                left, top = (offset + tag.size_mm / 2 for offset in sticker.picture_at)
                draw_sticker(pen, sticker, x * side - left * scale, y * side - top * scale, sticker.width * scale)

    notes = (
        say(
            "The board seen from above, with the reference cards where they lie. The camera must "
            "see all of them; if later a hand covers one, the others are enough."
        ),
        say("Keep manifest.json: it tells the program what you printed."),
    )
    return SheetPage(say("How to tag your game: the board"), notes, paint=paint)
