"""Games are searched for by game, player, length and day."""

from datetime import timedelta

import pytest

from companion.journal.entries import GameRecord
from companion.journal.search import GameSearch, day_of

GAME = GameRecord(1, "lifeboat", "2026-11-21T12:00:00Z", "2026-11-23T12:00:00Z", 40, None)
DAY = day_of(GAME.played)
STEP = timedelta(days=1)


def test_without_conditions_each_game_is_found() -> None:
    assert GameSearch().finds_all
    assert GameSearch().found([GAME]) == [GAME]
    assert not GameSearch(kind="lifeboat").finds_all


@pytest.mark.parametrize(
    ("fits", "fails"),
    [
        (GameSearch(kind="lifeboat"), GameSearch(kind="betrayal")),
        (GameSearch(least=40), GameSearch(least=41)),
        (GameSearch(most=40), GameSearch(most=39)),
        (GameSearch(since=DAY), GameSearch(since=DAY + STEP)),
        (GameSearch(until=DAY), GameSearch(until=DAY - STEP)),
        (GameSearch(keys=frozenset({GAME.key})), GameSearch(keys=frozenset())),
    ],
)
def test_a_game_is_found_where_it_fits_and_each_bound_is_in(fits: GameSearch, fails: GameSearch) -> None:
    assert fits.found([GAME]) == [GAME]
    assert fails.found([GAME]) == []
