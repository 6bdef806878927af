"""Looks of tiles, cards and figures in photographs and at the virtual table.

They are drawn by us; no publisher's art.
"""

from functools import lru_cache

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from companion import fonts
from companion.cards.things import Bgr, card_back, card_front
from engine.betrayal.components import ANY, CARDS, CHARACTERS, TILES, CardKind, Dir
from vision.picture import Pixels

#: Tiles are drawn so fine: pixels a millimetre.
TILE_PX_PER_MM = 6.0
#: Thickness of walls, as a share of a tile's side.
_WALL = 0.06
#: Gap of a door, as a share of a tile's side.
_DOOR = 0.32
#: The floors' boards by what lies in the room, red, green, blue: dark and warm, like a house at night.
_BOARDS = {
    CardKind.EVENT.word: (112, 84, 62),
    CardKind.OMEN.word: (88, 70, 78),
    CardKind.ITEM.word: (96, 92, 60),
    ANY: (84, 84, 96),
    None: (104, 96, 88),
}
#: Colour of walls (RGB).
_WALLS = (44, 34, 28)
#: Colour of doors and signs (RGB).
_SIGN = (196, 164, 92)
#: Colour of names (RGB).
_LETTERS = (226, 212, 178)
_CARD_BGR: dict[CardKind, Bgr] = {CardKind.ITEM: (70, 110, 150), CardKind.OMEN: (90, 60, 90)}
_BACK_BGR: Bgr = (60, 52, 70)
#: The colours of the explorers' figures.
FIGURE_BGR: dict[str, Bgr] = {
    "red": (50, 50, 190),
    "yellow": (60, 190, 225),
    "green": (70, 140, 60),
    "blue": (170, 90, 50),
    "white": (225, 228, 230),
    "purple": (140, 60, 120),
}
MONSTER_BGR: Bgr = (60, 120, 60)


@lru_cache(maxsize=80)
def tile_art(room: str) -> Pixels:
    """Return a room's tile as printed, BGR, without its tag; read-only.

    It has boards, walls with gaps for doors, its name and its sign. It has so many pixels a side that a tile of any
    size shows it sharply.
    """
    side = round(60.0 * TILE_PX_PER_MM)
    tile = TILES[room]
    rng = np.random.default_rng(sum(map(ord, room)))
    grain = cv2.resize(rng.normal(0, 9, (side // 6, side // 40 + 2)).astype(np.float32), (side, side))
    boards = np.clip(np.array(_BOARDS[tile.sign], np.float32) + grain[..., None], 0, 255).astype(np.uint8)
    boards[:: side // 7] = (boards[:: side // 7] * 0.6).astype(np.uint8)
    image = Image.fromarray(np.ascontiguousarray(boards))
    draw = ImageDraw.Draw(image)
    wall, gap = round(_WALL * side), _DOOR * side
    first, last, middle = 0, side - wall, side / 2
    walls = {
        Dir.N: (0, first, side, wall),
        Dir.S: (0, last, side, side),
        Dir.W: (first, 0, wall, side),
        Dir.E: (last, 0, side, side),
    }
    for box in walls.values():
        draw.rectangle(box, fill=_WALLS)
    for door in tile.doors:
        left, top, right, bottom = walls[door]
        if door in (Dir.N, Dir.S):
            draw.rectangle((middle - gap / 2, top, middle + gap / 2, bottom), fill=_SIGN)
        else:
            draw.rectangle((left, middle - gap / 2, right, middle + gap / 2), fill=_SIGN)
    _name(draw, tile.name, side)
    _sign(draw, tile.sign, side)
    picture = np.ascontiguousarray(np.asarray(image, np.uint8)[..., ::-1])
    picture.flags.writeable = False
    return picture


def tile_back(size_px: tuple[int, int]) -> Pixels:
    """Return the back of all tiles: dark, with a frame and a keyhole."""
    width, height = size_px
    image = Image.new("RGB", size_px, _WALLS)
    draw = ImageDraw.Draw(image)
    edge = max(1, round(_WALL * width))
    draw.rectangle((edge, edge, width - edge - 1, height - edge - 1), outline=_SIGN, width=max(1, edge // 3))
    x, y, size = width / 2, 0.44 * height, 0.12 * width
    draw.ellipse((x - size, y - size, x + size, y + size), fill=_SIGN)
    draw.polygon([(x, y), (x - size, y + 2.4 * size), (x + size, y + 2.4 * size)], fill=_SIGN)
    return np.ascontiguousarray(np.asarray(image, np.uint8)[..., ::-1])


def _name(draw: ImageDraw.ImageDraw, name: str, side: int) -> None:
    """Draw the room's name along its lower wall."""
    font = ImageFont.truetype(str(fonts.BOLD), 0.085 * side)
    width = font.getlength(name)
    if width > 0.84 * side:
        font = ImageFont.truetype(str(fonts.BOLD), 0.085 * side * 0.84 * side / width)
    draw.text((side / 2, 0.86 * side), name, _LETTERS, font, anchor="mm")


def _sign(draw: ImageDraw.ImageDraw, sign: str | None, side: int) -> None:
    """Draw the room's sign.

    It is a spiral for an event, a bird's wing for an omen, a bull's head for an item.
    """
    x, y, size = 0.62 * side, 0.6 * side, 0.1 * side
    if sign == CardKind.EVENT.word:
        for ring in (1.0, 0.66, 0.33):
            draw.arc((x - size * ring, y - size * ring, x + size * ring, y + size * ring), 30, 330, _SIGN, 5)
    elif sign == CardKind.OMEN.word:
        draw.polygon([(x - size, y - size), (x + size, y - size * 0.3), (x, y + size)], fill=_SIGN)
    elif sign == CardKind.ITEM.word:
        draw.ellipse((x - size * 0.6, y - size * 0.4, x + size * 0.6, y + size), fill=_SIGN)
        draw.line([(x - size, y - size), (x, y), (x + size, y - size)], _SIGN, 7)
    elif sign == ANY:
        draw.text((x, y), "?", _SIGN, ImageFont.truetype(str(fonts.BOLD), 2.2 * size), anchor="mm")


class CardFaces:
    """Omens and items: their kind's colour and their name."""

    def front(self, card: str, size_px: tuple[int, int]) -> Pixels:
        """Return the front of a card by its tag, ``card/axe``."""
        found = CARDS.get(card.partition("/")[2])
        if found is None:
            return card_front(_BACK_BGR, (), size_px)
        return card_front(_CARD_BGR[found.kind], (found.name, found.kind.word), size_px)

    def back(self, card: str, size_px: tuple[int, int]) -> Pixels:  # noqa: ARG002 - all backs are alike
        """Return the back of all cards."""
        return card_back(_BACK_BGR, size_px)


CARD_FACES = CardFaces()


def figure_bgr(explorer: str) -> Bgr:
    """Return the colour of an explorer's figure."""
    return FIGURE_BGR[CHARACTERS[explorer].colour]
