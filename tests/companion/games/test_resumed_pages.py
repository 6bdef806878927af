"""Tests that a resumed game shows the page that players had when it was killed."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.device.settings import Settings
from companion.games import find_game
from companion.journal import Journal
from companion.screen.pages import BoardPage, ListPage, PlayedPage
from companion.table.event_dialog import EventDialogStep
from companion.table.put_right import PutRightStep
from companion.table.questions import Answers, Question
from companion.table.session import Session
from companion.table.session_start import open_session
from engine.betrayal import events as house
from engine.coach_ride.events import Started
from engine.lifeboat import events as boat
from engine.lifeboat.components import Character
from hardware.buttons import Button, Press
from tests.companion.games.betrayal import hand_house
from tests.companion.games.coach_ride import hand_game as coach_hands
from tests.companion.games.lifeboat import hand_game as boat_hands
from tests.engine.coach_ride.hidden_table import HiddenTable

pytestmark = pytest.mark.slow

#: So many events of each game are played, with a kill before every third of them.
EVENTS = 45
SETTINGS = Settings().with_game("betrayal", {"dice": "real"})


def lifeboat(folder: Path) -> Iterator[Session]:
    session = boat_hands.open_table(Journal.open(folder / "games.sqlite"))
    boat_hands.begin(session, boat.GameStarted(tuple(Character)[:4], (), boat.Deck.STAND_IN))
    for _ in boat_hands.play(session, Random(5), most=EVENTS):
        yield session


def coach_ride(folder: Path) -> Iterator[Session]:
    table, session = HiddenTable(Random(5), 5), coach_hands.open_table(folder)
    started = table.game.events[0]
    assert isinstance(started, Started)
    coach_hands.begin(session, started)
    for _ in coach_hands.play(session, table):
        yield session


def betrayal(folder: Path) -> Iterator[Session]:
    session = hand_house.open_table(Journal.open(folder / "games.sqlite"))
    hand_house.begin(
        session, house.GameStarted(players=("heather", "brandon", "rhinehardt"), first="heather", variants=())
    )
    for _ in hand_house.play(session, Random(5), most=EVENTS):
        yield session


GAMES: Mapping[str, Callable[[Path], Iterator[Session]]] = {
    "lifeboat": lifeboat,
    "coach-ride": coach_ride,
    "betrayal": betrayal,
}


def killed(folder: Path, number: int) -> Path:
    """Return the journal's path in a copy of the table's files, as a kill leaves them."""
    left = folder / f"killed-{number}"
    left.mkdir()
    for path in folder.glob("games.sqlite*"):
        if path.suffix != ".in-use":
            shutil.copy(path, left)
    return left / "games.sqlite"


def shown(session: Session) -> object:
    """Return what stands on the page, without what only a camera tells."""
    page = session.page
    if isinstance(page, PlayedPage):
        return page.name
    text = page.text if isinstance(page, ListPage) else page.caption
    assert isinstance(page, ListPage | BoardPage)
    return page.name, page.title, text, page.rows, page.selected, page.keys


def resumed(journal: Journal, game: str, number: int) -> Session:
    """Return a session that goes on with the game, once the table is laid."""
    again = open_session(journal, SETTINGS, [find_game(game).table], sees=False)
    again.open_start_page()
    again.resume(number)
    while isinstance(again.step, PutRightStep):
        again.press(Press(Button.ADVANCE, held=False), 0.0)
    return again


def answers_of(session: Session) -> Answers:
    """Return the answers of the dialog on the screen."""
    assert isinstance(session.step, EventDialogStep)
    return session.step.answers


def asks_on(step: EventDialogStep[Any, Any], row: str) -> bool:
    """Return True if more than one answer may follow this one."""
    asked = step.asked((row,))
    return isinstance(asked, Question) and len(asked.ids) > 1 and not asked.stays


@pytest.mark.parametrize("game", GAMES)
def test_what_was_told_by_half_is_still_there_after_a_kill(game: str, tmp_path: Path) -> None:
    compared = 0
    for number, session in enumerate(GAMES[game](tmp_path)):
        step = session.step
        if number % 3 or not isinstance(step, EventDialogStep) or step.answers or session.game_id is None:
            continue
        row = next((row for row in step.question.ids if asks_on(step, row)), "")
        if not row:
            continue
        step.answer(row)
        journal = Journal.open(killed(tmp_path, number))
        again = resumed(journal, game, session.game_id)
        assert shown(again) == shown(session), number
        assert answers_of(again) == step.answers
        again.press(Press(Button.BACK, held=False), 0.0)
        assert answers_of(again) == ()
        again.restart_step()
        assert answers_of(again) == (), "what was taken back does not come again"
        step.back()
        compared += 1
        journal.close()
    assert compared >= 3


@pytest.mark.parametrize("game", GAMES)
def test_after_a_kill_the_page_is_the_same_once_the_table_is_laid(game: str, tmp_path: Path) -> None:
    compared = 0
    for number, session in enumerate(GAMES[game](tmp_path)):
        if number % 3 or isinstance(session.step, PutRightStep) or session.page.name == "sums":
            continue
        journal = Journal.open(killed(tmp_path, number))
        assert session.game_id is not None
        again = resumed(journal, game, session.game_id)
        assert shown(again) == shown(session), number
        compared += 1
        journal.close()
    assert compared >= 5
