"""The stickers for the pieces: what stands round a tag so that people can read it too.

The tag's picture with its quiet zone stays white; signs, words and colours are on the rest of the sticker. Every
kind differs by sign and word, not by colour alone.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import pi

from companion.games.finstere_flure.palette import PLAYERS
from companion.games.finstere_flure.tags import TagSizes, card_of_tag
from companion.sheets.cutting import CUT_LINE_MM, cut_polygon, cut_rect
from companion.sheets.layout import CONTENT_MM, MARK_MM, Sticker
from companion.sheets.pen import CAP_HEIGHT, GREY, INK, PAPER, PdfPen
from engine.finstere_flure.pieces import POOL_SHAPES, TOKENS, Colour, Side, visible_number
from vision.catalogue import Tag

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
_LIGHT_COLOURS = {Colour.YELLOW, Colour.BEIGE}


def player_ink(colour: Colour) -> str:
    """Black or white, whichever can be read on the player's colour."""
    return INK if colour in _LIGHT_COLOURS else PAPER


# Tokens


def token_sticker(tag: Tag, sizes: TagSizes) -> Sticker:
    """The round sticker of one side of a token.

    The picture is nearly as large as the disc. The four segments beside it show the player's colour; two of them
    hold the number, white on black or black on white as the side is called, the other two the colour's name.
    """
    token, _, side_name = tag.id.partition("/")
    colour, side = TOKENS[token][0], Side(side_name)
    number = visible_number(token, side)
    radius, half = sizes.token_mm / 2, tag.size_mm / 2
    segment = radius - half

    def paint(pen: PdfPen) -> None:
        shade, name = PLAYERS[colour].hex, _NAMES[colour]
        with pen.moved(radius, radius):
            pen.circle(0, 0, radius, fill=shade)
            pen.rect(-half, -half, tag.size_mm, tag.size_mm, fill=PAPER)
            for turn in (0, 180):
                with pen.moved(0, 0, turn):
                    paint_number(pen, 0, -half - 0.48 * segment, 0.86 * segment, number, side)
            for turn in (90, 270):
                with pen.moved(0, 0, turn):
                    y, size = -half - 0.45 * segment, 0.66 * segment / CAP_HEIGHT
                    pen.text(0, y, name, size, "centre", bold=True, ink=player_ink(colour))
            # Again, because the white square has covered a part of it where its corners overhang the disc.
            pen.circle(0, 0, radius, line=CUT_LINE_MM, ink=GREY)
            for turn in (0, 90, 180, 270):
                with pen.moved(0, 0, turn):
                    pen.lines([(0, -radius - 0.3), (0, -radius - MARK_MM)], CUT_LINE_MM)

    corner = radius - half
    return Sticker(sizes.token_mm, sizes.token_mm, f"{token} {side} {number}", paint, tag, (corner, corner))


def paint_number(pen: PdfPen, x: float, y: float, height: float, number: int, side: Side) -> None:
    """A token's number round (x, y): white on black or black on white, as the side is called."""
    ground, ink = (INK, PAPER) if side is Side.WHITE else (PAPER, INK)
    pen.rect(x - 0.8 * height, y - height / 2, 1.6 * height, height, fill=ground)
    pen.text(x, y, str(number), 0.92 * height / CAP_HEIGHT, "centre", bold=True, ink=ink)


def band_sticker(token: str, sizes: TagSizes) -> Sticker:
    """A band round a token's edge: both numbers, each upright when its side is up and then in the upper half."""
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
    """How a tile's frame shows what the tile is: a word, a sign at its ends, and the frame's colours.

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
    pen.polygon([(0.2, -1), (1.6, 0), (0.2, 1)], fill=ink)
    pen.polygon([(-0.2, -1), (-1.6, 0), (-0.2, 1)], fill=ink)


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


def tile_sticker(tag: Tag, sizes: TagSizes) -> Sticker:
    """The square sticker of a tile's face: stones, teleporters and pools, each with a frame that says what it is."""
    tile, _, face = tag.id.partition("/")
    side = sizes.tile_mm
    frame = (side - tag.size_mm) / 2
    look = _PAIR_LOOKS[tile[-2]] if tag.kind == "teleporter" else _LOOKS[tag.kind]

    def paint(pen: PdfPen) -> None:
        pen.rect(0, 0, side, side, fill=look.ground)
        pen.rect(frame, frame, tag.size_mm, tag.size_mm, fill=PAPER)
        if tag.kind == "teleporter":
            _teleporter_frame(pen, tile, look, side, frame)
        elif tag.kind == "pool":
            _pool_frame(pen, tile, look, side, frame)
        else:
            for turn, text in ((0, look.word), (180, look.word), (90, f"{tile} {face}"), (270, f"{tile} {face}")):
                _edge(pen, look, side, frame, turn, text, (look.sign, look.sign))
        cut_rect(pen, side, side)

    label = f"{tile} {face}" if face else tile
    return Sticker(side, side, label, paint, tag, (frame, frame))


_Sign = Callable[[PdfPen, str], None]


def _edge(
    pen: PdfPen,
    look: _TileLook,
    side: float,
    frame: float,
    turn: int,
    text: str,
    signs: tuple[_Sign | None, _Sign | None],
) -> None:
    """One edge of a frame (0 = top, 90 = right, ...): text in the middle, signs at its left and right end."""
    with pen.moved(side / 2, side / 2, turn):
        y = (frame - side) / 2
        pen.text(0, y, text, 0.6 * frame / CAP_HEIGHT, "centre", bold=True, ink=look.ink, max_width=0.66 * side)
        for sign, x in zip(signs, (1.5 * frame - side / 2, side / 2 - 1.5 * frame), strict=True):
            if sign is not None:
                _scaled_sign(pen, sign, x, y, 0.34 * frame, look.ink)


def _scaled_sign(pen: PdfPen, sign: _Sign, x: float, y: float, scale: float, ink: str, turn: int = 0) -> None:
    with pen.moved(x, y, turn), pen.scaled(scale):
        sign(pen, ink)


def _teleporter_frame(pen: PdfPen, tile: str, look: _TileLook, side: float, frame: float) -> None:
    """A broad arrow on the forward edge, small ones on the sides that point the same way."""
    _edge(pen, look, side, frame, 180, look.word, (None, None))
    for turn in (90, 270):
        with pen.moved(side / 2, side / 2, turn):
            y = (frame - side) / 2
            pen.text(0, y, tile, 0.6 * frame / CAP_HEIGHT, "centre", bold=True, ink=look.ink, max_width=0.5 * side)
            for x in (-0.38 * side, 0.38 * side):
                # Turned back to the tile's own forward direction.
                _scaled_sign(pen, _up, x, y, 0.36 * frame, look.ink, -turn)
    tip, base = 0.08 * frame, 0.84 * frame
    middle, half = side / 2, 2.2 * frame
    pen.polygon([(middle - half, base), (middle, tip), (middle + half, base)], fill=look.ink)
    for x, pair in ((0.16 * side, tile[-2]), (0.84 * side, tile[-2])):
        pen.text(x, frame / 2, pair, 0.7 * frame / CAP_HEIGHT, "centre", bold=True, ink=look.ink)


def _pool_frame(pen: PdfPen, tile: str, look: _TileLook, side: float, frame: float) -> None:
    """Arrows on the edges beyond which the pool goes on."""
    columns, rows = POOL_SHAPES[tile]
    _edge(pen, look, side, frame, 0, f"{look.word} {columns} × {rows}", (_drop, _drop))
    _edge(pen, look, side, frame, 270, tile, (_drop, _drop))
    for turn, beyond in ((90, columns - 1), (180, rows - 1)):
        text = f"POOL: {beyond} MORE" if beyond else tile
        _edge(pen, look, side, frame, turn, text, (_up, _up) if beyond else (_drop, _drop))


# The monster and its cards


def monster_sticker(tag: Tag, sizes: TagSizes) -> Sticker:
    """The monster's cap: a dark frame, and a nose that sticks out of the forward edge."""
    side = 0.98 * sizes.cell_mm
    frame = (side - tag.size_mm) / 2
    nose = 0.14 * sizes.cell_mm
    outline = [
        (0.0, nose), (0.25 * side, nose), (side / 2, 0.0), (0.75 * side, nose),
        (side, nose), (side, nose + side), (0.0, nose + side),
    ]  # fmt: skip

    def paint(pen: PdfPen) -> None:
        pen.polygon(outline, fill=INK)
        pen.rect(frame, nose + frame, tag.size_mm, tag.size_mm, fill=PAPER)
        pen.text(side / 2, 0.8 * nose, "NOSE", 0.42 * nose / CAP_HEIGHT, "centre", bold=True, ink=PAPER)
        for turn in (90, 180, 270):
            with pen.moved(side / 2, nose + side / 2, turn):
                y, size = (frame - side) / 2, 0.6 * frame / CAP_HEIGHT
                pen.text(0, y, "MONSTER", size, "centre", bold=True, ink=PAPER)
        cut_polygon(pen, outline)

    return Sticker(side, nose + side, "monster's cap", paint, tag, (frame, nose + frame))


def card_sticker(tag: Tag, sizes: TagSizes) -> Sticker:
    """The sticker of a monster card: the tag, and below it what the card says."""
    margin, strip = 0.06 * sizes.cell_mm, 0.34 * sizes.cell_mm
    width, height = tag.size_mm + 2 * margin, tag.size_mm + strip + 2 * margin

    def paint(pen: PdfPen) -> None:
        pen.rect(0, 0, width, height, fill=PAPER)
        y = margin + tag.size_mm + strip / 2
        pen.text(0.35 * width, y, card_of_tag(tag.id), 0.85 * strip / CAP_HEIGHT, "centre", bold=True)
        pen.text(width - margin, y, tag.id, 0.25 * strip / CAP_HEIGHT, "right", max_width=0.3 * width)
        cut_rect(pen, width, height)

    return Sticker(width, height, tag.id, paint, tag, (margin, margin))
