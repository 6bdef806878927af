"""Exact chances of rolls: a die shows 0, 1 and 2 equally often (section 1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from .haunting import HAUNT_DICE
from .rolls import MOST_DICE

_FACES = 3


@cache
def chances(dice: int) -> tuple[Fraction, ...]:
    """Return the chance of each sum of so many dice, from 0 on."""
    ways = [1]
    for _ in range(dice):
        ways = [sum(ways[max(0, pips - _FACES + 1) : pips + 1]) for pips in range(len(ways) + _FACES - 1)]
    return tuple(Fraction(number, _FACES**dice) for number in ways)


def at_least(dice: int, need: int, plus: int = 0) -> Fraction:
    """Return the chance that the dice make at least `need`, with `plus` added to the sum (BR5)."""
    return sum((probability for total, probability in _totals(dice, plus) if total >= need), Fraction(0))


def haunt_chance(omens: int) -> Fraction:
    """Return the chance that the haunt roll is below so many omens, and the haunt begins (B16)."""
    return 1 - at_least(HAUNT_DICE, omens)


@dataclass(frozen=True)
class FightChances:
    """Chances of each end of a fight (B19): the attacker's lead, and its probability.

    0 is a tie.
    """

    by_difference: Sequence[tuple[int, Fraction]]

    @property
    def wins(self) -> Fraction:
        """The chance that the attacker's total is the higher one."""
        return sum((probability for difference, probability in self.by_difference if difference > 0), Fraction(0))

    @property
    def ties(self) -> Fraction:
        """The chance of a tie."""
        return sum((probability for difference, probability in self.by_difference if difference == 0), Fraction(0))

    @property
    def loses(self) -> Fraction:
        """The chance that the defender's total is the higher one."""
        return 1 - self.wins - self.ties


def fight_chances(dice: int, against: int, plus: int = 0, plus_against: int = 0) -> FightChances:
    """Compute the chances of a fight with these dice on both sides (B19, BR5).

    `plus` and `plus_against` are added to the totals.
    """
    found: dict[int, Fraction] = {}
    for mine, probability in _totals(dice, plus):
        for theirs, other in _totals(against, plus_against):
            found[mine - theirs] = found.get(mine - theirs, Fraction(0)) + probability * other
    return FightChances(tuple(sorted(found.items())))


def _totals(dice: int, plus: int) -> Sequence[tuple[int, Fraction]]:
    """Return each total of a roll with its chance; totals below 0 count as 0 (BR5)."""
    number = min(MOST_DICE, max(0, dice))
    return [(max(0, pips + plus), probability) for pips, probability in enumerate(chances(number))]
