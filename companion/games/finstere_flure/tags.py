"""Game's tags: their list, the texts of their codes, their sizes, the references' places."""

from dataclasses import dataclass, replace

from companion.games.finstere_flure.faces import Face, square_face, token_face
from companion.games.finstere_flure.payloads import PAYLOAD_PREFIX, tag_payloads
from engine.finstere_flure.board import CELLS, column_row
from engine.finstere_flure.pieces import (
    COLOUR_LETTERS,
    DECK,
    MONSTER,
    POOL_SHAPES,
    STONE_FRONTS,
    TELEPORTER_PAIRS,
    TOKENS,
    Side,
    visible_number,
)
from vision.model.catalogue import Catalogue, Tag
from vision.model.surface import Area, Grid
from vision.symbology import Symbology

#: Reference tags: name, ending of the first edition's payload, centre in cells from the board's top-left corner, side
#: in cells.
#: Two large ones fill the cut-off corners; four lie beside the board's left and right edge, where a wide picture has
#: room to spare. Any five of the six still surround the whole board.
REFERENCES = (
    ("ref-NE", "XNE", (15.0, 1.0), 1.76),
    ("ref-SW", "XSW", (1.0, 10.0), 1.76),
    ("ref-NW", "XNW", (-1.0, 0.8), 1.2),
    ("ref-SE", "XSE", (17.0, 10.2), 1.2),
    ("ref-W", "XWW", (-1.0, 5.5), 1.2),
    ("ref-E", "XEE", (17.0, 5.5), 1.2),
)


@dataclass(frozen=True)
class TagSizes:
    """Sizes that the owner of a game measures, in millimetres.

    `cell_mm` is the side of a cell, `token_mm` the diameter of a token's sticker, `tile_mm` the side of a square
    tile's sticker; the heights are those of the printed faces above the board.
    """

    cell_mm: float = 25.0
    token_mm: float = 20.0
    tile_mm: float = 24.0
    token_height_mm: float = 8.0
    tile_height_mm: float = 2.0
    monster_height_mm: float = 40.0

    @property
    def token_picture_mm(self) -> float:
        """Side of a token's picture in former editions.

        Its blank corners overhang the round sticker a little.
        """
        return round(0.87 * self.token_mm, 2)

    @property
    def tile_picture_mm(self) -> float:
        """Side of a tile's picture; the rest of the sticker is a frame for the human-readable signs."""
        return round(self.tile_mm * 5 / 6, 2)

    @property
    def cap_mm(self) -> float:
        """Side of the monster's cap."""
        return 0.98 * self.cell_mm

    @property
    def cap_picture_mm(self) -> float:
        """Side of the picture on the monster's cap."""
        return round(0.88 * self.cell_mm, 2)


#: The kinds of tags with a face for people, which have texts of their own since the third edition.
FACED = ("token", "stone", "crystal", "turn90", "turn180", "teleporter", "pool", "monster")

#: Smallest and largest value that makes sense: below, no printer and no camera shows the modules; above, a page
#: does not hold the sticker.
_BOUNDS_MM = {
    "cell_mm": (15.0, 60.0),
    "token_mm": (10.0, 60.0),
    "tile_mm": (10.0, 60.0),
    "token_height_mm": (0.0, 50.0),
    "monster_height_mm": (0.0, 200.0),
}


def size_problems(sizes: TagSizes) -> list[str]:
    """Return what is wrong with these sizes, one clause for each; empty if nothing is.

    Each clause has the name of the command's option.
    """
    problems = []
    for name, (least, most) in _BOUNDS_MM.items():
        value = getattr(sizes, name)
        # Written so that "not a number" is refused too.
        if not least <= value <= most:
            problems.append(f"{_option(name)} is {value:g}, expected {least:g} to {most:g} millimetres")
    for name in ("token_mm", "tile_mm"):
        value = getattr(sizes, name)
        if value > sizes.cell_mm:
            problems.append(f"{_option(name)} is {value:g}, but a cell has only {sizes.cell_mm:g} (--cell-mm)")
    return problems


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _token_tags(sizes: TagSizes) -> list[Tag]:
    return [
        Tag(
            f"{token}/{side}",
            f"{PAYLOAD_PREFIX}{COLOUR_LETTERS[colour]}{white}{side[0].upper()}",
            "token",
            sizes.token_picture_mm,
            sizes.token_height_mm,
        )
        for token, (colour, white) in TOKENS.items()
        for side in Side
    ]


def _tile_tags(sizes: TagSizes) -> list[Tag]:
    def tag(tag_id: str, ending: str, kind: str) -> Tag:
        return Tag(tag_id, PAYLOAD_PREFIX + ending, kind, sizes.tile_picture_mm, sizes.tile_height_mm)

    tags = []
    for number, (tile, front) in enumerate(STONE_FRONTS.items(), start=1):
        tags.append(tag(f"{tile}/front", f"S{number:X}F", front))
        tags.append(tag(f"{tile}/back", f"S{number:X}B", "stone"))
    tags += [tag(tile, f"T{tile[-2:]}", "teleporter") for tile in TELEPORTER_PAIRS]
    tags += [tag(pool, f"L{pool[-3]}{pool[-1]}", "pool") for pool in POOL_SHAPES]
    return tags


def _card_tags(sizes: TagSizes) -> list[Tag]:
    tags = []
    for number, card in enumerate(DECK):
        twins = DECK.count(card)
        letter = "AB"[DECK[:number].count(card)] if twins > 1 else ""
        size_mm = round(1.2 * sizes.cell_mm, 2)
        ending = f"C{(card + letter).rjust(2, '0')}"
        tags.append(Tag(f"card-{card}{letter.lower()}", PAYLOAD_PREFIX + ending, "card", size_mm, sizes.tile_height_mm))
    return tags


def _reference_tags(sizes: TagSizes) -> list[Tag]:
    def millimetres(cells: float) -> float:
        # As precise as the manifest writes it, so that both describe the same tags.
        return round(cells * sizes.cell_mm, 4)

    return [
        Tag(
            name,
            PAYLOAD_PREFIX + ending,
            "reference",
            round(side * sizes.cell_mm, 2),
            0.0,
            placement_mm=(millimetres(x), millimetres(y)),
        )
        for name, ending, (x, y), side in REFERENCES
    ]


def card_of_tag(tag_id: str) -> str:
    """Return the card that a card's tag stands for: ``7`` for ``card-7a``."""
    return tag_id.removeprefix("card-").rstrip("ab")


def make_grid(cell_mm: float) -> Grid:
    """Return the board's cells as a grid of squares."""
    return Grid(cell_mm, {cell: column_row(cell) for cell in CELLS})


def first_edition(sizes: TagSizes) -> list[Tag]:
    """Return all tags with the payloads of the first edition.

    A payload is what stands on the piece, in five characters. That is what Micro QR M2 holds at error correction
    level M. Their symbols differ in fewer modules than could be.
    """
    monster = Tag(MONSTER, f"{PAYLOAD_PREFIX}MON", "monster", sizes.cap_picture_mm, sizes.monster_height_mm)
    return [*_token_tags(sizes), *_tile_tags(sizes), monster, *_card_tags(sizes), *_reference_tags(sizes)]


def make_catalogue(sizes: TagSizes | None = None, code: Symbology = "qr") -> Catalogue:
    """Return all tags of the game for these sizes (the default ones if None).

    Tags of former editions are known, too, so that a game tagged with them can be played on with, also with some of
    its tags printed anew.
    """
    sizes = sizes or TagSizes()
    present, second = tag_payloads(code), tag_payloads(code, 2)
    tags = []
    for tag in first_edition(sizes):
        image = f"{tag.id.replace('/', '-')}.png"
        also = () if code == "april" else (tag.payload,)
        former = replace(tag, payload=second[tag.id], also=also, image=image, name=_name(tag))
        face = piece_face(tag.kind, sizes, code)
        tags.append(
            former
            if face is None
            else replace(
                former,
                payload=present[tag.id],
                also=(),
                size_mm=face.picture_mm(code),
                middle_mm=face.middle_mm,
                piece_mm=_edges(sizes, face) if tag.kind == "token" else None,
                before=former,
                quiet_modules=1.0,
            )
        )
    return Catalogue(code, make_grid(sizes.cell_mm), tuple(tags))


def _edges(sizes: TagSizes, face: Face) -> Area:
    """Return the edges of a token from the middle of its tag."""
    radius, (x, y) = sizes.token_mm / 2, face.middle_mm
    return round(x - radius, 3), round(y - radius, 3), round(x + radius, 3), round(y + radius, 3)


def piece_face(kind: str, sizes: TagSizes, code: Symbology) -> Face | None:
    """Return the face of a piece whose tag is of this kind.

    Returns None for cards and references, which have none.
    """
    if kind not in FACED:
        return None
    if kind == "token":
        return token_face(sizes.token_mm, code)
    if kind == MONSTER:
        return square_face(sizes.cap_mm, sizes.cap_picture_mm, code)
    return square_face(sizes.tile_mm, sizes.tile_picture_mm, code)


def _name(tag: Tag) -> str:
    """Return people's name for a piece or card.

    Empty for a reference, which is called as it is printed.
    """
    if tag.kind == "reference":
        return ""
    if tag.kind == "card":
        return f"monster card {card_of_tag(tag.id)}"
    return piece_name(tag.id)


def piece_name(tag_id: str) -> str:
    """Return people's name for a piece, or for the face of it that has this tag.

    Examples: ``red's white 4``, ``the 4 × 1 pool``.
    """
    piece, _, face = tag_id.partition("/")
    if piece in TOKENS:
        colour, white = TOKENS[piece]
        # Both sides of a colour show some numbers twice, so the side is said, too.
        return f"{colour}'s {face} {visible_number(piece, Side(face))}" if face else f"{colour} {white}"
    if piece in POOL_SHAPES:
        columns, rows = POOL_SHAPES[piece]
        return f"the {columns} × {rows} pool"
    if piece == MONSTER:
        return "the monster"
    return piece.replace("-", " ")
