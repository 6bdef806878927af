"""Facts from pictures and readings of the mat: the place of each card, by the game's names.

Two readings of a table on which nothing was changed are equal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

from companion.games.lifeboat.mat import (
    BOAT,
    DAY,
    OPEN_ROWS,
    SHOW,
    ZONES_READ,
    BoatCard,
    RowSide,
    row_side_at,
    zone_names,
)
from companion.games.lifeboat.tags import PROVISION_OF, TAGS, character_of
from companion.games.lifeboat.words import character_name, provision_name
from companion.sheets.card_tags import card_middle_mm
from companion.table.layout import Lie, PieceObservation, TableLayout
from companion.table.mat_readings import MatReadings
from engine.lifeboat.components import Character, Provision
from vision.model.placed_tags import PlacedTag
from vision.reading import Reading


@dataclass(frozen=True)
class LifeboatObservation(PieceObservation):
    """Observation of the cards that the moment reads.

    The face of a position card in the boat is its side of the row, its turn the number from the bow. `owners`: the open
    row in which each character's card lay last. `reads_show`: whether the moment reads the place for cards that are
    used now.
    """

    owners: Mapping[Character, str] = field(default_factory=dict)
    reads_show: bool = True

    @cached_property
    def boat(self) -> tuple[tuple[Character, RowSide], ...]:
        """The position cards from the bow to the stern, each with the side on which it lies."""
        row = sorted((lie for lie in self.layout.lies_at(BOAT) if lie.face), key=lambda lie: lie.turn)
        return tuple((character_of(lie.piece), RowSide(lie.face)) for lie in row)

    @property
    def seats(self) -> tuple[Character, ...]:
        """Characters whose position cards lie in the boat, from the bow to the stern."""
        return tuple(character for character, _ in self.boat)

    def tags(self, kind: BoatCard, zone: str) -> tuple[str, ...]:
        """Return the tags of this kind in a zone."""
        return tuple(sorted(lie.piece for lie in self.layout.lies_at(zone) if TAGS.cards[lie.piece] == kind))

    @property
    def show(self) -> tuple[str, ...]:
        """The tags of provisions in the place for cards that are used now."""
        return self.tags(BoatCard.PROVISION, SHOW)

    @property
    def day(self) -> tuple[str, ...]:
        """The tags of navigation cards in the place for the day's card."""
        return self.tags(BoatCard.NAVIGATION, DAY)

    @property
    def hand(self) -> tuple[str, ...]:
        """The tags of provisions that lie spread in the boat at the scoring."""
        return self.tags(BoatCard.PROVISION, BOAT)

    def spread(self, kind: BoatCard) -> tuple[Character, ...]:
        """Return the characters whose cards of this kind (love or hate) lie spread in the boat."""
        return tuple(map(character_of, self.tags(kind, BOAT)))

    def provisions(self, row: str) -> tuple[Provision, ...]:
        """Return the kinds that lie in an open row, sorted as a state has them."""
        return tuple(sorted(PROVISION_OF[tag] for tag in self.tags(BoatCard.PROVISION, row)))

    @property
    def elsewhere(self) -> tuple[tuple[str, str], ...]:
        """Characters' and position cards that lie where they do not belong, with their zones."""
        belongs = {BoatCard.POSITION: (BOAT,), BoatCard.CHARACTER: OPEN_ROWS}
        lies = sorted(self.layout.counts)
        wrong = [lie for lie in lies if lie.place not in belongs.get(BoatCard(TAGS.cards[lie.piece]), (lie.place,))]
        return tuple((lie.piece, lie.place) for lie in wrong)


@dataclass(frozen=True)
class ObservationMemory:
    """Memory of what was seen before.

    `owners` as in `LifeboatObservation`. `spent` are the tags of cards that were used in the place for them, each with
    the number of events that there were then: as long as they lie there they are not used again. `pushed` are those
    whose position cards were seen out of their row, since it last had all of them and nobody fought.
    """

    owners: Mapping[Character, str] = field(default_factory=dict)
    spent: tuple[tuple[str, int], ...] = ()
    pushed: frozenset[Character] = frozenset()

    def after(self, observation: LifeboatObservation) -> "ObservationMemory":
        """Return the memory with what this reading shows.

        A used card that has left its place may be used once more when it is back.
        """
        looked = observation.reads_show and not observation.unreadable
        cards = {row: observation.tags(BoatCard.CHARACTER, row) for row in OPEN_ROWS}
        owners = {character_of(tag): row for row, tags in cards.items() for tag in tags}
        spent = tuple(used for used in self.spent if not looked or used[0] in observation.show)
        pushed = self.pushed.union(character for character, lies in observation.boat if lies is not RowSide.LINE)
        return ObservationMemory({**self.owners, **owners}, spent, pushed)

    def with_used_cards(self, tags: Sequence[str], events: int) -> "ObservationMemory":
        """Return the memory after an event, the last of so many, that has used these cards.

        What came later was taken back.
        """
        spent = tuple(used for used in self.spent if used[1] < events)
        return replace(self, spent=(*spent, *((tag, events) for tag in tags)))

    def without_used_cards(self, observation: LifeboatObservation, events: int) -> LifeboatObservation:
        """Return what is seen, except cards that were used within so many events of the game."""
        used = {(SHOW, tag) for tag, used_at in self.spent if used_at <= events}
        return replace(observation, layout=observation.layout.filtered(lambda lie: (lie.place, lie.piece) not in used))


def observation_from_reading(reading: Reading, *, reads_show: bool = True) -> LifeboatObservation:
    """Return what a reading shows; `reads_show` as in `LifeboatObservation`."""
    names = [placed.tag.id for placed in reading.placed_tags]
    row = sort_by_boat_place([placed for placed in reading.placed_tags if placed.tag.kind == BoatCard.POSITION])
    places = {id(placed): number for number, placed in enumerate(row)}

    def lie(placed: PlacedTag) -> Lie:
        if id(placed) not in places:
            return Lie(placed.tag.id, placed.zone or "")
        return Lie(placed.tag.id, BOAT, row_side_at(card_middle_mm(placed)[1]), places[id(placed)])

    return LifeboatObservation(
        TableLayout.from_lies(map(lie, reading.placed_tags)),
        frozenset(reading.unreadable),
        frozenset(name for name in names if names.count(name) > 1),
        reads_show=reads_show,
    )


def sort_by_boat_place(placed: Sequence[PlacedTag]) -> list[PlacedTag]:
    """Return the cards in the boat by their middles, from the bow to the stern."""
    return sorted((tag for tag in placed if tag.zone == BOAT), key=card_middle_mm)


class LifeboatReadings(MatReadings):
    """Boat, open rows, the day's card and shown cards, each read at its moment.

    Rules, section 14.
    """

    tags = TAGS
    zones_read: ClassVar = ZONES_READ
    keeps_pictures: ClassVar = False

    def piece_name(self, placed: PlacedTag) -> str:
        """Return the name of a piece: a provision, a character's card, or a card's number."""
        tag = placed.tag
        if tag.id in PROVISION_OF:
            return provision_name(PROVISION_OF[tag.id])
        if tag.kind == BoatCard.NAVIGATION:
            return f"navigation card {tag.id}"
        return f"{tag.kind} card of {character_name(character_of(tag.id))}"

    def place_name(self, place: str) -> str:
        """Return the name of a zone as it is printed on the mat."""
        return "the boat" if place == BOAT else zone_names().get(place, place)

    def pieces_to_json(self, meaning: Reading) -> list[dict[str, Any]]:
        """Return all pieces as JSON; those in the boat with place from the bow (1) and side."""
        places = {id(tag): place for place, tag in enumerate(sort_by_boat_place(meaning.placed_tags), start=1)}
        return [self._piece(piece, places.get(id(piece))) for piece in self.pieces(meaning)]

    def _piece(self, placed: PlacedTag, place: int | None) -> dict[str, Any]:
        piece = self.piece_to_json(placed)
        if placed.zone == BOAT:
            piece |= {"place": place, "side": str(row_side_at(card_middle_mm(placed)[1]))}
        return piece


READINGS = LifeboatReadings()
