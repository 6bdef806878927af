"""Tests of pages in unusable window sizes: drawn and touched without a failure."""

from collections.abc import Callable
from importlib import import_module

import pygame
import pytest

from companion.games import find_game
from companion.screen.canvas import Canvas
from companion.screen.caption import paint_caption
from companion.screen.fonts import Fonts
from companion.screen.page_layout import lay_out_page
from companion.screen.page_view import PageView
from companion.screen.pages import Page, Tone

pytestmark = pytest.mark.slow

SAMPLES = {
    "finstere-flure": "tests.companion.games.finstere_flure.screen.sample_pages",
    "lifeboat": "tests.companion.games.lifeboat.sample_pages",
    "coach-ride": "tests.companion.games.coach_ride.sample_pages",
    "betrayal": "tests.companion.games.betrayal.sample_pages",
}
SIZES = ((1, 1), (1, 900), (1600, 1), (17, 9), (300, 45), (60, 30))


@pytest.fixture(autouse=True)
def _window(display: None) -> None:  # noqa: ARG001 - it must be there
    pygame.display.set_mode((320, 240))


@pytest.mark.thorough(but=["lifeboat"])
@pytest.mark.parametrize("game", [*SAMPLES])
def test_all_pages_are_drawn_in_windows_of_any_size(game: str) -> None:
    samples: Callable[[], dict[str, Page]] = import_module(SAMPLES[game]).samples
    fonts = Fonts()
    view = PageView(fonts, find_game(game).table.pictures(fonts))
    for page in samples().values():
        for size in SIZES:
            surface = pygame.Surface(size)
            view.draw(surface, page, ring=((0, 0, 0),) * 16, time_s=1.0)
            for point in ((0, 0), (size[0] // 2, size[1] // 2), (size[0] - 1, size[1] - 1)):
                view.target_at(size, page, point)
            view.scroll(size, page, 1)
            view.turn_over(size, page, down=True)
            view.next_change(size, page, 2.0)


def test_a_caption_for_which_there_is_no_room_is_cut() -> None:
    canvas = Canvas(pygame.Surface((150, 200)), Fonts(), lay_out_page((150, 200)))
    remaining = paint_caption(canvas, pygame.Rect(0, 0, 40, 2), "A sentence that is far too long.", Tone.NOW, 2)
    assert remaining.height <= 2
