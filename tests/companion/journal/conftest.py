"""Fixtures of the journal's tests."""

import pytest

from companion.journal import backups


@pytest.fixture(autouse=True)
def patient_close(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for the backup at the end of a journal, even on a busy machine."""
    monkeypatch.setattr(backups, "PATIENCE_S", 120.0)
