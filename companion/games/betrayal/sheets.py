"""Sheets of Betrayal: stickers, plates, monsters' tokens, slips for sleeves, references.

Stickers are for tiles, plates for figures.
"""

from collections.abc import Sequence

from companion.games.betrayal.language import later, say
from companion.games.betrayal.mat import HEIGHT_MM, WIDTH_MM
from companion.games.betrayal.tag_guide import doors_pages, guide_page, table_page
from companion.games.betrayal.tags import INSET_MM, LARGE_MM, PLATE_MM, SMALL_MM, TAGS, TOKEN_MM, TagKind, piece_name
from companion.sheets.card_sheets import reference_card
from companion.sheets.cutting import cut_rect
from companion.sheets.game import Sheets
from companion.sheets.layout import Group, Section, SheetPage, Sticker, lay_out
from companion.sheets.pen import CAP_HEIGHT, GREY, INK, PAPER, PdfPen
from companion.sheets.tags import Sizes
from vision.model.catalogue import Catalogue, Tag

#: A slip ends at its tag's right and lower edge.
SLIP_MM = LARGE_MM + INSET_MM
_LABEL_MM = 1.4


class BetrayalSheets(Sheets):
    """A guide in drawings, then everything to cut out."""

    tags = TAGS
    lights = (
        later("Still arc: that player's turn, a light for each space left"),
        later("Lights from the top: the omens that are drawn"),
        later("The whole ring swells and fades: draw a card"),
        later("A sector sinks and comes back: that player is hurt"),
        later("Left half still, right half growing: the monsters' turn"),
        later("Left and right half in turn: something is wrong, see the screen"),
    )
    turn = (
        later("Move your figure, or touch a room on the screen."),
        later("At an open door turn a tile over and lay it. The screen says whether it fits."),
        later("Dice: yellow rolls them, or tell what yours show."),
        later("Done: green takes the marked row, such as the end of the turn."),
        later("Something wrong? Press red: it undoes one thing at a time."),
    )

    def pages(self, catalogue: Catalogue, sizes: Sizes) -> list[SheetPage]:
        """Return the guide, each tile's doors, then stickers, plates, tokens, slips and references."""
        by_kind: dict[str, list[Tag]] = {}
        for tag in catalogue.tags:
            by_kind.setdefault(tag.kind, []).append(tag)
        tile = next(_tile_sticker(tag) for tag in by_kind[TagKind.TILE])
        plate = next(_plate(tag) for tag in by_kind[TagKind.FIGURE])
        pages = [guide_page(tile, plate, sizes["tile_mm"]), *doors_pages(), table_page(catalogue)]
        monsters = by_kind[TagKind.MONSTER]
        faces: tuple[Group, ...] = tuple(
            (_token(front), _token(stunned)) for front, stunned in zip(monsters[::2], monsters[1::2], strict=True)
        )
        sections: tuple[tuple[str, tuple[str, ...], tuple[Group, ...]], ...] = (
            (say("Room tiles"), _TILE_NOTES, tuple((_tile_sticker(tag),) for tag in by_kind[TagKind.TILE])),
            (say("Explorers"), _PLATE_NOTES, tuple((_plate(tag),) for tag in by_kind[TagKind.FIGURE])),
            (say("Monsters"), _TOKEN_NOTES, faces),
            (say("Omens and items"), _SLIP_NOTES, tuple((_slip(tag),) for tag in by_kind[TagKind.CARD])),
            (say("Reference tags"), _REFERENCE_NOTES, tuple((reference_card(tag),) for tag in catalogue.references)),
        )
        for title, notes, groups in sections:
            pages += lay_out(Section(title, notes, (groups,)))
        return pages

    def next_steps(self, manifest: str) -> Sequence[str]:
        """Return the instructions on where everything goes."""
        return (
            "The first pages show where each tag goes. Nothing is ever stuck on a back.",
            f"The references enclose {WIDTH_MM / 1000:g} x {HEIGHT_MM / 1000:g} m of the table; {manifest} says where.",
        )


def _tile_sticker(tag: Tag) -> Sticker:
    """Return a tile's tag, with its room's name below it outside the cut."""
    return _square(tag, LARGE_MM, say(piece_name(tag.id)))


def _token(tag: Tag) -> Sticker:
    """Make a face of a monster's token.

    The tag is in a square, its name in the margin; the stunned face has an S.
    """
    inset = (TOKEN_MM - SMALL_MM) / 2
    _, token, face = tag.id.split("/")

    def paint(pen: PdfPen) -> None:
        pen.rect(0, 0, TOKEN_MM, TOKEN_MM, fill=PAPER)
        name = token if face == "front" else f"{token}  S"
        pen.text(TOKEN_MM / 2, inset / 2, name, _LABEL_MM / CAP_HEIGHT, "centre", bold=face != "front", ink=INK)
        cut_rect(pen, TOKEN_MM, TOKEN_MM)

    return Sticker(TOKEN_MM, TOKEN_MM, f"{token} {face}", paint, tag, (inset, inset))


def _square(tag: Tag, side: float, label: str) -> Sticker:
    def paint(pen: PdfPen) -> None:
        pen.rect(0, 0, side, side, fill=PAPER)
        cut_rect(pen, side, side)

    return Sticker(side, side, label, paint, tag)


def _plate(tag: Tag) -> Sticker:
    """Return a figure's plate: its place on the left, the tag on the right, the name below."""
    width, height = PLATE_MM
    inset = (height - SMALL_MM) / 2
    name = say(piece_name(tag.id))

    def paint(pen: PdfPen) -> None:
        pen.rect(0, 0, width, height, fill=PAPER)
        pen.circle(height / 2, height / 2, SMALL_MM / 2, line=0.2, ink=GREY)
        pen.text(height / 2, height / 2, name, 1.8, "centre", ink=GREY, max_width=SMALL_MM - 1)
        cut_rect(pen, width, height)

    return Sticker(width, height, "", paint, tag, (height + inset, inset))


def _slip(tag: Tag) -> Sticker:
    """Return the paper for one sleeve, with the card's name in the margin above the tag."""
    name = say(piece_name(tag.id))

    def paint(pen: PdfPen) -> None:
        pen.rect(0, 0, SLIP_MM, SLIP_MM, fill=PAPER)
        pen.text(INSET_MM, INSET_MM / 2, name, _LABEL_MM / CAP_HEIGHT, ink=GREY, max_width=LARGE_MM - 1)
        cut_rect(pen, SLIP_MM, SLIP_MM)

    return Sticker(SLIP_MM, SLIP_MM, "", paint, tag, (INSET_MM, INSET_MM))


_TILE_NOTES = (
    later(
        "On the printed front of the tile that the label names: into the corner at the upper "
        "left when the room's name stands upright, 3 mm from both edges, the label below. "
        "The pages before show each tile's doors."
    ),
    later("Nothing is ever stuck on a back. The long start tile gets three: one in each room's upper left corner."),
)
_PLATE_NOTES = (
    later("Stick each plate on card. The figure stands on the circle, so that it hides its tag from no side for long."),
    later("Both explorers of a colour have a plate of their own: take the one that plays."),
)
_TOKEN_NOTES = (
    later(
        "Cut out both faces of a token together, fold or glue them back to back: the face "
        "with the S lies up while the monster is stunned."
    ),
    later("Which kind of monster a token is, is told when a haunt begins. Make as many as you need."),
)
_SLIP_NOTES = (
    later(
        "Cut along the thin lines. Each slip goes into the sleeve of the card that its "
        "margin names, before the printed front, into the upper left corner. Never on a back."
    ),
    later("Event cards have no tags: they need none."),
)
_REFERENCE_NOTES = (
    later(
        "The camera finds the table by these; any four are enough. They lie as the page of "
        "the table shows, each with its name upright, and stay there: fix them flat with "
        "glue or tape at their edges."
    ),
    later("Print them on stiff matt paper."),
)

SHEETS = BetrayalSheets()
