"""Cards in sleeves before the virtual camera, face up and face down, and the mat below them."""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from companion import fonts
from companion.device.language import LANGUAGES, language_in_use, traits_in_use
from companion.sheets.mat_plan import LETTERS_MM, LINE_MM, SHADE, MatPlan
from companion.virtual_table.pieces import CatalogueThings
from vision.model.catalogue import Catalogue, Tag
from vision.model.surface import Area
from vision.picture import Pixels
from vision.symbology import Symbology
from vision.virtual import Body, Print, PrintedCode, Thing, rectangle
from vision.virtual.tag_art import tag_art

Bgr = tuple[int, int, int]

#: How a piece's face that lies down is called: ``card-01/back`` is the card ``card-01`` face down.
BACK = "back"
#: Name of a card that lies face down, in what is told of a picture.
FACE_DOWN = "face down"
#: Name of a card that has no tag, in what is told of a picture.
BLANK = "blank"
#: Cards are drawn about so fine (pixels a millimetre); the modules of their tags are then whole pixels.
_PX_PER_MM = 8.0
_SLEEVE_BGR = (214, 214, 210)
_MAT_PX_PER_MM = 4.0
#: From here on are the characters that our own fonts lack.
_CHINESE_FROM = "\u2e80"
#: The pale edge of a card's back, red, green, blue.
_EDGE = (238, 236, 230)
_MAT_BGR = (228, 234, 236)
#: Highest brightness of the streak that a lamp makes on a sleeve (grey levels).
_SHEEN = 150.0
#: Least and greatest width of this streak, as shares of the card's.
_SHEEN_WIDTH = (0.1, 0.5)


class CardArt(Protocol):
    """Artwork of a game's cards."""

    def __hash__(self) -> int:
        """Return the identity's hash: each art stands for itself."""

    def front(self, card: str, size_px: tuple[int, int]) -> Pixels:
        """Return the printed front without its tag, BGR, of this size (width, height).

        `card` is its tag's id, "" for one without.
        """

    def back(self, card: str, size_px: tuple[int, int]) -> Pixels:
        """Return its back: the same for all cards that must not be told apart."""


class WrittenArt(CardArt, Protocol):
    """Artwork of cards with text that people read in the letters of their language."""

    def blank(self, card: str, size_px: tuple[int, int]) -> Pixels:
        """Return a front on which nothing is written."""

    def lines(self, card: str) -> tuple[str, ...]:
        """Return the text on a front, for people."""

    def short_names(self, card: str) -> Sequence[str]:
        """Return shorter names that tell a card from others, the longest first, for a small front."""

    def letters(self, card: str) -> str:
        """Return letters that tell a card from others, for a front where no name has room.

        Empty: it has none.
        """


@dataclass(frozen=True)
class Sleeves:
    """Shine of the sleeves: 0 not at all, 1 so that a lamp burns out some print.

    `seed`: chooses the sleeves that shine, and where.
    """

    shine: float = 0.0
    seed: int = 0


class CardThings(CatalogueThings):
    """Maker of the cards and the reference tags of a catalogue."""

    def __init__(self, catalogue: Catalogue, art: CardArt, sleeves: Sleeves | None = None) -> None:
        super().__init__(catalogue)
        self._art, self._sleeves = art, sleeves or Sleeves()

    def tag(self, tag_id: str) -> Tag:
        """Return the tag of this id, of a card that lies face down that of its front.

        Raises UserError if the catalogue has none.
        """
        return super().tag(tag_id.removesuffix(f"/{BACK}"))

    def edges_mm(self, tag_id: str) -> Area:
        """Return the edges of the card, from the centre of its tag.

        A card that was turned over lies where it lay.
        """
        edges = self.tag(tag_id).piece_mm
        assert edges is not None, "a card's tag has the edges of its card"
        return edges

    def make(
        self,
        tag_id: str,
        centre_mm: tuple[float, float],
        turn_deg: float,
        base_mm: float = 0.0,
        *,
        thick_mm: float | None = None,
        blank: bool = False,
    ) -> Thing:
        """Make the card with this tag, face up unless the id ends in ``/back``.

        `blank`: without its tag. `thick_mm` is the thickness of a pile whose topmost card it is.
        """
        tag = self.tag(tag_id)
        down = tag_id.endswith(f"/{BACK}")
        face = _Face(tag, self._catalogue.code, self.edges_mm(tag.id), down, blank)
        prints = (_printed(face, self._art, self._sleeves, language_in_use()),)
        outline = rectangle(*self.edges_mm(tag_id))
        top_mm = base_mm + (tag.height_mm if thick_mm is None else thick_mm)
        body = Body(outline, base_mm, top_mm, _SLEEVE_BGR, _SLEEVE_BGR, prints)
        if down or blank:
            return Thing(FACE_DOWN if down else BLANK, centre_mm, turn_deg, (body,))
        return Thing(tag.id, centre_mm, turn_deg, (body,), PrintedCode(self._catalogue.symbol_mm(tag)))


@dataclass(frozen=True)
class _Face:
    """Upper side of a card: tag of its front, printed code, and edges from the tag's middle."""

    tag: Tag
    code: Symbology
    edges_mm: Area
    down: bool
    blank: bool


# The same cards lie on table after table.
@lru_cache(maxsize=128)
def _printed(face: _Face, art: CardArt, sleeves: Sleeves, language: str) -> Print:  # noqa: ARG001 - the art is in it
    tag, (left, top, right, bottom) = face.tag, face.edges_mm
    symbol = tag_art(tag.payload, face.code, tag.quiet_modules)
    white_mm = tag.size_mm * symbol.shape[1] / tag_art(tag.payload, face.code).shape[1]
    # A whole number of pixels a module.
    finer = max(1, round(_PX_PER_MM * white_mm / symbol.shape[1]))
    symbol = np.repeat(np.repeat(symbol, finer, axis=0), finer, axis=1)
    px_per_mm = symbol.shape[1] / white_mm
    size = round((right - left) * px_per_mm), round((bottom - top) * px_per_mm)
    picture = (art.back if face.down else art.front)("" if face.blank else tag.id, size).copy()
    if not (face.down or face.blank):
        x, y = (round((-white_mm / 2 - edge) * px_per_mm) for edge in (left, top))
        picture[y : y + symbol.shape[0], x : x + symbol.shape[1]] = symbol
    name = f"{tag.id} {face.down} {face.blank}"
    return Print(_shining(picture, sleeves, name), px_per_mm, (left, top))


class CardPiles(CardThings):
    """Cards, and piles of cards face down: a pile's face is the number of its cards.

    An example is ``supply/12``.
    """

    def __init__(
        self, catalogue: Catalogue, art: CardArt, sleeves: Sleeves | None, piles: Mapping[str, str], thick_mm: float
    ) -> None:
        """Create cards and piles.

        `piles`: for each pile's id a card's tag whose back it shows. `thick_mm`: the thickness of a card.
        """
        super().__init__(catalogue, art, sleeves)
        self._piles, self._thick_mm = piles, thick_mm
        #: The tags of the piles as high as they were: they are asked for again and again.
        self._pile_tags: dict[str, Tag] = {}

    def tag(self, tag_id: str) -> Tag:
        """Return the tag of a card or a pile; a pile is as high as it has cards."""
        pile, _, count = tag_id.partition("/")
        if pile not in self._piles:
            return super().tag(tag_id)
        if tag_id not in self._pile_tags:
            tag = super().tag(self._piles[pile])
            self._pile_tags[tag_id] = replace(tag, height_mm=self._thick_mm * int(count))
        return self._pile_tags[tag_id]

    def make(
        self,
        tag_id: str,
        centre_mm: tuple[float, float],
        turn_deg: float,
        base_mm: float = 0.0,
        *,
        thick_mm: float | None = None,
        blank: bool = False,
    ) -> Thing:
        """Make the thing of a card or of a pile."""
        pile, _, count = tag_id.partition("/")
        if pile in self._piles:
            tag_id, thick_mm = f"{self._piles[pile]}/{BACK}", self._thick_mm * int(count)
        return super().make(tag_id, centre_mm, turn_deg, base_mm, thick_mm=thick_mm, blank=blank)


def _shining(art: Pixels, sleeves: Sleeves, name: str) -> Pixels:
    """Draw the streak of a lamp in a card's foil, stronger on some cards than on others."""
    if sleeves.shine <= 0:
        return art
    rng = np.random.default_rng([sleeves.seed, zlib.crc32(name.encode())])
    height, width = art.shape[:2]
    angle, offset = rng.uniform(0, np.pi), rng.uniform(-0.2, 1.2)
    wide = rng.uniform(*_SHEEN_WIDTH) * width
    strength = sleeves.shine * _SHEEN * rng.uniform(0, 1) ** 2
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    across = (x - width / 2) * np.cos(angle) + (y - height / 2) * np.sin(angle) - (offset - 0.5) * width
    streak = strength * np.exp(-((across / wide) ** 2))
    return np.asarray(cv2.add(art, cv2.cvtColor(streak.astype(np.uint8), cv2.COLOR_GRAY2BGR)), np.uint8)


@lru_cache(maxsize=4)
def mat_print(plan: MatPlan) -> Print:
    """Return the mat printed on paper, BGR and alpha."""
    return Print(_mat_art(plan), _MAT_PX_PER_MM, (0.0, 0.0))


def _mat_art(plan: MatPlan) -> Pixels:
    scale = _MAT_PX_PER_MM
    image = Image.new("RGB", tuple(round(side * scale) for side in plan.size_mm), _MAT_BGR[::-1])  # type: ignore[arg-type]
    draw = ImageDraw.Draw(image)
    ink = (SHADE,) * 3
    for left, top, right, bottom in plan.boxes:
        draw.rectangle([edge * scale for edge in (left, top, right, bottom)], outline=ink, width=round(LINE_MM * scale))
    for caption in plan.captions:
        size = LETTERS_MM * scale
        font = _font(caption.text, size, caption.most_mm * scale, fonts.REGULAR)
        x, y = (coordinate * scale for coordinate in caption.middle_mm)
        draw.text((x, y), caption.text, ink, font, anchor="mm")
    bgr = np.asarray(image, np.uint8)[..., ::-1]
    return np.ascontiguousarray(np.dstack([bgr, np.full(bgr.shape[:2], 255, np.uint8)]))


def _font(text: str, size: float, most_px: float, own: Path) -> ImageFont.FreeTypeFont:
    """Return a font of this size, or smaller so that the text is at most `most_px` wide.

    Letters that ours lacks come from a font of the system.
    """
    languages = (traits_in_use(), *LANGUAGES.values())
    other = next((path for language in languages for path in language.fonts if path.is_file()), own)
    path = str(other if any(character >= _CHINESE_FROM for character in text) else own)
    font = ImageFont.truetype(path, size)
    width = font.getlength(text)
    return ImageFont.truetype(path, size * most_px / width) if width > most_px else font


def card_back(colour: Bgr, size_px: tuple[int, int]) -> Pixels:
    """Return a card's back in this colour (BGR): a plain frame about a lattice."""
    width, height = size_px
    image = Image.new("RGB", size_px, _EDGE)
    draw = ImageDraw.Draw(image)
    frame = round(0.06 * width)
    shade = colour[::-1]
    draw.rectangle([frame, frame, width - frame, height - frame], fill=shade)
    lighter = tuple(min(255, channel + 40) for channel in shade)
    for offset in range(-height, width + height, max(4, width // 9)):
        draw.line([(offset, 0), (offset + height, height)], lighter, max(1, width // 90))
        draw.line([(offset, height), (offset + height, 0)], lighter, max(1, width // 90))
    for strip in ((0, 0, width, frame), (0, height - frame, width, height)):
        draw.rectangle(strip, fill=_EDGE)
    for strip in ((0, 0, frame, height), (width - frame, 0, width, height)):
        draw.rectangle(strip, fill=_EDGE)
    return np.ascontiguousarray(np.asarray(image, np.uint8)[..., ::-1])


def card_front(colour: Bgr, lines: tuple[str, ...], size_px: tuple[int, int]) -> Pixels:
    """Draw a card's front: pale, with a frame in this colour (BGR) and lines of text.

    The text is in the lower half of the card.
    """
    width, height = size_px
    shade = colour[::-1]
    pale = tuple(round(225 + 0.12 * channel) for channel in shade)
    image = Image.new("RGB", size_px, pale)
    draw = ImageDraw.Draw(image)
    frame = max(2, round(0.035 * width))
    draw.rectangle([0, 0, width - 1, height - 1], outline=shade, width=frame)
    top, room = 0.52 * height, 0.42 * height / max(len(lines), 2)
    for number, line in enumerate(lines):
        font = _font(line, 0.7 * room, 0.84 * width, fonts.BOLD)
        draw.text((width / 2, top + (number + 0.5) * room), line, (40, 40, 44), font, anchor="mm")
    return np.ascontiguousarray(np.asarray(image, np.uint8)[..., ::-1])
