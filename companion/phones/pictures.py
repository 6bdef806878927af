"""Pictures of boards and signs for phones, each with a key that follows from its content."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from functools import cached_property
from hashlib import blake2b
from io import BytesIO
from typing import Literal, Self

import pygame

# The second one by name: else Pillow loads all the formats that it knows, which takes 2 MB.
from PIL import Image, WebPImagePlugin  # noqa: F401

from companion.screen import theme
from companion.screen.canvas import Canvas
from companion.screen.fonts import Fonts
from companion.screen.imagined_board import board_in_frame, framed_board_in, paint_frame
from companion.screen.page_layout import lay_out_page
from companion.screen.pages import BoardPage, Page, PlayedPage, Poster, Snapshot
from companion.screen.pictures import Pictures

#: Room for a board (pixels): as wide as a phone shows it in full sharpness.
_BOARD_PX = (720, 720)
#: Room for a board on an onlooker's screen (pixels).
_LARGE_BOARD_PX = (1080, 1080)
#: Side of a sign (pixels).
_SIGN_PX = 96
#: Quality of the board, 0 to 100; signs lose nothing.
_QUALITY = 85
#: So many encoded pictures are kept.
_MOST = 150

#: Place of the board: left, top, width and height as shares of the picture.
PlaceBox = tuple[float, float, float, float]


class PhonePicture:
    """Picture that is encoded when its bytes are first needed.

    The thread that sends it does that, not the table's.
    """

    def __init__(self, surface: pygame.Surface, *, lossless: bool) -> None:
        """Copy the surface; `lossless`: with its transparency, as signs are."""
        self._size, self._lossless = surface.get_size(), lossless
        self._mode: Literal["RGB", "RGBA"] = "RGBA" if lossless else "RGB"
        self._pixels = pygame.image.tobytes(surface, self._mode)
        self._encoded = b""
        #: It follows from the content.
        self.key = blake2b(self._pixels, digest_size=12).hexdigest()

    def encoded(self) -> bytes:
        """Return the picture as WebP; its pixels are gone then."""
        # Taken first: a server that is started again has another thread that sends, beside the one that ends.
        pixels = self._pixels
        if not self._encoded:
            picture, file = Image.frombytes(self._mode, self._size, pixels), BytesIO()
            picture.save(file, "WEBP", lossless=self._lossless, quality=_QUALITY, method=0)
            self._encoded, self._pixels = file.getvalue(), b""
        return self._encoded


class PhonePictures:
    """The pictures of one game."""

    def __init__(self, fonts: Fonts, pictures: Pictures, board_px: tuple[int, int] = _BOARD_PX) -> None:
        self._fonts, self._pictures, self._board_px = fonts, pictures, board_px
        self._kept: OrderedDict[Hashable, str] = OrderedDict()
        #: Each picture by its key.
        self.by_key: dict[str, PhonePicture] = {}
        #: The keys that were given since this was cleared last, each once.
        self.asked: dict[str, None] = {}

    @cached_property
    def large(self) -> Self:
        """The same pictures for onlookers, whose boards are larger."""
        return type(self)(self._fonts, self._pictures, _LARGE_BOARD_PX)

    def board(self, page: Page, language: str) -> str:
        """Return the key of the page's board; empty if it has none.

        The camera's own picture is none: it stays at the table.
        """
        if isinstance(page, PlayedPage):
            played = page.played if page.alone is None else page.alone
            return self._keep(("played", played, language), lambda: self._paint_played(played), lossless=False)
        if not isinstance(page, BoardPage) or isinstance(page.board, Snapshot):
            return ""
        key = "board", page.board, page.imagined, language
        return self._keep(key, lambda: self.paint_board(page), lossless=False)

    def sign(self, sign: object | None) -> str:
        """Return the key of a sign; empty if there is none."""
        if sign is None or isinstance(sign, Poster | Snapshot):
            return ""
        return self._keep(("sign", sign), lambda: self._pictures.sign(sign, _SIGN_PX), lossless=True)

    def places(self, page: Page, places: Iterable[str]) -> dict[str, PlaceBox]:
        """Return the boxes of places of the page's board; a place that is not on it has none."""
        if not isinstance(page, BoardPage) or isinstance(page.board, Snapshot):
            return {}
        picture, box = self._boxes(page)
        boxes = {}
        for place in places:
            found = self._pictures.place_box(box, page.board, place)
            if found == box:
                continue
            left, top = (found.left - picture.left) / picture.width, (found.top - picture.top) / picture.height
            wide, high = found.width / picture.width, found.height / picture.height
            boxes[place] = (round(left, 4), round(top, 4), round(wide, 4), round(high, 4))
        return boxes

    def _boxes(self, page: BoardPage) -> tuple[pygame.Rect, pygame.Rect]:
        """Return the boxes of a page's picture and of the board on it, which may be framed."""
        room, board_in = pygame.Rect((0, 0), self._board_px), self._pictures.board_in
        if not page.imagined:
            return board_in(room), board_in(room)
        frame = framed_board_in(min(self._board_px), board_in)(room)
        return frame, board_in_frame(min(self._board_px), frame)

    def place_at(self, page: Page, share: tuple[float, float]) -> str:
        """Return the place of the board at a point, in shares of the picture; empty: there is none."""
        if not isinstance(page, BoardPage) or isinstance(page.board, Snapshot):
            return ""
        picture, box = self._boxes(page)
        point = round(picture.left + share[0] * picture.width), round(picture.top + share[1] * picture.height)
        return self._pictures.place_at(box, page.board, point) or ""

    def paint_board(self, page: BoardPage) -> pygame.Surface:
        """Return the board as a phone shows it."""
        canvas = Canvas(pygame.Surface(self._board_px), self._fonts, lay_out_page(self._board_px, bar=False))
        canvas.surface.fill(theme.BACKGROUND)
        picture, box = self._boxes(page)
        self._pictures.paint_board(canvas, box, page.board)
        if page.imagined:
            paint_frame(canvas, picture)
        return canvas.surface.subsurface(picture)

    def _paint_played(self, played: object) -> pygame.Surface:
        surface = pygame.Surface(self._board_px)
        self._pictures.paint_played(surface, played)
        return surface

    def _painted(self, paint: Callable[[], pygame.Surface], *, lossless: bool) -> PhonePicture:
        return PhonePicture(paint(), lossless=lossless)

    def _keep(self, value: tuple[object, ...], paint: Callable[[], pygame.Surface], *, lossless: bool) -> str:
        key = _hashable(value)
        if key not in self._kept:
            picture = self._painted(paint, lossless=lossless)
            self._kept[key] = picture.key
            self.by_key.setdefault(picture.key, picture)
            if len(self._kept) > _MOST:
                gone = self._kept.popitem(last=False)[1]
                if gone not in self._kept.values():
                    del self.by_key[gone]
        self._kept.move_to_end(key)
        name = self._kept[key]
        self.asked[name] = None
        return name


def _hashable(value: tuple[object, ...]) -> Hashable:
    """Return the value, or its text where it holds dicts or lists, as boards of some games do."""
    try:
        hash(value)
    except TypeError:
        return repr(value)
    return value
