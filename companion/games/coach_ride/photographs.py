"""Coach Ride before the virtual camera: how its cards look and lie."""

from collections.abc import Mapping

from companion.cards.laid_cards import CardTable
from companion.cards.photographs import CardPhotographs, KindArt
from companion.cards.things import Bgr
from companion.games.coach_ride.colours import LETTERS
from companion.games.coach_ride.mat import CoachCard, CoachMode, zone_names
from companion.games.coach_ride.placement import lay
from companion.games.coach_ride.public_table import CoachRidePublicTable, load_photographed
from companion.games.coach_ride.tags import ASSOCIATION_OF, ITEM_OF, PERSON_OF, PROFESSION_OF, TAGS
from companion.games.coach_ride.words import association_name, card_name, first_name

_COLOURS: Mapping[str, Bgr] = {
    CoachCard.PERSON: (60, 52, 140),
    CoachCard.PROFESSION: (120, 110, 40),
    CoachCard.ASSOCIATION: (130, 60, 110),
    CoachCard.ITEM: (44, 104, 150),
}


class CoachRideArt(KindArt):
    """Names of the cards on their fronts."""

    def printed(self, card: str) -> tuple[str, ...]:
        """Return the card's name, and a person's side."""
        return (*self.lines(card), PERSON_OF[card][1]) if card in PERSON_OF else self.lines(card)

    def lines(self, card: str) -> tuple[str, ...]:
        """Return the card's name."""
        if card in PERSON_OF:
            return (first_name(PERSON_OF[card][0]),)
        if card in ASSOCIATION_OF:
            return tuple(association_name(ASSOCIATION_OF[card]).split(" of "))
        known = PROFESSION_OF.get(card) or ITEM_OF.get(card)
        return tuple(card_name(known).split(" ")) if known else ()

    def letters(self, card: str) -> str:
        """Return the letters of a person's sign."""
        return LETTERS[PERSON_OF[card][0]] if card in PERSON_OF else ""


ART = CoachRideArt(TAGS.cards, _COLOURS)
CARDS = CardTable(ART, zone_names)


class CoachRidePhotographs(CardPhotographs[CoachRidePublicTable, CoachMode]):
    """Persons, professions, items and what is shown in a claim."""

    cards = CARDS
    usual_moment = CoachMode.FIGHT
    load = staticmethod(load_photographed)
    lay = staticmethod(lay)


PHOTOGRAPHS = CoachRidePhotographs()
