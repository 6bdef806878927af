"""A bot that has given up, on phones: everybody reads it, its own seat says who plays."""

import time
from pathlib import Path

import pytest
from classics.noughts_and_crosses import GAME

from companion.journal import Journal
from companion.table.seats import SeatChange, SeatChangeKind
from tests.companion.phones.evening import Evening
from tests.companion.phones.players import PhonePlayers

pytestmark = pytest.mark.usefixtures("display")


def test_a_phone_says_that_a_bot_has_failed_and_a_touch_lets_a_person_play(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    evening = Evening(GAME, journal)
    evening.begin()
    players = PhonePlayers(evening)
    failed, other = players.seats
    evening.session.seating.change(SeatChange(SeatChangeKind.FAILED, (failed,), "strong"), 1)
    evening.session.go_on()
    until = time.monotonic() + 60
    while any(players.shown(seat)["title"] != "Cross: the bot has failed." for seat in players.seats):
        assert time.monotonic() < until, players.shown(other)
        evening.work()
    for seat in players.seats:
        assert not players.shown(seat)["moves"]
    assert players.shown(other)["buttons"] == []
    players.do(failed, "A person plays")
    assert evening.session.seating.seats.unnoticed == frozenset()
    evening.phones.close()
    journal.close()
