"""Fixtures of the journal's tests."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import backups


@pytest.fixture(autouse=True)
def patient_close(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for the backup at the end of a journal, even on a busy machine."""
    monkeypatch.setattr(backups, "PATIENCE_S", 120.0)


@pytest.fixture
def memory_folder(tmp_path: Path) -> Iterator[Path]:
    """Folder in memory, if there is one, for hundreds of journals that need no disk."""
    memory = Path("/dev/shm")
    if not os.access(memory, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=memory, prefix="journals-") as folder:
        yield Path(folder)
