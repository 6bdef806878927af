"""Context of a session: made once when a table opens, passed in, never changed from outside."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.calibrating.camera_check import CameraSetup
from companion.device.settings import Settings
from companion.opponents.worker import Opponent
from companion.table.layout import PieceObservation
from companion.table.step import Step


@dataclass(frozen=True)
class SessionContext:
    """Context of a session, constant while it runs.

    `watched` gives the first event of a game that plays itself at a virtual table, by the game's id; None without a
    virtual table. `camera_wanted`: a real camera is to look at this table, unless the players' settings say otherwise.
    `camera_setup` gives the camera to be set up, None if there is none. `save_settings` keeps
    changed settings. `switch_off` shuts the machine down and gives the sentence that says so (empty: it could not);
    None if that cannot be done from here. `kiosk`: nothing else runs on this screen, so that there is nothing to
    quit to. `read_photo` gives what the game sees in a photo file, read as the step on the screen reads the table, and
    raises VisionError; None at a virtual table. `opponent` thinks for bots and hints; None: there are none. `phones`
    makes the page that lets phones join; None: none may. `looks_path` is the file that keeps how the plain pieces of
    this table look; None: nothing is kept.
    """

    watched: Callable[[str], object] | None = None
    camera_wanted: bool = True
    camera_setup: Callable[[], CameraSetup | None] = lambda: None
    save_settings: Callable[[Settings], None] = lambda _: None
    switch_off: Callable[[], str] | None = None
    kiosk: bool = False
    read_photo: Callable[[Path], PieceObservation] | None = None
    opponent: Opponent | None = None
    phones: Callable[[Any], Step[Any]] | None = None
    looks_path: Path | None = None


DEFAULT_CONTEXT = SessionContext()
