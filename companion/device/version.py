"""Version that runs, and the commit that it was made from."""

import re
import subprocess
from importlib import metadata
from pathlib import Path

from companion.device.folders import NAME

_PACKAGE = Path(__file__).parents[1]
COMMIT_FILE = "commit.txt"
"""File in the package `companion`: `git archive` and what is made of it have the commit there."""
_DIGITS = 12


def version() -> str:
    """Return the version that runs."""
    return metadata.version(NAME)


def commit(package: Path = _PACKAGE) -> str:
    """Return the commit of a folder `companion`, or nothing where it is not known.

    In a checkout git tells it; "-dirty" behind it says that files were changed since.
    """
    written = (package / COMMIT_FILE).read_text(encoding="ascii").strip()
    if re.fullmatch("[0-9a-f]{40}", written):
        return written[:_DIGITS]
    if not (package.parent / ".git").exists():
        return ""
    command = ["git", "describe", "--always", "--dirty", "--exclude=*", f"--abbrev={_DIGITS}"]
    try:
        done = subprocess.run(command, cwd=package.parent, capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip()


def version_and_commit() -> str:
    """Return the version with its commit in brackets, where that is known."""
    return f"{version()} (commit {known})" if (known := commit()) else version()
