"""Letters on the virtual table: none on mats, cards, piles and covers is too small."""

from collections.abc import Callable
from random import Random
from typing import Any

import pygame
import pytest

import companion.cards.pictures
import companion.virtual_table.close_ups
import companion.virtual_table.ground
import companion.virtual_table.hand_covers
import companion.virtual_table.widget_view
from companion.device.language import COMPLETE
from companion.device.settings import Settings
from companion.games import find_game
from companion.journal import Journal
from companion.screen.fonts import Fonts
from companion.screen.scale import LEGIBLE_PX
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from companion.virtual_table.drawing import TableWidget
from tests.companion.written_language import use_written_language

MODULES = (
    companion.cards.pictures,
    companion.virtual_table.close_ups,
    companion.virtual_table.ground,
    companion.virtual_table.hand_covers,
    companion.virtual_table.widget_view,
)
#: The table's half of windows of 800x480, 480x800 and 640x720, and a smaller one.
SIZES = ((400, 480), (480, 400), (640, 360), (320, 720))
GAMES = ("lifeboat", "coach-ride", "betrayal", "finstere-flure")


def noting(draw: Callable[..., Any], written: list[Any]) -> Callable[..., Any]:
    """Return what draws a text and notes it."""

    def draw_and_note(surface: pygame.Surface, fonts: Fonts, text: Any, *how: Any, **more: Any) -> Any:
        written.append(text)
        return draw(surface, fonts, text, *how, **more)

    return draw_and_note


@pytest.mark.slow
@pytest.mark.usefixtures("display")
@pytest.mark.thorough(but=["betrayal-fr", "lifeboat-zh", "coach-ride-fr", "finstere-flure-zh"])
@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("game_id", GAMES)
def test_no_letters_are_too_small_to_be_read(
    game_id: str, language: str, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_written_language(language, Fonts())
    written = list[Any]()
    for module in MODULES:
        monkeypatch.setattr(module, "draw", noting(module.draw, written))
    game = find_game(game_id)
    start = game.virtual.start(None, 3, {})
    around = SessionContext(watched=lambda _: start)
    session = open_session(journal, Settings(language=language), [game.table], sees=True, around=around)
    session.open_start_page()
    table = game.virtual.some_table(Random(1), 3)
    hands = game.virtual.secret_hands(session, table, 3)
    session.use_hidden_cards(hands)
    session.start(start)
    if hands is not None:
        hands.tick()
    widget = TableWidget(table, game.virtual.pictures, hands=hands)
    for size in SIZES:
        widget.draw(pygame.Surface(size))
        covers = widget._covers
        if hands is not None and covers is not None and hands.holders():
            covers._looking = hands.holders()[0].id
            widget.draw(pygame.Surface(size))
            covers.hide()
    small = [(text.lines, text.size) for text in written if text.size < LEGIBLE_PX]
    assert written
    assert small == []
