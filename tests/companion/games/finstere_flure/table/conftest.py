"""Fixtures of the table's tests: a camera that is no finer than necessary."""

import pytest

from companion.games.finstere_flure.virtual_table.pieces import FinstereFlurePieces


@pytest.fixture(autouse=True)
def _coarse_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    """Halve the camera's pixels, to halve the reading time.

    The tests of the virtual table read what players see.
    """
    monkeypatch.setattr(FinstereFlurePieces, "picture_px", (1536, 1152))
