"""Names in the rooms of the map: places beside figures, signs and costs, shortened names."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import pygame

from companion.games.betrayal.map_view import RoomShown
from companion.games.betrayal.names import room_name
from companion.games.betrayal.screen.map_layout import FloorLayout
from companion.screen.canvas import Canvas
from companion.screen.fonts import Fonts
from companion.screen.text import fit, line_boxes, set_text

#: So many figures stand side by side in a room.
ABREAST = 3
#: Height of figures below a name of more lines, in heights of the cell; they usually are larger.
LOW_FIGURE = 0.28
#: Height of figures in the lower right corner beside a name, in heights of the cell, and the most that stand there.
_CORNER_FIGURE = 0.34
_IN_CORNER = 2
#: Side of the signs in a room's corners, in heights of the cell.
CORNER_SIGN = 0.2


def name_margin(side: int) -> int:
    """Return the pixels between the edge of a cell of this side and the name in it."""
    return max(2, side // 18)


@dataclass(frozen=True)
class NamePlace:
    """Box of a room's name; `low`: the figures below it make way for one line more.

    Where there are `obstacles` in the box, the lines begin at the left, the last one at the bottom, and end before
    them; figures stand in the lower right corner.
    """

    box: pygame.Rect
    low: bool = False
    obstacles: tuple[pygame.Rect, ...] = ()

    def fits(self, fonts: Fonts, text: str, size: int) -> bool:
        """Return True if the text in letters of this size (pixels) fits."""
        paragraph = set_text(fonts, text, self.box.width, size)
        if paragraph.width > self.box.width or paragraph.height > self.box.height:
            return False
        covered = pygame.Rect(self.box.left, self.box.bottom - paragraph.height, paragraph.width, paragraph.height)
        return not any(line.collidelist(self.obstacles) >= 0 for line in line_boxes(fonts, paragraph, covered, 0.0))


def name_place(canvas: Canvas, layout: FloorLayout, room: RoomShown, short: Mapping[str, str]) -> NamePlace:
    """Return the first place in which the whole name has room, else the usual one."""
    places = list(_name_places(canvas, layout.cell(room.x, room.y), room))
    _, least = name_letters(canvas, layout)
    whole = (
        place
        for text in whole_names(room_name(room.room), short[room.room])
        for place in places
        if place.fits(canvas.fonts, text, least)
    )
    return next(whole, places[0])


def _name_places(canvas: Canvas, cell: pygame.Rect, room: RoomShown) -> Iterator[NamePlace]:
    """Yield the places for a name, the usual one first."""
    pad, small, margin = max(2, cell.height // 12), round(cell.height * CORNER_SIGN), name_margin(cell.height)
    marks = len(room.marks) + bool(room.cards)
    top = cell.top + (small + pad if room.sign is not None or marks else pad)
    figures = len(room.explorers) + len(room.monsters)
    bottom = cell.bottom - round(cell.height * (0.58 if figures > ABREAST else 0.38 if figures else 0.06))
    box = pygame.Rect(cell.left + margin, top, cell.width - 2 * margin, bottom - top)
    if room.cost is not None and not figures:
        # The name stands above the cost, or beside it in more lines.
        cost = cost_box(canvas, cell)
        beside = canvas.fonts.width(str(room.cost), cost_letters(canvas, cell), True) + pad
        yield NamePlace(pygame.Rect(box.left, top, box.width, min(bottom, cost.top) - top))
        box = pygame.Rect(box.left, top, box.width - beside, box.height)
    yield NamePlace(box)
    # Between the signs in the corners, and as far down as small figures let it.
    left = box.left + (round(1.1 * small * marks) if marks else 0)
    between = pygame.Rect(left, cell.top + 2, box.right - (small if room.sign is not None else 0) - left, 0)
    between.height = bottom - between.top
    yield NamePlace(between)
    if 0 < figures <= ABREAST:
        low = cell.bottom - round(LOW_FIGURE * cell.height) - 1
        for space in (box, between):
            yield NamePlace(pygame.Rect(space.left, space.top, space.width, low - space.top), low=True)
    if room.barrier or figures > _IN_CORNER:
        return
    corner = figure_corner(cell, figures) if figures else _cost_corner(canvas, cell, room)
    sign = pygame.Rect(cell.right - small - pad, cell.top, small + pad, small + pad)
    marked = pygame.Rect(cell.left, cell.top, pad + round(1.1 * small * marks), small + pad)
    obstacles = (corner, *((sign,) if room.sign is not None else ()), *((marked,) if marks else ()))
    yield NamePlace(cell.inflate(-2 * margin, -4), obstacles=obstacles)


def figure_corner(cell: pygame.Rect, figures: int) -> pygame.Rect:
    """Return the box of so many figures in the lower right corner of a room."""
    side = round(_CORNER_FIGURE * cell.height)
    box = pygame.Rect(0, 0, figures * side, side)
    box.bottomright = cell.right - name_margin(cell.height), cell.bottom - 2
    return box


def _cost_corner(canvas: Canvas, cell: pygame.Rect, room: RoomShown) -> pygame.Rect:
    """Return the box of the number in a room's lower right corner; empty without one."""
    box = cost_box(canvas, cell)
    wide = 0 if room.cost is None else canvas.fonts.width(str(room.cost), cost_letters(canvas, cell), True) + 2
    return pygame.Rect(box.right - wide, box.top, wide, box.height if wide else 0)


def name_letters(canvas: Canvas, layout: FloorLayout) -> tuple[int, int]:
    """Return the largest and the smallest letters (pixels) of names on a floor."""
    least = canvas.layout.least
    return max(least, round(layout.side * 0.17)), least


def cost_letters(canvas: Canvas, cell: pygame.Rect) -> int:
    """Return the size of the number's letters (pixels)."""
    return max(canvas.layout.least, round(cell.height * 0.22))


def cost_box(canvas: Canvas, cell: pygame.Rect) -> pygame.Rect:
    """Return the box for what it costs to get to a room."""
    pad, high = max(2, cell.height // 12), round(1.2 * cost_letters(canvas, cell))
    # Digits reach less far down than letters: so low, a line of the name has room above them.
    return pygame.Rect(cell.left + pad, cell.bottom - pad // 2 - high, cell.width - 2 * pad, high)


def whole_names(name: str, short: str) -> tuple[str, ...]:
    """Return a room's name, and a compound also in two parts.

    The last word of the short name begins the second part: "Entr. hall" breaks "Entrancehall" before its "hall".
    """
    stem = short.split(" ")[-1].rstrip(".").lower()
    place = name.lower().rfind(stem)
    if " " in name or " " not in short or place <= 0:
        return (name,)
    return name, f"{name[:place]}- {name[place:]}"


def fit_name(fonts: Fonts, name: str, short: str, size: tuple[int, int], largest: int, least: int) -> tuple[str, int]:
    """Return the name as it fits, and the height of its letters (pixels).

    In a narrow box a compound stands in two parts, else it is the short name or its first words. It is empty if not
    one word of `short` has room.
    """
    for whole in whole_names(name, short):
        paragraph = fit(fonts, whole, size, largest, least)
        if not paragraph.cut:
            return whole, paragraph.size
    words = short.split(" ")
    while words:
        text = " ".join(words)
        set_short = set_text(fonts, text, size[0], least)
        if set_short.width <= size[0] and set_short.height <= size[1]:
            return text, least
        words.pop()
    return "", least
