"""Facts from pictures and readings of the mat: the place of each card, by the game's names.

Two readings of a table on which nothing was changed are equal.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from companion.games.coach_ride.mat import CLAIM, SEATS, ZONES_READ, CardKind, open_place, person_place
from companion.games.coach_ride.tags import ASSOCIATION_OF, ITEM_OF, PERSON_OF, PROFESSION_OF, TAGS
from companion.table.mat_readings import MatReadings
from engine.coach_ride.cards import Association, Item, Person, Profession
from vision.reading import Reading


@dataclass(frozen=True)
class MatObservation:
    """The cards that a reading shows, those that the moment reads.

    `persons`: which persons lie in the person place of each seat, and which face is up (``sword``, ``shield``). `open`:
    the tags of the cards in each seat's open place, `claim` those in the claim place, sorted. `unreadable` are the
    zones in which something lies that cannot be read. `twice` are tags that are seen at two places at once. `seats` is
    where each player sits as far as it was seen before.
    """

    persons: Mapping[str, tuple[tuple[Person, str], ...]] = field(default_factory=dict)
    open: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    claim: tuple[str, ...] = ()
    unreadable: tuple[str, ...] = ()
    twice: tuple[str, ...] = ()
    seats: Mapping[Person, str] = field(default_factory=dict)

    def professions(self, seat: str) -> tuple[Profession, ...]:
        """The professions in a seat's open place."""
        return tuple(PROFESSION_OF[tag] for tag in self.open.get(seat, ()) if tag in PROFESSION_OF)

    def items(self, seat: str) -> tuple[Item, ...]:
        """The items in a seat's open place."""
        return tuple(ITEM_OF[tag] for tag in self.open.get(seat, ()) if tag in ITEM_OF)

    def associations(self, seat: str) -> tuple[Association, ...]:
        """The associations in a seat's open place."""
        return tuple(ASSOCIATION_OF[tag] for tag in self.open.get(seat, ()) if tag in ASSOCIATION_OF)


def observation_from_reading(reading: Reading) -> MatObservation:
    """Return what a reading shows."""
    placed = sorted((one.tag.id, one.tag.kind, one.zone) for one in reading.placed_tags)
    names = [name for name, _, _ in placed]

    def lying(zone: str, *, persons: bool = False) -> tuple[str, ...]:
        return tuple(name for name, kind, there in placed if there == zone and (kind == CardKind.PERSON) == persons)

    seats = {seat: tuple(PERSON_OF[name] for name in lying(person_place(seat), persons=True)) for seat in SEATS}
    opened = {seat: lying(open_place(seat)) for seat in SEATS}
    return MatObservation(
        {seat: persons for seat, persons in seats.items() if persons},
        {seat: cards for seat, cards in opened.items() if cards},
        lying(CLAIM),
        reading.unreadable,
        tuple(sorted({name for name in names if names.count(name) > 1})),
    )


class CoachRideReadings(MatReadings):
    """Persons, professions, items and shown cards, each read at its moment (rules, section 8)."""

    tags = TAGS
    zones_read: ClassVar = ZONES_READ
    keeps_pictures: ClassVar = False


READINGS = CoachRideReadings()
