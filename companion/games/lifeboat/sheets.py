"""Sheets of Lifeboat: slips for its cards' sleeves, its mat, and instructions for both."""

from collections.abc import Mapping, Sequence

from companion.games.lifeboat.language import later, say
from companion.games.lifeboat.mat import BoatCard, zone_names
from companion.games.lifeboat.tags import PROVISION_OF, TAGS, character_of
from companion.games.lifeboat.words import character_name, provision_name
from companion.sheets.card_sheets import CardSheets
from vision.model.catalogue import Tag

_SECTIONS: Mapping[str, Sequence[str]] = {
    later("Cards of the characters"): (BoatCard.CHARACTER, BoatCard.POSITION, BoatCard.LOVE, BoatCard.HATE),
    later("Provisions"): (BoatCard.PROVISION,),
    later("Navigation cards"): (BoatCard.NAVIGATION,),
}
_OF: Mapping[str, str] = {
    BoatCard.CHARACTER: later("character"),
    BoatCard.POSITION: later("position"),
    BoatCard.LOVE: later("love"),
    BoatCard.HATE: later("hate"),
}


class LifeboatSheets(CardSheets):
    """126 tags, of which a box without extensions needs fewer."""

    tags = TAGS
    zone_names = staticmethod(zone_names)
    sections = _SECTIONS
    lights = (
        later("Each sector a seat, the bow at the top, clockwise. Pale: unconscious; one light: dead; dark: out"),
        later("A sector swells and fades: that player's turn"),
        later("Two sectors in turn: a demand, and who answers it"),
        later("Two arcs from the top: a fight, the longer one is the stronger"),
        later("White lights: birds. A sector sinks: overboard. Blue: thirst"),
        later("Left and right half in turn: something is wrong, see the screen"),
    )
    turn = (
        later("Row, change seats, demand a card, use a card or nothing: choose it on the screen."),
        later("A demand: push your position card up, the other's down."),
        later("A fight: push your card up to attack, down to defend."),
        later("Lay open cards before you, used ones on used now. Done? Press green."),
        later("Something wrong? Press red: it undoes one thing at a time."),
    )

    @property
    def card_hints(self) -> Sequence[str]:
        """Hints on the cards that the names on the slips do not give."""
        return (
            say("Cards of the same kind may have their numbers as you like; single ones have none."),
            say("painting-1 and painting-2 are the two paintings worth 3, painting-3 is the one worth 2."),
            say(
                "medkit-4, cannibalism and x01 to x08 come with the variant cannibalism, Dr. "
                "Harter's cards with his. Slips for cards that you do not have stay on the sheet."
            ),
            say(
                "Navigation cards: number your own from n01. The screen Your navigation cards, or "
                "companion navigation, learns what each of them says."
            ),
            say("Love and hate cards are read at the scoring only."),
        )

    def card_name(self, tag: Tag) -> str:
        """Return the name on a tag's sheet: the tag's, and the card's if that says more."""
        if tag.id in PROVISION_OF:
            name = provision_name(PROVISION_OF[tag.id])
            return tag.id if name == tag.id.partition("-")[0] else f"{tag.id}  ({name})"
        if tag.kind in _OF:
            return f"{say(_OF[tag.kind])}: {character_name(character_of(tag.id))}"
        return tag.id


SHEETS = LifeboatSheets()
