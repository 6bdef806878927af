"""A window that is measured: for how long, whatever other windows have left behind."""

import pygame
import pytest

from hardware.buttons import Buttons
from tools.bench_window import CountingApp, NoVoice, new_session, open_start_page, run_for


@pytest.mark.slow
def test_what_an_earlier_window_has_left_behind_ends_no_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    try:
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        with new_session(virtual=False) as session:
            open_start_page(session)
            app = CountingApp(session, announcer=NoVoice(), buttons=Buttons())
            load = run_for(app, (320, 240), 0.3, warm_up_s=0.1)
    finally:
        pygame.display.quit()
    began, ended = app.marks
    assert ended.time_s - began.time_s >= 0.3
    assert load.turns_per_s > 0
    assert load.share < 2
