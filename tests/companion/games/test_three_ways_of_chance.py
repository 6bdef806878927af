"""Chance is answered by the players, by the box, or by another table, which may be late."""

from random import Random
from typing import Any

import pytest
from classics.ludo import GAME as LUDO

from companion.cells.roll_step import CellRollStep
from companion.games import find_game
from companion.games.betrayal.table.roll_dialog import ROLL, THROWN
from companion.games.betrayal.table.steps import HouseStep
from companion.games.finstere_flure.table.monster import DrawStep, ShuffleStep
from companion.journal import Journal
from engine.finstere_flure.events import DeckShuffled
from engine.game import CHANCE
from engine.grid import Rolled
from tests.companion.games.other_table import OtherTable
from tools.phone_secrets import start_game

pytestmark = pytest.mark.usefixtures("display")


def ticked(session: Any) -> Any:
    session.tick(session.now + 0.1)
    return session


def test_a_die_of_the_players_is_told(journal: Journal) -> None:
    session: Any = start_game(LUDO, journal, 1)
    assert isinstance(session.step, CellRollStep)
    assert session.table_game.play.actors(session.game.state) == (CHANCE,)
    for _ in range(3):
        ticked(session)
    assert len(session.game.events) == 1, "nobody rolls for them"
    session.touch("4", session.now)
    assert session.game.events[-1].number == 4


def test_a_roll_of_another_table_is_waited_for(journal: Journal) -> None:
    session: Any = start_game(LUDO, journal, 1)
    other = OtherTable()
    session.use_chance(other)
    session.go_on()
    session.touch("4", session.now)
    ticked(session)
    assert len(session.game.events) == 1, "it is not told here, and has not come"
    assert session.page.rows == ()
    assert "still to come" in str(session.page)
    other.has_come = True
    ticked(session)
    rolled = session.game.events[1]
    assert isinstance(rolled, Rolled)
    session.undo(1)
    assert ticked(session).game.events[1] == rolled, "what was taken back falls as before"
    assert {*other.asked} == {"roll 1"}


def test_a_deck_is_shuffled_when_the_other_table_has_answered(journal: Journal) -> None:
    session: Any = start_game(find_game("finstere-flure"), journal, 1)
    shuffled = [isinstance(event, DeckShuffled) for event in session.game.events].index(True)
    by_box = session.game.events[shuffled]
    other = OtherTable()
    session.use_chance(other)
    session.undo(shuffled)
    assert isinstance(session.step, ShuffleStep)
    assert len(ticked(session).game.events) == shuffled
    assert "still to come" in str(session.page)
    other.has_come = True
    ticked(session)
    assert session.game.events[shuffled] != by_box
    assert set(session.game.events[shuffled].order) == set(by_box.order)


def test_nobody_is_asked_for_a_card_whose_place_is_known(journal: Journal) -> None:
    session: Any = start_game(find_game("finstere-flure"), journal, 1)
    play, rng = session.table_game.play, Random(1)
    while play.acting_seats(session.game.state) or session.game.state.first_card:
        session.apply(play.draw(session.game.state, rng), already_placed=True)
    other = OtherTable()
    session.use_chance(other)
    events = len(session.game.events)
    session.switch(DrawStep(session))
    session.step.draw()
    assert len(session.game.events) == events + 1
    assert other.asked == []


def test_dice_of_the_house_are_waited_for(journal: Journal) -> None:
    session: Any = start_game(find_game("betrayal"), journal, 1)
    other = OtherTable()
    session.use_chance(other)
    session.go_on()
    step = session.step
    assert isinstance(step, HouseStep)
    row = f"{ROLL}3"
    step.answer(row)
    assert step.answers == ()
    other.has_come = True
    thrown = step._throw(3)
    assert thrown is not None
    taken: list[str] = []
    session.step.answer = taken.append
    ticked(session)
    assert taken == [row], "what was asked for is asked for again"
    assert THROWN + "".join(map(str, thrown)) == THROWN + "".join(map(str, step._throw(3) or ()))
