"""What every test of the journal needs."""

import pytest

from companion.journal import backups


@pytest.fixture(autouse=True)
def a_patient_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever closes a journal waits for its backup, however busy the machine is."""
    monkeypatch.setattr(backups, "PATIENCE_S", 120.0)
