"""Facts from pictures and readings of the mat: the place of each card, by the game's names.

Two readings of a table on which nothing was changed are equal.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from companion.games.coach_ride.mat import CLAIM, SEATS, ZONES_READ, open_place, person_place
from companion.games.coach_ride.tags import ASSOCIATION_OF, ITEM_OF, PERSON_OF, PROFESSION_OF, TAGS
from companion.table.layout import Lie, PieceObservation, TableLayout
from companion.table.mat_readings import MatReadings
from engine.coach_ride.cards import Association, Item, Person, Profession
from vision.reading import Reading


@dataclass(frozen=True)
class CoachRideObservation(PieceObservation):
    """Observation of the cards that the moment reads.

    `seats`: where each player sits as far as it was seen before.
    """

    seats: Mapping[Person, str] = field(default_factory=dict)

    @cached_property
    def persons(self) -> Mapping[str, tuple[tuple[Person, str], ...]]:
        """Return which persons lie in the person place of each seat, and which face is up."""
        persons = ((seat, self._tags(person_place(seat), persons=True)) for seat in SEATS)
        return {seat: tuple(PERSON_OF[tag] for tag in tags) for seat, tags in persons if tags}

    @cached_property
    def open(self) -> Mapping[str, tuple[str, ...]]:
        """Return the tags of the cards in each seat's open place, sorted."""
        tags = ((seat, self._tags(open_place(seat))) for seat in SEATS)
        return {seat: cards for seat, cards in tags if cards}

    @cached_property
    def claim(self) -> tuple[str, ...]:
        """The tags of the cards in the claim place, sorted."""
        return self._tags(CLAIM)

    def _tags(self, zone: str, *, persons: bool = False) -> tuple[str, ...]:
        lies = (lie.side for lie in self.layout.lies_at(zone))
        return tuple(sorted(tag for tag in lies if (tag in PERSON_OF) == persons))

    def professions(self, seat: str) -> tuple[Profession, ...]:
        """Return the professions in a seat's open place."""
        return tuple(PROFESSION_OF[tag] for tag in self.open.get(seat, ()) if tag in PROFESSION_OF)

    def items(self, seat: str) -> tuple[Item, ...]:
        """Return the items in a seat's open place."""
        return tuple(ITEM_OF[tag] for tag in self.open.get(seat, ()) if tag in ITEM_OF)

    def associations(self, seat: str) -> tuple[Association, ...]:
        """Return the associations in a seat's open place."""
        return tuple(ASSOCIATION_OF[tag] for tag in self.open.get(seat, ()) if tag in ASSOCIATION_OF)


def observation_from_reading(reading: Reading) -> CoachRideObservation:
    """Return what a reading shows."""
    tags = [placed.tag.id for placed in reading.placed_tags]
    layout = TableLayout.from_lies(Lie.from_side(placed.tag.id, placed.zone or "") for placed in reading.placed_tags)
    return CoachRideObservation(
        layout, frozenset(reading.unreadable), frozenset(tag for tag in tags if tags.count(tag) > 1)
    )


class CoachRideReadings(MatReadings):
    """Persons, professions, items and shown cards, each read at its moment (rules, section 8)."""

    tags = TAGS
    zones_read: ClassVar = ZONES_READ
    keeps_pictures: ClassVar = False


READINGS = CoachRideReadings()
