"""Persons' colours, on the screen, the ring and the virtual table, and their letters."""

from collections.abc import Mapping

from companion.screen.theme import Rgb
from engine.coach_ride.cards import Person

COLOURS: Mapping[Person, Rgb] = {
    Person.MARIE: (236, 96, 110),
    Person.GUNDLA: (244, 168, 62),
    Person.SARAH: (240, 220, 92),
    Person.ROMANA: (150, 204, 84),
    Person.THEODORA: (72, 184, 140),
    Person.BASILIUS: (86, 190, 222),
    Person.JUAN: (92, 136, 240),
    Person.ZACHARIAS: (158, 118, 238),
    Person.MICHEL: (226, 120, 206),
    Person.HENRY: (214, 206, 194),
}
#: No two persons' ids begin with the same two letters.
LETTERS: Mapping[Person, str] = {who: str(who)[:2].title() for who in Person}
