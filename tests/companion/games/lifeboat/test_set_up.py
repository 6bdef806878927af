"""Set-up at a table: no game begins that a camera sees unlaid.

And no card covers the name of a place's owner.
"""

from random import Random
from typing import Any

import pygame
import pytest

from companion.games.lifeboat.mat import RowSide
from companion.games.lifeboat.readings import LifeboatObservation
from companion.games.lifeboat.table.players import LifeboatSetUpStep
from companion.games.lifeboat.virtual_table.game import VIRTUAL
from companion.games.lifeboat.virtual_table.pieces import moves
from companion.journal import Journal
from companion.screen.pages import BoardPage
from companion.screen.text import Fonts, fit
from companion.table.observation import TableObservation
from companion.virtual_table import widget_view
from companion.virtual_table.drawing import TableWidget
from engine.lifeboat.components import Character
from engine.lifeboat.events import Deck, GameStarted
from hardware.buttons import Button
from tests.companion.games.lifeboat.hand_game import open_table, press
from tests.companion.games.lifeboat.observing import seen_mat
from tests.companion.games.lifeboat.test_hands import PEOPLE, Boat

STARTED = GameStarted(PEOPLE, (), Deck.STAND_IN)


def row(*people: Character) -> LifeboatObservation:
    """Return the camera sees these cards in the boat row."""
    return seen_mat(boat=tuple((person, RowSide.LINE) for person in people))


def test_what_the_camera_sees_unlaid_begins_by_a_held_press_alone(journal: Journal) -> None:
    session = open_table(journal, sees=True)
    session.table_game.begin(session, STARTED, {})
    assert isinstance(session.step, LifeboatSetUpStep)
    assert session.page.keys.advance == "Begin", "nobody has looked yet"
    time_s = 1.0
    for seen in (row(), row(*PEOPLE[:2])):
        session.observe(TableObservation(seen), time_s)
        page = session.page
        assert (page.keys.advance, page.keys.advance_hold) == ("", "Leave as it is")
        press(session, Button.ADVANCE)
        assert session.game is None
        assert isinstance(page, BoardPage)
        assert page.caption == "Lay the boat row as the picture shows."
        time_s += 1.0
    session.observe(TableObservation(row(*PEOPLE)), time_s)
    assert session.page.keys.advance == "Begin"
    assert session.page.keys.advance_hold == ""
    session.observe(TableObservation(row()), time_s + 1.0)
    press(session, Button.ADVANCE, held=True)
    assert session.game is not None


@pytest.mark.usefixtures("display")
def test_a_virtual_table_asks_for_nothing_that_it_deals_itself(journal: Journal) -> None:
    boat = Boat(journal)
    boat.session.open_start_page()
    boat.session.table_game.begin(boat.session, STARTED, {})
    assert isinstance(boat.session.step, LifeboatSetUpStep)
    assert boat.session.step.tasks == ("Lay the boat row as the picture shows.",)


@pytest.mark.usefixtures("display")
@pytest.mark.parametrize("size", [(640, 720), (960, 1080), (400, 480), (480, 400), (320, 720)])
def test_no_card_lies_over_the_name_of_a_place_s_owner(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    boat = Boat(journal)
    assert boat.session.game is not None
    for piece in moves(boat.table, boat.session.game.state):
        boat.table.put(piece)
    found = list[tuple[pygame.Rect, list[pygame.Rect]]]()
    cut = dict[str, bool]()
    room_of = widget_view.name_room

    def name_room(place: pygame.Rect, high: int, pieces: list[pygame.Rect]) -> pygame.Rect:
        found.append((room_of(place, high, pieces), pieces))
        return found[-1][0]

    monkeypatch.setattr(widget_view, "name_room", name_room)

    def fit_and_note(fonts: Fonts, text: str, *how: Any, **more: Any) -> Any:
        told = fit(fonts, text, *how, **more)
        cut[text] = told.cut
        return told

    monkeypatch.setattr(widget_view, "fit", fit_and_note)
    # Cards before the First Mate, too, leave a narrow strip.
    for table in (boat.table, VIRTUAL.some_table(Random(1), 3)):
        TableWidget(table, VIRTUAL.pictures, hands=boat.hands).draw(pygame.Surface(size))
    assert len(found) == 2 * len(PEOPLE)
    for room, pieces in found:
        assert room.collidelist(pieces) == -1
    assert len(cut) == len(PEOPLE)
    assert not any(cut.values()), "where cards leave too little room, the name stands beside the place"


def test_a_name_without_room_in_its_place_stands_beside_it_towards_the_middle_of_the_table() -> None:
    table, lower, upper = pygame.Rect(0, 0, 200, 200), pygame.Rect(0, 150, 100, 40), pygame.Rect(0, 5, 100, 40)
    assert widget_view.room_beside(lower, 10, table, []) == pygame.Rect(0, 140, 100, 10)
    assert widget_view.room_beside(upper, 10, table, []) == pygame.Rect(0, 45, 100, 10)
    assert widget_view.room_beside(lower, 10, table, [pygame.Rect(0, 120, 50, 25)]) == pygame.Rect(0, 190, 100, 10)
    assert widget_view.room_beside(upper, 10, table, [pygame.Rect(0, 45, 50, 25)]) is None


def test_where_cards_lie_in_the_whole_lower_strip_the_name_stands_above_them() -> None:
    place = pygame.Rect(0, 0, 100, 40)
    assert tuple(widget_view.name_room(place, 10, [])) == (0, 30, 100, 10)
    assert tuple(widget_view.name_room(place, 10, [pygame.Rect(0, 20, 90, 20)])) == (0, 0, 100, 10)
    assert tuple(widget_view.name_room(place, 10, [pygame.Rect(60, 0, 40, 40)])) == (0, 30, 60, 10)
