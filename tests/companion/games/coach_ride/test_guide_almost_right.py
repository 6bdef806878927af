"""Tests of cards that differ from the guides' tasks: each discrepancy gets a sentence."""

import pytest

from companion.games.coach_ride.mat import open_place, person_place
from companion.games.coach_ride.placement import seats_of
from companion.games.coach_ride.readings import CoachRideObservation
from companion.games.coach_ride.table.discrepancies import person_discrepancies, profession_discrepancies
from companion.games.coach_ride.table.layout import CardLayout, person_lie, profession_lie
from engine.coach_ride.cards import Person, Profession
from engine.coach_ride.state import Half
from tests.companion.games.coach_ride.observing import seen_mat
from tests.companion.games.coach_ride.test_inference import FIVE, SHIELD, SWORD, G, M, R, S

SEATS = seats_of(FIVE.players)
#: Two fight: Marie with the sword, Gundla with the shield; Sarah's card counts no more.
WANTED = CardLayout.from_lies([person_lie(M, Half.ATTACK), person_lie(G, Half.DEFENCE)])
LAID = CardLayout.from_lies([person_lie(M, Half.ATTACK), person_lie(S, Half.ATTACK)])


def persons(**faces: tuple[tuple[Person, str], ...]) -> CoachRideObservation:
    return seen_mat(persons={SEATS[Person(player)]: lying for player, lying in faces.items()})


@pytest.mark.parametrize(
    ("observation", "kind"),
    [
        (persons(marie=((M, SWORD),), sarah=((S, SWORD),)), None),
        (persons(marie=((M, SWORD),), gundla=((G, SHIELD),)), None),
        (persons(marie=((M, SWORD),), gundla=((G, SWORD),)), "wrong-side"),
        (persons(marie=((M, SHIELD),)), "wrong-side"),
        (persons(gundla=((G, SHIELD),)), "missing-person"),
        (persons(marie=((M, SWORD),), gundla=((R, SHIELD),)), "wrong-place"),
        (persons(marie=((G, SHIELD),), gundla=((M, SWORD),)), "exchanged-persons"),
        (persons(marie=((M, SWORD),), romana=((R, SHIELD),)), "left-lying"),
        (seen_mat(persons={SEATS[M]: ((M, SWORD),)}, unreadable=(person_place(SEATS[G]),)), "unread"),
        (seen_mat(persons={SEATS[M]: ((M, SWORD),)}, twice=("person-marie/sword",)), "twice"),
    ],
)
def test_person_cards_that_lie_otherwise_are_named(observation: CoachRideObservation, kind: str | None) -> None:
    found = [problem.kind for problem in person_discrepancies(WANTED, LAID, observation, SEATS)]
    assert found == ([kind] if kind else [])


@pytest.mark.parametrize(
    ("lying", "kind"),
    [
        ({M: Profession.DUELIST}, None),
        ({G: Profession.PRIEST, M: Profession.DUELIST}, None),
        ({}, "must-lie-open"),
        ({M: Profession.DUELIST, R: Profession.DOCTOR}, "never-used"),
        ({M: Profession.DUELIST, G: Profession.DOCTOR}, "never-used"),
    ],
)
def test_professions_that_lie_otherwise_are_named(lying: dict[Person, Profession], kind: str | None) -> None:
    """Marie's lies open and stays so; Gundla's is still to be turned up."""
    wanted, laid = (
        CardLayout.from_lies([profession_lie(M, Profession.DUELIST), profession_lie(G, Profession.PRIEST)]),
        CardLayout.from_lies([profession_lie(M, Profession.DUELIST)]),
    )
    seen = seen_mat(open={SEATS[player]: (f"profession-{card}",) for player, card in lying.items()})
    found = [problem.kind for problem in profession_discrepancies(wanted, laid, seen, SEATS)]
    assert found == ([kind] if kind else [])


def test_what_cannot_be_read_before_somebody_is_named() -> None:
    seen = seen_mat(unreadable=(open_place(SEATS[S]),))
    found = profession_discrepancies(CardLayout(), CardLayout(), seen, SEATS)
    assert [problem.kind for problem in found] == ["unread"]
