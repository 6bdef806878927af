"""Tests of the test player in Finstere Flure: it plays as players do.

It uses fingers on the screen and hands on the table.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.finstere_flure.virtual_table.game import VIRTUAL
from companion.journal import Journal
from companion.virtual_table.scripted_player import ScriptedPlayer
from engine.finstere_flure.events import GameStarted, TokenMoved
from engine.finstere_flure.pieces import Colour
from hardware.buttons import Button

START = GameStarted((Colour.RED, Colour.BLUE), Colour.RED)
LONG_S = 6.0


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[ScriptedPlayer]:
    journal = Journal.open(tmp_path / "games.sqlite")
    yield ScriptedPlayer(VIRTUAL, START, journal)
    journal.close()


@pytest.mark.slow
def test_a_token_that_is_laid_and_flipped_has_moved(pilot: ScriptedPlayer) -> None:
    pilot.begin()
    pilot.place_as_asked()
    pilot.wait(LONG_S)
    assert pilot.page.name == "tokens"
    assert pilot.said[-1].startswith("Red: move one token")
    choice = next(choice for choice in pilot.game.token_choices("red-4") if choice.to == "p9")
    pilot.place_piece("red-4", cell="p9", face="black")
    pilot.wait(LONG_S)
    assert pilot.game.events[-1] == choice


@pytest.mark.slow
def test_a_token_that_may_not_lie_there_is_told(pilot: ScriptedPlayer) -> None:
    pilot.begin()
    pilot.place_as_asked()
    pilot.wait(LONG_S)
    pilot.place_piece("red-4", cell="c5", face="black")
    pilot.wait(LONG_S)
    assert pilot.page.name == "problem"
    assert pilot.counts.problems >= 1
    assert not any(isinstance(event, TokenMoved) for event in pilot.game.events)


@pytest.mark.slow
def test_fingers_find_their_way_and_only_what_is_offered(pilot: ScriptedPlayer) -> None:
    with pytest.raises(LookupError, match="no game has begun"):
        assert pilot.game
    assert "settings" in pilot.offered
    with pytest.raises(LookupError, match=r"offers .*not 'red-4'"):
        pilot.touch("red-4")
    pilot.touch("settings")
    assert pilot.page.name == "settings"
    pilot.press(Button.BACK)
    pilot.touch("new", "red", "blue", "start")
    assert pilot.page.name == "set-up"
    pilot.place_as_asked()
    pilot.wait(LONG_S)
    assert pilot.game.events[0].players == (Colour.RED, Colour.BLUE)
    with pytest.raises(LookupError, match="no piece 'pawn'"):
        pilot.place_piece("pawn", cell="a1")
