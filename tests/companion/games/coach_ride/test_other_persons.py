"""Another game of Coach Ride with other persons, played on where one runs."""

from companion.games.coach_ride.mat import AREAS
from companion.games.coach_ride.virtual_table.game import VIRTUAL
from companion.journal import Journal
from companion.table.mended import event_line
from engine.coach_ride import events as e
from engine.coach_ride.cards import Person
from engine.coach_ride.game import RULES
from tests.companion.virtual_table.laptop import Laptop

FIRST = (Person.MARIE, Person.GUNDLA, Person.SARAH)
OTHERS = (Person.ROMANA, Person.JUAN, Person.HENRY)


def test_a_game_with_other_persons_is_played_on_and_has_their_hands(journal: Journal) -> None:
    other = journal.start(RULES.id, event_line(RULES, e.Started(OTHERS, OTHERS[0], (), ())))
    people = Laptop(VIRTUAL, e.Started(FIRST, FIRST[0], (), ()), AREAS, journal, None)
    people.session.resume(other)
    assert not people.hands.holders()
    people.look()
    assert [holder.id for holder in people.hands.holders()] == [*OTHERS]
