"""Tests that no page asks for a camera, tags or a calibration where no camera is wanted."""

import re
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from companion.device.settings import Settings
from companion.games.betrayal.table.game import TABLE as BETRAYAL
from companion.games.coach_ride.table.game import TABLE as COACH_RIDE
from companion.games.finstere_flure.table.game import TABLE as FINSTERE_FLURE
from companion.games.lifeboat.table.game import TABLE as LIFEBOAT
from companion.journal import Journal
from companion.screen.pages import BoardPage, ListPage, Page
from companion.table.first_run import LanguageStep
from companion.table.game import TableGame
from companion.table.session import Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from hardware.buttons import Button, Press

#: Rows of the page that asks who plays, until the game begins or its table is laid.
PLAYERS: dict[str, Sequence[str]] = {
    "finstere-flure": ("red", "blue"),
    "lifeboat": ("lauren", "stephen", "captain", "kid"),
    "coach-ride": ("marie", "juan", "zacharias"),
    "betrayal": ("heather", "brandon", "rhinehardt"),
}
#: Words of what nobody needs who plays by hand.
CAMERAS = re.compile(r"camera|\btags?\b|calibrat|reference card|\bprint", re.IGNORECASE)
#: So many presses lead through the first pages of a game.
PRESSES = 12


def texts(page: Page) -> Iterator[str]:
    if isinstance(page, ListPage | BoardPage):
        yield from (page.title, page.status, page.text if isinstance(page, ListPage) else page.caption)
        for row in (*page.rows, *(page.tiles if isinstance(page, ListPage) else ())):
            yield from (row.text, row.detail, row.value)


def asks(session: Session) -> list[str]:
    said = [said.text for said in session.announcements()]
    return [text for text in (*texts(session.page), *said) if CAMERAS.search(text)]


def open_table(game: TableGame[Session], journal: Journal) -> Session:
    around = SessionContext(camera_wanted=False)
    session = open_session(journal, Settings(), [game], sees=False, rng=Random(1), around=around)
    session.open_start_page()
    return session


@pytest.mark.parametrize("game", [FINSTERE_FLURE, LIFEBOAT, COACH_RIDE, BETRAYAL], ids=lambda game: game.rules.id)
def test_no_page_before_a_game_by_hand_asks_for_a_camera(game: TableGame[Session], journal: Journal) -> None:
    session = open_table(game, journal)
    found = asks(session)
    for row in ("new", *PLAYERS[game.rules.id], "start"):
        session.touch(row, 0.0)
        found += asks(session)
    names = {session.page.name}
    for _ in range(PRESSES):
        session.press(Press(Button.ADVANCE, held=False), 0.0)
        names.add(session.page.name)
        found += asks(session)
    assert found == []
    assert session.game is not None, names


def test_no_page_of_the_first_run_or_the_settings_asks_for_a_camera(journal: Journal) -> None:
    session = open_table(LIFEBOAT, journal)
    session.touch("settings", 0.0)
    found = asks(session)
    session.open(LanguageStep(session))
    names = []
    for button in (*[Button.ADVANCE] * 3, *Button, *[Button.ADVANCE] * 2):
        names.append(session.page.name)
        found += asks(session)
        session.press(Press(button, held=False), 0.0)
    assert found == []
    assert names[-1] == "first-done"
