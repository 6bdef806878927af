"""Tests of games killed at any instant: they go on at the same event.

Undo goes back over a change of stage.
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.finstere_flure.game import GAME
from companion.games.finstere_flure.virtual_table.game import VIRTUAL, some_game
from companion.games.random_play import as_json, random_game
from companion.journal import Journal
from companion.screen.pages import BoardPage
from companion.virtual_table.autoplay import Autoplay
from engine.finstere_flure.events import CardDrawn
from engine.finstere_flure.game import Game
from engine.finstere_flure.gamefile import event_from_json
from engine.finstere_flure.pieces import DECK
from hardware.buttons import Button, Press

pytestmark = pytest.mark.slow


#: Plays a game or goes on with it, and writes each event down once it has been shown, as the session has it. For each
#: life it is told how many events there shall be, answers with the process that lives it, and then with how that ended:
#: all of them are born with everything imported and nothing else.
PLAYER = """
import json, os, sys
from pathlib import Path
from companion.games.finstere_flure.virtual_table.game import VIRTUAL, some_game
from companion.journal import Journal
from companion.virtual_table.autoplay import Autoplay
from engine.finstere_flure.gamefile import event_to_json

def live(most):
    journal = Journal.open(Path(sys.argv[1]))
    unfinished = journal.latest_unfinished()
    table = Autoplay(VIRTUAL, some_game(2, 5), journal, seed=5, resume=unfinished.id if unfinished else None)
    shown = len(table.session.game.events) if table.session.game else 0
    with open(sys.argv[2], "a", buffering=1) as record:
        while shown < most:
            table.pilot.act(table.now)
            table.look()
            events = table.session.game.events if table.session.game else ()
            for number in range(shown, len(events)):
                record.write(json.dumps([number, event_to_json(events[number])]) + chr(10))
            shown = len(events)
    journal.close()

for most in map(int, sys.stdin):
    child = os.fork()
    if child == 0:
        live(most)
        os._exit(0)
    print(child, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
#: So many events are shown in each life before it is killed.
LIVES = (2,)
#: And so many in the last one, which ends by itself.
LAST = 2


def test_a_game_that_is_killed_again_and_again_goes_on_with_the_very_event(tmp_path: Path) -> None:
    """A game that is killed again and again goes on with the same event.

    The events shown by each life are compared with the journal at the end.
    """
    path, record, rng = tmp_path / "games.sqlite", tmp_path / "shown.jsonl", Random(5)
    command = [sys.executable, "-c", PLAYER, str(path), str(record)]
    shown = 0
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as lives:
        for more in LIVES:
            playing = live(lives, 1000)
            wait_for_lines(playing, record, shown + more)
            time.sleep(rng.uniform(0, 0.3))
            os.kill(playing, signal.SIGKILL)
            assert read_exit_code(lives) == -signal.SIGKILL
            shown = len(read_record(record))
        live(lives, shown + LAST)
        assert read_exit_code(lives) == 0

    journal = Journal.open(path)
    (game,) = journal.games()
    kept = [json.loads(line) for line in journal.events(game.id)]
    journal.close()
    numbers = [number for number, _ in read_record(record)]
    assert numbers == sorted(set(numbers)), "no event was played again after a kill"
    assert len(kept) - len(numbers) <= 3 * len(LIVES), "at most one look a life was kept and not shown any more"
    assert all(kept[number] == event for number, event in read_record(record))
    assert Game.replay([event_from_json(event) for event in kept]).state.outcome is None, "it was killed in mid-game"
    assert len(kept) >= sum(LIVES) + LAST


def live(lives: "subprocess.Popen[str]", events: int) -> int:
    """Start a life that ends by itself at `events` events; return its process id."""
    assert lives.stdin
    lives.stdin.write(f"{events}\n")
    lives.stdin.flush()
    return read_exit_code(lives)


def read_exit_code(lives: "subprocess.Popen[str]") -> int:
    """Return the next number that the lives report: how a life has ended."""
    assert lives.stdout
    return int(lives.stdout.readline())


def read_record(record: Path) -> list[Any]:
    """Return the recorded lines, without a line that a kill has cut short."""
    text = record.read_text() if record.exists() else ""
    return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]


def wait_for_lines(playing: int, record: Path, count: int) -> None:
    """Wait until so many events were shown."""
    until = time.monotonic() + 120
    while len(read_record(record)) < count:
        os.kill(playing, 0)  # It must not have ended before it could be killed.
        assert time.monotonic() < until, "no game was played within two minutes"
        time.sleep(0.02)


@pytest.mark.usefixtures("faultless_reading")
def test_undo_goes_back_over_the_change_of_stages(tmp_path: Path) -> None:
    # What comes before the last card of stage 1 is played by the rules alone.
    played = random_game(GAME, 4)
    change = next(number for number, state in enumerate(played.states()) if state.stage == 2)
    begun = max(number for number in range(change) if isinstance(played.events[number], CardDrawn))
    journal = Journal.open(tmp_path / "games.sqlite")
    game_id = journal.start(GAME.id, as_json(GAME, played.events[0]))
    for event in played.events[1:begun]:
        journal.append(game_id, as_json(GAME, event))
    autoplay = Autoplay(VIRTUAL, played.events[0], journal, seed=4, resume=game_id)
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
    # The deck remembers its order: the same card comes again, and the game goes on.
    while len(autoplay.game.events) < last_card + 4:
        autoplay.pilot.act(autoplay.now)
        autoplay.look()
    assert autoplay.game.events[last_card] == events[last_card]
    assert autoplay.game.state.stage == 2
    assert Game.replay(autoplay.game.events).state == autoplay.game.state


@pytest.mark.usefixtures("faultless_reading")
def test_a_game_killed_while_tiles_are_placed_asks_for_those_that_are_gone(tmp_path: Path) -> None:
    """A game killed while tiles are placed asks for the missing tiles.

    The table was cleared meanwhile: the companion names the missing tiles, and the game goes on as it was.
    """
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
