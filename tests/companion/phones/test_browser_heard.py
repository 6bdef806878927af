"""Whole games on phones of which nothing is known but Chromium's accessibility tree."""

import time
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.device.language import in_language
from companion.journal import Journal
from engine.betrayal.components import Trait
from engine.betrayal.events import Adjusted, MonsterGroup
from engine.betrayal.state import MonsterValues
from tests.companion.games.betrayal.test_seats_of_bots import haunt_of
from tests.companion.phones.browsers import BROWSER_TESTS, PATIENCE_S
from tests.companion.phones.evening import VirtualEvening
from tools.heard_phones.house import HousePlayer
from tools.heard_phones.phone import HeardPhone
from tools.screen_reader_game import GAMES, play
from tools.walk.games import games

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

pytestmark = [*BROWSER_TESTS, pytest.mark.timeout(3600)]


@pytest.mark.thorough(but=["noughts-and-crosses"])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_ended_by_what_a_screen_reader_is_told(browser: Any, tmp_path: Path, game: str) -> None:
    played = play(browser, games()[game], tmp_path, seed=1)
    assert played.is_ended, played


@pytest.mark.thorough(but=["en-heroes", "en-traitor"])
@pytest.mark.parametrize("winning", ["heroes", "traitor"])
@pytest.mark.parametrize("language", ["en", "de", "zh"])
def test_who_has_won_a_haunt_is_said_and_answered_by_what_a_screen_reader_is_told(
    browser: Any, journal: Journal, language: str, winning: str
) -> None:
    """The victory over a dead side is told by the table's questions; somebody else confirms it.

    Where monsters can come and go the questions are so many that they stand in the board's place.
    """
    with in_language(language):
        evening = VirtualEvening(games()["betrayal"], journal, seed=1, players=3)
        evening.phones.switch_on()
        evening.begin()
        session, traitor = evening.session, evening.start.first
        heroes = [player for player in evening.start.players if player != traitor]
        monsters = MonsterGroup("master", MonsterValues(8, 3, 3, 8), (("master-1", "foyer"),))
        dead = [traitor] if winning == "heroes" else heroes
        for event in (
            *haunt_of(traitor, monsters)[1:],
            *(Adjusted(by=player, trait=Trait.MIGHT, steps=-8) for player in dead),
        ):
            session.apply(event)
        session.go_on()
        rows = {row.id: str(row.text) for row in session.table_game.seat_rows()}
        names = [rows[seat] for seat in session.table_game.seats(evening.start)]
        players = [
            HousePlayer(
                HeardPhone(browser, evening, language),
                Random(1),
                language,
                [name, *(other for other in names if other != name)],
            )
            for name in names
        ]
        until = time.monotonic() + PATIENCE_S
        while session.table_game.rules.over(session.game.state) is None:
            assert time.monotonic() < until, session.page
            for player in players:
                player.act(unasked=True)
            evening.work()
        assert session.game.state.winning == winning
        # Whoever has begun to tell it finds the answers first, and presses each once.
        assert sum(player.pressed for player in players) <= 6
        for player in players:
            player.leave()
        evening.close()


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
    played = play(browser, game, tmp_path, seed=1, longest_s=5.0)
    assert (played.is_ended, played.presses) == (False, 0)
