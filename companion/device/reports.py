"""Reports of unexpected failures: one file each in the state folder, only the newest kept."""

import logging
import os
import platform
import sys
import traceback
from datetime import datetime
from importlib.metadata import PackageNotFoundError
from pathlib import Path

from companion.device.errors import UserError
from companion.device.files import write_whole
from companion.device.folders import NAME, state_folder
from companion.device.log import warn
from companion.device.version import version_and_commit

_log = logging.getLogger(__name__)

#: So many reports are kept: a fault that comes again and again fills no disk.
MOST_REPORTS = 20
#: A report is no longer than this (characters): recursion without end makes tracebacks without end.
_MOST_CHARACTERS = 20_000


def reports_folder() -> Path:
    """Return the folder of the reports, which may not exist yet.

    Raises UserError if there is no home folder.
    """
    return state_folder() / "reports"


def report_failure(error: BaseException, sentence: str) -> None:
    """Log an unexpected failure and write a report of it; `sentence` gives its consequence."""
    _log.error("this should not happen", exc_info=error)
    try:
        warn(f"{sentence}: {error!r}; the report is {write_report(error)}")
    except UserError as unwritten:
        warn(f"{sentence}: {error!r}; no report of it: {unwritten}")


def write_report(error: BaseException) -> Path:
    """Write the origin of an error to a file, with its notes but no variables; return the path.

    Raises UserError if it cannot be written.
    """
    folder = reports_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        kept = sorted(folder.glob("report-*.txt"))
        for old in kept[: max(0, len(kept) - MOST_REPORTS + 1)]:
            old.unlink(missing_ok=True)
    except OSError as failed:
        raise UserError(f"{folder}: cannot be written: {failed.strerror}") from None
    path = folder / datetime.now().strftime("report-%Y%m%d-%H%M%S-%f.txt")
    write_whole(path, _text_of(error).encode("utf-8", "replace"), mode=0o600)
    return path


def _text_of(error: BaseException) -> str:
    try:
        version = version_and_commit()
    except PackageNotFoundError:
        version = "unknown"
    python = f"Python {platform.python_version()}, {platform.platform()}, pid {os.getpid()}"
    trace = "".join(traceback.format_exception(error))
    # Only the command: what follows it may be an address with a password.
    command = " ".join(sys.argv[1:2])
    return f"{NAME} {version}, {command}\n{python}\n\n{trace[-_MOST_CHARACTERS:]}"
