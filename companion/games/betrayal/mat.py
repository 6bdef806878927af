"""Table on which the floors lie: its references, the players' strips, the read zones.

Rules, section 11. There is no printed mat: tiles lie edge to edge on the table. Lengths are millimetres from
the upper left corner of what the references enclose, x to the right, y down.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine.betrayal.components import STEP, TILES
from vision.model.surface import Area, Floors, Point, Zone

#: Width of what a camera at 1.10 m sees, with a margin.
WIDTH_MM = 1320.0
#: Height of what a camera at 1.10 m sees, with a margin.
HEIGHT_MM = 720.0
#: Cards that players hold lie at the long edges before them, in strips so deep.
STRIP_MM = 60.0
HOUSE = "house"
#: Usual moment of the game.
DEFAULT_MODE = "house"
#: Moment from the haunt roll to the haunt's beginning, when a book may lie open.
BOOK_OPEN = "book-open"
#: Seats clockwise from the upper left.
STRIPS = tuple(f"strip-{seat}" for seat in range(1, 7))
REFERENCE_MM = 40.0
_IN = REFERENCE_MM / 2 + 10


def _strips() -> dict[str, Area]:
    width = WIDTH_MM / 3
    above = {STRIPS[place]: (place * width, 0.0, (place + 1) * width, STRIP_MM) for place in range(3)}
    below = {
        STRIPS[3 + place]: ((2 - place) * width, HEIGHT_MM - STRIP_MM, (3 - place) * width, HEIGHT_MM)
        for place in range(3)
    }
    return above | below


AREAS: Mapping[str, Area] = MappingProxyType({HOUSE: (0.0, STRIP_MM, WIDTH_MM, HEIGHT_MM - STRIP_MM), **_strips()})
MAT = Floors(
    (WIDTH_MM, HEIGHT_MM),
    tuple(Zone(name, area) for name, area in AREAS.items()),
    tile_kind="tile",
    patches_in=HOUSE,
    # Foyer, Entrance Hall and Grand Staircase are one long tile: any of the three is as good as the Foyer.
    origins={f"tile/{room}": (str(tile.start[0]), *tile.start[1:]) for room, tile in TILES.items() if tile.start},
    openings={
        f"tile/{room}": {str(door): STEP[door] for door in tile.doors} for room, tile in TILES.items() if tile.doors
    },
    two_sided=frozenset(f"tile/{room}" for room, tile in TILES.items() if tile.cross),
)
#: Six along the edge: any four are enough.
REFERENCES: Mapping[str, Point] = MappingProxyType(
    {
        "ref-NW": (_IN, STRIP_MM + _IN),
        "ref-N": (WIDTH_MM / 2, STRIP_MM + _IN),
        "ref-NE": (WIDTH_MM - _IN, STRIP_MM + _IN),
        "ref-SW": (_IN, HEIGHT_MM - STRIP_MM - _IN),
        "ref-S": (WIDTH_MM / 2, HEIGHT_MM - STRIP_MM - _IN),
        "ref-SE": (WIDTH_MM - _IN, HEIGHT_MM - STRIP_MM - _IN),
    }
)


#: Before which strips so many players sit if nobody says otherwise: spread evenly, clockwise.
_SEATS: Mapping[int, tuple[int, ...]] = MappingProxyType({3: (1, 3, 5), 4: (1, 3, 4, 6), 5: (1, 2, 3, 4, 6)})


def default_strips(players: Sequence[str]) -> dict[str, str]:
    """Return the default player before each strip."""
    seats = _SEATS.get(len(players), tuple(range(1, len(players) + 1)))
    return {STRIPS[seat - 1]: player for seat, player in zip(seats, players, strict=True)}
