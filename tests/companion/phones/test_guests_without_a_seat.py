"""A phone without a seat: whose turn it is, what is waited for, and which seats it may have."""

import pytest
from classics.fox_and_geese import GAME as GEESE
from classics.nine_mens_morris import GAME as MORRIS

from companion.device.settings import NO_CAMERA, Settings
from companion.journal import Journal
from companion.screen.pages import BoardPage
from companion.table.menus import MenuStep
from companion.virtual_table.scripted_player import ScriptedPlayer
from hardware.buttons import Button
from tests.companion.phones.evening import Evening
from tests.companion.phones.guesting import Guesting

pytestmark = pytest.mark.usefixtures("display", "faultless_reading")


def test_before_a_game_a_phone_is_told_that_it_has_joined_and_not_how_to(journal: Journal) -> None:
    evening = Evening(GEESE, journal)
    guesting = Guesting(evening)
    guesting.join(1)
    evening.session.open(guesting.phones.step(evening.session))
    guesting.join(2)
    for number in (1, 2):
        shown = guesting.shown(number)
        assert (shown["title"], shown["caption"]) == ("You have joined.", "The table has not begun a game yet.")
        assert shown["rows"] == []
        assert guesting.phones.guests.code not in str(shown)


def test_in_a_game_it_shows_whose_turn_it_is_and_that_a_menu_is_open(journal: Journal) -> None:
    evening = Evening(GEESE, journal)
    evening.begin()
    guesting = Guesting(evening)
    guesting.join(1)
    shown = guesting.shown(1)
    assert shown["title"] == evening.session.page.title
    assert shown["caption"]
    assert not shown["menu"]
    evening.session.open(MenuStep(evening.session))
    guesting.join(2)
    assert guesting.shown(1)["menu"]
    assert guesting.shown(1)["title"] == shown["title"]


def test_at_a_virtual_table_without_a_camera_the_page_says_that_nobody_looks(journal: Journal) -> None:
    player = ScriptedPlayer(MORRIS.virtual, MORRIS.virtual.start(None, 1, {}), journal)
    session = player.session
    session.watching = False
    player.begin()
    player.place_as_asked()
    session.change_settings(Settings(camera=NO_CAMERA))
    while session.page.name != "move":
        player.press(Button.ADVANCE)
    assert isinstance(session.page, BoardPage)
    assert session.page.caption == "Put a disc on a free point. No camera looks on: touch the move here."


def test_the_picture_of_the_board_is_sent_once_to_all(guesting: Guesting) -> None:
    key = guesting.shown(3)["board"]
    sent = [
        message["phone"] for message in guesting.line.sent if message["kind"] == "picture" and message["key"] == key
    ]
    assert sent == [0], "that is everybody"
