"""The first page: what it offers depends on where the companion runs."""

from pathlib import Path

import pytest

from companion.device.settings import Settings
from companion.games.finstere_flure.options import game_started
from companion.games.finstere_flure.table.game import TABLE
from companion.games.lifeboat.table.game import TABLE as LIFEBOAT
from companion.journal import Journal
from companion.screen.pages import ListPage, Poster
from companion.table.game import TableGame
from companion.table.session import Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from engine.finstere_flure.pieces import Colour

#: What there is to see and try without a game.
FIRST_EVENING = "show finstere-flure first-evening"
SHOWS = (
    "show finstere-flure chase",
    "show finstere-flure puzzle",
    "show finstere-flure review",
)


@pytest.fixture
def session(tmp_path: Path) -> Session:
    session = open_session(Journal.open(tmp_path / "games.sqlite"), Settings(), [TABLE], sees=False)
    session.open_start_page()
    return session


def offered(session: Session) -> list[str]:
    assert isinstance(session.page, ListPage)
    return [row.id for row in (*session.page.tiles, *session.page.rows)]


def test_in_a_window_it_can_be_left(session: Session) -> None:
    assert offered(session) == [FIRST_EVENING, "new", *SHOWS, "settings", "leave"]
    session.touch("leave", 0.0)
    assert session.quit_requested


def test_as_a_service_on_a_desktop_the_machine_can_be_switched_off_too(session: Session) -> None:
    session.around = SessionContext(switch_off=lambda: "Switching off.")
    assert offered(session) == [FIRST_EVENING, "new", *SHOWS, "settings", "off", "leave"]
    session.touch("off", 0.0)
    assert isinstance(session.page, ListPage)
    assert session.page.status == "Switching off."
    assert not session.quit_requested


def test_alone_on_the_screen_there_is_nothing_to_leave_for(session: Session) -> None:
    session.around = SessionContext(kiosk=True, switch_off=lambda: "")
    assert offered(session) == [FIRST_EVENING, "new", *SHOWS, "settings", "off"]


def test_beside_other_games_what_a_game_shows_bears_its_emblem(tmp_path: Path) -> None:
    games: list[TableGame[Session]] = [TABLE, LIFEBOAT]
    session = open_session(Journal.open(tmp_path / "games.sqlite"), Settings(), games, sees=False)
    session.open_start_page()
    page = session.page
    assert isinstance(page, ListPage)
    assert {row.id for row in page.rows if isinstance(row.sign, Poster)} == set(SHOWS)
    assert session.page == page


def test_the_game_that_was_just_left_is_marked_though_another_was_played_later(session: Session) -> None:
    for _ in range(2):
        session.choose_game(TABLE)
        session.start(game_started((Colour.RED, Colour.BLUE), Colour.RED, {}), {})
        session.open_start_page()
    session.touch("resume 1", 0.0)
    assert session.game_id == 1
    session.open_start_page()
    assert isinstance(session.page, ListPage)
    marked = (*session.page.tiles, *session.page.rows)[session.page.selected or 0]
    assert marked.id == "resume 1"
    assert offered(session).index("resume 2") < offered(session).index("resume 1")
