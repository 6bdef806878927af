"""Where hands lay the cards of a table: each tag's centre and turn, on top of which others."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from companion.games.lifeboat.mat import (
    AREAS,
    BOAT,
    DAY,
    DISCARD,
    NAVIGATION_DECK,
    OPEN_ROWS,
    ROW_STACK,
    SUPPLY,
    CardKind,
    Moment,
)
from companion.games.lifeboat.photographed import Photographed
from companion.games.lifeboat.tags import NAVIGATION_TAGS, PROVISION_OF, tag_of
from companion.sheets.card_tags import from_tag_to_middle
from engine.lifeboat.components import Character, Provision
from vision.catalogue import Catalogue, Tag
from vision.surface import Point

#: Fanned cards lie so far apart, across and down; so many in a line.
STEP_MM = 31.0
_IN_LINE = 5
#: Between the edge of a zone and the first card.
_EDGE_MM = 2.0
#: How far out of the line a card is pushed in a fight, from the boat's middle.
_PUSHED_MM = 34.0
#: Hands are held so far from the mat's edge, and so close together.
_HAND_GAP_MM, _HAND_STEP_MM = 12.0, 9.0
#: So thick is a card in a pile, and so much higher lies each card of a fan.
_THICK_MM = 0.6
#: How unsteady hands are: off where a card belongs (mm) and askew (degrees), as standard deviations.
_OFF_MM, _ASKEW_DEG = 1.2, 1.6


@dataclass(frozen=True)
class LaidCard:
    """A card on the table: its tag (that of its front, if it is face down), where that is and how it is turned.

    It lies on something `base_mm` high. `thick_mm`: how thick it and the pile below it are, None for one card. `blank`:
    it has no tag.
    """

    tag_id: str
    at_mm: Point
    turn_deg: float
    base_mm: float = 0.0
    thick_mm: float | None = None
    face_down: bool = False
    blank: bool = False


def rows_of(players: Sequence[Character]) -> dict[Character, str]:
    """The open row of each player: spread round the mat in the order in which they sit."""
    return {who: OPEN_ROWS[number * len(OPEN_ROWS) // len(players)] for number, who in enumerate(players)}


def lay(table: Photographed, catalogue: Catalogue, moment: Moment, chance: Random | None) -> list[LaidCard]:
    """The cards of a table at this moment, lower ones first, as hands lay them by `chance`; None: exactly."""
    exactly = _Layer(table, catalogue).all(moment)
    return list(exactly) if chance is None else [_unsteady(card, chance) for card in exactly]


def _unsteady(card: LaidCard, chance: Random) -> LaidCard:
    x, y = (at + chance.gauss(0, _OFF_MM) for at in card.at_mm)
    return replace(card, at_mm=(x, y), turn_deg=(card.turn_deg + chance.gauss(0, _ASKEW_DEG)) % 360)


class _Layer:
    """Lays the cards exactly where they belong."""

    def __init__(self, table: Photographed, catalogue: Catalogue) -> None:
        self._table = table
        self._tags = {tag.id: tag for tag in catalogue.tags}
        self._unused = {
            kind: [tag for tag, of in PROVISION_OF.items() if of == kind and tag in self._tags] for kind in Provision
        }
        self._rows = rows_of(table.players)

    def all(self, moment: Moment) -> Iterator[LaidCard]:
        """Everything that lies on the table or is held over its edge."""
        table = self._table
        spread = table.spread if moment is Moment.SCORING else None
        if spread is None:
            yield from self._boat()
        for who, row in self._rows.items():
            own = [tag_of(CardKind.CHARACTER, who)] if moment is Moment.SET_UP else []
            yield from self._fan([*own, *self._provisions(table.open.get(who, ()))], row)
        if spread is not None:
            love, hate = tag_of(CardKind.LOVE, spread.love), tag_of(CardKind.HATE, spread.hate)
            yield from self._spread([love, hate, *self._provisions(spread.hand)])
        if table.day:
            known = table.day_id in NAVIGATION_TAGS and table.day_id in self._tags
            yield self._middle(str(table.day_id) if known else NAVIGATION_TAGS[0], DAY, blank=not known)
        piles = {SUPPLY: table.bow, DISCARD: table.discard, NAVIGATION_DECK: table.deck, ROW_STACK: table.row}
        for zone, count in piles.items():
            yield from self._pile(zone, count)
        for who, row in self._rows.items():
            if spread is None or who is not spread.by:
                yield from self._hand(table.hands.get(who, 0), row)

    def _provisions(self, kinds: Sequence[Provision]) -> list[str]:
        """The next cards of these kinds; there are no more than the game has."""
        return [self._unused[kind].pop(0) for kind in kinds if self._unused[kind]]

    def _boat(self) -> Iterator[LaidCard]:
        left, top, right, bottom = AREAS[BOAT]
        room = (right - left) / len(Character)
        for place, who in enumerate(self._table.seats):
            y = (top + bottom) / 2
            if who in self._table.attack:
                y -= _PUSHED_MM
            elif who in self._table.defend:
                y += _PUSHED_MM
            yield self._with_middle(tag_of(CardKind.POSITION, who), (left + (place + 0.5) * room, y), 0.0)

    def _fan(self, tags: Sequence[str], row: str) -> Iterator[LaidCard]:
        """Cards before a player, seen from where the player sits: each shows its tag."""
        left, top, right, bottom = AREAS[row]
        middle = ((left + right) / 2, (top + bottom) / 2)
        turn = 180.0 if OPEN_ROWS.index(row) < len(OPEN_ROWS) // 2 else 0.0
        lines = math.ceil(len(tags) / _IN_LINE)
        down = min(STEP_MM, (bottom - top - STEP_MM) / max(1, lines - 1))
        for number, tag in enumerate(tags):
            inset = _EDGE_MM + self._from_corner(tag)
            x = left + inset + number % _IN_LINE * STEP_MM
            y = top + inset + number // _IN_LINE * down
            if turn:
                x, y = 2 * middle[0] - x, 2 * middle[1] - y
            yield LaidCard(tag, (x, y), turn, number * _THICK_MM)

    def _spread(self, tags: Sequence[str]) -> Iterator[LaidCard]:
        """Love, hate and hand in a row in the boat."""
        left, top, right, _ = AREAS[BOAT]
        width = self._width(tags[0])
        step = min(width + _EDGE_MM, (right - left - width - 2 * _EDGE_MM) / max(1, len(tags) - 1))
        for number, tag in enumerate(tags):
            inset = _EDGE_MM + self._from_corner(tag)
            yield LaidCard(tag, (left + inset + number * step, top + 40.0 + inset), 0.0, number * _THICK_MM)

    def _pile(self, zone: str, count: int) -> Iterator[LaidCard]:
        """The topmost card of a pile, as high as the pile."""
        if count:
            of = NAVIGATION_TAGS[0] if zone in (NAVIGATION_DECK, ROW_STACK) else next(iter(PROVISION_OF))
            yield replace(self._middle(of, zone), thick_mm=count * _THICK_MM, face_down=True)

    def _hand(self, count: int, row: str) -> Iterator[LaidCard]:
        """Backs of cards that are held beyond the mat's edge."""
        left, top, right, bottom = AREAS[row]
        upper = OPEN_ROWS.index(row) < len(OPEN_ROWS) // 2
        of = next(iter(PROVISION_OF))
        tall = self._edges(of)[3] - self._edges(of)[1]
        y = top - _HAND_GAP_MM - tall / 2 if upper else bottom + _HAND_GAP_MM + tall / 2
        for number in range(count):
            x = (left + right) / 2 + (number - (count - 1) / 2) * _HAND_STEP_MM
            card = self._with_middle(of, (x, y), 180.0 if upper else 0.0)
            yield replace(card, base_mm=number * _THICK_MM, face_down=True)

    def _middle(self, tag_id: str, zone: str, *, blank: bool = False) -> LaidCard:
        """A card in the middle of a zone."""
        left, top, right, bottom = AREAS[zone]
        return replace(self._with_middle(tag_id, ((left + right) / 2, (top + bottom) / 2), 0.0), blank=blank)

    def _with_middle(self, tag_id: str, middle_mm: Point, turn_deg: float) -> LaidCard:
        x, y = from_tag_to_middle(self._tag(tag_id), turn_deg)
        return LaidCard(tag_id, (middle_mm[0] - x, middle_mm[1] - y), turn_deg)

    def _from_corner(self, tag_id: str) -> float:
        """How far the tag's centre is from the card's upper and left edge."""
        return -self._edges(tag_id)[0]

    def _width(self, tag_id: str) -> float:
        left, _, right, _ = self._edges(tag_id)
        return right - left

    def _edges(self, tag_id: str) -> tuple[float, float, float, float]:
        return self._tag(tag_id).piece_mm or (0.0, 0.0, 0.0, 0.0)

    def _tag(self, tag_id: str) -> Tag:
        return self._tags[tag_id]
