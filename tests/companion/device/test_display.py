"""Display that ends while the companion runs."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest

#: A window that looks for events until its display is gone.
_WINDOW = """
import pygame
from companion.device.display import open_display, open_window
open_display("")
open_window((64, 48), False, "")
print("open", flush=True)
while True:
    pygame.event.wait(50)
    pygame.display.flip()
"""
PATIENCE_S = 60.0


@pytest.fixture
def x_server() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Return an X server without a screen, and the name of its display."""
    if shutil.which("Xvfb") is None:
        pytest.skip("Xvfb is not installed")
    with subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "320x240x24"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdout is not None
        yield server, f":{server.stdout.readline().strip()}"
        server.kill()


@pytest.mark.slow
def test_a_display_that_ends_is_told_in_one_sentence(x_server: tuple[subprocess.Popen[str], str]) -> None:
    server, display = x_server
    environment = {**os.environ, "DISPLAY": display, "SDL_VIDEODRIVER": "x11"}
    with subprocess.Popen(
        [sys.executable, "-c", _WINDOW], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as window:
        assert window.stdout is not None
        # Pygame greets whoever loads it.
        assert any(line == "open\n" for line in window.stdout)
        server.kill()
        _, told = window.communicate(timeout=PATIENCE_S)
    assert window.returncode == 2
    assert told.splitlines() == ["companion: the display has ended, and so does the companion; what was played is kept"]
