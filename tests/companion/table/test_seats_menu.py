"""The page of the players who come and go: which games have one."""

import pytest
from classics.fox_and_geese import GAME as GEESE
from mouse_and_elephant.game import GAME as MOUSE

from companion.games import CompanionGame, find_game
from companion.journal import Journal
from companion.table.seats_menu import has_seats
from tools.phone_secrets import start_game

pytestmark = pytest.mark.usefixtures("display")


@pytest.mark.parametrize(("game", "has"), [(find_game("lifeboat"), True), (GEESE, True), (MOUSE, False)])
def test_a_game_has_seats_where_players_are_known_or_bots_can_play(
    journal: Journal, game: CompanionGame, *, has: bool
) -> None:
    session = start_game(game, journal, 1)
    assert has_seats(session) is has, "bots hold no real cards, and cells name no players"
