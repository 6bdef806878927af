"""Tests of a replay's line of moments: touched, dragged, and gone along by chapters."""

import pygame
import pytest

from companion.games.lifeboat.table.game import TABLE
from companion.screen.fonts import Fonts
from companion.screen.page_replay import PageReplay
from companion.screen.page_view import MomentTouched, PageView
from companion.screen.pages import BoardPage
from companion.screen.replaying import SPEEDS, Replaying

SIZE = (800, 480)


@pytest.fixture
def shown(display: None) -> PageReplay:  # noqa: ARG001 - it must be there
    """Return a replay of eleven moments, two of which begin chapters."""
    pages = [BoardPage("replay", "Game", None, f"Event {number}", board_shown=False) for number in range(11)]
    return PageReplay(pages, PageView(Fonts(), TABLE.pictures(Fonts())), "Game", chapters={2: "First", 7: "Second"})


def line(shown: PageReplay) -> pygame.Rect:
    """Return the box in which the line is touched."""
    view = shown._view
    box = view.painted(SIZE, shown.page).layout.scrubber
    assert box is not None
    return box


def mouse(shown: PageReplay, kind: int, point: tuple[int, int]) -> None:
    surface = pygame.Surface(SIZE)
    shown.handle(pygame.event.Event(kind, button=pygame.BUTTON_LEFT, pos=point), surface, 1.0)


def test_a_touch_shows_a_moment_and_a_drag_follows(shown: PageReplay) -> None:
    box = line(shown)
    mouse(shown, pygame.MOUSEBUTTONDOWN, box.center)
    assert (shown.replaying.moment, shown.replaying.playing) == (5, False)
    mouse(shown, pygame.MOUSEMOTION, (box.right - 1, box.centery))
    assert shown.replaying.moment == 10
    mouse(shown, pygame.MOUSEBUTTONUP, (box.right - 1, box.centery))
    mouse(shown, pygame.MOUSEMOTION, box.center)
    assert shown.replaying.moment == 10, "the pointer is up"


def test_the_line_does_not_overlap_what_else_can_be_touched(shown: PageReplay) -> None:
    view, page = shown._view, shown.page
    box = line(shown)
    places = view.places(SIZE, page)
    assert places
    assert not [place for place in places if place.box.colliderect(box)]
    buttons = view.painted(SIZE, page).layout.buttons.values()
    assert not [button for button in buttons if button.colliderect(box)]
    assert isinstance(view.target_at(SIZE, page, box.center), MomentTouched)


def test_chapters_and_speeds_are_gone_through() -> None:
    replaying = Replaying(11, (2, 7))
    replaying.step_chapter(1, 0.0)
    assert (replaying.moment, replaying.chapter) == (2, 0)
    replaying.step_chapter(1, 0.0)
    replaying.step_chapter(1, 0.0)
    assert replaying.moment == 10
    replaying.step_chapter(-1, 0.0)
    assert replaying.moment == 7
    replaying.step_chapter(-1, 0.0)
    replaying.step_chapter(-1, 0.0)
    assert replaying.moment == 0
    found = []
    for _ in SPEEDS:
        replaying.take_next_speed()
        found.append(replaying.speed)
    assert sorted(found) == list(SPEEDS)
