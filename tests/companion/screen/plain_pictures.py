"""Game for the screen's tests: noughts and crosses; the screen knows only its pictures."""

from dataclasses import dataclass

import pygame

from companion.screen import theme
from companion.screen.canvas import Canvas
from companion.screen.pages import Tone
from companion.screen.pictures import BoardShrinking, Highlight
from companion.screen.theme import Rgb

SIGNS: dict[str, Rgb] = {"X": theme.ACCENT, "O": theme.GOOD}


@dataclass(frozen=True)
class Crosses:
    """Nine places, ``a1`` to ``c3``, row by row: ``X``, ``O`` or a dot; `next` is highlighted."""

    places: str = "........."
    next: str = ""


@dataclass(frozen=True)
class Fading:
    """Played value: a share (0..1) of a colour."""

    share: float


class PlainPictures:
    """Pictures of noughts and crosses: signs are ``X`` and ``O``."""

    board_shrinking = BoardShrinking.NARROW

    def emblem(self, size: int) -> pygame.Surface:
        return self._square(size, theme.TEXT)

    def sign(self, sign: object, size: int) -> pygame.Surface:
        return self._square(size, SIGNS[str(sign)])

    def board_in(self, room: pygame.Rect) -> pygame.Rect:
        side = min(room.size) // 3 * 3
        box = pygame.Rect(0, 0, side, side)
        box.center = room.center
        return box

    def paint_board(self, canvas: Canvas, box: pygame.Rect, board: object | None) -> None:
        shown = board if isinstance(board, Crosses) else Crosses()
        for number, sign in enumerate(shown.places):
            cell = self.place_box(box, board, "abc"[number % 3] + "123"[number // 3])
            pygame.draw.rect(canvas.surface, theme.LINE, cell, 1)
            if sign in SIGNS:
                canvas.blit(self.sign(sign, cell.width // 2), cell.center)

    def place_at(self, box: pygame.Rect, _board: object | None, point: tuple[int, int]) -> str | None:
        if not box.collidepoint(point):
            return None
        return "abc"[(point[0] - box.left) * 3 // box.width] + "123"[(point[1] - box.top) * 3 // box.height]

    def place_box(self, box: pygame.Rect, _board: object | None, place: str) -> pygame.Rect:
        side = box.width // 3
        if place[0] not in "abc":
            return box
        return pygame.Rect(box.left + "abc".index(place[0]) * side, box.top + "123".index(place[1]) * side, side, side)

    def highlight(self, box: pygame.Rect, board: object | None) -> Highlight | None:
        if isinstance(board, Crosses) and board.next:
            return Highlight(self.place_box(box, board, board.next), Tone.NOW)
        return None

    def paint_played(self, surface: pygame.Surface, played: object) -> None:
        assert isinstance(played, Fading)
        surface.fill(tuple(round(channel * played.share) for channel in theme.ACCENT))

    @staticmethod
    def _square(size: int, colour: Rgb) -> pygame.Surface:
        picture = pygame.Surface((size, size))
        picture.fill(colour)
        return picture
