"""Hands of the virtual table leave a choice to the phone on which somebody makes it."""

import pytest
from classics.fox_and_geese import GAME as GEESE

from companion.games import CompanionGame, find_game
from companion.journal import Journal
from companion.table.session import HANDS
from tests.companion.phones.evening import VirtualEvening

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("display", "faultless_reading")]


@pytest.mark.parametrize("game", [GEESE, *map(find_game, ("lifeboat", "coach-ride", "betrayal", "finstere-flure"))])
def test_do_it_for_me_leaves_a_choice_to_the_phone_that_makes_it(game: CompanionGame, journal: Journal) -> None:
    evening = VirtualEvening(game, journal)
    evening.phones.switch_on()
    session = evening.session
    try:
        evening.begin()
        assert session.game is not None
        phone = evening.phone()
        seat = session.table_game.actor(session.game.state)
        phone.take(seat)
        offered = phone.wait(lambda shown: shown["seat"] == seat and shown["awaited"])
        before, step = session.game.events, session.step
        session.touch(HANDS, evening.player.now)
        for _ in range(12):
            if session.step.auto_move_requested:
                evening.pilot.act(evening.player.now)
            evening.work()
        assert session.game.events == before
        assert session.step is step
        assert "phone" in session.notice
        # What was offered can still be done.
        if offered["moves"]:
            phone.do(offered["moves"][0]["id"])
            phone.wait(lambda shown: shown["offer"] != offered["offer"])
        # A seat that was taken back is the table's.
        evening.phones.free(seat)
        session.touch(HANDS, evening.player.now)
        evening.pilot.act(evening.player.now)
        assert session.step.auto_move_requested or session.game.events != before
    finally:
        evening.close()
