"""Tests of a window loop's guard: failures are reported and restarted.

Nothing ends the window, nothing is hidden.
"""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from companion.device.reports import MOST_REPORTS, reports_folder, write_report
from companion.screen import guard as guard_module
from companion.screen.guard import OFTEN, PLAIN_S, WITHIN_S, Guard
from companion.screen.window_loop import run_window


class Shaky:
    """Window that fails with `error` in each turn, and in recovering where `is_lost`."""

    title = "Shaky"
    full_screen = False

    def __init__(self) -> None:
        self.quit_requested = False
        self.error: BaseException | None = None
        self.is_lost = False
        self.counts = True
        self.recovered: list[int] = []
        self.turns = 0

    def turn(self, surface: pygame.Surface, time_s: float, *, stale: bool = False) -> float:  # noqa: ARG002
        self.turns += 1
        if self.error:
            raise self.error
        surface.fill((10, 200, 10))
        return 0.5

    def handle(self, event: pygame.event.Event, surface: pygame.Surface, time_s: float) -> None:  # noqa: ARG002
        if self.error:
            raise self.error

    def recover(self, error: Exception, failures: int) -> bool:  # noqa: ARG002
        self.recovered.append(failures)
        if self.is_lost:
            raise ZeroDivisionError
        return self.counts


@pytest.fixture(autouse=True)
def _room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.delenv("COMPANION_GUARD")
    pygame.display.init()
    pygame.display.set_mode((320, 240))
    yield
    pygame.display.quit()


def window() -> pygame.Surface:
    return pygame.Surface((320, 240))


def reports() -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted(reports_folder().glob("*"))]


def test_a_failed_turn_begins_anew_and_is_written_down_and_logged(capsys: pytest.CaptureFixture[str]) -> None:
    shown = Shaky()
    guard = Guard(shown)
    shown.error = AssertionError("no piece is in the air")
    assert guard.turn(window(), 1.0, stale=False) > 0
    shown.error = None
    assert guard.turn(window(), 2.0, stale=False) == 0.5
    assert shown.recovered == [1]
    (report,) = reports()
    assert "AssertionError: no piece is in the air" in report
    assert "test_guard.py" in report
    logged = capsys.readouterr().err
    assert "something failed that should not, and begins anew" in logged
    assert str(reports_folder()) in logged


def test_the_third_failure_within_a_minute_is_told_as_such_and_older_ones_do_not_count() -> None:
    shown = Shaky()
    guard = Guard(shown)
    shown.error = ValueError("what is it")
    for time_s in (1.0, 10.0, 20.0, 20.0 + 2 * WITHIN_S):
        guard.turn(window(), time_s, stale=False)
    assert shown.recovered == [1, 2, OFTEN, 1]


def test_what_fails_each_time_is_reported_once_and_burns_no_processor() -> None:
    shown = Shaky()
    guard = Guard(shown)
    shown.error = ValueError("always")
    time_s = 0.0
    while time_s < 100.0:
        time_s += guard.turn(window(), time_s, stale=False)
    assert shown.turns < 20
    assert len(reports()) == 1


def test_when_the_first_page_fails_too_a_plain_one_says_so_until_it_can_be_drawn() -> None:
    shown, surface = Shaky(), window()
    guard = Guard(shown)
    guard.turn(surface, 0.0, stale=False)
    drawn = pygame.image.tobytes(surface, "RGB")
    shown.error = ValueError("always")
    for time_s in range(1, OFTEN + 2):
        guard.turn(surface, float(time_s), stale=False)
    plain = pygame.image.tobytes(surface, "RGB")
    assert plain != drawn
    assert len(set(plain)) > 20, "there is a sentence on it"
    shown.error = None
    guard.turn(surface, OFTEN + 1 + PLAIN_S, stale=False)
    assert pygame.image.tobytes(surface, "RGB") == drawn


def test_recovering_may_fail_too(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Shaky()
    guard = Guard(shown)
    shown.error, shown.is_lost = ValueError("first"), True
    assert guard.turn(window(), 1.0, stale=False) == PLAIN_S
    assert shown.recovered == [1, OFTEN]
    assert len(reports()) == 2
    monkeypatch.setattr(guard_module, "Fonts", lambda: 1 / 0)
    assert guard.turn(window(), 20.0, stale=False) == PLAIN_S


def test_a_failure_whose_cause_is_done_away_with_does_not_count() -> None:
    shown = Shaky()
    guard = Guard(shown)
    shown.error, shown.counts = ValueError("a device"), False
    for time_s in range(10):
        assert guard.turn(window(), float(time_s), stale=False) < 1.0
    assert set(shown.recovered) == {1}


def test_who_wants_to_leave_can_whatever_fails() -> None:
    shown = Shaky()
    shown.error = ValueError("always")
    pygame.event.clear()
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    run_window(shown, (320, 240), "nothing")


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit])
def test_what_ends_the_program_ends_it(kind: type[BaseException]) -> None:
    shown = Shaky()
    shown.error = kind()
    with pytest.raises(kind):
        run_window(shown, (320, 240), "nothing")


def test_in_tests_nothing_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_GUARD", "off")
    shown = Shaky()
    shown.error = AssertionError("seen")
    with pytest.raises(AssertionError, match="seen"):
        run_window(shown, (320, 240), "nothing")
    assert reports() == []


def test_only_the_newest_reports_are_kept() -> None:
    paths = [write_report(ValueError(f"number {number}")) for number in range(MOST_REPORTS + 5)]
    assert sorted(reports_folder().iterdir()) == sorted(paths[5:])
