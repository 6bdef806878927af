"""Boards in words are read back without a difference; what is told too little is found."""

from collections.abc import Sequence
from typing import Any

import pytest
from classics.draughts import GAME as DRAUGHTS
from hypothesis import given
from hypothesis import strategies as st

from companion.games import CompanionGame, find_game
from companion.games.finstere_flure.words import board_words
from tools.board_words import (
    apply_castle_changes,
    apply_cell_changes,
    differences,
    grid_games,
    read_castle,
    read_cells,
)

#: So many positions of each game are read here; the tool reads more.
POSITIONS = 60


@pytest.mark.parametrize("game", grid_games(), ids=lambda game: game.id)
@given(seed=st.integers(0, 10**6))
def test_every_position_is_read_back(game: CompanionGame, seed: int) -> None:
    assert list(differences(game, POSITIONS // 15, seed)) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", grid_games(), ids=lambda game: game.id)
def test_whole_games_are_read_back(game: CompanionGame) -> None:
    assert list(differences(game, POSITIONS, 1)) == []


def test_fourteen_games_are_read() -> None:
    assert len(grid_games()) == 14


def test_a_piece_that_is_left_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    table = type(DRAUGHTS.table)
    described = table.describe_board

    def forgetful(game: Any, view: Any) -> Sequence[str]:
        return [text.replace("a6, ", "") for text in described(game, view)]

    monkeypatch.setattr(table, "describe_board", forgetful)
    assert any("a6: read None" in told for told in differences(DRAUGHTS, 4, 1))


def test_a_change_that_is_left_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    history = type(DRAUGHTS.table.history)
    told = history.describe_board_change
    monkeypatch.setattr(
        history, "describe_board_change", lambda game, before, after: (told(game, before, after) or [])[1:]
    )
    assert any(" after: " in found for found in differences(DRAUGHTS, 4, 1))


def test_the_monster_s_look_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_words, "direction_name", lambda _direction: "north")
    assert any("monster: read" in found for found in differences(find_game("finstere-flure"), 3, 1))


def test_words_are_read_as_they_stand() -> None:
    assert read_cells("The fox: d7. Goose 1: c1. Written on cells: a1 4, b1 0.") == {
        "d7": "The fox",
        "c1": "Goose 1",
        "text a1": "4",
        "text b1": "0",
    }
    assert apply_cell_changes({"a3": "A white disc"}, "a3: free. b4: a white disc.") == {"b4": "A white disc"}
    castle = read_castle("Furunkulus: k11, looks east. Red black 4 n10. Stone: c3. Teleporter A: d4, arrow west.")
    assert {str(key) for key in castle} == {"monster", "red-3", "c3 tile", "d4 tile"}
    assert "c3 tile" not in apply_castle_changes(castle, "c3: free.")
