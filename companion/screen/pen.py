"""Smooth shapes: pygame's own have jagged edges, so they are drawn large and made small.

Drawings in files are smooth as they are.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import cos, radians, sin
from pathlib import Path

import pygame

from companion.screen import theme
from companion.screen.theme import Rgb

_log = logging.getLogger(__name__)

#: How many times larger shapes are drawn.
SCALE = 4

Point = tuple[float, float]
Rgba = tuple[int, int, int, int]


class Pen:
    """Pen on a picture in its own units: (0, 0) is the middle, the shorter half side is 1."""

    def __init__(self, surface: pygame.Surface) -> None:
        self.surface = surface
        width, height = surface.get_size()
        self.middle = (width / 2, height / 2)
        self.unit = min(width, height) / 2

    def at(self, point: Point) -> tuple[int, int]:
        """Return the pixel of a point."""
        return round(self.middle[0] + point[0] * self.unit), round(self.middle[1] + point[1] * self.unit)

    def disc(self, colour: Rgb | Rgba, centre: Point, radius: float) -> None:
        """Draw a filled circle."""
        pygame.draw.circle(self.surface, colour, self.at(centre), round(radius * self.unit))

    def ring(self, colour: Rgb | Rgba, centre: Point, radius: float, width: float) -> None:
        """Draw a circle's outline."""
        pygame.draw.circle(
            self.surface, colour, self.at(centre), round(radius * self.unit), max(1, round(width * self.unit))
        )

    def shape(self, colour: Rgb | Rgba, points: Sequence[Point]) -> None:
        """Draw a filled polygon."""
        pygame.draw.polygon(self.surface, colour, [self.at(point) for point in points])

    def block(self, colour: Rgb | Rgba, centre: Point, half: Point, corner: float) -> None:
        """Draw a filled rectangle with round corners; `half` is half its width and height."""
        left, top = self.at((centre[0] - half[0], centre[1] - half[1]))
        right, bottom = self.at((centre[0] + half[0], centre[1] + half[1]))
        box = pygame.Rect(left, top, right - left, bottom - top)
        pygame.draw.rect(self.surface, colour, box, border_radius=round(corner * self.unit))

    def drawing(self, file: Path) -> None:
        """Draw an SVG file whose view box goes from -1 to 1 in both directions.

        One that is damaged is drawn as a ring.
        """
        side = max(1, round(2 * self.unit))
        try:
            picture = pygame.image.load_sized_svg(file, (side, side))
        except (pygame.error, OSError) as error:
            _warn_once(file, str(error))
            self.ring(theme.TEXT_SOFT, (0, 0), 0.8, 0.2)
        else:
            self.surface.blit(picture, self.at((-1, -1)))

    def line(self, colour: Rgb | Rgba, points: Sequence[Point], width: float) -> None:
        """Draw a line with round ends and joints."""
        for first, second in pairwise(points):
            self._stroke(colour, first, second, width)
        for point in points:
            self.disc(colour, point, width / 2)

    def _stroke(self, colour: Rgb | Rgba, first: Point, second: Point, width: float) -> None:
        dx, dy = second[0] - first[0], second[1] - first[1]
        length = max((dx * dx + dy * dy) ** 0.5, 1e-9)
        nx, ny = -dy / length * width / 2, dx / length * width / 2
        corners = (
            (first[0] + nx, first[1] + ny),
            (second[0] + nx, second[1] + ny),
            (second[0] - nx, second[1] - ny),
            (first[0] - nx, first[1] - ny),
        )
        self.shape(colour, corners)


@cache
def _warn_once(file: Path, reason: str) -> None:
    _log.warning("%s cannot be drawn: %s; a ring stands for it", file, reason)


def arc(centre: Point, radius: float, start_deg: float, end_deg: float, steps: int = 24) -> list[Point]:
    """Return points on an arc; 0 degrees is north, clockwise."""
    angles = (radians(start_deg + (end_deg - start_deg) * i / steps) for i in range(steps + 1))
    return [(centre[0] + radius * sin(angle), centre[1] - radius * cos(angle)) for angle in angles]


def on_circle(radius: float, heading_deg: float) -> Point:
    """Return a direction's point on a circle round the middle; 0 degrees is north, clockwise."""
    return radius * sin(radians(heading_deg)), -radius * cos(radians(heading_deg))


#: What paints a picture.
Painter = Callable[[Pen], None]


@dataclass(frozen=True)
class DrawingPainter:
    """Painter of one SVG file, which is the whole picture."""

    file: Path

    def __call__(self, pen: Pen) -> None:
        """Paint it."""
        pen.drawing(self.file)


def smooth(size: tuple[int, int], paint: Painter) -> pygame.Surface:
    """Return a see-through picture of `size` pixels, painted large if it is no `DrawingPainter`."""
    scale = 1 if isinstance(paint, DrawingPainter) else SCALE
    large = pygame.Surface((size[0] * scale, size[1] * scale), pygame.SRCALPHA)
    paint(Pen(large))
    return large if scale == 1 else pygame.transform.smoothscale(large, size)
