"""Tests of exact chances: of the haunt as the rules list them, of rolls and of fights.

Those of rolls and fights are compared with everything that dice can show.
"""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from engine.betrayal.odds import at_least, chances, fight_chances, haunt_chance

#: Section 12: the chance of the haunt in percent, by the number of omens.
HAUNT = (0.1, 1.0, 3.8, 10.7, 23.0, 40.3, 59.7, 77.0, 89.3, 96.2, 99.0, 99.9, 100)


@pytest.mark.parametrize(("omens", "percent"), list(enumerate(HAUNT, start=1)))
def test_the_chance_of_the_haunt_is_as_the_rules_say(omens: int, percent: float) -> None:
    assert round(100 * float(haunt_chance(omens)), 1) == percent


@pytest.mark.parametrize("dice", range(6))
def test_sums_are_as_likely_as_there_are_ways_to_throw_them(dice: int) -> None:
    ways = Counter(sum(faces) for faces in product(range(3), repeat=dice))
    assert chances(dice) == tuple(Fraction(ways[pips], 3**dice) for pips in range(2 * dice + 1))


@pytest.mark.parametrize(("dice", "need", "plus"), [(3, 4, 0), (4, 3, -1), (2, 6, 1), (0, 1, 2), (3, 0, -8)])
def test_what_is_added_counts_and_no_total_is_below_nothing(dice: int, need: int, plus: int) -> None:
    throws = [max(0, sum(faces) + plus) for faces in product(range(3), repeat=dice)]
    assert at_least(dice, need, plus) == Fraction(sum(total >= need for total in throws), len(throws))


@pytest.mark.parametrize(("mine", "theirs", "plus", "against"), [(3, 2, 0, 0), (1, 4, 2, 0), (2, 2, 0, -1)])
def test_a_fight_is_every_throw_against_every_other(mine: int, theirs: int, plus: int, against: int) -> None:
    found = fight_chances(mine, theirs, plus, against)
    throws = [
        max(0, sum(faces) + plus) - max(0, sum(other) + against)
        for faces, other in product(product(range(3), repeat=mine), product(range(3), repeat=theirs))
    ]
    assert found.wins == Fraction(sum(throw > 0 for throw in throws), len(throws))
    assert found.ties == Fraction(sum(throw == 0 for throw in throws), len(throws))
    assert found.loses == Fraction(sum(throw < 0 for throw in throws), len(throws))
