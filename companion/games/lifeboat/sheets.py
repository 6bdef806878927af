"""Sheets of Lifeboat: slips for its cards' sleeves, its mat, and instructions for both."""

from collections.abc import Mapping, Sequence

from companion.device.button_colours import DEFAULT_COLOURS
from companion.games.lifeboat.mat import ZONE_NAMES, CardKind
from companion.games.lifeboat.tags import PROVISION_OF, TAGS, LifeboatTags, character_of
from companion.games.lifeboat.words import character_name, provision_name
from companion.sheets.card_sheets import CardSheets
from hardware.buttons import Button
from vision.model.catalogue import Tag

_SECTIONS: Mapping[str, Sequence[str]] = {
    "Cards of the characters": (CardKind.CHARACTER, CardKind.POSITION, CardKind.LOVE, CardKind.HATE),
    "Provisions": (CardKind.PROVISION,),
    "Navigation cards": (CardKind.NAVIGATION,),
}
_OF: Mapping[str, str] = {
    CardKind.CHARACTER: "character",
    CardKind.POSITION: "position",
    CardKind.LOVE: "love",
    CardKind.HATE: "hate",
}
_ADVANCE, _BACK = (DEFAULT_COLOURS[button] for button in (Button.ADVANCE, Button.BACK))


class LifeboatSheets(CardSheets):
    """126 tags, of which a box without extensions needs fewer."""

    sections = _SECTIONS
    zone_names = ZONE_NAMES
    lights = (
        "Each sector a seat, the bow at the top, clockwise. Pale: unconscious; one light: dead; dark: out",
        "A sector swells and fades: that player's turn",
        "Two sectors in turn: a demand, and who answers it",
        "Two arcs from the top: a fight, the longer one is the stronger",
        "White lights: birds. A sector sinks: overboard. Blue: thirst",
        "Left and right half in turn: something is wrong, see the screen",
    )
    turn = (
        "Row, change seats, demand a card, use a card or nothing: choose it on the screen.",
        "A demand: push your position card up, the other's down.",
        "A fight: push your card up to attack, down to defend.",
        f"Lay open cards before you, used ones on used now. Done? Press {_ADVANCE}.",
        f"Something wrong? Press {_BACK}: it undoes one thing at a time.",
    )

    @property
    def tags(self) -> LifeboatTags:
        """The game's tags."""
        return TAGS

    @property
    def card_hints(self) -> Sequence[str]:
        """Hints on the cards that the names on the slips do not give."""
        return (
            "Cards of the same kind may have their numbers as you like; single ones have none.",
            "painting-1 and painting-2 are the two paintings worth 3, painting-3 is the one worth 2.",
            "medkit-4, cannibalism and x01 to x08 come with the variant cannibalism, Dr. Harter's cards with his. "
            "Slips for cards that you do not have stay on the sheet.",
            "Navigation cards: number your own from n01. The screen Your navigation cards, or companion navigation, "
            "learns what each of them says.",
            "Love and hate cards are read at the scoring only.",
        )

    def card_name(self, tag: Tag) -> str:
        """Return the name on a tag's sheet: the tag's, and the card's if that says more."""
        if tag.id in PROVISION_OF:
            name = provision_name(PROVISION_OF[tag.id])
            return tag.id if name == tag.id.partition("-")[0] else f"{tag.id}  ({name})"
        if tag.kind in _OF:
            return f"{_OF[tag.kind]}: {character_name(character_of(tag.id))}"
        return tag.id


SHEETS = LifeboatSheets()
