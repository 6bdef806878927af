"""Whole games on phones of which nothing is known but Chromium's accessibility tree."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.companion.phones.browsers import BROWSER_TESTS
from tools.screen_reader_game import GAMES, play
from tools.walk.games import games

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

pytestmark = [*BROWSER_TESTS, pytest.mark.timeout(3600)]


@pytest.mark.thorough(but=["noughts-and-crosses"])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_ended_by_what_a_screen_reader_is_told(browser: Any, tmp_path: Path, game: str) -> None:
    ended, line = play(browser, games()[game], tmp_path, seed=1)
    assert ended, line


def test_sixteen_games_are_played() -> None:
    assert len(GAMES) == 16


def test_a_board_without_names_is_not_played(browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves whose parts have no name cannot be found by ear."""
    game = games()["noughts-and-crosses"]
    screen = type(game.table.seat_screen)
    parts = screen.move_parts

    def nameless(table: Any, before: Any, event: Any, after: Any) -> Any:
        return tuple(replace(part, text="") for part in parts(table, before, event, after))

    monkeypatch.setattr(screen, "move_parts", nameless)
    ended, _ = play(browser, game, tmp_path, seed=1, longest_s=15.0)
    assert not ended
