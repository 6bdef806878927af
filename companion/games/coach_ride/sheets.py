"""Sheets of Coach Ride: slips for its cards' sleeves, its mat, and instructions for both."""

from collections.abc import Mapping, Sequence

from companion.device.button_colours import DEFAULT_COLOURS
from companion.games.coach_ride.mat import ZONE_NAMES, CardKind
from companion.games.coach_ride.tags import ASSOCIATION_OF, ITEM_OF, PERSON_OF, PROFESSION_OF, TAGS, CoachRideTags
from companion.games.coach_ride.words import association_name, card_name, person_name
from companion.sheets.card_sheets import CardSheets
from hardware.buttons import Button
from vision.model.catalogue import Tag

_ADVANCE, _DRAW, _BACK = (DEFAULT_COLOURS[button] for button in (Button.ADVANCE, Button.DRAW, Button.BACK))


class CoachRideSheets(CardSheets):
    """67 tags."""

    sections: Mapping[str, Sequence[str]] = {
        "Persons": (CardKind.PERSON,),
        "Professions and associations": (CardKind.PROFESSION, CardKind.ASSOCIATION),
        "Items": (CardKind.ITEM,),
    }
    zone_names = ZONE_NAMES
    lights = (
        "Still sector: that player's turn; pulsing: too many items",
        "A light runs: an offer, from the giver to the receiver",
        "A fight: swords glitter, shields are still",
        "Lights go out one by one: a Priest or a Doctor may speak",
        "Waves flow from a seat: a claim",
        "Left and right half in turn: something is wrong, see the screen",
    )
    turn = (
        "Pass, trade, attack or claim: choose it on the screen.",
        f"A trade: {_ADVANCE} accepts, {_DRAW} refuses. The items stay face down.",
        "A fight: lay sword or shield before you. It counts half a second after your hand is away.",
        "A claim: lay your cards face up into the middle.",
        f"Something wrong? Press {_BACK}: it undoes one thing at a time.",
    )

    @property
    def tags(self) -> CoachRideTags:
        """The game's tags."""
        return TAGS

    @property
    def card_hints(self) -> Sequence[str]:
        """Hints on the cards that the names on the slips do not give."""
        return (
            "Persons: two slips each, in a clear sleeve: sword on the side with the sword, shield on the side with the "
            "shield, each in the upper left corner of its side.",
            "All others: one slip, on the front, in sleeves with opaque backs that are all alike.",
            "Keys, goblets and associations may have their numbers as you like.",
            "The Drinks of Power need none.",
        )

    def card_name(self, tag: Tag) -> str:
        """Return the tag's name in words."""
        if tag.id in PERSON_OF:
            person, side = PERSON_OF[tag.id]
            return f"{person_name(person)}: {side}"
        if tag.id in ASSOCIATION_OF:
            return f"{tag.id.rpartition('-')[2]}: {association_name(ASSOCIATION_OF[tag.id])}"
        if tag.id in PROFESSION_OF:
            return f"profession: {card_name(PROFESSION_OF[tag.id])}"
        number = tag.id.rpartition("-")[2]
        return f"{card_name(ITEM_OF[tag.id])} {number}" if number.isdigit() else f"item: {card_name(ITEM_OF[tag.id])}"


SHEETS = CoachRideSheets()
