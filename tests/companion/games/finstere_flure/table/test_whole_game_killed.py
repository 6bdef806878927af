"""Games that are killed at any instant go on at the very event; undo goes back over a stage's change."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from companion.games.finstere_flure.virtual_table.game import VIRTUAL, some_game
from companion.journal import Journal
from companion.screen.pages import BoardPage
from companion.table.put_right import PutRightStep
from companion.virtual_table.autoplay import Autoplay
from engine.finstere_flure.events import CardDrawn
from engine.finstere_flure.game import Game
from engine.finstere_flure.gamefile import event_from_json
from engine.finstere_flure.pieces import DECK
from hardware.buttons import Button, Press

pytestmark = pytest.mark.slow


def test_a_game_that_is_killed_again_and_again_is_played_to_its_end(tmp_path: Path) -> None:
    path, chance = tmp_path / "games.sqlite", Random(5)
    words = ["play", "--virtual", "--autoplay", "--headless", "--seed", "5", "--players", "2", "--journal", str(path)]
    playing = subprocess.Popen([sys.executable, "-m", "companion.main", *words], stdout=subprocess.DEVNULL)
    wait_for_events(path, 6)
    time.sleep(chance.uniform(0, 0.5))
    playing.send_signal(signal.SIGKILL)
    playing.wait()

    journal = Journal.open(path)
    unfinished = journal.latest_unfinished()
    assert unfinished is not None
    lines = journal.events(unfinished.id)
    game = Game.replay([event_from_json(json.loads(line)) for line in lines])
    assert len(game.events) >= 6

    autoplay = Autoplay(VIRTUAL, some_game(2, 5), journal, seed=5, resume=unfinished.id)
    assert autoplay.game.events == game.events
    assert isinstance(autoplay.session.step, PutRightStep)
    ended = autoplay.play()
    assert ended.events[: len(game.events)] == game.events
    assert ended.state.outcome is not None
    assert Game.replay(ended.events).state == ended.state
    assert journal.latest_unfinished() is None


def wait_for_events(path: Path, count: int) -> None:
    """Waits until the journal has so many events."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if path.exists():
            journal = Journal.open(path)
            games = journal.games()
            journal.close()
            if games and games[0].events >= count:
                return
        time.sleep(0.05)
    raise AssertionError(f"no game was played within a minute (process {os.getpid()})")


def test_undo_goes_back_over_the_change_of_stages(tmp_path: Path) -> None:
    autoplay = Autoplay(VIRTUAL, some_game(2, 4), Journal.open(tmp_path / "games.sqlite"), seed=4)
    session = autoplay.session
    while session.game is None or session.game.state.stage == 1:
        autoplay.pilot.act(autoplay.now)
        autoplay.look()
    events = autoplay.game.events
    last_card = max(number for number, event in enumerate(events) if isinstance(event, CardDrawn))
    before = Game.replay(events[:last_card]).state
    session.press(Press(Button.BACK, held=False), autoplay.now)
    session.touch(str(last_card), autoplay.now)
    assert autoplay.game.state == before
    assert autoplay.game.state.stage == 1
    assert len(autoplay.game.state.deck.face_down) == len(DECK) - 6
    # The deck remembers its order: the same card comes again, and the game is played to its end.
    ended = autoplay.play()
    assert ended.events[last_card] == events[last_card]
    assert ended.state.outcome is not None
    assert Game.replay(ended.events).state == ended.state


def test_a_game_killed_while_tiles_are_placed_asks_for_those_that_are_gone(tmp_path: Path) -> None:
    """The table was cleared meanwhile: the companion names what is missing, and the game goes on as it was."""
    path, start = tmp_path / "games.sqlite", some_game(4, 3, {"set_up": "expert"})
    killed = Autoplay(VIRTUAL, start, Journal.open(path), seed=3)
    while len(killed.game.events) < 6:
        killed.pilot.act(killed.now)
        killed.look()
    events = killed.game.events
    killed.session.journal.close()

    journal = Journal.open(path)
    unfinished = journal.latest_unfinished()
    assert unfinished is not None
    again = Autoplay(VIRTUAL, start, journal, seed=3, resume=unfinished.id)
    for _ in range(20):
        again.look()
    page = again.session.page
    assert isinstance(page, BoardPage)
    assert page.name == "problem"
    assert len(page.rows) >= len(events) - 3, "each tile that was placed is named"
    assert again.game.events == events

    again.pilot.act(again.now)
    while len(again.game.events) < len(events) + 2:
        again.pilot.act(again.now)
        again.look()
    assert again.game.events[: len(events)] == events
