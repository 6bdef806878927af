"""Tests of two games at one virtual table: the chosen one has its own table.

The table is beside the screen.
"""

from pathlib import Path

import pytest
from fox_and_geese.game import GAME as FOX_AND_GEESE

from companion.device.settings import Settings
from companion.games import DEFAULT_GAME, find_game
from companion.journal import Journal
from companion.table.session_start import open_session
from companion.virtual_table.pieces import PieceSet
from companion.virtual_table.table_source import VirtualTableSources

GAMES = {game.id: game for game in (find_game(DEFAULT_GAME), FOX_AND_GEESE)}


@pytest.mark.slow
def test_the_chosen_game_has_its_own_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Nothing is read here: a coarse camera has its first pictures taken before the table is closed.
    monkeypatch.setattr(PieceSet, "picture_px", (320, 240))
    journal = Journal.open(tmp_path / "games.sqlite")
    session = open_session(journal, Settings(), [game.table for game in GAMES.values()], sees=True)
    session.open_start_page()
    virtuals = {game_id: game.virtual for game_id, game in GAMES.items()}
    rooms = VirtualTableSources(session, virtuals, lambda game_id: GAMES[game_id].virtual.start(None, 1, {}), seed=1)
    try:
        assert "fox" not in rooms.widget.table.pieces
        session.touch("new fox-and-geese", 0.0)
        rooms.tick(0.0)
        assert "fox" in rooms.widget.table.pieces
        session.touch("start", 0.1)
        assert session.page.name == "put-right"
        session.open_start_page()
        session.touch(f"new {DEFAULT_GAME}", 0.2)
        rooms.tick(0.2)
        assert "fox" not in rooms.widget.table.pieces
    finally:
        rooms.close()
