"""Placement of the cards of a table by hands.

It says each tag's centre and turn, and on top of which others it lies.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from companion.cards.laid_cards import STEP_MM, THICK_MM, PlacedCard, held, pile, unsteady, with_middle
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
    ReadingMode,
)
from companion.games.lifeboat.public_table import PublicTable
from companion.games.lifeboat.tags import NAVIGATION_TAGS, PROVISION_OF, character_tag
from engine.lifeboat.components import Character, Provision
from vision.model.catalogue import Catalogue, Tag
from vision.model.surface import Area, Point

#: Number of fanned cards in a line.
_IN_LINE = 5
#: Distance of fanned cards from the edge of their zone.
_EDGE_MM = 2.0
#: How far out of the line a card is pushed in a fight, from the boat's middle.
_PUSHED_MM = 34.0
#: Distance of hands from the mat's edge.
_HAND_GAP_MM = 12.0
#: Distance between the cards of a hand.
_HAND_STEP_MM = 9.0


def open_rows(players: Sequence[Character]) -> dict[Character, str]:
    """The open row of each player: spread round the mat in the order in which they sit."""
    return {who: OPEN_ROWS[number * len(OPEN_ROWS) // len(players)] for number, who in enumerate(players)}


def lay(table: PublicTable, catalogue: Catalogue, moment: ReadingMode, rng: Random | None) -> list[PlacedCard]:
    """Return the cards of a table at this moment, lower ones first, as hands lay them.

    `rng` is the hands' inexactness; None: exactly.
    """
    exactly = _Placer(table, catalogue).all(moment)
    return list(exactly) if rng is None else unsteady(exactly, rng)


def place_in_row(catalogue: Catalogue, row: str, tag_id: str, number: int) -> tuple[Point, float]:
    """Return the tag's place and turn for a card laid to so many others in an open row."""
    tag = next(tag for tag in catalogue.tags if tag.id == tag_id)
    return _in_fan(row, _inset_mm(tag), number, math.ceil((number + 1) / _IN_LINE))


def _inset_mm(tag: Tag) -> Point:
    """Return the distance of a tag's centre from the corner of its card's room, across and down."""
    left, top, _, _ = tag.piece_mm or (0.0, 0.0, 0.0, 0.0)
    return _EDGE_MM - left, _EDGE_MM - top


def _in_fan(row: str, inset_mm: Point, number: int, lines: int) -> tuple[Point, float]:
    """Return the centre and turn of a tag on a card of a fan; `inset_mm` as from `_inset_mm`.

    Each player reads the cards of the fan.
    """
    left, top, _, bottom = AREAS[row]
    down = min(STEP_MM, (bottom - top - STEP_MM) / max(1, lines - 1))
    x = left + inset_mm[0] + number % _IN_LINE * STEP_MM
    y = top + inset_mm[1] + number // _IN_LINE * down
    if not _is_upper(row):
        return (x, y), 0.0
    middle = _middle(AREAS[row])
    return (2 * middle[0] - x, 2 * middle[1] - y), 180.0


class _Placer:
    """Lays the cards exactly where they belong."""

    def __init__(self, table: PublicTable, catalogue: Catalogue) -> None:
        self._table = table
        self._tags = {tag.id: tag for tag in catalogue.tags}
        self._unused = {
            kind: [tag for tag, of in PROVISION_OF.items() if of == kind and tag in self._tags] for kind in Provision
        }
        self._rows = open_rows(table.players)

    def all(self, moment: ReadingMode) -> Iterator[PlacedCard]:
        """Everything that lies on the table or is held over its edge."""
        table = self._table
        spread = table.spread if moment is ReadingMode.SCORING else None
        if spread is None:
            yield from self._boat()
        for who, row in self._rows.items():
            own = [character_tag(CardKind.CHARACTER, who)] if moment is ReadingMode.SET_UP else []
            yield from self._fan([*own, *self._provisions(table.open.get(who, ()))], row)
        if spread is not None:
            love, hate = character_tag(CardKind.LOVE, spread.love), character_tag(CardKind.HATE, spread.hate)
            yield from self._spread([love, hate, *self._provisions(spread.hand)])
        if table.day:
            known = table.day_id in NAVIGATION_TAGS and table.day_id in self._tags
            card = with_middle(self._tags[str(table.day_id) if known else NAVIGATION_TAGS[0]], _middle(AREAS[DAY]))
            yield replace(card, blank=not known)
        provision, navigation = self._tags[next(iter(PROVISION_OF))], self._tags[NAVIGATION_TAGS[0]]
        yield from pile(provision, table.bow, _middle(AREAS[SUPPLY]))
        yield from pile(provision, table.discard, _middle(AREAS[DISCARD]))
        yield from pile(navigation, table.deck, _middle(AREAS[NAVIGATION_DECK]))
        yield from pile(navigation, table.row, _middle(AREAS[ROW_STACK]))
        for who, row in self._rows.items():
            if spread is None or who is not spread.by:
                yield from self._hand(table.hands.get(who, 0), row)

    def _provisions(self, kinds: Sequence[Provision]) -> list[str]:
        """The next cards of these kinds; there are no more than the game has."""
        return [self._unused[kind].pop(0) for kind in kinds if self._unused[kind]]

    def _boat(self) -> Iterator[PlacedCard]:
        left, _, right, _ = AREAS[BOAT]
        room = (right - left) / len(Character)
        for place, who in enumerate(self._table.seats):
            y = _middle(AREAS[BOAT])[1]
            if who in self._table.attack:
                y -= _PUSHED_MM
            elif who in self._table.defend:
                y += _PUSHED_MM
            yield with_middle(self._tags[character_tag(CardKind.POSITION, who)], (left + (place + 0.5) * room, y))

    def _fan(self, tags: Sequence[str], row: str) -> Iterator[PlacedCard]:
        """Cards before a player, seen from where the player sits: each shows its tag."""
        lines = math.ceil(len(tags) / _IN_LINE)
        for number, tag in enumerate(tags):
            at, turn = _in_fan(row, _inset_mm(self._tags[tag]), number, lines)
            yield PlacedCard(tag, at, turn, number * THICK_MM)

    def _spread(self, tags: Sequence[str]) -> Iterator[PlacedCard]:
        """Love, hate and hand in a row in the boat."""
        left, top, right, _ = AREAS[BOAT]
        edges = self._edges(tags[0])
        width = edges[2] - edges[0]
        step = min(width + _EDGE_MM, (right - left - width - 2 * _EDGE_MM) / max(1, len(tags) - 1))
        for number, tag in enumerate(tags):
            across, down = _inset_mm(self._tags[tag])
            yield PlacedCard(tag, (left + across + number * step, top + 40.0 + down), 0.0, number * THICK_MM)

    def _hand(self, count: int, row: str) -> Iterator[PlacedCard]:
        """Backs of cards that are held beyond the mat's edge."""
        _, top, _, bottom = AREAS[row]
        of = next(iter(PROVISION_OF))
        far = _HAND_GAP_MM + (self._edges(of)[3] - self._edges(of)[1]) / 2
        y, turn = (top - far, 180.0) if _is_upper(row) else (bottom + far, 0.0)
        yield from held(self._tags[of], count, (_middle(AREAS[row])[0], y), turn, _HAND_STEP_MM)

    def _edges(self, tag_id: str) -> Area:
        return self._tags[tag_id].piece_mm or (0.0, 0.0, 0.0, 0.0)


def _middle(area: Area) -> Point:
    left, top, right, bottom = area
    return (left + right) / 2, (top + bottom) / 2


def _is_upper(row: str) -> bool:
    """Return True if the player of an open row sits at the upper side of the mat."""
    return OPEN_ROWS.index(row) < len(OPEN_ROWS) // 2
