"""Tests of whose turn it is: every game on a grid says it, on the page and aloud."""

from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from classics.fox_and_geese import GAME as GEESE
from fox_and_geese.table import TABLE as FOX_AND_GEESE

from companion.device.button_colours import button_name
from companion.device.language import COMPLETE, use_language
from companion.device.sentences import capitalised
from companion.device.settings import NO_CAMERA, Settings
from companion.games.random_play import as_json
from companion.journal import Journal
from companion.screen.pages import BoardPage
from companion.table.session_start import open_session
from companion.voice import Level
from hardware.buttons import Button, Press
from tests.companion.cells.grid_games import MODULES, ended_game, grid_game
from tests.companion.cells.noughts_and_crosses import GAME as STRANGER

GAMES = [*MODULES, "stranger"]


# Each game in one language, each language in several games.
@pytest.mark.thorough(but=[f"{game_id}-{language}" for game_id, language in zip(GAMES, cycle(COMPLETE), strict=False)])
@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("game_id", GAMES)
def test_a_turn_names_its_player(game_id: str, language: str, tmp_path: Path) -> None:
    game = STRANGER if game_id == "stranger" else grid_game(game_id)
    table: Any = game.table
    events = [game.virtual.start(None, 1, {})] if game_id == "stranger" else list(ended_game(game_id).events[:6])
    journal = Journal.open(tmp_path / "games.sqlite")
    number = journal.start(game.id, as_json(game, events[0]))
    for event in events[1:]:
        journal.append(number, as_json(game, event))
    session = open_session(journal, Settings(camera=NO_CAMERA), [table], sees=False)
    use_language(language)
    session.resume(number)
    session.announcements()
    while session.page.name == "put-right":
        session.press(Press(Button.ADVANCE, held=False), 0.0)
    assert session.game is not None
    player = capitalised(table.player_name(table.turn(session.game.state)))
    page = session.page
    assert isinstance(page, BoardPage)
    assert player.casefold() in page.title.casefold()
    assert player.casefold() in session.status.casefold()
    said = [announcement.text for announcement in session.announcements() if announcement.level is Level.PHASE]
    assert any(player.casefold() in text.casefold() for text in said)
    if page.name == "move":
        assert said[-1].startswith(player)
        assert not page.caption.startswith(player), "the title has it"


def test_fox_and_geese_says_how_a_series_of_jumps_is_ended() -> None:
    state = GEESE.rules.begin(GEESE.table.started({}))
    help_lines = GEESE.table.help(state)
    green = button_name(Button.ADVANCE)
    assert "Once it jumps, the fox jumps on as long as it can." in help_lines
    assert any(green in line and "jumps" in line for line in help_lines)
    geese = FOX_AND_GEESE.rules.begin(FOX_AND_GEESE.started({"must_take": False}))
    fox = FOX_AND_GEESE.rules.follow(geese, next(iter(FOX_AND_GEESE.possible(geese))))
    assert any(green in line and "jump" in line for line in FOX_AND_GEESE.help(fox))
    assert not any(green in line for line in FOX_AND_GEESE.help(geese)), "geese do not jump"
