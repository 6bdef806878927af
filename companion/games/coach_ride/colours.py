"""Persons' colours, on the screen, the ring and the virtual table, and their letters.

They can be told apart with any colour vision deficiency.
"""

from collections.abc import Mapping

from companion.screen.theme import Rgb
from engine.coach_ride.cards import Person

COLOURS: Mapping[Person, Rgb] = {
    Person.MARIE: (234, 85, 100),
    Person.GUNDLA: (234, 156, 23),
    Person.SARAH: (242, 222, 92),
    Person.ROMANA: (87, 141, 6),
    Person.THEODORA: (1, 174, 129),
    Person.BASILIUS: (97, 201, 234),
    Person.JUAN: (101, 146, 255),
    Person.ZACHARIAS: (134, 92, 213),
    Person.MICHEL: (206, 114, 182),
    Person.HENRY: (204, 195, 181),
}
#: No two persons' ids begin with the same two letters.
LETTERS: Mapping[Person, str] = {player: str(player)[:2].title() for player in Person}
