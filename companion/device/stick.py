"""Wishes of the screen for a USB stick, and their answers.

The companion itself may not mount one. It leaves a wish in the service's runtime folder
(``systemd/finstere-flure-stick.path``); the unit's script (``install/stick.sh``) leaves the answer beside it.
"""

import os
from collections.abc import Mapping
from enum import StrEnum
from importlib import metadata
from pathlib import Path

from companion.device.errors import UserError
from companion.device.files import write_whole

WISH = "stick"
"""Name of the file with the wish."""
ANSWER = "stick-answer"
"""Name of the file with the answer."""


class Wish(StrEnum):
    """A wish: install the version on the stick, or write what a report needs to it."""

    UPDATE = "update"
    REPORT = "report"


class StickAnswer(StrEnum):
    """Progress of the wish; `NONE` if there is none."""

    NONE = ""
    WORKING = "working"
    NO_STICK = "no-stick"
    NO_ARCHIVE = "no-archive"
    READ_ONLY = "read-only"
    NOT_INSTALLED = "not-installed"
    INSTALLED = "installed"
    NOT_WRITTEN = "not-written"
    WRITTEN = "written"


def version() -> str:
    """Return the version that runs."""
    return metadata.version("finstere-flure-companion")


def version_given_up(environment: Mapping[str, str] = os.environ) -> str:
    """Return the version that did not start and in whose place this one runs, or nothing."""
    return environment.get("COMPANION_GIVEN_UP", "")


class StickReader:
    """USB sticks of an installed service without a desktop."""

    def __init__(self, folder: Path) -> None:
        """`folder`: the service's runtime folder."""
        self._folder = folder

    def ask(self, wish: Wish) -> None:
        """Leave the wish. Raises UserError if it cannot be left."""
        try:
            # The wish last: the unit sees it at once.
            for name, text in ((ANSWER, StickAnswer.WORKING), (WISH, wish)):
                write_whole(self._folder / name, text.encode())
        except OSError as error:
            raise UserError(f"{self._folder}: the request cannot be written there: {error.strerror}") from None

    def answer(self) -> StickAnswer:
        """Return how far the last wish is."""
        try:
            return StickAnswer((self._folder / ANSWER).read_text().strip())
        except (OSError, ValueError):
            return StickAnswer.NONE


def stick_reader(environment: Mapping[str, str] = os.environ) -> StickReader | None:
    """Return the sticks' reader; None on a desktop and in a plain terminal."""
    folder = environment.get("RUNTIME_DIRECTORY", "").split(":")[0]
    # A desktop's service has a runtime folder below the user's own; the user mounts sticks there.
    return StickReader(Path(folder)) if folder and environment.get("STATE_DIRECTORY") else None
