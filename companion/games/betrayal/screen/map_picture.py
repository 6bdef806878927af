"""Map: rooms with door gaps, open and false doors, reach with cost, and pieces.

It shows also signs, marks, figures, tokens, cards.
"""

from collections.abc import Callable, Mapping

import pygame

from companion.games.betrayal.map_view import MapView, RoomShown
from companion.games.betrayal.names import room_name
from companion.games.betrayal.screen.map_layout import FloorLayout, lay_out_map
from companion.games.betrayal.screen.room_labels import (
    ABREAST,
    CORNER_SIGN,
    LOW_FIGURE,
    NamePlace,
    cost_box,
    cost_letters,
    figure_corner,
    fit_name,
    name_letters,
    name_place,
    whole_names,
)
from companion.games.betrayal.short_room_names import short_room_names
from companion.games.betrayal.words import floor_name
from companion.screen import theme
from companion.screen.canvas import Canvas
from companion.screen.theme import Rgb, mix
from engine.betrayal.components import STEP, Dir, Floor

_GROUND: Rgb = (16, 18, 24)
#: The floors' own colours: so dark that names can be read on them, also where they are tinted.
_TINT = {Floor.BASEMENT: (58, 50, 66), Floor.GROUND: (70, 59, 46), Floor.UPPER: (48, 66, 60), Floor.ROOF: (46, 58, 78)}
#: Share of the tint of rooms that can be reached.
_REACHED = 0.14
#: And of those that lie wrong.
_WRONG = 0.38
_WALL: Rgb = (10, 9, 8)
#: A cell's least side, in heights of the smallest letters.
_LEAST_CELL = 3.4
#: Draws something small of this size: a sign's name, and the size.
Sign = Callable[[object, int], pygame.Surface]


def least_cell(canvas: Canvas) -> int:
    """The least side (pixels) of a cell of the large floor."""
    return round(_LEAST_CELL * canvas.layout.least)


def paint_map(canvas: Canvas, box: pygame.Rect, view: MapView, sign: Sign) -> None:
    """All floors."""
    pygame.draw.rect(canvas.surface, _GROUND, box, border_radius=canvas.layout.gap // 2)
    least = canvas.layout.least
    for floor, layout in lay_out_map(box, view, least_cell(canvas), least).items():
        large = floor is view.large
        tone = theme.TEXT if large else theme.TEXT_SOFT
        head = layout.head.inflate(-least, 0)
        canvas.write(floor_name(floor), head, tone, largest=round(least * 1.2), bold=large, wrap=False)
        if not large:
            pygame.draw.rect(canvas.surface, theme.PANEL, layout.box, 2, border_radius=canvas.layout.gap // 2)
        short = short_room_names()
        places = {room.room: name_place(canvas, layout, room, short) for room in view.floors[floor]} if large else {}
        clip = canvas.surface.get_clip()
        canvas.surface.set_clip(layout.room_box)
        for room in view.floors[floor]:
            _paint_room(canvas, layout, room, view, sign, large=large, place=places.get(room.room))
        canvas.surface.set_clip(clip)
        for room in view.floors[floor] if large else ():
            # Amber is not to be read on the red of a wrong room.
            cost_tone = theme.TEXT if room.room in view.wrong else theme.ACCENT
            _write_room(canvas, layout, room, places[room.room], short, cost_tone)


def _paint_room(
    canvas: Canvas,
    layout: FloorLayout,
    room: RoomShown,
    view: MapView,
    sign: Sign,
    *,
    large: bool,
    place: NamePlace | None,
) -> None:
    cell = layout.cell(room.x, room.y)
    surface, side = canvas.surface, layout.side
    wall = max(1, side // 16)
    colour = _TINT[layout.floor]
    if room.cost is not None:
        colour = mix(colour, theme.ACCENT, _REACHED)
    if room.room in view.wrong:
        colour = mix(colour, theme.LOSS, _WRONG)
    inner = cell.inflate(-2, -2)
    pygame.draw.rect(surface, _WALL, inner)
    pygame.draw.rect(surface, colour, inner.inflate(-2 * wall, -2 * wall))
    if room.barrier:
        _paint_barrier(surface, inner, wall, room)
    for door in (*room.joined, *room.open, *room.false):
        _paint_door(surface, cell, door, wall, colour, room, view)
    if view.turn is not None and view.turn in (*room.explorers, *(token for token, _ in room.monsters)):
        pygame.draw.rect(surface, theme.ACCENT, inner, max(2, wall))
    if room.room in view.now:
        pygame.draw.rect(surface, theme.GOOD, inner, max(3, wall + 1))
    _paint_things(surface, cell, room, sign, large=large, place=place)


def _paint_barrier(surface: pygame.Surface, inner: pygame.Rect, wall: int, room: RoomShown) -> None:
    """A dashed line between the two doors; an upright one leaves room for the name above it."""
    doors = (*room.joined, *room.open, *room.false)
    upright = any(door in (Dir.E, Dir.W) for door in doors)
    length = max(2, inner.height // 9)
    for start in range(4 * length if upright else 0, inner.height if upright else inner.width, 2 * length):
        if upright:
            box = pygame.Rect(inner.centerx - wall // 2, inner.top + start, wall, length)
        else:
            box = pygame.Rect(inner.left + start, inner.centery - wall // 2, length, wall)
        pygame.draw.rect(surface, theme.TEXT_FAINT, box.clip(inner))


def _paint_door(
    surface: pygame.Surface, cell: pygame.Rect, door: Dir, wall: int, colour: Rgb, room: RoomShown, view: MapView
) -> None:
    """A gap; open ones bright and pointing outwards, false ones crossed."""
    dx, dy = STEP[door]
    wide, deep = max(3, cell.height // 3), 2 * wall + 2
    middle = (
        cell.centerx + dx * (cell.width // 2 - wall // 2 - 1),
        cell.centery + dy * (cell.height // 2 - wall // 2 - 1),
    )
    size = (deep, wide) if dx else (wide, deep)
    gap = pygame.Rect(0, 0, *size)
    gap.center = middle
    if door in room.joined:
        pygame.draw.rect(surface, colour, gap)
    elif door in room.open:
        bright = f"{room.room}:{door.word}" in view.doors
        tint = theme.ACCENT if bright else theme.TEXT_SOFT
        reach = max(4, cell.height // (6 if bright else 9))
        tip = (middle[0] + dx * reach, middle[1] + dy * reach)
        half = wide // 2
        ends = [(middle[0] + dy * half, middle[1] + dx * half), (middle[0] - dy * half, middle[1] - dx * half)]
        pygame.draw.polygon(surface, tint, [*ends, tip])
        pygame.draw.rect(surface, tint, gap)
    else:
        pygame.draw.rect(surface, mix(colour, _WALL, 0.3), gap)
        pygame.draw.line(surface, theme.LOSS, gap.topleft, gap.bottomright, max(2, wall))
        pygame.draw.line(surface, theme.LOSS, gap.topright, gap.bottomleft, max(2, wall))


def _paint_things(
    surface: pygame.Surface,
    cell: pygame.Rect,
    room: RoomShown,
    sign: Sign,
    *,
    large: bool,
    place: NamePlace | None,
) -> None:
    """Figures and tokens below, the sign, marks and lying cards in the corners.

    They make way for the name.
    """
    figures: list[object] = [*room.explorers, *(("monster", token, stunned) for token, stunned in room.monsters)]
    low = place is not None and place.low
    if figures and place is not None and place.obstacles:
        corner = figure_corner(cell, len(figures))
        for number, figure in enumerate(figures):
            surface.blit(sign(figure, corner.height), (corner.left + number * corner.height, corner.top))
    elif figures:
        number = len(figures)
        across = min(number, ABREAST if large else 2)
        share = LOW_FIGURE if low else 0.34 if large else 0.5
        side = min(round(cell.height * share), round(cell.width * 0.84 / across))
        lines = -(-number // across)
        if lines > 1:
            side = min(side, round(cell.height * (0.5 if large else 0.8) / lines))
            across = max(1, round(cell.width * 0.84) // max(1, side))
        bottom = cell.bottom - (1 if low else max(2, cell.height // 12))
        for index, figure in enumerate(figures):
            line, column = divmod(index, across)
            in_line = min(across, number - line * across)
            x = cell.centerx + round((column - (in_line - 1) / 2) * side)
            y = bottom - side // 2 - line * side
            x, y = _on_side(cell, room, figure, x, y)
            picture = sign(figure, side)
            surface.blit(picture, picture.get_rect(center=(x, y)))
    small = round(cell.height * (CORNER_SIGN if large else 0.34))
    if small < 4:
        return
    edge = small // 2 + max(2, cell.height // 12)
    if room.sign is not None:
        picture = sign(("card", room.sign), small)
        surface.blit(picture, picture.get_rect(center=(cell.right - edge, cell.top + edge)))
    if large:
        for index, mark in enumerate((*room.marks, *(("cards",) if room.cards else ()))):
            picture = sign(("mark", mark), small)
            centre = (cell.left + edge + index * round(small * 1.1), cell.top + edge)
            surface.blit(picture, picture.get_rect(center=centre))


def _on_side(cell: pygame.Rect, room: RoomShown, figure: object, x: int, y: int) -> tuple[int, int]:
    """In a barrier room one stands on one's side."""
    side = room.sides.get(str(figure)) if isinstance(figure, str) else None
    if side is None:
        return x, y
    dx, dy = STEP[side]
    if dx:
        return cell.centerx + dx * round(cell.width * 0.24), y
    return x, cell.centery + dy * round(cell.height * 0.24)


def _write_room(
    canvas: Canvas, layout: FloorLayout, room: RoomShown, place: NamePlace, short: Mapping[str, str], cost_tone: Rgb
) -> None:
    """The name, and what it costs to get there."""
    cell = layout.cell(room.x, room.y)
    if not layout.room_box.contains(cell):
        return
    if room.cost is not None and not room.explorers and not room.monsters:
        size = cost_letters(canvas, cell)
        canvas.write(str(room.cost), cost_box(canvas, cell), cost_tone, largest=size, bold=True, wrap=False, across=1.0)
    largest, least = name_letters(canvas, layout)
    box = place.box
    if place.obstacles:
        whole = (
            whole_name
            for whole_name in whole_names(room_name(room.room), short[room.room])
            if place.fits(canvas.fonts, whole_name, least)
        )
        canvas.write(next(whole), box, theme.TEXT, largest=least, down=1.0)
    elif box.height >= round(1.2 * least):
        text, size = fit_name(canvas.fonts, room_name(room.room), short[room.room], box.size, largest, least)
        if text:
            # A name across a barrier's dashes would look crossed out.
            canvas.write(text, box, theme.TEXT, largest=size, across=0.5, down=0.0 if room.barrier else 0.5)


def place_in_map(box: pygame.Rect, view: MapView, point: tuple[int, int], least_px: int, letters: int) -> str | None:
    """Return the target of a touch: an open door (``room:DIR``) or a room."""
    for floor, layout in lay_out_map(box, view, least_px, letters).items():
        if not layout.room_box.collidepoint(point):
            continue
        for room in view.floors[floor]:
            for door in room.open:
                dx, dy = STEP[door]
                if (
                    layout.cell(room.x + dx, room.y + dy).collidepoint(point)
                    and f"{room.room}:{door.word}" in view.doors
                ):
                    return f"{room.room}:{door.word}"
        for room in view.floors[floor]:
            if layout.cell(room.x, room.y).collidepoint(point):
                return room.room
    return None


def place_box_in_map(box: pygame.Rect, view: MapView, place: str, least_px: int, letters: int) -> pygame.Rect:
    """The box of a room, or of the cell behind a door."""
    name, _, door = place.partition(":")
    for floor, layout in lay_out_map(box, view, least_px, letters).items():
        for room in view.floors[floor]:
            if room.room == name:
                dx, dy = STEP[Dir(door)] if door else (0, 0)
                return layout.cell(room.x + dx, room.y + dy).clip(layout.room_box)
    return box


def thing_ground() -> Rgb:
    """Return the ground of things that are not the map."""
    return mix(_GROUND, theme.PANEL_RAISED, 0.3)
