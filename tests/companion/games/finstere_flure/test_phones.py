"""Finstere Flure on a phone in each seat: own tokens, and cards that anybody turns over."""

from random import Random

import pytest

from companion.games import find_game
from companion.journal import Journal
from engine.finstere_flure import events as e
from tests.companion.phones.evening import VirtualEvening
from tests.companion.phones.players import PhonePlayers


@pytest.mark.slow
@pytest.mark.usefixtures("display", "faultless_reading")
def test_rounds_are_played_on_phones_alone(journal: Journal) -> None:
    evening = VirtualEvening(find_game("finstere-flure"), journal, players=3)
    evening.begin()
    players = PhonePlayers(evening)
    players.play(Random(1), 40)
    happened = {type(event) for event in evening.session.game.events}
    assert {e.TokenMoved, e.CardDrawn} <= happened
    evening.phones.close()
