"""What the tests of the table share: a camera that is no finer than it must be."""

import pytest

from companion.games.finstere_flure.virtual_table.pieces import FinstereFlurePieces


@pytest.fixture(autouse=True)
def _coarse_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half the pixels are read in half the time; what players see is read in the tests of the virtual table."""
    monkeypatch.setattr(FinstereFlurePieces, "picture_px", (1536, 1152))
