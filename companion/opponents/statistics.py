"""Statistics of tournaments: intervals of shares, and a test that may stop at any time."""

import math
from collections.abc import Iterable

#: Standard normal deviation that 95 % of all values are within.
_DEVIATION_95 = 1.959964
#: Bets on a side, as parts of the stake; the test holds the average of all (no game can cost more than the stake).
_BETS = tuple(number / 10 for number in range(1, 10))
#: A test is clear when chance alone would bring a player who bets on it so many times the stake: once in 40 such
#: tests for each of the two sides, 5 % together.
_CLEAR = 40.0


def wilson_interval(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval (Wilson) of a share of wins; shared wins count in parts."""
    if not games:
        return 0.0, 1.0
    share, z2 = wins / games, _DEVIATION_95**2
    middle = share + z2 / (2 * games)
    half = _DEVIATION_95 * math.sqrt(share * (1 - share) / games + z2 / (4 * games**2))
    low, high = (middle - half) / (1 + z2 / games), (middle + half) / (1 + z2 / games)
    return max(0.0, low), min(1.0, high)


def is_clear(differences: Iterable[float]) -> bool:
    """Return True if the mean of these differences, each -1 to 1, is not 0.

    One of twenty such answers is wrong at most, however often one looks.

    Somebody bets on every difference in turn. If the mean is 0 no way of betting pays, however long one goes on;
    capital that has grown forty times is evidence (Waudby-Smith and Ramdas, 2024).
    """
    differences = tuple(differences)
    for side in (1, -1):
        capital = [0.0] * len(_BETS)
        for difference in differences:
            capital = [before + math.log1p(bet * side * difference) for before, bet in zip(capital, _BETS, strict=True)]
            if sum(map(math.exp, capital)) / len(_BETS) >= _CLEAR:
                return True
    return False
