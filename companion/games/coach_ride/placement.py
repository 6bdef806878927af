"""Placement of the cards of a table by hands.

It says each tag's centre and turn, and on top of which others it lies.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from companion.cards.laid_cards import STEP_MM, THICK_MM, PlacedCard, held, pile, unsteady, with_middle
from companion.games.coach_ride.mat import (
    AREAS,
    CLAIM,
    ITEM_PILE,
    MAT,
    PROFESSION_PILE,
    SEATS,
    CoachCard,
    CoachMode,
    open_place,
    person_place,
)
from companion.games.coach_ride.public_table import CoachRidePublicTable, ShownHand
from companion.games.coach_ride.tags import ASSOCIATION_OF, ITEM_OF, SWORD
from engine.coach_ride.cards import Association, Item, Person
from vision.model.catalogue import Catalogue, Tag
from vision.model.surface import Area, Point

#: Between the edge of a zone and the first card.
_EDGE_MM = 2.0
#: Distance of hands from the edge of the open place, beyond the mat.
_HAND_GAP_MM = 14.0
#: Distance between the cards of a hand.
_HAND_STEP_MM = 9.0


def seats_of(players: Sequence[Person]) -> dict[Person, str]:
    """Return the seat of each player: spread round the mat, clockwise."""
    return {player: SEATS[number * len(SEATS) // len(players)] for number, player in enumerate(players)}


def facing_deg(seat: str) -> float:
    """Return the turn of cards that lie upright for the player at a seat."""
    number = SEATS.index(seat) + 1
    if number <= 4:
        return 180.0
    if number == 5:
        return 270.0
    return 90.0 if number == 10 else 0.0


def lay(
    table: CoachRidePublicTable,
    catalogue: Catalogue,
    moment: CoachMode,
    rng: Random | None,
    seats: Mapping[Person, str] | None = None,
) -> list[PlacedCard]:
    """Return the cards of a table at this moment, lower ones first, as hands lay them.

    `rng` is the hands' inexactness; None: exactly. `seats`: who sits where; None: spread round the mat.
    """
    exactly = list(_Placer(table, catalogue, seats or seats_of(table.players)).all(moment))
    return exactly if rng is None else unsteady(exactly, rng)


class _Placer:
    """Lays the cards exactly where they belong."""

    def __init__(self, table: CoachRidePublicTable, catalogue: Catalogue, seats: Mapping[Person, str]) -> None:
        self._table, self._seats = table, seats
        self._tags = {tag.id: tag for tag in catalogue.tags}
        self._items: dict[Item, list[str]] = {}
        for tag, item in ITEM_OF.items():
            self._items.setdefault(item, []).append(tag)
        self._sides: dict[Association, list[str]] = {}
        for tag, side in ASSOCIATION_OF.items():
            self._sides.setdefault(side, []).append(tag)

    def all(self, moment: CoachMode) -> Iterator[PlacedCard]:
        """Yield all cards that lie on the table or are held over its edge."""
        table, seats = self._table, self._seats
        claimed = list(table.shown) if moment is CoachMode.CLAIM else []
        for player, seat in seats.items():
            face = table.faces.get(player) if moment is not CoachMode.SET_UP else SWORD
            if face:
                person = self._tags[f"{CoachCard.PERSON}-{player}/{face}"]
                yield with_middle(person, MAT.centre(person_place(seat)), facing_deg(seat))
            in_open = []
            if player in claimed[1:]:
                in_open += self._associations(table.shown[player])
            if player in table.professions and player not in claimed[:1]:
                in_open.append(f"{CoachCard.PROFESSION}-{table.professions[player]}")
            if moment is not CoachMode.CLAIM:
                in_open += self._hand_items(table.used.get(player, ()))
            yield from self._fan(in_open, AREAS[open_place(seat)], facing_deg(seat))
        if claimed:
            yield from self._claim(claimed)
        item, profession = self._tags["item-pearl"], self._tags["profession-thug"]
        yield from pile(item, table.pile, MAT.centre(ITEM_PILE))
        yield from pile(profession, table.profession_pile, MAT.centre(PROFESSION_PILE))
        for player, seat in seats.items():
            if player not in claimed:
                yield from self._hand(table.hands.get(player, 0), seat)

    def _claim(self, claimed: Sequence[Person]) -> Iterator[PlacedCard]:
        """Yield the claimant's cards in a line, the items of the others below."""
        first = self._table.shown[claimed[0]]
        lines = [[*self._associations(first), *self._hand_items(first.items)], []]
        if first.profession:
            lines[0].insert(1, f"{CoachCard.PROFESSION}-{first.profession}")
        for player in claimed[1:]:
            lines[1] += self._hand_items(self._table.shown[player].items)
        left, top, right, bottom = AREAS[CLAIM]
        half = (bottom - top) / 2
        for number, line in enumerate(lines):
            yield from self._fan(line, (left, top + number * half, right, bottom), 0.0)

    def _fan(self, tags: Sequence[str], area: Area, turn: float) -> Iterator[PlacedCard]:
        """Yield cards in a fan from the player's left to the right.

        They lie in the place before the player.
        """
        for number, tag in enumerate(tags):
            yield PlacedCard(tag, place_in_fan(self._tags[tag], area, turn, number, len(tags)), turn, number * THICK_MM)

    def _associations(self, hand: ShownHand) -> list[str]:
        return [self._sides[side].pop(0) for side in hand.associations if self._sides[side]]

    def _hand_items(self, items: Sequence[Item]) -> list[str]:
        return [self._items[item].pop(0) for item in items if self._items[item]]

    def _hand(self, count: int, seat: str) -> Iterator[PlacedCard]:
        """Yield backs of cards that are held beyond the mat's edge."""
        left, top, right, bottom = AREAS[open_place(seat)]
        x, y = MAT.centre(open_place(seat))
        far = _HAND_GAP_MM + 47.0
        turn = facing_deg(seat)
        middle = {0.0: (x, bottom + far), 90.0: (left - far, y), 180.0: (x, top - far), 270.0: (right + far, y)}[turn]
        yield from held(self._tags["item-pearl"], count, middle, turn, _HAND_STEP_MM)


def place_in_fan(tag: Tag, area: Area, turn: float, number: int, count: int) -> Point:
    """Return the tag's place of the `number`-th of so many cards of a fan."""
    left, top, right, bottom = area
    edges = tag.piece_mm or (0.0, 0.0, 0.0, 0.0)
    inset, down = _EDGE_MM - edges[0], _EDGE_MM - edges[1]
    across = right - left if turn in (0.0, 180.0) else bottom - top
    step = min(STEP_MM * 2.2, (across - 2 * inset - STEP_MM) / max(1, count - 1))
    way = inset + number * max(step, 20.0)
    return {
        0.0: (left + way, top + down),
        90.0: (right - down, top + way),
        180.0: (right - way, bottom - down),
        270.0: (left + down, bottom - way),
    }[turn]
