"""A sound device for all tests of the voice: one that plays to nobody."""

import pytest

from companion.voice import loudspeaker


@pytest.fixture(autouse=True)
def _silent_device(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use SDL's dummy driver, which drops sound at its pace and needs no time to wake up."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setattr(loudspeaker, "WAKES_S", 0.0)
