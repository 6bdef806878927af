"""Wishes of the screen for a USB stick, and their answers.

The companion itself may not mount one. It leaves a wish in the service's runtime folder
(``systemd/finstere-flure-stick.path``); the unit's script (``install/stick.py``) leaves the answer in a folder of
root's.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from threading import Thread

from companion.device.errors import UserError
from companion.device.files import write_whole
from companion.device.folders import state_folder
from companion.device.log import warn
from vision.bounded_files import TooLargeError, read_bounded

WISH = "stick"
"""Name of the file with the wish."""
FINDINGS = "doctor.txt"
"""Name of the file with what the doctor says, for a report."""
ANSWER = "finstere-flure-stick/answer"
"""File with the answer, beside the service's runtime folder."""
MOST_ANSWER_BYTES = 4096
#: The doctor is given so long, in seconds; without what it says a report still has the log.
EXAMINATION_S = 300


class Wish(StrEnum):
    """Wish at a stick: look for a new version, install a doubtful one or not, write a report."""

    UPDATE = "update"
    REPORT = "report"
    INSTALL = "install"
    FORGET = "forget"


class StickAnswer(StrEnum):
    """Progress of the wish; `NONE` if there is none."""

    NONE = ""
    WORKING = "working"
    NO_STICK = "no-stick"
    NO_ARCHIVE = "no-archive"
    READ_ONLY = "read-only"
    CONFIRM = "confirm"
    DAMAGED = "damaged"
    NOT_OURS = "not-ours"
    ALTERED = "altered"
    NOT_CHECKED = "not-checked"
    TOO_LARGE = "too-large"
    NO_ROOM = "no-room"
    TOO_SLOW = "too-slow"
    GONE = "gone"
    NOT_INSTALLED = "not-installed"
    INSTALLED = "installed"
    NOT_WRITTEN = "not-written"
    WRITTEN = "written"


@dataclass(frozen=True)
class DoubtfulArchive:
    """Archive that people must confirm: signed by nobody known, or older than what is installed."""

    archive: str
    """The file's name."""
    checksum: str
    """A name for exactly these contents."""
    version: str
    signer: str
    """Who signed it: a name if it is known here, else the key's fingerprint; empty if nobody did."""
    trusted: bool
    installed: str
    """The newer version that is installed; empty if this one is not older."""


def version_given_up() -> str:
    """Return the version that did not start and in whose place this one runs, or nothing."""
    return os.environ.get("COMPANION_GIVEN_UP", "")


class StickReader:
    """USB sticks of an installed service without a desktop."""

    def __init__(self, folder: Path) -> None:
        """`folder`: the service's runtime folder."""
        self._folder = folder
        self._number = ""

    def ask(self, wish: Wish, checksum: str = "") -> None:
        """Leave a wish for the service; one for a report waits for the doctor's words.

        Raises UserError if it cannot be left.
        """
        self._number = os.urandom(8).hex()
        words = " ".join(filter(None, (wish, self._number, checksum)))
        if wish is Wish.REPORT:
            Thread(target=self._examine_and_leave, args=(words,), daemon=True).start()
        else:
            self._leave(words)

    def answer(self) -> StickAnswer:
        """Return how far the last wish is."""
        if not self._number:
            return StickAnswer.NONE
        try:
            return StickAnswer(self._answered().get("answer", StickAnswer.WORKING))
        except ValueError:
            return StickAnswer.NOT_INSTALLED

    def doubtful(self) -> DoubtfulArchive:
        """Return what the answer says of an archive that must be confirmed."""
        said = self._answered()
        archive, checksum, version_of_it, signer, trusted, installed = (
            said.get(name, "") for name in ("archive", "checksum", "version", "signer", "trusted", "installed")
        )
        return DoubtfulArchive(archive, checksum, version_of_it, signer, bool(trusted), installed)

    def _leave(self, words: str) -> None:
        try:
            write_whole(self._folder / WISH, words.encode())
        except OSError as error:
            raise UserError(f"{self._folder}: the request cannot be written there: {error.strerror}") from None

    def _answered(self) -> dict[str, str]:
        """Return the answer to the last wish; empty while there is none, or one to an earlier wish."""
        try:
            said = json.loads(read_bounded(self._folder.parent / ANSWER, MOST_ANSWER_BYTES))
        except (OSError, ValueError, TooLargeError):
            return {}
        if not isinstance(said, dict) or said.get("wish") != self._number:
            return {}
        return {str(key): str(value) for key, value in said.items()}

    def _examine_and_leave(self, words: str) -> None:
        try:
            examine(self._folder / FINDINGS)
        except (OSError, UserError, subprocess.SubprocessError) as error:
            warn(f"the report lacks what the doctor says: {error}")
        try:
            self._leave(words)
        except UserError as error:
            self._number = ""
            warn(str(error))


def examine(findings: Path) -> None:
    """Have the doctor write what it finds.

    Raises OSError and SubprocessError. It works on a copy of the journal, which the companion is writing to.
    """
    findings.unlink(missing_ok=True)
    apart = {"NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "COMPANION_TRIAL"}
    environment = {name: value for name, value in os.environ.items() if name not in apart}
    with tempfile.TemporaryDirectory(dir="/var/tmp") as copy:
        for path in (*state_folder().glob("games.sqlite*"), state_folder() / "settings.toml"):
            if path.is_file():
                shutil.copy(path, copy)
        subprocess.run(
            [sys.executable, "-m", "companion.main", "doctor", "--report", str(findings)],
            env=environment | {"STATE_DIRECTORY": copy, "SDL_VIDEODRIVER": "dummy"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=EXAMINATION_S,
            check=False,
        )


def stick_reader(environment: Mapping[str, str] = os.environ) -> StickReader | None:
    """Return the sticks' reader; None on a desktop and in a plain terminal."""
    folder = environment.get("RUNTIME_DIRECTORY", "").split(":")[0]
    # A desktop's service has a runtime folder below the user's own; the user mounts sticks there.
    return StickReader(Path(folder)) if folder and environment.get("STATE_DIRECTORY") else None
