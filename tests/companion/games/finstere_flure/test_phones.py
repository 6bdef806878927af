"""Finstere Flure on a phone in each seat: own tokens, and cards that anybody turns over."""

from random import Random

import pytest

from companion.games import find_game
from companion.games.finstere_flure.table.game import TABLE
from companion.journal import Journal
from engine.finstere_flure import events as e
from engine.finstere_flure.board import Cell
from tests.companion.phones.evening import VirtualEvening
from tests.companion.phones.players import PhonePlayers
from tests.engine.finstere_flure.game_helpers import GREEN, RED, begun, draw, put, stay


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


def test_a_touch_that_leads_to_no_move_is_told_why() -> None:
    explain, game = TABLE.seat_screen.explain_touches, begun(GREEN, RED)
    assert explain(game.state, ["a5"]) == "First touch the token that moves."
    assert explain(game.state, ["green-4", "a5"]) == "It cannot go there: touch a marked cell."
    game = stay(put(game, "green-4", Cell("m11")), "red-1")
    assert explain(game.state, ["m11"]) == "That token has already moved in this round."
    game = stay(game, "green-1")
    assert explain(game.state, ["m11"]) == "That token is Green's, and it is Red's turn."
    # What no page sends is none of the tokens that may move.
    assert explain(game.state, ["nonsense", "m11", "a5"]) == "First touch the token that moves."
    # A token on the board is named by its cell.
    game = stay(draw(stay(game, "red-3")), "red-1")
    assert explain(game.state, ["m11", "a5"]) == "It cannot go there: touch a marked cell."
