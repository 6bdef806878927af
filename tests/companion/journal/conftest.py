"""What every test of the journal needs."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import backups


@pytest.fixture(autouse=True)
def patient_close(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever closes a journal waits for its backup, however busy the machine is."""
    monkeypatch.setattr(backups, "PATIENCE_S", 120.0)


@pytest.fixture
def memory_folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory, where there is such: for hundreds of journals that nobody needs to find on a disk."""
    memory = Path("/dev/shm")
    if not os.access(memory, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=memory, prefix="journals-") as folder:
        yield Path(folder)
