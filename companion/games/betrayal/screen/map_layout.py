"""Places of the floors on the map, and the cell of a point.

One floor is large, the others are small in a strip.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pygame import Rect

from companion.games.betrayal.map_view import MapView, RoomShown
from engine.betrayal.components import Dir, Floor

#: The strip with the small floors, as a share of the height, or of the width where it stands beside the large one.
_STRIP = 0.2
#: A cell of the large floor is at most so high, as a share of the map's shorter side.
_LARGEST = 0.4
#: A cell is at most so many times wider than high: names are wide.
_WIDEST = 2.0
#: The longest name of a floor is so wide, in heights of the smallest letters.
_HEAD = 10.5
#: So much of the cell behind an open door is in sight, in cells.
_BEHIND = 0.5


@dataclass(frozen=True)
class FloorLayout:
    """Floor within `box`: cells `wide` and `side` pixels high, the cell 0, 0 at `origin`.

    `head` is for its name. A cell is at least as wide as high.
    """

    floor: Floor
    box: Rect
    head: Rect
    side: int
    wide: int
    origin: tuple[int, int]

    def cell(self, x: int, y: int) -> Rect:
        """Return the box of a cell."""
        return Rect(self.origin[0] + x * self.wide, self.origin[1] + y * self.side, self.wide, self.side)

    @property
    def area(self) -> int:
        """Pixels of a cell."""
        return self.wide * self.side

    @property
    def room_box(self) -> Rect:
        """Box in which cells are drawn."""
        return Rect(self.box.left, self.head.bottom, self.box.width, self.box.bottom - self.head.bottom)


def lay_out_map(box: Rect, view: MapView, least: int, letters: int) -> Mapping[Floor, FloorLayout]:
    """Lay out the floors in a box.

    Cells of the large floor are at least `least` pixels high, so that names can be read.

    A floor that does not fit so is shown round the player on turn.
    """
    small = [floor for floor in view.floors if floor is not view.large]
    gap = max(3, letters // 3)
    most = round(min(box.size) * _LARGEST)

    def laid_out(floor: Floor, room: Rect, least: int) -> FloorLayout:
        return _floor(floor, view.floors[floor], room, view, least, letters, most)

    below, beside = (_rooms(box, len(small), gap, letters, beside=beside) for beside in (False, True))
    large, *others = max(below, beside, key=lambda rooms: laid_out(view.large, rooms[0], 0).area)
    found = {view.large: laid_out(view.large, large, least)}
    for floor, room in zip(reversed(small), others, strict=True):
        found[floor] = laid_out(floor, room, 0)
    return found


def _rooms(box: Rect, small: int, gap: int, letters: int, *, beside: bool) -> list[Rect]:
    """Return the large floor's space, and those of so many small ones below or beside it.

    The uppermost floor comes first.
    """
    if not small:
        return [box]
    if beside:
        wide = max(round(box.width * _STRIP), round(_HEAD * letters))
        left, high = box.right - wide, (box.height - gap * (small - 1)) // small
        large = Rect(box.left, box.top, box.width - wide - gap, box.height)
        return [large, *(Rect(left, box.top + place * (high + gap), wide, high) for place in range(small))]
    high = round(box.height * _STRIP)
    top, wide = box.bottom - high, (box.width - gap * (small - 1)) // small
    large = Rect(box.left, box.top, box.width, box.height - high - gap)
    return [large, *(Rect(box.left + place * (wide + gap), top, wide, high) for place in range(small))]


def _floor(
    floor: Floor, rooms: Iterable[RoomShown], box: Rect, view: MapView, least: int, letters: int, most: int
) -> FloorLayout:
    rooms = tuple(rooms)
    head = Rect(box.left, box.top, box.width, round(1.5 * letters))
    room = Rect(box.left, head.bottom, box.width, box.bottom - head.bottom)
    left, top, right, bottom = _bounds(rooms)
    columns, lines = right - left, bottom - top
    side = max(1, min(int(room.width / columns), int(room.height / lines), most))
    in_sight = side >= least
    side = max(side, least)
    wide = max(side, min(int(room.width / columns), round(side * _WIDEST)))
    if in_sight:
        x = room.left + round((room.width - columns * wide) / 2 - left * wide)
        y = room.top + round((room.height - lines * side) / 2 - top * side)
        return FloorLayout(floor, box, head, side, wide, (x, y))
    focus = _focus(rooms, view)
    x = _window(room.left, room.width, wide, left, columns, focus.x)
    y = _window(room.top, room.height, side, top, lines, focus.y)
    return FloorLayout(floor, box, head, side, wide, (x, y))


def _bounds(rooms: Iterable[RoomShown]) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom (cells) of a floor.

    They leave room for what is open behind its doors.
    """
    boxes = [
        (
            room.x - _BEHIND * (Dir.W in room.open),
            room.y - _BEHIND * (Dir.N in room.open),
            room.x + 1 + _BEHIND * (Dir.E in room.open),
            room.y + 1 + _BEHIND * (Dir.S in room.open),
        )
        for room in rooms
    ]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _focus(rooms: tuple[RoomShown, ...], view: MapView) -> RoomShown:
    """Return the room in the middle of the map: of the question, or of whoever is on turn."""
    named = (*view.asked, *view.wrong)
    for room in rooms:
        if room.room in named:
            return room
    played = [room for room in rooms if view.turn in (*room.explorers, *(token for token, _ in room.monsters))]
    return next(iter(played), rooms[0])


def _window(start: int, length: int, side: int, first: float, count: float, focus: int) -> int:
    """Return the origin (pixels) with the focus near the middle and no space given away."""
    if count * side <= length:
        return start + round((length - count * side) / 2 - first * side)
    origin = start + length // 2 - side // 2 - focus * side
    return round(max(start + length - (first + count) * side, min(start - first * side, origin)))
