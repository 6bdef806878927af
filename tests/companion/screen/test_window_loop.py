"""The loop of a window: turns, events, redrawing, full screen, leaving."""

from collections.abc import Iterator

import pygame
import pytest

from companion.device.display import open_display
from companion.screen.window_loop import run_window

ESCAPE = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, unicode="", mod=0)
FULL = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F11, unicode="", mod=0)


class Shown:
    """Record of the loop's actions; Escape quits, F11 changes full screen.

    One event of `plan` is posted each turn.
    """

    title = "Noughts"

    def __init__(self, *plan: pygame.event.Event | None) -> None:
        self.quit_requested = False
        self.full_screen = False
        self.turns: list[tuple[tuple[int, int], bool]] = []
        self._plan = [*plan, ESCAPE]

    def turn(self, surface: pygame.Surface, _now: float, *, stale: bool = False) -> float:
        self.turns.append((surface.get_size(), stale))
        event = self._plan.pop(0)
        if event:
            pygame.event.post(event)
        return 0.02

    def handle(self, event: pygame.event.Event, _surface: pygame.Surface, _now: float) -> None:
        if event.type == pygame.KEYDOWN:
            self.quit_requested = self.quit_requested or event.key == pygame.K_ESCAPE
            self.full_screen ^= event.key == pygame.K_F11

    def recover(self, error: Exception, failures: int) -> bool:  # noqa: ARG002 - nothing fails here
        return True


@pytest.fixture(autouse=True)
def _display(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    open_display("nothing")
    pygame.event.clear()
    yield
    pygame.display.quit()


def test_it_runs_until_the_user_leaves_under_its_title() -> None:
    shown = Shown(None, None)
    run_window(shown, (640, 400), "nothing")
    assert len(shown.turns) >= 3
    assert {size for size, _ in shown.turns} == {(640, 400)}
    assert pygame.display.get_caption()[0] == "Noughts"


def test_a_window_that_was_covered_is_stale_once() -> None:
    shown = Shown(None, None, pygame.event.Event(pygame.VIDEOEXPOSE), None, None)
    run_window(shown, (640, 400), "nothing")
    stale = [number for number, (_, stale) in enumerate(shown.turns) if stale]
    assert stale[0] == 0
    assert 3 in stale
    assert stale[-1] < len(shown.turns) - 1


def test_full_screen_and_back_to_the_size_before() -> None:
    shown = Shown(None, FULL, None, FULL, None)
    run_window(shown, (640, 400), "nothing")
    sizes = [size for size, _ in shown.turns]
    assert sizes[0] == sizes[-1] == (640, 400)
    assert any(size != (640, 400) for size in sizes)
