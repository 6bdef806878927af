"""The stickers for the pieces: what stands round a tag so that people can read it too.

The tag and a quiet zone of one module stay white; signs, words and colours are on the rest of the sticker. Every
kind differs by sign and word, not by colour alone.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import pi

from companion.games.finstere_flure.faces import (
    NUMBER,
    NUMBER_BELOW,
    SHAPES,
    Face,
    number_plate,
    shape_places,
    square_face,
    token_face,
)
from companion.games.finstere_flure.palette import PLAYERS
from companion.games.finstere_flure.tags import TagSizes, card_of_tag
from companion.sheets.cutting import CUT_LINE_MM, cut_polygon, cut_rect
from companion.sheets.layout import CONTENT_MM, MARK_MM, Sticker
from companion.sheets.pen import CAP_HEIGHT, GREY, INK, PAPER, PdfPen
from engine.finstere_flure.pieces import POOL_SHAPES, TOKENS, Colour, Side, visible_number
from vision.model.catalogue import Tag
from vision.symbology import Symbology

#: The three-letter name of each player.
_NAMES = {
    Colour.GREEN: "GRN",
    Colour.RED: "RED",
    Colour.BLUE: "BLU",
    Colour.YELLOW: "YEL",
    Colour.BEIGE: "BEI",
    Colour.PURPLE: "PUR",
    Colour.BLACK: "BLK",
}


#: So far above the number's middle stands the colour's name, in diameters: notches in the rim stay clear of it.
_NAME_ABOVE = 0.09

_LIGHT_COLOURS = {Colour.YELLOW, Colour.BEIGE}


def player_ink(colour: Colour) -> str:
    """Return the ink, black or white, that can be read on the player's colour."""
    return INK if colour in _LIGHT_COLOURS else PAPER


# Tokens


def token_sticker(tag: Tag, sizes: TagSizes, code: Symbology) -> Sticker:
    """Return the round sticker of one side of a token.

    The player's colour all over; the tag on white above, the number below, white on black or black on white as the side
    is called, the player's shape on either side of the tag and the colour's name beside the number.
    """
    token, _, side_name = tag.id.partition("/")
    colour, side = TOKENS[token][0], Side(side_name)
    number = visible_number(token, side)
    radius = sizes.token_mm / 2
    face = token_face(sizes.token_mm, code)

    def paint(pen: PdfPen) -> None:
        ink = player_ink(colour)
        with pen.moved(radius, radius):
            pen.circle(0, 0, radius, fill=PLAYERS[colour].hex)
            pen.rect(-face.white_mm / 2, face.top_mm, face.white_mm, face.white_mm, fill=PAPER)
            *places, shape_radius = shape_places(face, sizes.token_mm)
            for x, y in places:
                pen.polygon([(x + u * shape_radius, y + v * shape_radius) for u, v in SHAPES[colour]], fill=ink)
            ground, figure = (INK, PAPER) if side is Side.WHITE else (PAPER, INK)
            pen.polygon(number_plate(sizes.token_mm), fill=ground)
            height, below = NUMBER * sizes.token_mm, NUMBER_BELOW * sizes.token_mm
            pen.text(0, below, str(number), height / CAP_HEIGHT, "centre", bold=True, ink=figure)
            size = 0.06 * sizes.token_mm / CAP_HEIGHT
            for x in (-0.23 * sizes.token_mm, 0.23 * sizes.token_mm):
                pen.text(x, below - _NAME_ABOVE * sizes.token_mm, _NAMES[colour], size, "centre", bold=True, ink=ink)
            pen.circle(0, 0, radius, line=CUT_LINE_MM, ink=GREY)
            for turn in (0, 90, 180, 270):
                with pen.moved(0, 0, turn):
                    pen.lines([(0, -radius - 0.3), (0, -radius - MARK_MM)], CUT_LINE_MM)

    label = f"{token} {side} {number}"
    return Sticker(sizes.token_mm, sizes.token_mm, label, paint, tag, _picture_at(tag, face, (radius, radius)))


def _picture_at(tag: Tag, face: Face, middle: tuple[float, float]) -> tuple[float, float]:
    """Return the top left corner of a tag's picture on a sticker with its face's middle here."""
    x, y = (own + off - tag.size_mm / 2 for own, off in zip(middle, face.centre_mm, strict=True))
    return x, y


def paint_number(pen: PdfPen, x: float, y: float, height: float, number: int, side: Side) -> None:
    """Paint a token's number round (x, y): white on black for the white side, or reversed."""
    ground, ink = (INK, PAPER) if side is Side.WHITE else (PAPER, INK)
    pen.rect(x - 0.8 * height, y - height / 2, 1.6 * height, height, fill=ground)
    pen.text(x, y, str(number), 0.92 * height / CAP_HEIGHT, "centre", bold=True, ink=ink)


def band_sticker(token: str, sizes: TagSizes) -> Sticker:
    """Make a band round a token's edge, with both numbers.

    Each number is upright when its side is up and then in the upper half.
    """
    colour = TOKENS[token][0]
    shade, name = PLAYERS[colour].hex, _NAMES[colour]
    # A band longer than the page stays as long as the page allows: it need not meet its own end.
    length = min(pi * sizes.token_mm, CONTENT_MM[0] - 2 * MARK_MM)
    height = sizes.token_height_mm

    def paint(pen: PdfPen) -> None:
        pen.rect(0, 0, length, height, fill=shade)
        count = max(round(length / (1.75 * height)), 1)
        pitch = length / count
        for side, turn in ((Side.WHITE, 0), (Side.BLACK, 180)):
            with pen.moved(length / 2, height / 2, turn):
                for index in range(count):
                    x = (index + 0.5) * pitch - length / 2
                    number_height = 0.42 * height
                    paint_number(
                        pen, x - 0.17 * pitch, -0.24 * height, number_height, visible_number(token, side), side
                    )
                    size = 0.22 * height / CAP_HEIGHT
                    pen.text(x + 0.26 * pitch, -0.24 * height, name, size, "centre", bold=True, ink=player_ink(colour))
        cut_rect(pen, length, height)

    return Sticker(length, height, "", paint)


# Tiles


@dataclass(frozen=True)
class _TileLook:
    """Look of a tile's frame: a word, a sign at its ends, and the frame's colours.

    `sign` draws the mark in a square of side 2 round the origin, its direction to the right along the frame.
    """

    word: str
    sign: Callable[[PdfPen, str], None]
    ground: str
    ink: str = PAPER


def _square(pen: PdfPen, ink: str) -> None:
    pen.rect(-0.8, -0.8, 1.6, 1.6, fill=ink)


def _diamond(pen: PdfPen, ink: str) -> None:
    pen.polygon([(0, -1), (0.8, 0), (0, 1), (-0.8, 0)], fill=ink)


def _clockwise(pen: PdfPen, ink: str) -> None:
    pen.polygon([(-0.8, -1), (1, 0), (-0.8, 1)], fill=ink)


def _both_ways(pen: PdfPen, ink: str) -> None:
    pen.polygon([(0.12, -0.95), (1.1, 0), (0.12, 0.95)], fill=ink)
    pen.polygon([(-0.12, -0.95), (-1.1, 0), (-0.12, 0.95)], fill=ink)


def _drop(pen: PdfPen, ink: str) -> None:
    pen.circle(0, 0.25, 0.72, fill=ink)
    pen.polygon([(0, -1.1), (0.62, -0.05), (-0.62, -0.05)], fill=ink)


def _up(pen: PdfPen, ink: str) -> None:
    pen.polygon([(-1, 0.8), (0, -1), (1, 0.8)], fill=ink)


_LOOKS = {
    "stone": _TileLook("STONE", _square, "#5c5c5c"),
    "crystal": _TileLook("CRYSTAL", _diamond, "#d6ecfa", "#0b4f8a"),
    "turn90": _TileLook("TURN RIGHT", _clockwise, "#b04a00"),
    "turn180": _TileLook("TURN ABOUT", _both_ways, "#5b2a86"),
    "pool": _TileLook("POOL", _drop, "#9b1111"),
}
#: The two pairs of teleporters: white on dark, and dark on white.
_PAIR_LOOKS = {
    "A": _TileLook("TELEPORTER A", _up, "#00564b"),
    "B": _TileLook("TELEPORTER B", _up, "#ffffff", "#00564b"),
}


def tile_sticker(tag: Tag, sizes: TagSizes, code: Symbology) -> Sticker:
    """Make the square sticker of a tile's face.

    A large sign is on a strip above the tag, words are beside it.
    """
    tile, _, side_up = tag.id.partition("/")
    side = sizes.tile_mm
    face = square_face(side, sizes.tile_picture_mm, code)
    strip, frame = side / 2 + face.top_mm, (side - face.white_mm) / 2
    look = _PAIR_LOOKS[tile[-2]] if tag.kind == "teleporter" else _LOOKS[tag.kind]

    def paint(pen: PdfPen) -> None:
        pen.rect(0, 0, side, side, fill=look.ground)
        pen.rect(frame, strip, face.white_mm, face.white_mm, fill=PAPER)
        _scaled_sign(pen, look.sign, side / 2, strip / 2, 0.42 * strip, look.ink)
        size = 0.5 * strip / CAP_HEIGHT
        if tag.kind == "teleporter":
            _edges(pen, look, side, frame, (look.word, look.word), (_up, _up))
            left, right = tile[-2:], tile[-2:]
        elif tag.kind == "pool":
            columns, rows = POOL_SHAPES[tile]
            beyond = tuple(f"POOL: {more} MORE" if more else look.word for more in (rows - 1, columns - 1))
            down, across = _turned_up(180) if rows > 1 else None, _turned_up(90) if columns > 1 else None
            _edges(pen, look, side, frame, (beyond[0], beyond[1]), (down, across))
            left, right = f"{columns} ×", str(rows)
        else:
            _edges(pen, look, side, frame, (look.word, look.word), (None, None))
            left, right = tile.removeprefix("stone-"), side_up
        for x, text in ((0.16 * side, left), (0.84 * side, right)):
            pen.text(x, strip / 2, text, size, "centre", bold=True, ink=look.ink, max_width=0.26 * side)
        cut_rect(pen, side, side)

    label = f"{tile} {side_up}" if side_up else tile
    return Sticker(side, side, label, paint, tag, _picture_at(tag, face, (side / 2, side / 2)))


_Sign = Callable[[PdfPen, str], None]


def _edges(
    pen: PdfPen,
    look: _TileLook,
    side: float,
    frame: float,
    texts: tuple[str, str],
    signs: tuple[_Sign | None, _Sign | None],
) -> None:
    """Draw the edges left and right of the tag.

    Along each is a text, and below it a sign as people see it upright.
    """
    for x, text, sign, turn in zip((frame / 2, side - frame / 2), texts, signs, (270, 90), strict=True):
        with pen.moved(x, 0.6 * side, turn):
            size = 0.42 * frame / CAP_HEIGHT
            pen.text(0, 0, text, size, "centre", bold=True, ink=look.ink, max_width=0.5 * side)
        if sign is not None:
            _scaled_sign(pen, sign, x, 0.93 * side, 0.3 * frame, look.ink)


def _scaled_sign(pen: PdfPen, sign: _Sign, x: float, y: float, scale: float, ink: str) -> None:
    with pen.moved(x, y), pen.scaled(scale):
        sign(pen, ink)


def _turned_up(turn: int) -> _Sign:
    """Return the arrow turned clockwise by so many degrees."""

    def paint(pen: PdfPen, ink: str) -> None:
        with pen.moved(0, 0, turn):
            _up(pen, ink)

    return paint


# The monster and its cards


def monster_sticker(tag: Tag, sizes: TagSizes, code: Symbology) -> Sticker:
    """Make the monster's cap.

    It is dark, with eyes that look ahead, and a nose that sticks out of the forward edge.
    """
    side = sizes.cap_mm
    face = square_face(side, sizes.cap_picture_mm, code)
    strip, frame = side / 2 + face.top_mm, (side - face.white_mm) / 2
    nose = 0.14 * sizes.cell_mm
    outline = [
        (0.0, nose), (0.25 * side, nose), (side / 2, 0.0), (0.75 * side, nose),
        (side, nose), (side, nose + side), (0.0, nose + side),
    ]  # fmt: skip

    def paint(pen: PdfPen) -> None:
        pen.polygon(outline, fill=INK)
        pen.rect(frame, nose + strip, face.white_mm, face.white_mm, fill=PAPER)
        pen.text(side / 2, 0.8 * nose, "NOSE", 0.42 * nose / CAP_HEIGHT, "centre", bold=True, ink=PAPER)
        for x in (0.3 * side, 0.7 * side):
            pen.circle(x, nose + strip / 2, 0.42 * strip, fill=PAPER)
            pen.circle(x, nose + 0.36 * strip, 0.2 * strip, fill=INK)
        for x, turn in ((frame / 2, 270), (side - frame / 2, 90)):
            with pen.moved(x, nose + 0.6 * side, turn):
                pen.text(0, 0, "MONSTER", 0.45 * frame / CAP_HEIGHT, "centre", bold=True, ink=PAPER)
        cut_polygon(pen, outline)

    return Sticker(side, nose + side, "monster's cap", paint, tag, _picture_at(tag, face, (side / 2, nose + side / 2)))


def card_sticker(tag: Tag, sizes: TagSizes) -> Sticker:
    """Return the sticker of a monster card: the tag, and below it what the card says."""
    margin, strip = 0.06 * sizes.cell_mm, 0.34 * sizes.cell_mm
    width, height = tag.size_mm + 2 * margin, tag.size_mm + strip + 2 * margin

    def paint(pen: PdfPen) -> None:
        pen.rect(0, 0, width, height, fill=PAPER)
        y = margin + tag.size_mm + strip / 2
        pen.text(0.35 * width, y, card_of_tag(tag.id), 0.85 * strip / CAP_HEIGHT, "centre", bold=True)
        pen.text(width - margin, y, tag.id, 0.25 * strip / CAP_HEIGHT, "right", max_width=0.3 * width)
        cut_rect(pen, width, height)

    return Sticker(width, height, tag.id, paint, tag, (margin, margin))
