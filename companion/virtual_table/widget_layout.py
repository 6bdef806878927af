"""Layout of the table in the widget: mm to pixels and back, and the room beside it."""

from dataclasses import dataclass
from functools import cached_property

import pygame

from companion.virtual_table.piece import Point
from vision.model.surface import Area

#: Least height of the strip below the table, for a line of help (pixels).
_STRIP_PX = 18
#: In a narrower widget the help has two lines (pixels).
_ONE_LINE_PX = 640
#: Least height of this strip, as a share of the widget's.
_STRIP_SHARE = 0.05
#: Room below which there is too little for the camera's picture.
_LEAST_INSET_PX = 110
#: Height of the picture where there is too little room, as a share of the widget's shorter side.
_INSET_SHARE = 0.34
#: A close-up below the table takes at least such a share of the widget's height.
_CLOSE_UP_SHARE = 0.3
#: A table is never drawn smaller, whatever the widget's size.
_LEAST_PX_PER_MM = 0.1
#: The camera's picture: its width for each pixel of height.
_INSET_ASPECT = 4 / 3


@dataclass(frozen=True)
class WidgetLayout:
    """The parts of a widget of `size` (width, height), whose upper left corner is at 0, 0.

    `table_mm` is what there is of the table, `unit_mm` the surface's unit: the side of a cell, where there are cells.
    `is_close_up`: only that part of the table, in the middle, with no help below it. `has_close_up`: a part of the
    table is shown close up below it, or over it if there is no room.
    """

    size: tuple[int, int]
    table_mm: Area
    unit_mm: float
    is_close_up: bool = False
    has_close_up: bool = False

    @cached_property
    def px_per_mm(self) -> float:
        """Pixels per mm at which the table is drawn."""
        width, height = self.size
        left, top, right, bottom = self.table_mm
        return max(_LEAST_PX_PER_MM, min(width / (right - left), (height - self._strip) / (bottom - top)))

    @property
    def unit(self) -> int:
        """The surface's unit in pixels."""
        return max(4, round(self.px_per_mm * self.unit_mm))

    @cached_property
    def table(self) -> pygame.Rect:
        """Rectangle of the table: at the top, in the middle between left and right."""
        left, top, right, bottom = self.table_mm
        width, height = (right - left) * self.px_per_mm, (bottom - top) * self.px_per_mm
        down = (self.size[1] - height) / 2 if self.is_close_up else 0
        return pygame.Rect(round((self.size[0] - width) / 2), round(down), round(width), round(height))

    @property
    def _strip(self) -> int:
        if self.is_close_up:
            return 0
        lines = 1 if self.size[0] >= _ONE_LINE_PX else 2
        return max(lines * _STRIP_PX, round(_STRIP_SHARE * self.size[1]))

    @property
    def _room_below(self) -> int:
        return self.size[1] - self.table.bottom

    @property
    def inset_has_room(self) -> bool:
        """True if the camera's picture fits beside the table without covering any of it."""
        return self._room_below >= _LEAST_INSET_PX and not self.has_close_up

    @cached_property
    def inset(self) -> pygame.Rect:
        """Rectangle of the camera's picture.

        It is below the table if there is room, otherwise over its lower right corner.
        """
        gap = max(3, self._strip // 6)
        high = self._room_below - 2 * gap if self.inset_has_room else round(_INSET_SHARE * min(self.size))
        high = max(1, high)
        box = pygame.Rect(0, 0, round(high * _INSET_ASPECT), high)
        box.bottomright = (self.size[0] - gap, self.size[1] - gap)
        return box

    @cached_property
    def help(self) -> pygame.Rect:
        """Rectangle of the line of help; it leaves room for the camera's picture."""
        gap = max(3, self._strip // 6)
        high = self._strip if self.has_close_up else self._room_below
        box = pygame.Rect(2 * gap, self.size[1] - high, self.size[0] - 4 * gap, high)
        if self.inset_has_room:
            box.width = max(1, self.inset.left - 2 * gap - box.left)
        return box.inflate(0, -gap)

    def close_up(self, beside_mm: float) -> pygame.Rect:
        """Return the rectangle of a close-up.

        It is below the table, or, if there is little room there, over everything left of `beside_mm`.
        """
        below = pygame.Rect(0, self.table.bottom, self.size[0], self._room_below - self._strip)
        if below.height >= _CLOSE_UP_SHARE * self.size[1]:
            return below
        return pygame.Rect(0, 0, round(self.to_px((beside_mm, 0.0))[0]), self.table.height)

    def to_px(self, point_mm: Point) -> Point:
        """Return the pixel of a point of the table."""
        left, top = self.table_mm[:2]
        return (
            self.table.left + (point_mm[0] - left) * self.px_per_mm,
            self.table.top + (point_mm[1] - top) * self.px_per_mm,
        )

    def to_mm(self, point_px: Point) -> Point:
        """Return the point of the table under a pixel."""
        left, top = self.table_mm[:2]
        return (
            left + (point_px[0] - self.table.left) / self.px_per_mm,
            top + (point_px[1] - self.table.top) / self.px_per_mm,
        )
