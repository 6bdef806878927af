"""Mat (rules, section 8): its zones, its references, and what is read at each moment.

Lengths are millimetres from the mat's top left corner, x to the right, y down. Seats are numbered clockwise.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from companion.games.coach_ride.language import say
from vision.model.surface import Area, Mat, Point, Zone, ZoneUse

#: Width of the mat.
WIDTH_MM = 1080.0
#: Height of the mat.
HEIGHT_MM = 600.0
CLAIM = "claim"
ITEM_PILE = "item-pile"
PROFESSION_PILE = "profession-pile"
SEATS = tuple(f"seat-{number}" for number in range(1, 11))


def open_place(seat: str) -> str:
    """Return the zone in which a seat's items and professions lie open."""
    return f"{seat}/open"


def person_place(seat: str) -> str:
    """Return the zone of a seat's person card."""
    return f"{seat}/person"


#: Places of open cards, one for each seat.
OPEN_PLACES = tuple(map(open_place, SEATS))
#: Places of person cards, one for each seat.
PERSON_PLACES = tuple(map(person_place, SEATS))

#: Left edges of the seats along the mat's long sides, from left to right.
_LEFT_MM = (64.0, 304.0, 544.0, 784.0)


def _area(x: float, y: float, width: float, height: float) -> Area:
    return x, y, x + width, y + height


def _seats() -> dict[str, Area]:
    areas: dict[str, Area] = {}
    for seat, x in zip(SEATS[:4], _LEFT_MM, strict=True):
        areas[open_place(seat)], areas[person_place(seat)] = _area(x, 5, 160, 98), _area(x + 166, 5, 66, 98)
    areas["seat-5/open"], areas["seat-5/person"] = _area(977, 184, 98, 160), _area(977, 350, 98, 66)
    for seat, x in zip(SEATS[5:9], reversed(_LEFT_MM), strict=True):
        areas[open_place(seat)], areas[person_place(seat)] = _area(x + 72, 497, 160, 98), _area(x, 497, 66, 98)
    areas["seat-10/open"], areas["seat-10/person"] = _area(5, 256, 98, 160), _area(5, 184, 98, 66)
    return areas


AREAS: Mapping[str, Area] = MappingProxyType(
    {
        **_seats(),
        CLAIM: _area(200, 150, 680, 210),
        ITEM_PILE: _area(400, 375, 66, 98),
        PROFESSION_PILE: _area(614, 375, 66, 98),
    }
)
#: Nothing in these is read at any moment.
SECRET = frozenset({ITEM_PILE, PROFESSION_PILE})
MAT = Mat(
    (WIDTH_MM, HEIGHT_MM),
    tuple(Zone(name, area, ZoneUse.SECRET if name in SECRET else ZoneUse.READ) for name, area in AREAS.items()),
)
REFERENCE_MM = 50.0
REFERENCES: Mapping[str, Point] = MappingProxyType(
    {
        "ref-NW": (30.0, 30.0),
        "ref-NE": (1050.0, 30.0),
        "ref-SW": (30.0, 570.0),
        "ref-SE": (1050.0, 570.0),
        "ref-W": (155.0, 300.0),
        "ref-E": (925.0, 300.0),
    }
)


def zone_names() -> Mapping[str, str]:
    """Return what is printed in each zone, in the language in use."""
    places = {seat: seat.removeprefix("seat-") for seat in SEATS}
    return {
        **{open_place(seat): say("open cards {place}", place=place) for seat, place in places.items()},
        **{person_place(seat): say("person {place}", place=place) for seat, place in places.items()},
        CLAIM: say("claims: cards are shown here"),
        ITEM_PILE: say("item pile"),
        PROFESSION_PILE: say("professions"),
    }


class CoachCard(StrEnum):
    """The kinds of the cards' tags."""

    PERSON = "person"
    PROFESSION = "profession"
    ASSOCIATION = "association"
    ITEM = "item"


class CoachMode(StrEnum):
    """Reading context: it decides what is read."""

    FIGHT = "fight"
    SET_UP = "set-up"
    TURN = "turn"
    CLAIM = "claim"


_Kinds = frozenset[str]
_PERSONS: Mapping[str, _Kinds] = dict.fromkeys(PERSON_PLACES, frozenset({CoachCard.PERSON}))
#: The zones that each moment reads, and the kinds that it reads there; the usual moment first.
ZONES_READ: Mapping[str, Mapping[str, _Kinds]] = MappingProxyType(
    {
        CoachMode.FIGHT: {**_PERSONS, **dict.fromkeys(OPEN_PLACES, frozenset({CoachCard.PROFESSION, CoachCard.ITEM}))},
        CoachMode.SET_UP: _PERSONS,
        CoachMode.TURN: dict.fromkeys(OPEN_PLACES, frozenset({CoachCard.PROFESSION})),
        CoachMode.CLAIM: {
            **dict.fromkeys(OPEN_PLACES, frozenset({CoachCard.ASSOCIATION, CoachCard.PROFESSION})),
            CLAIM: frozenset({CoachCard.ASSOCIATION, CoachCard.PROFESSION, CoachCard.ITEM}),
        },
    }
)
