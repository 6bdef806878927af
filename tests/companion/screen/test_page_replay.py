"""Tests of a page by page replay: played and stepped in a window, and as an animation.

The animation has captions.
"""

from pathlib import Path

import pygame
import pytest
from PIL import Image

from companion.device.errors import UserError
from companion.games.lifeboat.table.game import TABLE
from companion.screen.fonts import Fonts
from companion.screen.guard import Guard
from companion.screen.page_replay import PageReplay, export_pages
from companion.screen.page_view import PageView
from companion.screen.pages import BoardPage
from companion.screen.replaying import reading_time_s
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.game import RULES

GAME = RULES.replay(
    (
        e.GameStarted((Character.LAUREN, Character.STEPHEN, Character.CAPTAIN, Character.MATE)),
        e.Took(Character.LAUREN),
        e.Laid(Character.LAUREN, Provision.KNIFE),
    )
)


@pytest.fixture(autouse=True)
def _window(display: None) -> None:  # noqa: ARG001 - it must be there
    pygame.display.set_mode((640, 480))


@pytest.fixture
def pages() -> list[BoardPage]:
    states = GAME.states()
    told = zip((None, *states), GAME.events, states, strict=False)
    return [TABLE.history.replayed(before, event, after) for before, event, after in told]


def test_each_event_is_told_beside_the_boat_after_it(pages: list[BoardPage]) -> None:
    assert [page.caption for page in pages][1:] == ["Lady Lauren kept a card.", "Lady Lauren laid open: knife."]


def test_it_plays_steps_pauses_and_begins_again(pages: list[BoardPage]) -> None:
    shown = PageReplay(pages, PageView(Fonts(), TABLE.pictures(Fonts())), "Lifeboat", speed=2.0)
    surface = pygame.display.get_surface()
    assert surface is not None

    def key(code: int, time_s: float, typed: str = "") -> None:
        shown.handle(pygame.event.Event(pygame.KEYDOWN, key=code, unicode=typed), surface, time_s)

    wait = shown.turn(surface, 0.0)
    assert wait == pytest.approx(reading_time_s(pages[0].caption) / 2)
    shown.turn(surface, wait + 0.01)
    assert shown.replaying.moment == 1
    key(pygame.K_LEFT, 5.0)
    shown.turn(surface, 100.0)
    assert (shown.replaying.moment, shown.replaying.playing) == (0, False)
    key(pygame.K_p, 100.0)
    for time_s in (110.0, 120.0, 130.0):
        shown.turn(surface, time_s)
    assert (shown.replaying.moment, shown.replaying.playing) == (2, False)
    assert "3/3" in shown.page.status
    key(pygame.K_r, 130.0)
    assert (shown.replaying.moment, shown.replaying.playing) == (0, True)
    key(pygame.K_PLUS, 130.0, "+")
    assert shown.replaying.speed > 2.0
    key(pygame.K_ESCAPE, 130.0)
    assert shown.quit_requested


def test_it_is_written_as_an_animation_or_a_picture(pages: list[BoardPage], tmp_path: Path) -> None:
    gif, png = tmp_path / "game.gif", tmp_path / "game.png"
    for path in (gif, png):
        export_pages(pages, TABLE.pictures(Fonts()), Fonts(), path, (400, 240), 2.0)
    with Image.open(gif) as animation:
        assert (animation.size, getattr(animation, "n_frames", 1)) == ((400, 240), 3)
    with Image.open(png) as picture:
        assert picture.size == (400, 240)
    with pytest.raises(UserError, match=r"\.gif"):
        export_pages(pages, TABLE.pictures(Fonts()), Fonts(), tmp_path / "game.mp4", None, 1.0)


def test_a_page_that_cannot_be_drawn_stops_it_and_one_that_never_can_leads_to_the_first(
    pages: list[BoardPage], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COMPANION_GUARD")
    view = PageView(Fonts(), TABLE.pictures(Fonts()))
    shown = PageReplay(pages, view, "Lifeboat")
    shown.replaying.moment = 2
    guard, surface = Guard(shown), pygame.Surface((320, 240))
    with monkeypatch.context() as patch:
        patch.setattr(view, "draw", lambda *_, **__: 1 / 0)
        guard.turn(surface, 1.0, stale=False)
        assert (shown.replaying.playing, shown.replaying.moment) == (False, 2)
        assert shown.page.status.startswith("Something failed in the companion")
        for time_s in (2.0, 3.0):
            guard.turn(surface, time_s, stale=False)
    assert shown.replaying.moment == 0
    guard.turn(surface, 20.0, stale=False)
    shown.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RIGHT, unicode=""), surface, 21.0)
    assert "2/3" in shown.page.status, "who goes on has read it"
