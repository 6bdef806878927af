"""Bots of a game as their process loads them, and reasons of hints."""

from typing import Any

import pytest

from companion.games.opponents import load_opponents
from engine.finstere_flure.events import GameStarted
from engine.finstere_flure.game import RULES
from engine.finstere_flure.pieces import Colour


def test_a_hint_whose_reason_fails_stands_without_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    loaded = load_opponents("finstere-flure")
    state = RULES.begin(GameStarted((Colour.RED, Colour.BLUE), Colour.RED))
    assert loaded.explain is not None
    assert loaded.explain(state, "red", RULES.possible(state)[0], True) is not None

    def fail(*_: Any, **__: Any) -> None:
        raise KeyError("a stranger's mistake")

    monkeypatch.setattr("companion.games.finstere_flure.table.game.FinstereFlureTable.hint_reason", fail)
    assert loaded.explain(state, "red", RULES.possible(state)[0], True) is None
    assert "a hint has no reason" in capsys.readouterr().err
