"""Drawing over the program's window: captions, the camera's view, the last picture."""

from typing import NamedTuple

import cv2
import numpy as np
import pygame

from companion.screen import theme
from companion.screen.bar import ring_picture
from companion.screen.text import Fonts, draw, fit
from companion.screen.theme import Rgb, mix
from companion.virtual_table.ground import surface_of
from companion.virtual_table.piece import Point
from tools.film import encode
from vision.model.catalogue import Catalogue
from vision.model.pinhole import Points
from vision.picture import Pixels
from vision.sources.camera import Frame
from vision.watching.observation import CellState, Observation

#: Beside the ring there is so much room in a panel (pixels).
_GAP_PX = 14
#: The camera's view takes the virtual table's place, and shows a part of the picture that is so many pixels wide.
_VIEW = pygame.Rect(0, 0, 640, 480)
_SEEN_PX = 1180
_VIEW_NAME = "What the camera sees"
#: Lines round tags and cells are so wide (pixels of the picture).
_LINE_PX = 5
NAME = "What the camera sees"
#: The last picture stays so long, and comes in so much of this (seconds).
END_S = 2.6
_END_FADE_S = 0.5
NAME = "Finstere Flure Companion"
PROMISE = "Your own board game, with a camera that reads along, checks every move, and shows why."
"""What the last picture says."""


class CameraSight(NamedTuple):
    """Frame of the camera, what was seen in it, and the tags that are looked for."""

    frame: Frame
    observation: Observation
    catalogue: Catalogue


class FilmOverlay:
    """Drawer of what lies over the window; all sizes are those of a window of 1280x720."""

    def __init__(self) -> None:
        self._fonts = Fonts()

    def caption(self, window: pygame.Surface, box: pygame.Rect, text: str, lights: tuple[Rgb, ...]) -> None:
        """Draw a panel with a caption and the ring of lights."""
        pygame.draw.rect(window, mix(theme.BACKGROUND, theme.PANEL, 0.5), box, border_radius=_GAP_PX)
        pygame.draw.rect(window, theme.LINE, box, 2, border_radius=_GAP_PX)
        ring = ring_picture(lights, box.height - 2 * _GAP_PX)
        window.blit(ring, ring.get_rect(midright=(box.right - _GAP_PX, box.centery)))
        room = pygame.Rect(box.left + 24, box.top, box.width - box.height - 36, box.height).inflate(0, -2 * _GAP_PX)
        draw(window, self._fonts, fit(self._fonts, text, room.size, 40, 20, bold=True), room, theme.TEXT, down=0.5)

    def camera(self, window: pygame.Surface, seen: CameraSight, middle_px: Point, shown: float) -> None:
        """Draw the camera's view round a pixel of it, `shown` from 0 (not at all) to 1."""
        picture = _marked(seen)
        size = (_SEEN_PX, _SEEN_PX * _VIEW.height // _VIEW.width)
        left, top = (
            min(max(0, round(middle - part / 2)), whole - part)
            for middle, part, whole in zip(middle_px, size, picture.shape[1::-1], strict=True)
        )
        part = cv2.resize(picture[top : top + size[1], left : left + size[0]], _VIEW.size, interpolation=cv2.INTER_AREA)
        view = surface_of(np.asarray(part, np.uint8))
        pygame.draw.rect(view, theme.ACCENT, view.get_rect(), 3)
        name = self._fonts.render(_VIEW_NAME, 24, True, theme.ACCENT)
        label = name.get_rect(topleft=(18, 14))
        pygame.draw.rect(view, theme.BACKGROUND, label.inflate(20, 12), border_radius=8)
        view.blit(name, label)
        view.set_alpha(round(255 * shown))
        window.blit(view, _VIEW)

    def finished(self, window: pygame.Surface, left_s: float) -> encode.Frame:
        """Return the window as a frame of a film, `left_s` seconds before its end.

        At its end it shows the project's name."""
        shown = min(1.0, (END_S - left_s) / _END_FADE_S)
        if shown > 0:
            self._end(window, shown)
        return np.ascontiguousarray(pygame.surfarray.array3d(window).swapaxes(0, 1))

    def _end(self, window: pygame.Surface, shown: float) -> None:
        dark = pygame.Surface(window.get_size())
        dark.fill(theme.BACKGROUND)
        box = dark.get_rect().inflate(-160, 0)
        name = fit(self._fonts.for_title(NAME), NAME, (box.width, 110), 84, 40, wrap=False)
        draw(dark, self._fonts.for_title(NAME), name, box.move(0, -60), theme.ACCENT, across=0.5, down=0.5)
        promise = fit(self._fonts, PROMISE, (box.width - 120, 120), 34, 20)
        draw(dark, self._fonts, promise, box.move(0, 64), theme.TEXT, across=0.5, down=0.5)
        dark.set_alpha(round(255 * shown))
        window.blit(dark, (0, 0))


def _marked(seen: CameraSight) -> Pixels:
    """Return the camera's picture with the tags that are read and the covered cells outlined."""
    frame, watched, catalogue = seen
    picture = frame.picture.copy()
    known = watched.known
    if known is None or known.registration.camera is None:
        return picture
    for cell in (cell for cell, state in watched.cells.items() if state is CellState.COVERED):
        left, top, right, bottom = catalogue.surface.area_mm(cell)
        corners = known.registration.camera.project([(left, top), (right, top), (right, bottom), (left, bottom)])
        _outline(picture, corners, theme.ACCENT)
    for placed in known.placed_tags:
        if watched.cells.get(placed.cell or "") is not CellState.COVERED:
            _outline(picture, placed.corners_px, theme.GOOD)
    return picture


def _outline(picture: Pixels, corners_px: Points, colour: Rgb) -> None:
    points = [np.round(corners_px).astype(np.int32)]
    cv2.polylines(picture, points, True, colour[::-1], _LINE_PX, cv2.LINE_AA)
