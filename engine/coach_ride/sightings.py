"""Movements and sightings of face-down cards, from which each player's knowledge follows.

A `seer` that is None: everybody.
"""

from collections.abc import Mapping

from engine.values import value

from .cards import Association, Item, Person, Profession


@value
class HandsDealt:
    """Hands at the beginning."""

    hands: Mapping[Person, tuple[Item, ...]]


@value
class Recounted:
    """Cards that were put right by hand: nobody knows any more where items and professions are."""

    hands: Mapping[Person, tuple[Item, ...]]


@value
class Exchanged:
    """Exchange of two items; `named`: those of which everybody knows."""

    active: Person
    passive: Person
    items: tuple[Item, Item]
    named: tuple[bool, bool]


@value
class ItemMoved:
    """Move of an item that only its two players see."""

    by: Person
    to: Person
    item: Item


@value
class PassedRound:
    """Moves that happen at the same time, each seen by its two players."""

    moves: tuple[tuple[Person, Person, Item], ...]


@value
class Drawn:
    """Draw from the item pile."""

    by: Person
    item: Item


@value
class PileSearched:
    """Look through the item pile, with the items that were put on top, the last one uppermost."""

    by: Person
    pile: tuple[Item, ...]
    top: tuple[Item, ...]


@value
class PileSeen:
    """Look through the item pile before anything is put on top."""

    by: Person
    pile: tuple[Item, ...]


@value
class ItemSeen:
    """Item that was seen at somebody."""

    seer: Person | None
    at: Person
    item: Item


@value
class HandSeen:
    """Whole hand that was seen."""

    seer: Person | None
    at: Person
    items: tuple[Item, ...]


@value
class SideSeen:
    """Association that was seen, by its number (0 where there is one)."""

    seer: Person | None
    at: Person
    number: int
    side: Association


@value
class ProfessionSeen:
    """Profession that was seen."""

    seer: Person | None
    at: Person
    profession: Profession


@value
class ProfessionRenewed:
    """Change of a profession for one of the pile, which its player has seen."""

    by: Person
    pile: tuple[Profession, ...]
    old: Profession
    new: Profession


@value
class ProfessionPileSeen:
    """Look through the pile of professions."""

    by: Person
    pile: tuple[Profession, ...]


@value
class ProfessionsSwapped:
    """Exchange of two professions."""

    by: Person
    on: Person
    mine: Profession
    theirs: Profession


Sighting = (
    HandsDealt
    | Recounted
    | Exchanged
    | ItemMoved
    | PassedRound
    | Drawn
    | PileSearched
    | PileSeen
    | ItemSeen
    | HandSeen
    | SideSeen
    | ProfessionSeen
    | ProfessionRenewed
    | ProfessionPileSeen
    | ProfessionsSwapped
)
