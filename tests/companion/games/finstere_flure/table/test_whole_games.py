"""Tests of whole games that play themselves, seen through the virtual camera.

Every change on the table is read from pixels.
"""

import json
from pathlib import Path

import pytest

from companion.games.finstere_flure.virtual_table.game import VIRTUAL, some_game
from companion.journal import Journal
from companion.main import main
from companion.virtual_table.autoplay import Autoplay
from engine.finstere_flure.events import GameStarted
from engine.finstere_flure.game import Game
from engine.finstere_flure.gamefile import event_from_json
from engine.finstere_flure.pieces import COLOURS_WITH_FOUR

pytestmark = pytest.mark.slow

#: The basic set-up is played by the command below, three players by `test_whole_game_with_mistakes`.
GAMES = {
    "expert, any face up": some_game(2, 2, {"set_up": "expert", "faces": "any"}),
    "placed and ended by the DM rules": some_game(2, 3, {"set_up": "placed", "dm_placing": True, "dm_end": True}),
}


@pytest.mark.thorough
@pytest.mark.parametrize("start", GAMES.values(), ids=GAMES.keys())
def test_a_whole_game_through_the_camera_is_the_game_that_its_events_tell(start: GameStarted, tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    autoplay = Autoplay(VIRTUAL, start, journal, seed=len(start.players))
    game = autoplay.play()
    assert game.state.outcome is not None
    assert Game.replay(game.events).state == game.state
    kept = journal.events(autoplay.session.game_id or 0)
    assert tuple(event_from_json(json.loads(line)) for line in kept) == game.events
    # Nobody made a mistake, so that nothing was wrong at any moment.
    assert autoplay.counts.problems == 0
    assert autoplay.counts.readings >= len(game.events) / 2
    assert journal.latest_unfinished() is None


@pytest.mark.thorough
def test_the_command_prints_how_the_game_went(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["play", "--virtual", "--autoplay", "--headless", "--seed", "6", "--players", "2"]
    assert main([*words, "--journal", str(tmp_path / "games.sqlite")]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["winner"] in {*map(str, COLOURS_WITH_FOUR), None}
    assert summary["same_as_replay"] is True
    assert summary["problems"] == 0
    assert summary["rounds"] >= 3
    assert summary["readings"] > 20
    # The game was kept where it was asked for.
    assert main(["games", "--journal", str(tmp_path / "games.sqlite"), "--json"]) == 0
    assert summary["reason"]


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["--headless"], "--autoplay"),
        (["--autoplay"], "--virtual"),
        (["--virtual", "--autoplay", "--headless", "--players", "8"], "2 to 7"),
        (["--virtual", "--autoplay", "--headless", "--five-as-three"], "6 or 7"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(
    words: list[str], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *words]) == 2
    error = capsys.readouterr().err
    assert fault in error
    assert error.count("\n") == 1
