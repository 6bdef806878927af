"""Trial of a version that was just installed: passed when it has run well for a while.

The script that starts the companion (``install/start.sh``) takes a file out of the trial's folder at each start. When
none is left, the version before is started in its place. A folder that is gone is no sign of a good version.
"""

import contextlib
import os
import shutil
from collections.abc import MutableMapping
from pathlib import Path

from companion.device.log import warn

PASSED_AFTER_S = 40.0
"""So long the table runs before its version counts as good: longer than systemd waits for a sign of life."""


class Trial:
    """Trial of the running version, if there is one."""

    def __init__(self, environment: MutableMapping[str, str] = os.environ) -> None:
        """Take the trial's folder out of the environment: programs that we start are not on trial."""
        folder = environment.pop("COMPANION_TRIAL", "")
        self._folder = Path(folder) if folder else None
        self._began: float | None = None

    def tick(self, time_s: float) -> None:
        """Count the time, in seconds, from the first call on; call it only while all is well."""
        self._began = time_s if self._began is None else self._began
        if self._folder and time_s - self._began >= PASSED_AFTER_S:
            self._pass(self._folder)
            self._folder = None

    def _pass(self, folder: Path) -> None:
        passed = folder.with_name(f"{folder.name}.passed")
        with contextlib.suppress(OSError):
            shutil.rmtree(passed)
        try:
            # At one moment: an empty folder would say that the version has failed.
            folder.rename(passed)
        except OSError as error:
            warn(f"{folder}: it cannot be kept that this version runs: {error.strerror}")
