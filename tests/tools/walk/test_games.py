"""Games that a walk can play."""

import sys
from typing import Any

import pytest

from companion.games import find_game, game_ids
from companion.table.layout import PieceObservation
from companion.table.observation import TableObservation
from companion.table.session import GameSession, Session
from tools.walk.games import forget_walked_games, speaks, walked_games
from tools.walk.opened import TablePlace
from tools.walk.table import WalkedTable


def test_chess_and_games_that_are_installed_are_among_them() -> None:
    found = walked_games()
    assert {"finstere-flure", "othello", "chess", "walked-cells", "walked-cards"} <= {*found}
    # It is found as each game that pip has installed.
    assert find_game("walked-cells") is found["walked-cells"]
    assert speaks("chess", "zh")
    assert not speaks("walked-cells", "de")


def test_games_of_walks_can_be_taken_away_and_come_again() -> None:
    before = walked_games()["walked-cells"]
    forget_walked_games()
    assert not [game_id for game_id in game_ids() if game_id.startswith("walked-")]
    assert not [module for module in sys.modules if module.startswith("walked_")]
    again = walked_games()["walked-cells"]
    assert again is find_game("walked-cells") is not before


@pytest.mark.slow
def test_of_plain_pieces_only_where_they_lie_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[PieceObservation] = []
    observe = GameSession.observe

    def watched(session: Session, news: TableObservation[Any] | None, time_s: float) -> None:
        if news is not None and news.meaning is not None:
            seen.append(news.meaning)
        observe(session, news, time_s)

    monkeypatch.setattr(GameSession, "observe", watched)
    with WalkedTable(TablePlace.CAMERA, ("breakthrough",), stickers="none") as table:
        table.play_on(8, 1)
        assert table.session.game is not None
    assert any(len(pieces.unreadable) == 32 for pieces in seen)
    assert not any(pieces.layout.counts for pieces in seen)
