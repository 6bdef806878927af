"""Where the floors of the map lie: one large, the others small in a strip; and which cell a point is in."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pygame import Rect

from companion.games.betrayal.map_view import MapView, RoomShown
from engine.betrayal.components import STEP, Dir, Floor

#: The strip with the small floors, as a share of the height, or of the width where the map is wide.
_STRIP = 0.26
#: A cell of the large floor is at most this share of the map's shorter side.
_LARGEST = 0.36


@dataclass(frozen=True)
class FloorLayout:
    """A floor within `box`: cells of `side` pixels, the cell 0, 0 at `origin`; `head` is for its name."""

    floor: Floor
    box: Rect
    head: Rect
    side: int
    origin: tuple[int, int]

    def cell(self, x: int, y: int) -> Rect:
        """The box of a cell."""
        return Rect(self.origin[0] + x * self.side, self.origin[1] + y * self.side, self.side, self.side)

    @property
    def room_box(self) -> Rect:
        """Where cells are drawn."""
        return Rect(self.box.left, self.head.bottom, self.box.width, self.box.bottom - self.head.bottom)


def lay_out_map(box: Rect, view: MapView, least: int, letters: int) -> Mapping[Floor, FloorLayout]:
    """The floors in a box; cells of the large one have at least `least` pixels, so that names can be read.

    A floor that does not fit so is shown round whoever is on turn.
    """
    small = [floor for floor in view.floors if floor is not view.large]
    gap = max(3, letters // 3)
    high = round(box.height * _STRIP)
    large = Rect(box.left, box.top, box.width, box.height - high - gap)
    width = (box.width - gap * (len(small) - 1)) // max(1, len(small))
    found = {view.large: _floor(view.large, view.floors[view.large], large, view, least, letters)}
    for place, floor in enumerate(reversed(small)):
        strip = Rect(box.left + place * (width + gap), large.bottom + gap, width, high)
        found[floor] = _floor(floor, view.floors[floor], strip, view, 0, letters)
    return found


def _floor(floor: Floor, rooms: Iterable[RoomShown], box: Rect, view: MapView, least: int, letters: int) -> FloorLayout:
    rooms = tuple(rooms)
    head = Rect(box.left, box.top, box.width, round(1.5 * letters))
    room = Rect(box.left, head.bottom, box.width, box.bottom - head.bottom)
    cells = {(one.x, one.y) for one in rooms} | {_beyond(one, door) for one in rooms for door in one.open}
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    columns = max(x for x, _ in cells) - left + 1
    lines = max(y for _, y in cells) - top + 1
    side = min(room.width // columns, room.height // lines, round(min(box.size) * _LARGEST))
    if side >= least:
        x = room.left + (room.width - columns * side) // 2 - left * side
        y = room.top + (room.height - lines * side) // 2 - top * side
        return FloorLayout(floor, box, head, max(1, side), (x, y))
    focus = _focus(rooms, view)
    x = _window(room.left, room.width, least, left, columns, focus.x)
    y = _window(room.top, room.height, least, top, lines, focus.y)
    return FloorLayout(floor, box, head, least, (x, y))


def _beyond(room: RoomShown, door: Dir) -> tuple[int, int]:
    dx, dy = STEP[door]
    return room.x + dx, room.y + dy


def _focus(rooms: tuple[RoomShown, ...], view: MapView) -> RoomShown:
    """The room in the middle of what is shown: what hands are asked about, whoever is on turn."""
    named = (*view.now, *view.wrong)
    for one in rooms:
        if one.room in named:
            return one
    turn = [one for one in rooms if view.turn in (*one.explorers, *(token for token, _ in one.monsters))]
    return next(iter(turn), rooms[0])


def _window(start: int, length: int, side: int, first: int, count: int, focus: int) -> int:
    """The origin (pixels) so that the focus is near the middle and no room is given away."""
    if count * side <= length:
        return start + (length - count * side) // 2 - first * side
    origin = start + length // 2 - side // 2 - focus * side
    return max(start + length - (first + count) * side, min(start - first * side, origin))
