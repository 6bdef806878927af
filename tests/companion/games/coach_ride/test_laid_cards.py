"""Tests of a card placed in a fight: it counts soon after the hand has left.

It does not count in the air or under a hand.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.virtual_table.hands import reaching
from tests.companion.games.coach_ride.film import FightFilm

pytestmark = pytest.mark.slow
#: So many looks (ten a second) a card lies still before it counts; what reading takes comes on top.
LOOKS = 3


def test_only_a_card_that_no_hand_moves_or_covers_counts_and_soon(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    film = FightFilm(journal, (2304, 1296))
    for _ in range(5):
        film.look()
    x, y = film.dagger.centre_mm
    # It is pushed to and fro in its place, in full sight.
    for number in range(8):
        film.table.put(replace(film.dagger, centre_mm=(x + 12 * (number % 2), y)))
        film.look()
    assert not film.told
    # A hand rests on it, for longer than any card must lie.
    film.table.put(film.dagger)
    film.table.arm = reaching(film.table, (x, y))
    for _ in range(12):
        film.look()
    assert not film.told
    film.table.arm = None
    for _ in range(LOOKS):
        film.look()
    assert film.told == (film.used,)
    journal.close()
