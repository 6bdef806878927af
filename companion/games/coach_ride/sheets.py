"""Sheets of Coach Ride: slips for its cards' sleeves, its mat, and instructions for both."""

from collections.abc import Mapping, Sequence

from companion.games.coach_ride.language import later, say
from companion.games.coach_ride.mat import CoachCard, zone_names
from companion.games.coach_ride.tags import ASSOCIATION_OF, ITEM_OF, PERSON_OF, PROFESSION_OF, TAGS
from companion.games.coach_ride.words import association_name, card_name, person_name, support_name
from companion.sheets.card_sheets import CardSheets
from engine.coach_ride.events import Support
from vision.model.catalogue import Tag


class CoachRideSheets(CardSheets):
    """67 tags."""

    tags = TAGS
    zone_names = staticmethod(zone_names)
    sections: Mapping[str, Sequence[str]] = {
        later("Persons"): (CoachCard.PERSON,),
        later("Professions and associations"): (CoachCard.PROFESSION, CoachCard.ASSOCIATION),
        later("Items"): (CoachCard.ITEM,),
    }
    lights = (
        later("Still sector: that player's turn; pulsing: too many items"),
        later("A light runs: an offer, from the giver to the receiver"),
        later("A fight: swords glitter, shields are still"),
        later("Lights go out one by one: a Priest or a Doctor may speak"),
        later("Waves flow from a seat: a claim"),
        later("Left and right half in turn: something is wrong, see the screen"),
    )
    turn = (
        later("Pass, trade, attack or claim: choose it on the screen."),
        later("A trade: green accepts, yellow refuses. The items stay face down."),
        later("A fight: lay sword or shield before you. It counts half a second after your hand is away."),
        later("A claim: lay your cards face up into the middle."),
        later("Something wrong? Press red: it undoes one thing at a time."),
    )

    @property
    def card_hints(self) -> Sequence[str]:
        """Hints on the cards that the names on the slips do not give."""
        return (
            say(
                "Persons: two slips each, in a clear sleeve: sword on the side with the sword, "
                "shield on the side with the shield, each in the upper left corner of its side."
            ),
            say("All others: one slip, on the front, in sleeves with opaque backs that are all alike."),
            say("Keys, goblets and associations may have their numbers as you like."),
            say("The Drinks of Power need none."),
        )

    def card_name(self, tag: Tag) -> str:
        """Return the tag's name in words."""
        if tag.id in PERSON_OF:
            person, side = PERSON_OF[tag.id]
            return f"{person_name(person)}: {support_name(Support(side))}"
        if tag.id in ASSOCIATION_OF:
            return f"{tag.id.rpartition('-')[2]}: {association_name(ASSOCIATION_OF[tag.id])}"
        if tag.id in PROFESSION_OF:
            return say("profession: {card}", card=card_name(PROFESSION_OF[tag.id]))
        number = tag.id.rpartition("-")[2]
        return (
            f"{card_name(ITEM_OF[tag.id])} {number}"
            if number.isdigit()
            else say("item: {card}", card=card_name(ITEM_OF[tag.id]))
        )


SHEETS = CoachRideSheets()
