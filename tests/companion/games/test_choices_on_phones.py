"""Choices of seats with phones: the table's buttons and rows decide none of them."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.games import find_game
from companion.games.lifeboat.virtual_table.pieces import moves
from companion.journal import Journal
from companion.screen.pages import BoardPage
from companion.table.bots import whole_state
from companion.table.inference import Happened
from companion.table.own_screens import awaited_screens
from companion.table.put_right import PutRightStep
from companion.table.session import HANDS
from companion.table.undo_step import can_undo_anything
from engine.lifeboat import events as boat
from engine.lifeboat.components import Character
from engine.lifeboat.state import Phase as BoatPhase
from hardware.buttons import Button, Press
from tests.companion.games.here import load_game
from tests.companion.phones.evening import Evening, VirtualEvening
from tests.companion.phones.players import PhonePlayers

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("display", "faultless_reading")]

#: Games with phones at a virtual table, and at one without a camera.
_VIRTUAL = ("lifeboat", "coach-ride", "betrayal", "draughts")
_TOLD = ("lifeboat", "finstere-flure", "nine-mens-morris", "mouse-and-elephant")
#: So many touches are made on phones.
_TOUCHES = 25


def _id(param: tuple[str, type[Evening]]) -> str:
    return f"{param[0]}-{param[1].__name__}"


def known(session: Any) -> object:
    """Return all that a choice changes: events, what is hidden, and the answers so far."""
    return session.game.events, whole_state(session), getattr(session.step, "answers", ())


def act_at_table(players: PhonePlayers) -> None:
    """Press and touch at the table what could decide."""
    session, page = players.evening.session, players.evening.session.whole_page
    now_s = session.now
    for button, held in ((Button.ADVANCE, False), (Button.ADVANCE, True), (Button.DRAW, False), (Button.DRAW, True)):
        session.press(Press(button, held=held), now_s)
    rows = [row.id for row in getattr(page, "rows", ()) if row.id not in ("", HANDS)]
    for target in (*rows, *map(str, players.seats), *(f"attack {seat}" for seat in players.seats)):
        session.touch(target, now_s)


def next_seat(players: PhonePlayers) -> str:
    """Return the seat that is awaited next; people at the table have laid what is to be laid."""
    session = players.evening.session
    while isinstance(session.step, PutRightStep) and session.watching is None:
        session.press(Press(Button.ADVANCE, held=False), session.now)
        players.evening.work()
    return players.wait_for_seat()


def check_table_waits(players: PhonePlayers, rng: Random) -> int:
    """Play on phones, and act at the table whenever it waits; return how often that was."""
    session, waited = players.evening.session, 0
    for _ in range(_TOUCHES):
        if not next_seat(players):
            break
        if (
            awaited_screens(session)
            and not isinstance(session.step, PutRightStep)
            and session.page != session.whole_page
        ):
            before, step = known(session), session.step
            act_at_table(players)
            assert known(session) == before, session.whole_page
            assert session.step is step
            page = session.page
            assert not [row for row in getattr(page, "rows", ()) if row.id]
            assert "hone" in (page.caption if isinstance(page, BoardPage) else page.text)
            waited += 1
        players.touch_by_chance(rng)
    return waited


@pytest.fixture(params=[*((name, VirtualEvening) for name in _VIRTUAL), *((name, Evening) for name in _TOLD)], ids=_id)
def players(request: pytest.FixtureRequest, journal: Journal) -> Iterator[PhonePlayers]:
    """Return a phone in each seat of a game that has begun, at either table."""
    name, kind = request.param
    evening = kind(load_game(name), journal)
    evening.begin()
    yield PhonePlayers(evening)
    evening.phones.close()


@pytest.mark.thorough(
    but=[
        "betrayal-VirtualEvening",
        "draughts-VirtualEvening",
        "lifeboat-Evening",
        "finstere-flure-Evening",
    ]
)
def test_the_table_decides_nothing_that_a_phone_is_asked(players: PhonePlayers) -> None:
    assert check_table_waits(players, Random(3)) > 1


def test_each_page_that_waits_is_left_and_the_table_takes_a_seat_back(players: PhonePlayers) -> None:
    session = players.evening.session
    seat, rng = next_seat(players), Random(1)
    for _ in range(_TOUCHES):
        if session.page != session.whole_page:
            break
        players.touch_by_chance(rng)
        seat = next_seat(players)
    for press in (Press(Button.BACK, held=False), Press(Button.BACK, held=True)):
        session.press(press, session.now)
        assert session.has_page_above is (press.held or can_undo_anything(session))
        if session.has_page_above:
            session.press(Press(Button.BACK, held=False), session.now)
        assert not session.has_page_above
    players.connect(seat, is_there=False)
    players.evening.work()
    assert "No connection" in session.page.caption
    for seated in players.seats:
        players.evening.phones.free(seated)
    players.evening.work()
    assert session.page == session.whole_page
    if not session.sees:
        before = session.page
        session.press(Press(Button.DRAW, held=False), session.now)
        assert session.page != before


def boat_players(journal: Journal) -> PhonePlayers:
    """Return phones in all seats of a boat whose supply is taken."""
    evening = VirtualEvening(find_game("lifeboat"), journal)
    evening.begin()
    players = PhonePlayers(evening)
    session = evening.session
    while session.game.state.step is BoatPhase.TAKE:
        seat = players.wait_for_seat()
        players.do(seat, players.shown(seat)["moves"][0]["text"])
    return players


def begin_fight(players: PhonePlayers) -> None:
    """Let the player on turn demand a seat, and the other one refuse."""
    turn = players.wait_for_seat()
    offered = players.shown(turn)["moves"]
    players.do(turn, next(move["text"] for move in offered if "seat" in move["text"] and "Kid" not in move["text"]))
    players.do(players.wait_for_seat(), "Refuse: a fight")
    assert players.evening.session.game.state.step is BoatPhase.FIGHT


def test_nobody_else_does_not_end_a_fight_in_which_a_phone_chooses(journal: Journal) -> None:
    players = boat_players(journal)
    begin_fight(players)
    session = players.evening.session
    # All but one play at the table again: they act there, and do not end the fight for the phone.
    sitting = players.seats[0]
    for seat in players.seats[1:]:
        players.evening.phones.free(seat)
    players.evening.work()
    assert session.page == session.whole_page
    session.tick(session.now + 5)
    session.press(Press(Button.ADVANCE, held=False), session.now)
    session.touch("fought", session.now)
    session.press(Press(Button.ADVANCE, held=True), session.now)
    session.touch("fought", session.now)
    assert boat.Fought() not in session.game.events
    assert sitting in str(session.notice).lower()
    players.evening.phones.free(sitting)
    players.evening.work()
    session.touch("fought", session.now)
    assert boat.Fought() in session.game.events
    players.evening.phones.close()


def test_cards_that_a_phone_has_drawn_are_put_on_the_row_stack_by_it_alone(journal: Journal) -> None:
    players = boat_players(journal)
    session = players.evening.session
    turn = players.wait_for_seat()
    players.do(turn, "Row")
    shown, before = players.shown(turn)["moves"], session.game.events
    assert any("Keep" in move["text"] for move in shown)
    act_at_table(players)
    assert session.game.events == before
    # The same after the main menu.
    game_id = session.game_id
    session.open_start_page()
    players.evening.work()
    session.resume(game_id)
    players.evening._lay()
    players.evening.work()
    act_at_table(players)
    assert session.game.events == before
    players.wait_for_seat()
    assert players.shown(turn)["moves"] == shown
    chosen = next(move["text"] for move in shown if move["text"].startswith("Keep: "))
    players.do(turn, chosen)
    assert isinstance(session.game.events[-1], boat.Rowed)
    players.evening.phones.close()


def test_cards_pushed_at_the_table_begin_nothing_for_a_seat_with_a_phone(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = boat_players(journal)
    assert isinstance(players.evening, VirtualEvening)
    session, table = players.evening.session, players.evening.player.table
    turn = players.wait_for_seat()
    other = next(str(character) for character in session.game.state.seats if str(character) != turn)

    for card in moves(table, session.game.state):
        table.put(card)
    players.evening.work()

    def push(character: str, by_mm: float) -> None:
        card = table.pieces[f"position-{character}"]
        x, y = card.centre_mm
        table.put(replace(card, centre_mm=(x, y + by_mm)))

    heard: list[str] = []
    monkeypatch.setattr(players.evening.player, "heard", lambda said: heard.append(said.text))
    asked, before = players.shown(turn)["asks"], known(session)
    caption = session.whole_page.caption
    # A demand, and one out of turn, which held green would begin.
    for pushed in (turn, other), (other, turn):
        for character, by_mm in zip(pushed, (-34.0, 34.0), strict=True):
            push(character, by_mm)
        for _ in range(6):
            players.evening.work()
        for button, held in ((Button.ADVANCE, True), (Button.BACK, False)):
            session.press(Press(button, held=held), session.now)
            if session.has_page_above:
                session.press(Press(Button.BACK, held=False), session.now)
        assert known(session) == before
        assert session.whole_page.caption == caption
        assert players.shown(turn)["asks"] == asked
        for character, by_mm in zip(pushed, (34.0, -34.0), strict=True):
            push(character, by_mm)
        for _ in range(3):
            players.evening.work()
    assert "What is demanded?" not in heard
    session.step.find(Happened(boat.Demanded(Character(turn), Character(other), boat.DemandKind.HAND)))
    session.tick(session.now + 5)
    assert known(session) == before
    session.step.forget_observation()
    # What the table has begun before somebody sits down with a phone is told by that phone alone.
    session.step.answers = ("demand", other)
    players.evening.work()
    assert known(session) == before
    # Without phones the same cards tell it.
    for seat in players.seats:
        players.evening.phones.free(seat)
    for character, by_mm in ((turn, -34.0), (other, 34.0)):
        push(character, by_mm)
    for _ in range(4):
        players.evening.work()
    assert session.step.answers == ("demand", other)
    assert "What is demanded?" in heard
    players.evening.phones.close()


@pytest.mark.parametrize("name", ["draughts", "finstere-flure"])
def test_a_piece_moved_at_the_table_plays_nothing_for_a_seat_with_a_phone(name: str, journal: Journal) -> None:
    evening = VirtualEvening(load_game(name), journal)
    evening.begin()
    players = PhonePlayers(evening)
    session, step = evening.session, evening.session.step
    events = session.game.events
    assert session.own_screens_decide
    move = next(iter(session.table_game.rules.possible(session.game.state)))
    step.find(Happened(move))
    session.tick(session.now + 5)
    assert session.game.events == events
    assert session.page.caption != session.whole_page.caption
    players.evening.phones.free(players.seats[0])
    for seat in players.seats[1:]:
        players.evening.phones.free(seat)
    evening.phones.tick(session.now)
    step.find(Happened(move))
    session.tick(session.now + 10)
    assert len(session.game.events) == len(events) + 1
    players.evening.phones.close()
