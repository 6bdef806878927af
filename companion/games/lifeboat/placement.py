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
    MAT,
    NAVIGATION_DECK,
    OPEN_ROWS,
    ROW_STACK,
    SUPPLY,
    BoatCard,
    BoatMode,
)
from companion.games.lifeboat.public_table import LifeboatPublicTable
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
    """Return the open row of each player, round the mat in the order in which they sit."""
    return {player: OPEN_ROWS[number * len(OPEN_ROWS) // len(players)] for number, player in enumerate(players)}


def lay(table: LifeboatPublicTable, catalogue: Catalogue, moment: BoatMode, rng: Random | None) -> list[PlacedCard]:
    """Return the cards of a table at this moment, lower ones first, as hands lay them.

    `rng` is the hands' inexactness; None: exactly.
    """
    exactly = _Placer(table, catalogue).all(moment)
    return list(exactly) if rng is None else unsteady(exactly, rng)


def place_in_row(catalogue: Catalogue, row: str, tag_id: str, number: int) -> tuple[Point, float]:
    """Return the tag's place and turn for a card laid to so many others in an open row."""
    tag = next(tag for tag in catalogue.tags if tag.id == tag_id)
    return _in_fan(row, tag, number, number + 1)


def _edges_mm(tag: Tag) -> Area:
    """Return the edges of a tag's card as seen from the tag's centre."""
    return tag.piece_mm or (0.0, 0.0, 0.0, 0.0)


def _tag_in_room(low: float, high: float, edges: tuple[float, float], step: float) -> float:
    """Return a tag's place (mm) on a card of a fan between `low` and `high`.

    `step`: distance to the first card. That lies at the side where the slip is: no later one covers its tag.
    """
    before, after = edges
    return low + _EDGE_MM - before + step if -before <= after else high - _EDGE_MM - after - step


def _step_mm(tag: Tag, edges: tuple[float, float]) -> float:
    """Return the distance (mm) of two cards at which the lower one's tag stays in sight."""
    return max(STEP_MM, tag.size_mm / 2 + min(-edges[0], edges[1]))


def _in_fan(row: str, tag: Tag, number: int, count: int) -> tuple[Point, float]:
    """Return the centre and turn of a tag on a card of a fan of so many.

    Each player reads the cards of the fan.
    """
    left, top, right, bottom = AREAS[row]
    edges = _edges_mm(tag)
    across, up_down = edges[::2], edges[1::2]
    step = _step_mm(tag, across)
    in_line = _IN_LINE if step == STEP_MM else max(1, 1 + int((right - left - across[1] + across[0]) // step))
    lines = math.ceil(count / in_line)
    down = min(_step_mm(tag, up_down), (bottom - top - STEP_MM) / max(1, lines - 1))
    x = _tag_in_room(left, right, across, number % in_line * step)
    y = _tag_in_room(top, bottom, up_down, number // in_line * down)
    if not _is_upper(row):
        return (x, y), 0.0
    middle = MAT.centre(row)
    return (2 * middle[0] - x, 2 * middle[1] - y), 180.0


class _Placer:
    """Lays the cards exactly where they belong."""

    def __init__(self, table: LifeboatPublicTable, catalogue: Catalogue) -> None:
        self._table = table
        self._tags = {tag.id: tag for tag in catalogue.tags}
        self._unused = {
            kind: [tag for tag, of in PROVISION_OF.items() if of == kind and tag in self._tags] for kind in Provision
        }
        self._rows = open_rows(table.players)

    def all(self, moment: BoatMode) -> Iterator[PlacedCard]:
        """Yield all cards that lie on the table or are held over its edge."""
        table = self._table
        spread = table.spread if moment is BoatMode.SCORING else None
        if spread is None:
            yield from self._boat()
        for character, row in self._rows.items():
            own = [character_tag(BoatCard.CHARACTER, character)] if moment is BoatMode.SET_UP else []
            yield from self._fan([*own, *self._provisions(table.open.get(character, ()))], row)
        if spread is not None:
            love, hate = (character_tag(BoatCard.LOVE, spread.love), character_tag(BoatCard.HATE, spread.hate))
            yield from self._spread([love, hate, *self._provisions(spread.hand)])
        if table.day:
            known = table.day_id in NAVIGATION_TAGS and table.day_id in self._tags
            card = with_middle(self._tags[str(table.day_id) if known else NAVIGATION_TAGS[0]], MAT.centre(DAY))
            yield replace(card, blank=not known)
        provision, navigation = self._tags[next(iter(PROVISION_OF))], self._tags[NAVIGATION_TAGS[0]]
        yield from pile(provision, table.bow, MAT.centre(SUPPLY))
        yield from pile(provision, table.discard, MAT.centre(DISCARD))
        yield from pile(navigation, table.deck, MAT.centre(NAVIGATION_DECK))
        yield from pile(navigation, table.row, MAT.centre(ROW_STACK))
        for character, row in self._rows.items():
            if spread is None or character is not spread.by:
                yield from self._hand(table.hands.get(character, 0), row)

    def _provisions(self, kinds: Sequence[Provision]) -> list[str]:
        """Return the tags of the next cards of these kinds, as far as the game has any."""
        return [self._unused[kind].pop(0) for kind in kinds if self._unused[kind]]

    def _boat(self) -> Iterator[PlacedCard]:
        left, _, right, _ = AREAS[BOAT]
        room = (right - left) / len(Character)
        for place, seat in enumerate(self._table.seats):
            y = MAT.centre(BOAT)[1]
            if seat in self._table.attack:
                y -= _PUSHED_MM
            elif seat in self._table.defend:
                y += _PUSHED_MM
            yield with_middle(self._tags[character_tag(BoatCard.POSITION, seat)], (left + (place + 0.5) * room, y))

    def _fan(self, tags: Sequence[str], row: str) -> Iterator[PlacedCard]:
        """Yield cards fanned out before a player, each with its tag in sight."""
        for number, tag in enumerate(tags):
            centre, turn = _in_fan(row, self._tags[tag], number, len(tags))
            yield PlacedCard(tag, centre, turn, number * THICK_MM)

    def _spread(self, tags: Sequence[str]) -> Iterator[PlacedCard]:
        """Love, hate and hand in a row in the boat."""
        left, top, right, _ = AREAS[BOAT]
        edges = _edges_mm(self._tags[tags[0]])
        width = edges[2] - edges[0]
        step = min(width + _EDGE_MM, (right - left - width - 2 * _EDGE_MM) / max(1, len(tags) - 1))
        for number, tag in enumerate(tags):
            edges = _edges_mm(self._tags[tag])
            x = _tag_in_room(left, right, edges[::2], number * step)
            yield PlacedCard(tag, (x, top + 40.0 + _EDGE_MM - edges[1]), 0.0, number * THICK_MM)

    def _hand(self, count: int, row: str) -> Iterator[PlacedCard]:
        """Yield the backs of cards that a player holds beyond the mat's edge."""
        _, top, _, bottom = AREAS[row]
        of = next(iter(PROVISION_OF))
        _, above, _, below = _edges_mm(self._tags[of])
        far = _HAND_GAP_MM + (below - above) / 2
        y, turn = (top - far, 180.0) if _is_upper(row) else (bottom + far, 0.0)
        yield from held(self._tags[of], count, (MAT.centre(row)[0], y), turn, _HAND_STEP_MM)


def _is_upper(row: str) -> bool:
    """Return True if the player of an open row sits at the upper side of the mat."""
    return OPEN_ROWS.index(row) < len(OPEN_ROWS) // 2
