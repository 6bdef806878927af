"""Tests of the lot that decides who begins (R22), with a celebration on the screen."""

from pathlib import Path
from random import Random

import pytest

from companion.device.settings import Settings
from companion.games.finstere_flure.table.game import TABLE
from companion.games.finstere_flure.table.lot import GOES_ROUND_S, LotStep
from companion.games.finstere_flure.table.set_up import FinstereFlureSetUpStep
from companion.journal import Journal
from companion.screen.pages import ListPage, Tone
from companion.table.session import Session
from companion.table.session_start import open_session
from engine.finstere_flure.pieces import Colour
from hardware.buttons import Button, Press

SEATS = (Colour.BLUE, Colour.RED, Colour.YELLOW)


def drawn(folder: Path, seed: int) -> Session:
    """Three players have asked for the lot and started."""
    session = open_session(Journal.open(folder / f"{seed}.sqlite"), Settings(), [TABLE], sees=False, rng=Random(seed))
    session.open_start_page()
    session.touch("new", 0.0)
    for colour in SEATS:
        session.touch(colour, 0.0)
    for _ in SEATS:
        session.touch("first", 0.0)
    page = session.page
    assert isinstance(page, ListPage)
    assert next(row.value for row in page.rows if row.id == "first") == "by lot"
    session.touch("start", 0.0)
    return session


def lit(session: Session, tone: Tone) -> list[object]:
    page = session.page
    assert isinstance(page, ListPage)
    return [row.sign for row in page.rows if row.tone is tone]


def test_the_lot_goes_round_and_falls_and_the_game_begins_with_that_player(tmp_path: Path) -> None:
    session = drawn(tmp_path, 1)
    step = session.step
    assert isinstance(step, LotStep)
    passed = []
    for tenth in range(int(10 * GOES_ROUND_S)):
        session.tick(tenth / 10)
        passed += lit(session, Tone.NOW)
    assert set(passed) == set(SEATS)
    session.tick(GOES_ROUND_S)
    assert lit(session, Tone.GOOD) == [step.event.first]
    session.press(Press(Button.ADVANCE, held=False), 3.0)
    assert isinstance(session.step, FinstereFlureSetUpStep)
    assert session.step.first_event.first is step.event.first
    assert session.step.first_event.players == SEATS


def test_nobody_needs_to_wait_and_back_leads_to_the_players(tmp_path: Path) -> None:
    session = drawn(tmp_path, 2)
    session.press(Press(Button.ADVANCE, held=False), 0.1)
    assert len(lit(session, Tone.GOOD)) == 1
    session.press(Press(Button.BACK, held=False), 0.2)
    assert not isinstance(session.step, LotStep)
    assert session.page.name == "players"


def test_every_player_may_be_drawn(tmp_path: Path) -> None:
    firsts = set()
    for seed in range(12):
        step = drawn(tmp_path, seed).step
        assert isinstance(step, LotStep)
        firsts.add(step.event.first)
    assert firsts == set(SEATS)


@pytest.mark.parametrize("seats", [SEATS[:2], SEATS])
def test_a_chosen_player_begins_without_a_lot(tmp_path: Path, seats: tuple[Colour, ...]) -> None:
    session = open_session(Journal.open(tmp_path / "games.sqlite"), Settings(), [TABLE], sees=False)
    session.open_start_page()
    for target in ("new", *seats, "first", "start"):
        session.touch(target, 0.0)
    assert isinstance(session.step, FinstereFlureSetUpStep)
    assert session.step.first_event.first is seats[1]


def test_whoever_was_chosen_begins_although_another_gets_up(tmp_path: Path) -> None:
    session = open_session(Journal.open(tmp_path / "games.sqlite"), Settings(), [TABLE], sees=False)
    session.open_start_page()
    for row in ("new", *SEATS, "first", Colour.BLUE):
        session.touch(row, 0.0)
    page = session.page
    assert isinstance(page, ListPage)
    assert next(row.value for row in page.rows if row.id == "first") == "Red"
