"""Whole games of both examples, by hand, with three buttons alone."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from fox_and_geese.table import TABLE as FOX_AND_GEESE
from mouse_and_elephant.table import TABLE as MOUSE_AND_ELEPHANT

from companion.cells.steps import CellMoveStep
from companion.device.settings import Settings
from companion.journal import Journal
from companion.table.session_start import open_session
from hardware.buttons import Button
from tests.companion.three_keys import ThreeKeys

#: A game that takes more presses than this goes round in circles.
MOST_PRESSES = 4_000


def move(keys: ThreeKeys, rng: Random) -> None:
    """Mark some piece, take it, mark some place for it, take that; or say that it is all."""
    step = keys.session.step
    assert isinstance(step, CellMoveStep)
    for _ in range(rng.randrange(1, 8)):
        keys.press(Button.DRAW, held=rng.random() < 0.3)
    assert keys.page.keys.advance == "Choose"
    keys.press(Button.ADVANCE)
    if keys.session.step is step and keys.page.keys.advance:
        keys.press(Button.ADVANCE)


@pytest.mark.slow
@pytest.mark.parametrize("table", [FOX_AND_GEESE, MOUSE_AND_ELEPHANT], ids=["fox and geese", "mouse and elephant"])
def test_a_whole_game(table: Any, tmp_path: Path) -> None:
    session = open_session(Journal.open(tmp_path / "games.sqlite"), Settings(), [table], sees=False, rng=Random(1))
    keys, rng = ThreeKeys(session), Random(2)
    session.open_start_page()
    keys.choose("new")
    keys.choose("start")
    while session.page.name != "over":
        assert keys.presses < MOST_PRESSES
        if session.page.name == "move":
            move(keys, rng)
        else:
            keys.press(Button.ADVANCE)
    assert session.game is not None
    assert session.game.rules.over(session.game.state) is not None
