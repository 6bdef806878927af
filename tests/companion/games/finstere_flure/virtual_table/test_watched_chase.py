"""A game to be watched begins in the midst of a chase; somebody is eaten soon."""

from random import Random

import pytest

from companion.device.settings import Settings
from companion.games.finstere_flure.chimes import EATEN
from companion.games.finstere_flure.playback.board_view import BoardView, MoveFrame
from companion.games.finstere_flure.table.game import TABLE
from companion.games.finstere_flure.table.lies import layout_of
from companion.games.finstere_flure.table.move_played import FORESEEN_S
from companion.games.finstere_flure.table.running_game import running
from companion.games.finstere_flure.virtual_table.game import VIRTUAL, some_game
from companion.games.finstere_flure.virtual_table.placement import misplaced_pieces
from companion.journal import Journal
from companion.screen.pages import BoardPage, PlayedPage
from companion.table.session import Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from companion.virtual_table.autopilot import Autopilot
from companion.virtual_table.watched_table import WatchedTable
from engine.finstere_flure.events import SetUp
from engine.finstere_flure.pieces import TOKENS
from hardware.buttons import Button, Press

#: The first meal comes within so many seconds.
FIRST_MEAL_S = 10.0
TURN_S = 0.1

pytestmark = pytest.mark.slow


def watched(journal: Journal, seed: int, players: int = 4) -> Session:
    started = some_game(players, seed)
    around = SessionContext(watched=lambda _: started)
    session = open_session(journal, Settings(), [TABLE], sees=True, rng=Random(seed), around=around)
    session.open_start_page()
    session.touch("watch", 0.0)
    return session


def watched_room(journal: Journal, seed: int) -> tuple[WatchedTable, Autopilot]:
    """Return a virtual table at which four bots play on after the chase."""
    started = some_game(4, seed)
    room = WatchedTable(VIRTUAL, VIRTUAL.table_before(started, seed), journal, seed=seed)
    room.session.watching = True
    assert TABLE.first_page.watch(room.session, started)
    VIRTUAL.bring(room.session, room.table)
    return room, Autopilot(room.session, room.table, VIRTUAL.players(room.session, room.table, seed))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("players", [2, 4])
def test_somebody_is_eaten_within_ten_seconds(journal: Journal, seed: int, players: int) -> None:
    session = watched(journal, seed, players)
    heard: list[str] = []
    while not set(EATEN) & set(heard):
        session.tick(session.now + TURN_S)
        heard += [said.chime for said in session.announcements()]
        assert session.now <= FIRST_MEAL_S


def test_the_table_lies_at_once_as_it_was_before_the_card(journal: Journal) -> None:
    session = watched(journal, 1, players=3)
    started = running(session).state.started
    table = VIRTUAL.table_before(some_game(4, 7), 1)
    VIRTUAL.bring(session, table)
    move = running(session).state.monster_move
    assert move is not None
    assert session.layout == layout_of(move.start)
    assert not misplaced_pieces(table, move.start)
    colours = {TOKENS[piece.id][0] for piece in table.pieces.values() if piece.id in TOKENS and table.cell_of(piece)}
    assert colours <= set(started.players)


@pytest.mark.usefixtures("faultless_reading")
def test_the_game_goes_on_after_the_chase_and_can_be_taken_over(journal: Journal) -> None:
    room, pilot = watched_room(journal, seed=3)
    session = room.session
    events = len(running(session).events)
    for _ in range(60):
        pilot.act(room.now)
        room.look()
        if len(running(session).events) > events + 1:
            break
    assert len(running(session).events) > events + 1, session.page
    assert journal.games() == ()
    session.press(Press(Button.BACK, held=False), room.now)
    assert session.game_id is not None
    assert len(journal.events(session.game_id)) == len(running(session).events)


def test_where_players_lay_the_floor_it_begins_with_that(journal: Journal) -> None:
    session = watched(journal, 1)
    started = some_game(4, 1, {"set_up": SetUp.EXPERT})
    assert not TABLE.first_page.watch(session, started)
    TABLE.begin(session, started, {})
    assert session.page.name == "place-tile"


def test_it_opens_with_who_is_in_danger_and_where_the_monster_would_go(journal: Journal) -> None:
    session = watched(journal, 1)
    page = session.page
    assert isinstance(page, BoardPage)
    assert isinstance(page.board, BoardView)
    assert page.name == "foreseen"
    assert page.board.risks
    assert page.board.way
    assert page.status.endswith("Foresight: training")
    # A clock does not begin at zero, and a window opens late.
    session.tick(5000.0)
    assert session.page.name == "foreseen"
    session.tick(5000.0 + FORESEEN_S)
    page = session.page
    assert isinstance(page, PlayedPage)
    assert page.name == "move"
    assert isinstance(page.played, MoveFrame)
    assert not page.played.playback.at_end


@pytest.mark.usefixtures("faultless_reading")
def test_one_press_leads_from_the_chase_to_a_move_of_one_s_own(journal: Journal) -> None:
    room, pilot = watched_room(journal, seed=3)
    session = room.session
    session.press(Press(Button.BACK, held=False), room.now)
    for _ in range(40):
        # As the virtual table does: hands help whom asks for it.
        if session.step.auto_move_requested:
            pilot.act(room.now)
        room.look()
        if session.page.name == "tokens":
            break
    assert session.page.name == "tokens"
    assert not session.step.auto_move_requested
