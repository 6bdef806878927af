"""The way out of each game, set up or running, with bots and hints at hand."""

from pathlib import Path

import pytest

from companion.device.settings import Settings
from companion.games import find_game
from companion.games.opponents import load_opponents
from companion.journal import Journal
from companion.opponents.worker import Opponent
from companion.screen.pages import ListPage, Row
from companion.table.session import Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from hardware.buttons import Button
from tests.companion.games.here import load_game
from tests.companion.three_keys import ThreeKeys

GAMES = ["finstere-flure", "lifeboat", "coach-ride", "betrayal"]


def begun(folder: Path, game_id: str) -> Session:
    """Session in which the set-up of a game has begun."""
    game = find_game(game_id)
    # Whether anybody may be given a hint is asked of the running game, which its menu leaves.
    context = SessionContext(opponent=Opponent(load_opponents))
    session = open_session(Journal.open(folder / "games.sqlite"), Settings(), [game.table], sees=False, around=context)
    session.open_start_page()
    game.table.begin(session, game.virtual.start(None, 1, {}), {})
    return session


def rows_of(session: Session) -> tuple[Row, ...]:
    page = session.page
    assert isinstance(page, ListPage)
    return page.rows


@pytest.mark.parametrize("game_id", GAMES)
def test_red_held_at_the_set_up_asks_before_it_is_lost(tmp_path: Path, game_id: str) -> None:
    session = begun(tmp_path, game_id)
    keys = ThreeKeys(session)
    while session.first_event is None:
        keys.press(Button.ADVANCE)
    laid = session.step
    assert session.page.keys.back_hold == "Main menu"

    keys.press(Button.BACK, held=True)
    assert session.page.name == "leave-set-up"
    keys.press(Button.BACK, held=True)
    assert session.page.name == "leave-set-up", "a second long press loses nothing either"
    keys.press(Button.ADVANCE)
    assert session.step is laid, "the answer that is marked loses nothing"

    keys.press(Button.BACK, held=True)
    keys.choose("start")
    assert session.page.name == "start"


@pytest.mark.parametrize("game_id", GAMES)
def test_red_held_at_who_plays_and_at_bots_asks_before_choices_are_lost(tmp_path: Path, game_id: str) -> None:
    game = find_game(game_id)
    context = SessionContext(opponent=Opponent(load_opponents))
    session = open_session(
        Journal.open(tmp_path / "games.sqlite"), Settings(), [game.table], sees=False, around=context
    )
    session.open_start_page()
    keys = ThreeKeys(session)
    session.new_game(game.table)
    assert session.page.keys.back_hold == "Main menu"
    keys.press(Button.BACK, held=True)
    assert session.page.name == "start", "nothing was chosen"

    session.new_game(game.table)
    session.touch(str(game.table.seats(game.virtual.start(None, 1, {}))[0]), 0.0)
    chosen = rows_of(session)
    has_bots = any(row.id == "bots" for row in chosen)
    assert has_bots or game_id != "finstere-flure"
    for page in ("", *(["bots"] if has_bots else [])):
        if page:
            keys.choose(page)
            assert session.page.keys.back_hold == "Main menu"
        keys.press(Button.BACK, held=True)
        assert session.page.name == "leave-set-up"
        keys.press(Button.ADVANCE)
        assert session.page.name == (page or "players")
    if has_bots:
        keys.press(Button.BACK)
    assert rows_of(session) == chosen
    keys.press(Button.BACK, held=True)
    keys.choose("start")
    assert session.page.name == "start"


def test_red_held_asks_before_an_option_of_a_game_on_a_grid_is_lost(tmp_path: Path) -> None:
    game = load_game("hex")
    session = open_session(Journal.open(tmp_path / "games.sqlite"), Settings(), [game.table], sees=False)
    session.open_start_page()
    keys = ThreeKeys(session)
    session.new_game(game.table)
    option = next(row.id for row in rows_of(session) if row.id.startswith("option-"))
    keys.choose(option)
    keys.press(Button.BACK, held=True)
    assert session.page.name == "leave-set-up"


@pytest.mark.parametrize("game_id", GAMES)
def test_main_menu_leads_from_a_running_game_to_the_first_page(tmp_path: Path, game_id: str) -> None:
    session = begun(tmp_path, game_id)
    keys = ThreeKeys(session)
    while session.game is None:
        keys.press(Button.ADVANCE)

    keys.press(Button.BACK, held=True)
    keys.choose("start")

    assert session.page.name == "start"
