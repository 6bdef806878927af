"""Game's tags (rules, section 12): one on each card's front, and six references.

A card is in its sleeve.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from companion.games.lifeboat.mat import MAT, REFERENCE_MM, REFERENCES, BoatCard
from companion.sheets.card_tags import CardTags, card_sizes
from engine.lifeboat.components import Character, Provision, Variant, provisions

#: Number of navigation cards of every game that have a tag.
_NAVIGATION = 40
#: Number of navigation cards with a tag that come with cannibalism (V4).
_EXTRA_NAVIGATION = 8
#: The paintings are numbered together: which of them are worth what.
_PAINTINGS = (Provision.PAINTING_3, Provision.PAINTING_3, Provision.PAINTING_2)
_MOST = provisions({Variant.CANNIBALISM})


def _provision_tags() -> dict[str, Provision]:
    """Return the kind of provision that each tag stands for.

    Single cards have no number, more than nine two digits.
    """
    tags: dict[str, Provision] = {}
    for kind, count in _MOST.items():
        if kind in _PAINTINGS:
            continue
        digits = len(str(count))
        for number in range(1, count + 1):
            tags[str(kind) if count == 1 else f"{kind}-{number:0{digits}}"] = kind
    return tags | {f"painting-{number}": kind for number, kind in enumerate(_PAINTINGS, start=1)}


#: What a provision's tag stands for: ``painting-3`` is the painting that is worth 2.
PROVISION_OF: Mapping[str, Provision] = _provision_tags()
NAVIGATION_TAGS = (
    *(f"n{number:02}" for number in range(1, _NAVIGATION + 1)),
    *(f"x{number:02}" for number in range(1, _EXTRA_NAVIGATION + 1)),
)
#: The kinds of cards of which every character has one.
_OF_CHARACTERS = (BoatCard.CHARACTER, BoatCard.POSITION, BoatCard.LOVE, BoatCard.HATE)


def character_tag(kind: BoatCard, character: Character) -> str:
    """Return the tag of a character's card of this kind."""
    return f"{kind}-{character}"


def character_of(tag_id: str) -> Character:
    """Return the character of a character, position, love or hate card."""
    return Character(tag_id.partition("-")[2])


class LifeboatTags(CardTags):
    """Every card's front has one tag, and no back has any."""

    id = "lifeboat"
    title = "Lifeboat"
    sizes = card_sizes(63.0, 88.0)
    prefix = "LB"
    payloads_file = Path(__file__).with_name("payloads.json")
    mat = MAT
    references = REFERENCES
    reference_mm = REFERENCE_MM
    cards: ClassVar[Mapping[str, str]] = {
        **{character_tag(kind, character): str(kind) for kind in _OF_CHARACTERS for character in Character},
        **dict.fromkeys(PROVISION_OF, str(BoatCard.PROVISION)),
        **dict.fromkeys(NAVIGATION_TAGS, str(BoatCard.NAVIGATION)),
    }


TAGS = LifeboatTags()
