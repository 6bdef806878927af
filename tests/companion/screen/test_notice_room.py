"""Tests of notices for which a page has little room."""

import pytest

from companion.games.finstere_flure.game import GAME
from companion.screen.fonts import Fonts
from companion.screen.page_paint import least_status
from companion.screen.page_view import PageView
from companion.screen.pages import Keys, ListPage, Row

FIRST = "The table or the camera is still moving."
NOTICE = f"{FIRST} It is read as soon as nothing moves on the table or beside it."


@pytest.mark.parametrize(("size", "shown"), [((400, 480), FIRST), ((1280, 720), NOTICE)])
def test_a_notice_without_room_is_its_first_sentence_and_can_be_read(size: tuple[int, int], shown: str) -> None:
    rows = tuple(Row(f"The choice that is number {number}", f"row-{number}") for number in range(15))
    text = "Each rule is explained when it is first needed."
    keys = Keys(advance="Choose", draw="Next", back="Back", draw_hold="Previous")
    page = ListPage("lessons", "First evening", rows, text, selected=0, keys=keys, status=NOTICE)
    fonts = Fonts()
    canvas = PageView(fonts, GAME.table.pictures(fonts)).painted(size, page)
    [notice] = [text for text in canvas.written if text.text.startswith(FIRST)]
    assert notice.text == shown
    assert notice.paragraph.size >= least_status(canvas.layout)
