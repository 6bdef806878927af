"""Mat (rules, section 12): its zones, its references, and what is read at each moment.

Lengths are millimetres from the mat's top left corner, x towards the stern, y down; the bow is at the left.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from companion.games.lifeboat.language import say
from engine.names import Name
from vision.model.surface import Area, Mat, Point, Zone, ZoneUse

#: Width of the mat.
WIDTH_MM = 840.0
#: Height of the mat.
HEIGHT_MM = 510.0
BOAT = "boat"
DAY = "day"
SHOW = "show"
SUPPLY = "supply"
DISCARD = "discard"
NAVIGATION_DECK = "navigation-deck"
ROW_STACK = "row-stack"
#: The places for open cards, clockwise from the upper left: one for each player.
OPEN_ROWS = tuple(f"open-{number}" for number in range(1, 9))

_COLUMNS = ((50.0, 232.0), (236.0, 418.0), (422.0, 604.0), (608.0, 790.0))
#: Upper and lower edge of the upper zones (mm).
_UPPER = (6.0, 106.0)
#: Upper and lower edge of the lower zones (mm).
_LOWER = (404.0, 504.0)


def _open_rows() -> dict[str, Area]:
    upper = [(left, _UPPER[0], right, _UPPER[1]) for left, right in _COLUMNS]
    lower = [(left, _LOWER[0], right, _LOWER[1]) for left, right in reversed(_COLUMNS)]
    return dict(zip(OPEN_ROWS, (*upper, *lower), strict=True))


AREAS: Mapping[str, Area] = MappingProxyType(
    {
        **_open_rows(),
        BOAT: (124.0, 165.0, 642.0, 345.0),
        SUPPLY: (50.0, 160.0, 120.0, 255.0),
        DISCARD: (50.0, 257.0, 120.0, 352.0),
        NAVIGATION_DECK: (646.0, 160.0, 716.0, 255.0),
        ROW_STACK: (646.0, 257.0, 716.0, 352.0),
        DAY: (720.0, 160.0, 790.0, 255.0),
        SHOW: (720.0, 257.0, 790.0, 352.0),
    }
)
#: Nothing in these is read at any moment.
SECRET = frozenset({SUPPLY, DISCARD, NAVIGATION_DECK, ROW_STACK})
MAT = Mat(
    (WIDTH_MM, HEIGHT_MM),
    tuple(Zone(name, area, ZoneUse.SECRET if name in SECRET else ZoneUse.READ) for name, area in AREAS.items()),
)
REFERENCE_MM = 40.0
REFERENCES: Mapping[str, Point] = MappingProxyType(
    {
        "ref-NW": (24.0, 24.0),
        "ref-W": (24.0, 255.0),
        "ref-SW": (24.0, 486.0),
        "ref-NE": (816.0, 24.0),
        "ref-E": (816.0, 255.0),
        "ref-SE": (816.0, 486.0),
    }
)


def zone_names() -> Mapping[str, str]:
    """Return what is printed in each zone, in the language in use."""
    return {
        **{row: say("open cards {place}", place=row.removeprefix("open-")) for row in OPEN_ROWS},
        BOAT: say("the boat: position cards, the bow at the left; up: attack, down: defend"),
        SUPPLY: say("supply"),
        DISCARD: say("discard pile"),
        NAVIGATION_DECK: say("navigation"),
        ROW_STACK: say("row stack"),
        DAY: say("the day's card"),
        SHOW: say("used now"),
    }


class RowSide(Name):
    """Side of the boat row on which a card lies."""

    LINE = "line"
    ATTACK = "attack"
    DEFEND = "defend"


#: Line above which the centre of a card lies that is pushed up.
ATTACK_ABOVE_MM = 235.0
#: Line below which the centre of a card lies that is pushed down.
DEFEND_BELOW_MM = 275.0


def row_side_at(y_mm: float) -> RowSide:
    """Return the side of a card by the height of its centre on the mat, in mm."""
    if y_mm < ATTACK_ABOVE_MM:
        return RowSide.ATTACK
    return RowSide.DEFEND if y_mm > DEFEND_BELOW_MM else RowSide.LINE


class BoatCard(StrEnum):
    """The kinds of the cards' tags."""

    CHARACTER = "character"
    POSITION = "position"
    LOVE = "love"
    HATE = "hate"
    PROVISION = "provision"
    NAVIGATION = "navigation"


class BoatMode(StrEnum):
    """Reading context: the steps of the rules' section 13, and the scoring.

    It decides what is read.
    """

    ACT = "act"
    SET_UP = "set-up"
    TAKE = "take"
    ANSWER = "answer"
    OBJECTION = "objection"
    FIGHT = "fight"
    CHOOSE = "choose"
    OVERBOARD = "overboard"
    THIRST = "thirst"
    SCORING = "scoring"


_Kinds = frozenset[str]
#: Everybody knows these all the time: what lies wrong of them can be told.
_KNOWN: _Kinds = frozenset({BoatCard.CHARACTER, BoatCard.POSITION})
_OPEN: Mapping[str, _Kinds] = dict.fromkeys(OPEN_ROWS, _KNOWN | {BoatCard.PROVISION})
_BOAT: Mapping[str, _Kinds] = {BOAT: _KNOWN}
_SHOW: Mapping[str, _Kinds] = {SHOW: frozenset({BoatCard.PROVISION})}
#: The zones that each moment reads, and the kinds that it reads there (sections 13 and 14); the usual moment first.
ZONES_READ: Mapping[str, Mapping[str, _Kinds]] = MappingProxyType(
    {
        BoatMode.ACT: {**_OPEN, **_BOAT, **_SHOW},
        BoatMode.SET_UP: {**dict.fromkeys(OPEN_ROWS, _KNOWN), **_BOAT},
        BoatMode.TAKE: _OPEN,
        BoatMode.ANSWER: _OPEN,
        BoatMode.OBJECTION: _OPEN,
        BoatMode.FIGHT: {**_OPEN, **_BOAT},
        BoatMode.CHOOSE: {DAY: frozenset({BoatCard.NAVIGATION})},
        BoatMode.OVERBOARD: {**_OPEN, **_SHOW},
        BoatMode.THIRST: {**_OPEN, **_SHOW},
        BoatMode.SCORING: {BOAT: frozenset({BoatCard.LOVE, BoatCard.HATE, BoatCard.PROVISION})},
    }
)
