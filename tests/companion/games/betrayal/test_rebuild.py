"""Tests of a large house: it is rebuilt floor by floor; rooms may be too far away."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.betrayal.map_view import MapView
from companion.games.betrayal.table.put_right import PutHouseRightStep
from companion.games.betrayal.table.steps import HouseStep
from companion.games.betrayal.table.words import describe_problem
from companion.journal import Journal
from companion.screen.pages import BoardPage
from companion.table.session import Session
from engine.betrayal.components import Floor
from engine.betrayal.ways import reach, route_to, spaces_left
from engine.game import RuleProblem
from hardware.buttons import Button
from tests.companion.games.betrayal.hand_house import open_table, press, state_of
from tests.companion.games.betrayal.sample_pages import house


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Return a house of 40 rooms of which nobody knows how it lies on the table."""
    journal = Journal.open(tmp_path / "games.sqlite")
    session = open_table(journal)
    session.game = house(40, 6)
    session.go_on()
    yield session
    journal.close()


def page_of(session: Session) -> BoardPage:
    page = session.page
    assert isinstance(page, BoardPage)
    return page


@pytest.mark.slow
def test_a_large_house_is_rebuilt_floor_by_floor_each_alone_in_the_picture(session: Session) -> None:
    floors, rows = [], 0
    step = session.step
    assert isinstance(step, PutHouseRightStep)
    while session.step is step:
        page = page_of(session)
        rows += len(page.rows)
        assert isinstance(page.board, MapView)
        if len(page.board.floors) == 1:
            floors.append(page.board.large)
            assert "lay it as the picture shows" in page.caption
        press(session, Button.ADVANCE)
    assert floors == [Floor.BASEMENT, Floor.GROUND, Floor.UPPER]
    assert rows == len(step.tasks or ())


@pytest.mark.slow
def test_a_tick_of_the_last_thing_on_a_floor_shows_the_next_floor(session: Session) -> None:
    before = page_of(session)
    for row in before.rows:
        session.touch(row.id, 0.0)
    board = page_of(session).board
    assert isinstance(board, MapView)
    assert board.large is Floor.GROUND


@pytest.mark.slow
def test_a_touch_on_a_room_that_is_too_far_says_how_far_it_is(session: Session) -> None:
    state = state_of(session)
    session.switch(HouseStep(session))
    explorer = str(state.turn)
    routes = {room: route_to(state, explorer, room) for room in state.house.rooms}
    far = {room: route.spaces for room, route in routes.items() if route is not None}
    assert reach(state, explorer).items() <= far.items()
    room = next(room for room in far if room not in reach(state, explorer))
    session.touch(room, 0.0)
    assert f"Too far: {far[room]} spaces, but only {spaces_left(state, explorer)} left." in session.status


def test_a_refused_walk_says_how_far_it_is() -> None:
    text = "heather has 1 spaces left, and this takes 3 (B3, B22)"
    assert describe_problem(RuleProblem("too-far", text)) == "Too far: 3 spaces, but only 1 left (rules B3, B22)."
    shot = RuleProblem("too-far", "heather is neither with zoe nor in a line of fire (B19)")
    assert describe_problem(shot) == "That is too far (rule B19)."
