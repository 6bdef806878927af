"""Tests of replay, trial and mend at the table: nothing is taken over unasked."""

from random import Random
from typing import Any

import pytest

from companion.device.settings import Settings
from companion.games.finstere_flure.table.game import TABLE as FLURE
from companion.games.lifeboat.table.game import TABLE as LIFEBOAT
from companion.journal import Journal
from companion.screen.pages import BoardPage, ListPage
from companion.table.mended import event_line
from companion.table.session import Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from companion.table.trial_step import EventEntryStep, TrialStep
from engine.finstere_flure.deck import shuffle_deck
from engine.finstere_flure.events import GameStarted
from engine.finstere_flure.game import RULES as FLURE_RULES
from engine.finstere_flure.pieces import Colour
from engine.game import Game
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.game import RULES
from hardware.buttons import Button, Press
from tests.companion.table.counting import Counting
from tests.engine.finstere_flure.whole_game import whole_game

ADVANCE = Press(Button.ADVANCE, held=False)
BACK = Press(Button.BACK, held=False)
FROM_HERE = Press(Button.ADVANCE, held=True)
ONE_BACK = Press(Button.DRAW, held=True)
MENU = Press(Button.BACK, held=True)
LAUREN = Character.LAUREN
STEPHEN = Character.STEPHEN
GAME = RULES.replay(
    (
        e.GameStarted((LAUREN, STEPHEN, Character.CAPTAIN, Character.MATE)),
        e.Took(LAUREN),
        e.Laid(LAUREN, Provision.KNIFE),
        e.Took(STEPHEN),
    )
)


def kept(journal: Journal, game: Game[Any, Any]) -> int:
    """Keep a game; return its number."""
    first, *others = (event_line(game.rules, event) for event in game.events)
    number = journal.start(game.rules.id, first)
    for line in others:
        journal.append(number, line)
    return number


@pytest.fixture
def session(journal: Journal) -> Session:
    """Return a session in which a game of Lifeboat runs, told by touch."""
    session = open_session(journal, Settings(), [LIFEBOAT], sees=False)
    session.open_start_page()
    session.resume(kept(journal, GAME))
    return session


def replay_at(session: Session, moment: int) -> None:
    """Open the replay by the log, at this moment."""
    session.press(MENU, 1.0)
    session.touch("log", 1.0)
    session.touch(str(moment), 1.0)


def titles(session: Session) -> list[str]:
    page = session.page
    assert isinstance(page, BoardPage | ListPage)
    return [row.id for row in page.rows]


def test_the_replay_shows_any_moment_by_buttons_and_by_its_line(session: Session) -> None:
    replay_at(session, 2)
    page = session.page
    assert isinstance(page, BoardPage)
    assert (page.caption, page.scrubber and page.scrubber.moment) == ("Lady Lauren laid open: knife.", 2)
    session.press(ONE_BACK, 1.0)
    assert session.page.status.endswith("2/4")
    session.touch("moment 3", 1.0)
    assert session.page.status.endswith("4/4")
    session.press(ADVANCE, 2.0)
    for time_s in (2.5, 5.0, 10.0, 15.0):
        session.tick(time_s)
    assert session.page.status.endswith("4/4"), "it has played from the beginning to the end"
    session.press(BACK, 16.0)
    assert session.page.name == "log"


def test_play_on_begins_a_new_game_and_the_old_one_stays(session: Session, journal: Journal) -> None:
    old = session.game_id
    assert old is not None
    before = journal.events(old), journal.length(old)
    replay_at(session, 1)
    session.press(FROM_HERE, 1.0)
    session.touch("play-on", 1.0)
    assert session.game is not None
    assert session.game.events == GAME.events[:2]
    assert session.game_id != old
    assert (journal.events(old), journal.length(old)) == before


def test_a_line_is_explored_and_nothing_of_it_is_kept(session: Session, journal: Journal) -> None:
    replay_at(session, 1)
    session.press(FROM_HERE, 1.0)
    length = journal.length(1)
    session.touch("trial", 1.0)
    step = session.step
    assert isinstance(step, TrialStep)
    step.inner.apply(e.Laid(LAUREN, Provision.PARASOL))
    assert session.game is not None
    assert session.game.events == GAME.events, "the game itself waits"
    session.press(MENU, 2.0)
    assert session.page.name == "from-here", "one is back where one was"
    assert journal.length(1) == length


def test_a_mend_shows_what_no_longer_fits_and_is_one_row_of_undo(session: Session, journal: Journal) -> None:
    replay_at(session, 1)
    session.press(FROM_HERE, 1.0)
    session.touch("drop", 1.0)
    assert session.page.name == "misfit"
    page = session.page
    assert isinstance(page, ListPage)
    assert [tile.id for tile in page.tiles] == ["was", "now"]
    assert journal.events(1) == tuple(event_line(RULES, event) for event in GAME.events), "nothing is done yet"
    session.touch("was", 1.0)
    session.press(BACK, 1.0)
    session.touch("drop", 1.0)
    assert session.page.name == "mend"
    session.press(ADVANCE, 1.0)
    assert session.game is not None
    assert session.game.events == (GAME.events[0], GAME.events[2])
    session.press(MENU, 1.0)
    session.touch("undo", 1.0)
    assert titles(session)[0] == "mend 0"
    session.touch("mend 0", 1.0)
    assert session.game.events == GAME.events
    assert journal.events(1) == tuple(event_line(RULES, event) for event in GAME.events)


def test_an_event_is_told_as_at_the_table(session: Session) -> None:
    replay_at(session, 2)
    session.press(FROM_HERE, 1.0)
    session.touch("change", 1.0)
    step = session.step
    assert isinstance(step, EventEntryStep)
    page = session.page
    assert isinstance(page, BoardPage | ListPage)
    assert page.title == "Change event 3", "it is no turn of the game"
    step.inner.apply(e.Laid(LAUREN, Provision.PARASOL))
    session.tick(2.0)
    assert session.page.name == "mend"
    session.press(ADVANCE, 2.0)
    assert session.game is not None
    assert session.game.events == (*GAME.events[:2], e.Laid(LAUREN, Provision.PARASOL), GAME.events[3])


def test_cancelled_nothing_is_mended(session: Session, journal: Journal) -> None:
    length = journal.length(1)
    replay_at(session, 2)
    session.press(FROM_HERE, 1.0)
    session.touch("drop", 1.0)
    assert session.page.name == "mend"
    session.press(BACK, 1.0)
    assert session.page.name == "from-here"
    assert journal.length(1) == length


def test_from_here_keeps_the_picture_of_the_moment(journal: Journal) -> None:
    session = open_session(journal, Settings(), [FLURE], sees=False)
    session.open_start_page()
    session.resume(kept(journal, whole_game(1).undo(40)))
    replay_at(session, 20)
    moment = session.page
    session.press(FROM_HERE, 1.0)
    page = session.page
    assert isinstance(moment, BoardPage)
    assert isinstance(page, BoardPage)
    assert (page.name, page.board, page.imagined) == ("from-here", moment.board, False)
    session.press(ADVANCE, 1.0)
    assert session.game_id == 2, "the first row is chosen by the button: it plays on"


def test_at_a_virtual_table_a_moment_is_shown_once(journal: Journal) -> None:
    session = open_session(journal, Settings(), [FLURE], sees=True, around=SessionContext(watched=lambda _: None))
    session.open_start_page()
    assert session.watching is False
    session.resume(kept(journal, whole_game(1).undo(40)))
    replay_at(session, 20)
    pages = [session.page]
    session.press(FROM_HERE, 1.0)
    pages.append(session.page)
    session.touch("trial", 1.0)
    for page in (*pages, session.page):
        assert isinstance(page, BoardPage)
        assert page.board is not None
        assert page.imagined, "it stands in the table's place"
        assert not page.board_shown, "and not beside it as well"


def test_a_strangers_game_without_pictures_has_all_of_it(journal: Journal) -> None:
    table = Counting()
    session = open_session(journal, Settings(), [table], sees=False)
    session.open_start_page()
    session.resume(kept(journal, table.rules.replay(("started", "counted", "counted"))))
    replay_at(session, 1)
    page = session.page
    assert isinstance(page, BoardPage)
    assert (page.caption, page.board_shown, page.imagined) == ("counted: 1", False, False)
    session.press(FROM_HERE, 1.0)
    assert {"play-on", "trial", "change", "drop", "insert"} <= set(titles(session))
    session.touch("drop", 1.0)
    session.press(ADVANCE, 1.0)
    assert session.game is not None
    assert len(session.game.events) == 2


def test_a_trial_has_another_future() -> None:
    """A trial tells nobody what the deck of the running game will bring."""
    started = GameStarted((Colour.RED, Colour.BLUE), Colour.RED)
    game = FLURE_RULES.replay((started, shuffle_deck(Random(1))))
    orders = {
        FLURE_RULES.replay(FLURE.history.reshuffled(game.events, Random(seed))).state.deck.face_down
        for seed in range(5)
    }
    assert len(orders) > 1
    assert {tuple(sorted(order)) for order in orders} == {tuple(sorted(game.state.deck.face_down))}


def test_without_a_camera_a_table_is_not_told_as_it_lies(session: Session) -> None:
    session.press(MENU, 1.0)
    session.touch("as-it-lies", 1.0)
    page = session.page
    assert isinstance(page, ListPage)
    assert page.text.startswith("No camera sees the table")
    assert not page.keys.advance
