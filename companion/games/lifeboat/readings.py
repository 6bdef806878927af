"""Facts from pictures and readings of the mat: the place of each card, by the game's names.

Two readings of a table on which nothing was changed are equal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from companion.games.lifeboat.mat import (
    BOAT,
    DAY,
    OPEN_ROWS,
    SHOW,
    ZONE_NAMES,
    ZONES_READ,
    CardKind,
    RowSide,
    row_side_at,
)
from companion.games.lifeboat.tags import PROVISION_OF, TAGS, character_of
from companion.games.lifeboat.words import character_name, provision_name
from companion.sheets.card_tags import card_middle_mm
from companion.table.mat_readings import MatReadings
from engine.lifeboat.components import Character, Provision
from vision.model.placed_tags import PlacedTag
from vision.reading import Reading


@dataclass(frozen=True)
class MatObservation:
    """The cards that a reading shows, those that the moment reads.

    `boat` are the position cards from the bow to the stern, each with the side on which it lies. `rows` are the tags of
    provisions in each open row, sorted, `owners` the open row in which each character's card lies. `show`
    are tags of provisions, `day` of navigation cards. `love`, `hate` and `hand` lie spread in the boat at the scoring.
    `elsewhere` are characters' and position cards that lie where they do not belong, with their zones. `unreadable` are
    the zones in which something lies that cannot be read. `twice` are tags that are seen at two places at once.
    `reads_show`: whether the moment reads the place for cards that are used now.
    """

    boat: tuple[tuple[Character, RowSide], ...] = ()
    rows: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    owners: Mapping[Character, str] = field(default_factory=dict)
    show: tuple[str, ...] = ()
    day: tuple[str, ...] = ()
    love: tuple[Character, ...] = ()
    hate: tuple[Character, ...] = ()
    hand: tuple[str, ...] = ()
    elsewhere: tuple[tuple[str, str], ...] = ()
    unreadable: tuple[str, ...] = ()
    twice: tuple[str, ...] = ()
    reads_show: bool = True

    @property
    def seats(self) -> tuple[Character, ...]:
        """Characters whose position cards lie in the boat, from the bow to the stern."""
        return tuple(who for who, _ in self.boat)

    def provisions(self, row: str) -> tuple[Provision, ...]:
        """The kinds that lie in an open row, sorted as a state has them."""
        return tuple(sorted(PROVISION_OF[tag] for tag in self.rows.get(row, ())))


@dataclass(frozen=True)
class ObservationMemory:
    """Memory of what was seen before.

    `owners` as in `MatObservation`. `spent` are the tags of cards that were used in the place for them, each with
    the number of events that there were then: as long as they lie there they are not used again. `pushed` are those
    whose position cards were seen out of their row, since it last had all of them and nobody fought.
    """

    owners: Mapping[Character, str] = field(default_factory=dict)
    spent: tuple[tuple[str, int], ...] = ()
    pushed: frozenset[Character] = frozenset()

    def after(self, observation: MatObservation) -> "ObservationMemory":
        """Return the memory with what this reading shows.

        A used card that has left its place may be used once more when it is back.
        """
        looked = observation.reads_show and not observation.unreadable
        spent = tuple(one for one in self.spent if not looked or one[0] in observation.show)
        pushed = self.pushed.union(who for who, lies in observation.boat if lies is not RowSide.LINE)
        return ObservationMemory({**self.owners, **observation.owners}, spent, pushed)

    def with_used_cards(self, tags: Sequence[str], events: int) -> "ObservationMemory":
        """Return the memory after an event, the last of so many, that has used these cards.

        What came later was taken back.
        """
        spent = tuple(one for one in self.spent if one[1] < events)
        return replace(self, spent=(*spent, *((tag, events) for tag in tags)))

    def without_used_cards(self, observation: MatObservation, events: int) -> MatObservation:
        """Return what is seen, except cards that were used within so many events of the game."""
        spent = {tag for tag, used_at in self.spent if used_at <= events}
        return replace(observation, show=tuple(tag for tag in observation.show if tag not in spent))


def observation_from_reading(reading: Reading, *, reads_show: bool = True) -> MatObservation:
    """Return what a reading shows; `reads_show` as in `MatObservation`."""
    placed = sorted(reading.placed_tags, key=lambda one: one.tag.id)
    names = [one.tag.id for one in placed]
    rows = {row: _tags(placed, CardKind.PROVISION, row) for row in OPEN_ROWS}
    return MatObservation(
        boat=tuple((character_of(one.tag.id), row_side_at(card_middle_mm(one)[1])) for one in _positions(placed)),
        rows={row: tags for row, tags in rows.items() if tags},
        owners={character_of(tag): row for row in OPEN_ROWS for tag in _tags(placed, CardKind.CHARACTER, row)},
        show=_tags(placed, CardKind.PROVISION, SHOW),
        day=_tags(placed, CardKind.NAVIGATION, DAY),
        love=tuple(map(character_of, _tags(placed, CardKind.LOVE, BOAT))),
        hate=tuple(map(character_of, _tags(placed, CardKind.HATE, BOAT))),
        hand=_tags(placed, CardKind.PROVISION, BOAT),
        elsewhere=tuple(sorted((one.tag.id, one.zone or "") for one in placed if _is_misplaced(one))),
        unreadable=reading.unreadable,
        twice=tuple(sorted({name for name in names if names.count(name) > 1})),
        reads_show=reads_show,
    )


def sort_by_boat_place(placed: Sequence[PlacedTag]) -> list[PlacedTag]:
    """The cards in the boat by their middles, from the bow to the stern."""
    return sorted((one for one in placed if one.zone == BOAT), key=card_middle_mm)


def _positions(placed: Sequence[PlacedTag]) -> list[PlacedTag]:
    return sort_by_boat_place([one for one in placed if one.tag.kind == CardKind.POSITION])


def _tags(placed: Sequence[PlacedTag], kind: CardKind, zone: str) -> tuple[str, ...]:
    """The tags of this kind in a zone."""
    return tuple(one.tag.id for one in placed if one.tag.kind == kind and one.zone == zone)


def _is_misplaced(one: PlacedTag) -> bool:
    """Return True if a character's or position card lies where the other kind belongs."""
    belongs = {CardKind.POSITION: (BOAT,), CardKind.CHARACTER: OPEN_ROWS}
    return one.zone not in belongs.get(CardKind(one.tag.kind), (one.zone,))


class LifeboatReadings(MatReadings):
    """Boat, open rows, the day's card and shown cards, each read at its moment.

    Rules, section 14.
    """

    tags = TAGS
    zones_read: ClassVar = ZONES_READ
    keeps_pictures: ClassVar = False

    def piece_name(self, placed: PlacedTag) -> str:
        """The provision, or whose card it is and which; navigation cards have but their numbers."""
        tag = placed.tag
        if tag.id in PROVISION_OF:
            return provision_name(PROVISION_OF[tag.id])
        if tag.kind == CardKind.NAVIGATION:
            return f"navigation card {tag.id}"
        return f"{tag.kind} card of {character_name(character_of(tag.id))}"

    def place_name(self, place: str) -> str:
        """As the mat calls it."""
        return "the boat" if place == BOAT else ZONE_NAMES.get(place, place)

    def pieces_to_json(self, meaning: Reading) -> list[dict[str, Any]]:
        """The public format: a card in the boat has its place from the bow (1) and its side, too."""
        places = {id(one): place for place, one in enumerate(sort_by_boat_place(meaning.placed_tags), start=1)}
        return [self._piece(one, places.get(id(one))) for one in self.pieces(meaning)]

    def _piece(self, placed: PlacedTag, place: int | None) -> dict[str, Any]:
        piece = self.piece_to_json(placed)
        if placed.zone == BOAT:
            piece |= {"place": place, "side": str(row_side_at(card_middle_mm(placed)[1]))}
        return piece


READINGS = LifeboatReadings()
