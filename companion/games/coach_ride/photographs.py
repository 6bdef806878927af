"""Coach Ride before the virtual camera: how its cards look and lie."""

from companion.cards.laid_cards import CardTable
from companion.cards.photographs import CardPhotographs
from companion.games.coach_ride.card_art import ART
from companion.games.coach_ride.laying import lay
from companion.games.coach_ride.mat import ZONE_NAMES, Moment
from companion.games.coach_ride.photographed import Photographed, load_photographed

CARDS = CardTable(ART, ZONE_NAMES)


class CoachRidePhotographs(CardPhotographs[Photographed, Moment]):
    """Persons, professions, items and what is shown in a claim."""

    cards = CARDS
    usual_moment = Moment.FIGHT
    load = staticmethod(load_photographed)
    lay = staticmethod(lay)


PHOTOGRAPHS = CoachRidePhotographs()
