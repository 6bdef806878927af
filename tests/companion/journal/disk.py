"""A disk that is full, as a program sees it, and what a process that is killed leaves on it."""

import contextlib
import resource
import shutil
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def full_disk() -> Iterator[None]:
    """Meanwhile nothing can be written into any file."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


def copy_killed_table(folder: Path) -> Path:
    """Return the journal's path in a copy of a virtual table's files, as a kill leaves them.

    No other file of the folder would outlive a kill at this moment.
    """
    left = folder / "left"
    left.mkdir()
    for path in folder.glob("games.sqlite*"):
        shutil.copy(path, left)
    shutil.copytree(folder / "virtual", left / "virtual")
    return left / "games.sqlite"
