"""Pictures of a game with signs painted by a pen, and a board that takes all the room."""

from abc import ABC, abstractmethod
from collections.abc import Mapping

import pygame

from companion.device.language import language_in_use
from companion.screen.canvas import Canvas
from companion.screen.fonts import Fonts
from companion.screen.kept_pictures import KeptPictures
from companion.screen.pen import Painter, Pen
from companion.screen.pictures import BoardShrinking, Highlight
from companion.screen.theme import INK


class PaintedPictures(ABC):
    """Signs that are painted once, and a board on which nothing pulses."""

    board_shrinking = BoardShrinking.NARROW

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self._kept = KeptPictures()

    @abstractmethod
    def emblem_painter(self) -> Painter:
        """Return what paints the game's own sign."""

    @abstractmethod
    def sign_painter(self, sign: object) -> Painter:
        """Return what paints the sign of a player or a piece."""

    @abstractmethod
    def paint_board(self, canvas: Canvas, box: pygame.Rect, board: object | None) -> None:
        """Paint the board into a box."""

    @abstractmethod
    def place_boxes(self, box: pygame.Rect, board: object | None) -> Mapping[str, pygame.Rect]:
        """Return the box of each place of the board, by its id."""

    def emblem(self, size: int) -> pygame.Surface:
        """Return the game's own sign."""
        return self._kept.painted("emblem", max(1, size), self.emblem_painter())

    def sign(self, sign: object, size: int) -> pygame.Surface:
        """Return the sign of a player or a piece; letters on it are those of the language in use."""
        return self._kept.painted((sign, language_in_use()), max(1, size), self.sign_painter(sign))

    def write(self, pen: Pen, text: str, middle: tuple[float, float], size: float) -> None:
        """Write bold letters about a point of a sign.

        Points and sizes are shares of half the sign's side.
        """
        letters = self.fonts.render(text, round(pen.unit * size), True, INK)
        x, y = pen.at(middle)
        pen.surface.blit(letters, (x - letters.get_width() / 2, y - letters.get_height() / 2))

    def board_in(self, room: pygame.Rect) -> pygame.Rect:
        """Return the whole room as the board's box."""
        return room.copy()

    def place_at(self, box: pygame.Rect, board: object | None, point: tuple[int, int], /) -> str | None:
        """Return the place whose box holds the point."""
        return next(
            (place for place, place_box in self.place_boxes(box, board).items() if place_box.collidepoint(point)), None
        )

    def place_box(self, box: pygame.Rect, board: object | None, place: str, /) -> pygame.Rect:
        """Return the box of a place."""
        return self.place_boxes(box, board).get(place, box)

    def highlight(self, box: pygame.Rect, board: object | None) -> Highlight | None:  # noqa: B027 - games override it
        """Return nothing: what matters now has a bright edge, and nothing pulses."""

    def paint_played(self, surface: pygame.Surface, played: object) -> None:
        """Refuse: nothing is played on this screen. Raises NotImplementedError."""
        raise NotImplementedError(f"nothing is played here: {played!r} on {surface}")
