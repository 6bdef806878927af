"""What surrounds a session: made once when a table opens, handed in, and never changed from outside."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.calibrating.camera_check import CameraSetup
from companion.device.settings import Settings


@dataclass(frozen=True)
class Surroundings:
    """What surrounds a session and stays as it is while it runs.

    `watched` gives the first event of a game that plays itself at a virtual table, by the game's id; None where there
    is no such table.
    `camera_setup` gives the camera to be set up, None where there is none. `save_settings` keeps changed settings.
    `switch_off` shuts the machine down and gives the sentence that says so (empty: it could not); None where that
    cannot be done from here. `kiosk`: nothing else runs on this screen, so that there is nothing to leave for.
    """

    watched: Callable[[str], Any] | None = None
    camera_setup: Callable[[], CameraSetup | None] = lambda: None
    save_settings: Callable[[Settings], None] = lambda _: None
    switch_off: Callable[[], str] | None = None
    kiosk: bool = False


NOTHING_AROUND = Surroundings()
