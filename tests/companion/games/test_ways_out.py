"""The way out of each running game, with bots and hints at hand."""

from pathlib import Path

import pytest

from companion.device.settings import Settings
from companion.games import find_game
from companion.games.opponents import load_opponents
from companion.journal import Journal
from companion.opponents.worker import Opponent
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from hardware.buttons import Button
from tests.companion.three_keys import ThreeKeys


@pytest.mark.parametrize("game_id", ["finstere-flure", "lifeboat", "coach-ride", "betrayal"])
def test_main_menu_leads_from_a_running_game_to_the_first_page(tmp_path: Path, game_id: str) -> None:
    game = find_game(game_id)
    # Whether anybody may be given a hint is asked of the running game, which its menu leaves.
    context = SessionContext(opponent=Opponent(load_opponents))
    session = open_session(
        Journal.open(tmp_path / "games.sqlite"), Settings(), [game.table], sees=False, around=context
    )
    session.open_start_page()
    game.table.begin(session, game.virtual.start(None, 1, {}), {})
    keys = ThreeKeys(session)
    while session.game is None:
        keys.press(Button.ADVANCE)

    keys.press(Button.BACK, held=True)
    keys.choose("start")

    assert session.page.name == "start"
