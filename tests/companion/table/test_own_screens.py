"""Seats that choose on their own screens: what of the table's steps is a choice for them."""

import pytest
from classics.fox_and_geese import GAME as GEESE
from mouse_and_elephant.game import GAME as MOUSE

from companion.games import CompanionGame, find_game
from companion.journal import Journal
from companion.table.menus import MenuStep
from companion.table.own_screens import _has_choice
from tools.phone_secrets import start_game

pytestmark = pytest.mark.usefixtures("display")


@pytest.mark.parametrize(
    ("game", "has_rows"), [(GEESE, False), (MOUSE, True), (find_game("lifeboat"), True), (find_game("betrayal"), True)]
)
def test_a_choice_is_what_the_game_asks_by_rows_and_no_menu(
    journal: Journal, game: CompanionGame, *, has_rows: bool
) -> None:
    session = start_game(game, journal, 1)
    assert _has_choice(session.step) is has_rows
    assert not _has_choice(MenuStep(session))
