"""Comparison of the classics with OpenSpiel, where its wheel is installed."""

import pytest
from classics.noughts_and_crosses import GAME, NoughtsAndCrosses

from engine.grid import Position
from tools import openspiel

#: Moves of each game; together 5,000.
MOVES = 5000 // len(openspiel.TWINS)


@pytest.mark.slow
@pytest.mark.parametrize("name", openspiel.TWINS)
def test_the_boards_that_may_follow_are_the_same(name: str) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    assert openspiel.compare(name, MOVES) > MOVES


def test_a_difference_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

    def moves_to_one_cell_less(self: NoughtsAndCrosses, position: Position) -> list[dict[str, str | None]]:
        moves: list[dict[str, str | None]] = [{cell: "cross"} for cell in self.board if cell not in position.board]
        return moves[1:]

    monkeypatch.setattr(type(GAME), "moves", moves_to_one_cell_less)
    with pytest.raises(AssertionError, match="noughts_and_crosses: OpenSpiel has"):
        openspiel.compare("noughts_and_crosses", 3)
