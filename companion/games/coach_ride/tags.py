"""Game's tags (rules, section 8).

Persons have one on either side, all other cards on the front alone.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from companion.games.coach_ride.mat import MAT, REFERENCE_MM, REFERENCES, CoachCard
from companion.sheets.card_tags import CardTags, card_sizes
from engine.coach_ride.cards import THREEFOLD, Association, Item, Person, Profession

#: Face of a person card with the sword.
SWORD = "sword"
#: Face of a person card with the shield.
SHIELD = "shield"
#: Number of cards of each association.
_ASSOCIATIONS_EACH = 5
#: Number of cards of each threefold item.
_THREE = 3

#: What each tag stands for, by kinds.
PERSON_OF: Mapping[str, tuple[Person, str]] = {
    f"{CoachCard.PERSON}-{person}/{side}": (person, side) for person in Person for side in (SWORD, SHIELD)
}
PROFESSION_OF: Mapping[str, Profession] = {
    f"{CoachCard.PROFESSION}-{profession}": profession for profession in Profession
}
ASSOCIATION_OF: Mapping[str, Association] = {
    f"{CoachCard.ASSOCIATION}-{side}-{number}": side
    for side in Association
    for number in range(1, _ASSOCIATIONS_EACH + 1)
}
ITEM_OF: Mapping[str, Item] = {
    **{f"{CoachCard.ITEM}-{item}-{number}": item for item in THREEFOLD for number in range(1, _THREE + 1)},
    **{f"{CoachCard.ITEM}-{item}": item for item in Item if item not in THREEFOLD},
}


class CoachRideTags(CardTags):
    """67 tags."""

    id = "coach-ride"
    title = "Coach Ride to Devil's Castle"
    sizes = card_sizes(62.0, 94.0)
    prefix = "CR"
    free: ClassVar = {"qr": 3, "micro": 3}
    payloads_file = Path(__file__).with_name("payloads.json")
    mat = MAT
    references = REFERENCES
    reference_mm = REFERENCE_MM
    cards: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(PERSON_OF, str(CoachCard.PERSON)),
        **dict.fromkeys(PROFESSION_OF, str(CoachCard.PROFESSION)),
        **dict.fromkeys(ASSOCIATION_OF, str(CoachCard.ASSOCIATION)),
        **dict.fromkeys(ITEM_OF, str(CoachCard.ITEM)),
    }


TAGS = CoachRideTags()
