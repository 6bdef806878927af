"""The box beside the table: stacks face down, from which hands draw, and the place where monsters' tokens wait."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.games.betrayal.mat import HEIGHT_MM, WIDTH_MM
from companion.games.betrayal.tags import CARD_MM, TAGS
from engine.betrayal.components import CardKind
from vision.model.surface import Area, Point

#: The box begins so far right of what the references enclose, and is so wide.
LEFT_MM, WIDE_MM = WIDTH_MM + 12.0, 96.0
_MIDDLE = LEFT_MM + WIDE_MM / 2
#: The pile of tiles, and those that were set aside; event cards, which have no names here; of each other kind its pile.
STACK, ASIDE, EVENTS = "pile/tiles", "pile/aside", "pile/event"
#: So many event cards are in the box, and so many more with Widow's Walk.
EVENT_CARDS, MORE_EVENT_CARDS = 45, 11
CARD_PILES: Mapping[CardKind, str] = MappingProxyType({kind: f"pile/{kind}" for kind in (CardKind.OMEN, CardKind.ITEM)})
#: The middles of the piles.
PILES: Mapping[str, Point] = MappingProxyType(
    {
        STACK: (_MIDDLE, 12.0),
        ASIDE: (_MIDDLE, 96.0),
        EVENTS: (_MIDDLE, 198.0),
        CARD_PILES[CardKind.OMEN]: (_MIDDLE, 316.0),
        CARD_PILES[CardKind.ITEM]: (_MIDDLE, 434.0),
    }
)
#: Tokens wait in rows of so many, so far apart, from here on.
_IN_A_ROW, _APART_MM, _TOKENS_FROM = 4, 23.0, HEIGHT_MM - 198.0


def is_pile(piece_id: str) -> bool:
    """Whether a piece is one of the piles."""
    return piece_id in PILES


def edges_mm(pile: str) -> Area:
    """The edges of a pile, from its middle."""
    tile = TAGS.sizes[0].default
    width, height = (tile, tile) if pile in (STACK, ASIDE) else CARD_MM
    return -width / 2, -height / 2, width / 2, height / 2


def pile_at(point_mm: Point) -> str | None:
    """The pile whose place is at a point."""
    for pile, (x, y) in PILES.items():
        left, top, right, bottom = edges_mm(pile)
        if left <= point_mm[0] - x <= right and top <= point_mm[1] - y <= bottom:
            return pile
    return None


def token_place(number: int) -> Point:
    """Where the n-th token (from 0) waits for its haunt."""
    row, column = divmod(number, _IN_A_ROW)
    return _MIDDLE + (column - (_IN_A_ROW - 1) / 2) * _APART_MM, _TOKENS_FROM + row * _APART_MM
