"""Tests of the steps of a game with one piece on a cell: set-up, moves, the end.

Moves are made on the table or by touch.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.cells.board import CellBoard
from companion.cells.steps import LIFTED_S, PROBLEM_S, SETTLED_S
from companion.device.options import flag
from companion.device.settings import Settings
from companion.journal import Journal
from companion.screen.pages import BoardPage, ListPage, Tone
from companion.table.layout import PieceObservation, TableLayout
from companion.table.observation import TableObservation
from companion.table.put_right import PROBLEM_S as LAY_PROBLEM_S
from companion.table.put_right import SETTLED_S as LAY_SETTLED_S
from companion.table.session import Session
from companion.table.session_start import open_session
from companion.voice import Level
from hardware.buttons import Button, Press
from hardware.ring.patterns import Alert, Progress, Seat
from hardware.ring.sectors import Sector, Sectors, SectorState
from tests.companion.cells.cat_and_mice import START, Event, Table, after, lying

ADVANCE = Press(Button.ADVANCE, held=False)
OVERRULE = Press(Button.ADVANCE, held=True)
DRAW = Press(Button.DRAW, held=False)
BACK = Press(Button.BACK, held=False)


def opened(path: Path, *, sees: bool = True) -> Session:
    """Return a session on the page of a new game."""
    session = open_session(Journal.open(path / "games.sqlite"), Settings(), [Table()], sees=sees)
    session.open_start_page()
    session.touch("new", 0.0)
    return session


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Return a game whose pieces are to be laid; nothing has been seen."""
    session = opened(tmp_path)
    session.touch("start", 0.0)
    session.announcements()
    return session


@pytest.fixture
def moving(session: Session) -> Session:
    """Return a game whose pieces lie as they should: the cat's turn."""
    see(session, START, time_s=1.0)
    see(session, START, time_s=1.0 + LAY_SETTLED_S)
    assert session.page.name == "move"
    session.announcements()
    return session


@pytest.fixture
def by_hand(tmp_path: Path) -> Session:
    """The same without a camera, before anything is laid."""
    session = opened(tmp_path, sees=False)
    session.touch("start", 0.0)
    session.announcements()
    return session


def see(session: Session, pieces: Mapping[str, str], *, time_s: float, unreadable: str = "", doubt: str = "") -> None:
    session.observe(
        TableObservation(PieceObservation.from_sides(pieces, frozenset(unreadable.split()), frozenset(doubt.split()))),
        time_s,
    )


def page(session: Session) -> BoardPage:
    assert isinstance(session.page, BoardPage)
    return session.page


def board(session: Session) -> CellBoard:
    shown = page(session).board
    assert isinstance(shown, CellBoard)
    return shown


def said(session: Session) -> list[tuple[str, Level, str]]:
    return [(announcement.text, announcement.level, announcement.chime) for announcement in session.announcements()]


def tasks(session: Session) -> list[tuple[str, bool]]:
    """Return the tasks, also that one whose sentence is the caption."""
    return [(row.room_for or row.text, bool(row.done)) for row in page(session).rows]


# --- before the game --------------------------------------------------------------------------------------------------


def test_options_and_names_are_chosen_before_the_game(tmp_path: Path) -> None:
    session = opened(tmp_path)
    assert isinstance(session.page, ListPage)
    rows = [(row.id, row.text, row.value) for row in session.page.rows]
    assert rows == [
        ("start", "Start", ""),
        ("option-asleep", "The cat is asleep", "no"),
        ("names", "Names", "0"),
    ]
    session.touch("names", 0.0)
    assert isinstance(session.page, ListPage)
    assert [(row.text, row.value, row.sign) for row in session.page.rows] == [
        ("The cat", "guest", "cat"),
        ("The mice", "guest", "mouse-1"),
    ]
    session.close()
    session.touch("option-asleep", 0.0)
    assert session.settings == Settings(), "it is for this game alone"
    assert session.game is None
    session.touch("start", 0.0)
    assert session.variants == {"asleep": True}


@pytest.mark.parametrize("known", ["start", "bots", "names"])
def test_an_option_with_an_id_of_the_page_is_changed_and_starts_nothing(tmp_path: Path, known: str) -> None:
    table = Table()
    table.options = (flag(known, "The cat is asleep"),)
    session = open_session(Journal.open(tmp_path / "games.sqlite"), Settings(), [table], sees=True)
    session.open_start_page()
    session.touch("new", 0.0)
    for wanted in ("yes", "no", "yes"):
        assert isinstance(session.page, ListPage)
        session.touch(next(row.id for row in session.page.rows if row.text == "The cat is asleep"), 0.0)
        page_now = session.page
        assert isinstance(page_now, ListPage)
        assert (page_now.name, page_now.rows[1].value) == ("players", wanted)
    assert session.game is None


# --- laying -----------------------------------------------------------------------------------------------------------


def test_before_anything_is_seen_the_picture_shows_how_the_pieces_lie(session: Session) -> None:
    assert page(session).name == "put-right"
    assert page(session).caption == "Lay the table as the picture shows."
    assert board(session).pieces == tuple(sorted(START.items()))
    assert session.pattern == Progress(0, 0, (82, 200, 120))
    session.press(DRAW, 0.5)
    assert said(session) == [("Lay the table as the picture shows.", Level.PHASE, "")]


def test_what_lies_otherwise_is_a_task_each_and_the_first_is_told(session: Session) -> None:
    see(session, {"cat": "a2", "mouse-1": "b1", "guest": "e1"}, time_s=1.0)
    assert page(session).title == "3 things to do on the table"
    assert page(session).caption == "Take guest from e1 off the board."
    assert tasks(session) == [("Move cat from a2 to a1.", False), ("Put mouse-2 on c1.", False)]
    assert board(session).ways == (("a2", "a1"),)
    assert board(session).leaving == (("guest", "e1"),)
    assert board(session).marks == (("a1", Tone.PLAIN), ("c1", Tone.PLAIN), ("e1", Tone.NOW))
    session.press(ADVANCE, 1.5)
    assert said(session)[-1] == ("Take guest from e1 off the board.", Level.DETAIL, "")
    see(session, {"cat": "a2", "mouse-1": "b1"}, time_s=2.0)
    assert said(session) == [("Move cat from a2 to a1.", Level.DETAIL, "right")]
    assert tasks(session) == [("Put mouse-2 on c1.", False), ("Take guest from e1 off the board.", True)]
    assert session.pattern == Progress(1, 3, (82, 200, 120))
    see(session, {"cat": "a1", "mouse-1": "b1"}, time_s=3.0)
    see(session, START, time_s=4.0)
    assert page(session).caption == "The table is right."
    see(session, START, time_s=4.0 + LAY_SETTLED_S - 0.1)
    assert page(session).name == "put-right"
    see(session, START, time_s=4.0 + LAY_SETTLED_S)
    assert page(session).name == "move"
    assert session.layout == TableLayout.from_sides(START)


def test_a_hand_that_moves_begins_the_time_again(session: Session) -> None:
    see(session, START, time_s=1.0)
    session.observe(TableObservation(), 1.6)
    see(session, START, time_s=2.2)
    assert page(session).name == "put-right"
    see(session, START, time_s=1.61 + LAY_SETTLED_S)
    assert page(session).name == "move"


def test_a_piece_under_a_hand_lies_right_until_something_else_is_seen(session: Session) -> None:
    see(session, lying(mouse_2=""), time_s=1.0, unreadable="c1")
    assert tasks(session) == []
    see(session, lying(mouse_2=""), time_s=2.0)
    assert page(session).name == "put-right"
    see(session, lying(mouse_2=""), time_s=2.0 + LAY_PROBLEM_S)
    assert "mouse-2" in page(session).caption


def test_a_piece_that_goes_astray_is_told_when_it_has_lain_there_for_a_while(session: Session) -> None:
    see(session, lying(cat="a2"), time_s=1.0)
    said(session)
    see(session, lying(cat="d1"), time_s=2.0)
    see(session, lying(cat="d1"), time_s=2.0 + LAY_PROBLEM_S - 0.1)
    assert said(session) == []
    see(session, lying(cat="d1"), time_s=2.0 + LAY_PROBLEM_S)
    assert page(session).caption == "Cat lies on d1 instead of a1. Put cat on a1."
    assert page(session).tone is Tone.BAD
    assert ("d1", Tone.BAD) in board(session).marks
    assert [level for _, level, _ in said(session)] == [Level.PROBLEM]
    assert isinstance(session.pattern, Alert)
    session.press(OVERRULE, 9.0)
    assert page(session).name == "move"


def test_a_piece_in_doubt_is_not_where_it_belongs(session: Session) -> None:
    see(session, lying(cat="a2"), time_s=1.0)
    see(session, lying(cat=""), time_s=2.0, doubt="cat")
    see(session, lying(cat=""), time_s=2.0 + LAY_SETTLED_S)
    assert page(session).name == "put-right"


def test_without_a_camera_tasks_are_ticked_and_the_players_say_when_all_is_done(by_hand: Session) -> None:
    by_hand.touch("0", 1.0)
    assert tasks(by_hand) == [], "nobody knows how the table lies"
    by_hand.press(ADVANCE, 2.0)
    assert page(by_hand).name == "move"
    by_hand.touch("a1", 3.0)
    by_hand.touch("b1", 3.0)
    assert by_hand.layout == TableLayout.from_sides(lying(cat="b1", mouse_1="")), "hands do what they touch"
    by_hand.undo(1)
    assert [text for text, _ in tasks(by_hand)] == ["Move cat from b1 to a1.", "Put mouse-1 on b1."]
    assert page(by_hand).caption == "Move cat from b1 to a1."
    by_hand.touch("1", 4.0)
    assert tasks(by_hand) == [("Move cat from b1 to a1.", False), ("Put mouse-1 on b1.", True)]
    by_hand.touch("1", 4.0)
    by_hand.touch("2", 4.0)
    assert [done for _, done in tasks(by_hand)] == [False, False]
    for number in ("0", "1"):
        by_hand.touch(number, 5.0)
    assert page(by_hand).caption.startswith("All done?")
    by_hand.press(ADVANCE, 6.0)
    assert page(by_hand).name == "move"


def test_without_a_camera_tasks_are_stepped_through_with_the_buttons(by_hand: Session) -> None:
    by_hand.press(ADVANCE, 2.0)
    by_hand.touch("a1", 3.0)
    by_hand.touch("b1", 3.0)
    by_hand.undo(1)
    assert page(by_hand).keys.advance == "Done"
    by_hand.press(Press(Button.DRAW, held=True), 4.0)
    assert (page(by_hand).selected, page(by_hand).keys.advance) == (1, "Tick off")
    for time_s in (5.0, 6.0):
        by_hand.press(ADVANCE, time_s)
    assert [done for _, done in tasks(by_hand)] == [True, True]
    by_hand.press(ADVANCE, 7.0)
    assert page(by_hand).name == "move"


def test_a_single_thing_to_do_needs_no_tick(by_hand: Session) -> None:
    by_hand.press(ADVANCE, 2.0)
    by_hand.touch("a1", 3.0)
    assert page(by_hand).caption == "Cat: touch the cell where it goes."
    by_hand.press(Press(Button.DRAW, held=False), 3.0)
    assert page(by_hand).caption == "Move cat from a1 to a2. Press the green button: Choose."
    by_hand.press(ADVANCE, 3.0)
    by_hand.undo(0)
    assert page(by_hand).keys.draw == "Say again"
    by_hand.press(Press(Button.DRAW, held=False), 4.0)
    assert page(by_hand).keys.advance == "Done"
    assert page(by_hand).caption.endswith("Press the green button: Done.")


def test_of_a_camera_that_fails_what_it_saw_done_stays_ticked(session: Session) -> None:
    see(session, {"cat": "a2", "mouse-1": "b1"}, time_s=1.0)
    see(session, {"cat": "a1", "mouse-1": "b1"}, time_s=2.0)
    session.change_settings(Settings(camera="none"))
    assert tasks(session) == [("Move cat from a2 to a1.", True), ("Put mouse-2 on c1.", False)]


def test_a_touch_is_explained_and_back_offers_nothing_before_the_first_move(session: Session) -> None:
    session.touch("c1", 1.0)
    assert session.status == "Move the pieces on the table as the list says."
    assert session.page.keys.back == ""
    session.press(BACK, 2.0)
    assert session.page.name == "put-right"


# --- a move on the table ----------------------------------------------------------------------------------------------


def test_a_move_counts_when_it_has_lain_still(moving: Session) -> None:
    assert page(moving).title == "The cat's turn"
    assert isinstance(moving.pattern, Seat)
    assert moving.pattern.index == 0
    gone = lying(cat="a2")
    see(moving, gone, time_s=10.0)
    assert page(moving).caption == "The move is seen and counts in a moment."
    assert board(moving).marks == (("a2", Tone.GOOD),)
    assert board(moving).pieces == tuple(sorted(gone.items()))
    see(moving, gone, time_s=10.0 + SETTLED_S - 0.1)
    assert moving.status == "The cat's turn"
    see(moving, gone, time_s=10.01 + SETTLED_S)
    assert page(moving).title == "The mice's turn"
    assert isinstance(moving.pattern, Seat)
    assert moving.pattern.index == 1
    assert moving.layout == TableLayout.from_sides(gone)
    assert said(moving) == [("", Level.DETAIL, "right"), ("The mice: Move.", Level.PHASE, "turn")]


def test_a_press_takes_a_move_at_once(moving: Session) -> None:
    assert page(moving).keys.advance == ""
    see(moving, lying(cat="a2"), time_s=10.0)
    assert page(moving).keys.advance == "Confirm"
    moving.press(ADVANCE, 10.1)
    assert page(moving).title == "The mice's turn"


def test_a_press_without_a_move_does_nothing(moving: Session) -> None:
    moving.press(ADVANCE, 10.0)
    assert page(moving).title == "The cat's turn"
    assert said(moving) == []


def test_what_lies_wrong_is_told_after_a_while_and_once(moving: Session) -> None:
    wrong = lying(cat="d1")
    see(moving, wrong, time_s=10.0)
    see(moving, wrong, time_s=10.0 + PROBLEM_S - 0.1)
    assert page(moving).name == "move"
    moving.press(ADVANCE, 10.0 + PROBLEM_S - 0.05)
    assert page(moving).name == "problem", "a press asks for it"
    see(moving, START, time_s=14.0)
    assert page(moving).name == "move"
    said(moving)
    see(moving, wrong, time_s=20.0)
    see(moving, wrong, time_s=20.0 + PROBLEM_S)
    assert page(moving).name == "problem"
    assert page(moving).caption == "Cat cannot go from a1 to d1."
    assert page(moving).rows[0].text == "Allowed: a2 and b1."
    assert board(moving).marks == (("a1", Tone.BAD), ("a2", Tone.GOOD), ("b1", Tone.GOOD), ("d1", Tone.BAD))
    assert isinstance(moving.pattern, Alert)
    assert [level for _, level, _ in said(moving)] == [Level.PROBLEM]
    see(moving, wrong, time_s=30.0)
    assert said(moving) == []


def test_a_lifted_piece_shows_where_it_may_go_and_is_asked_for_after_long(moving: Session) -> None:
    lifted = lying(cat="")
    see(moving, lifted, time_s=10.0)
    assert board(moving).marks == (("a1", Tone.NOW), ("a2", Tone.GOOD), ("b1", Tone.GOOD))
    assert page(moving).tone is Tone.WAITING
    see(moving, lifted, time_s=10.0 + LIFTED_S - 0.1)
    assert page(moving).name == "move"
    see(moving, lifted, time_s=10.0 + LIFTED_S)
    assert page(moving).name == "problem"
    assert page(moving).caption == "I do not see cat on a1."
    assert (page(moving).title, page(moving).tone) == ("Something is missing", Tone.NOW)
    assert isinstance(moving.pattern, Seat), "nothing is wrong yet"


def test_a_hidden_move_must_be_confirmed(moving: Session) -> None:
    see(moving, lying(cat=""), time_s=10.0, unreadable="a2")
    assert "Something hides the move" in page(moving).caption
    assert board(moving).pieces == tuple(sorted(lying(cat="a2").items()))
    see(moving, lying(cat=""), time_s=100.0, unreadable="a2")
    assert page(moving).title == "The cat's turn"
    moving.press(ADVANCE, 101.0)
    assert page(moving).title == "The mice's turn"


def test_a_cell_that_is_covered_is_named(moving: Session) -> None:
    see(moving, lying(mouse_2=""), time_s=10.0, unreadable="c1")
    assert page(moving).caption == "Something covers c1."


# --- a move by touch --------------------------------------------------------------------------------------------------


def test_a_touched_piece_shows_where_it_may_go_and_back_puts_it_down(moving: Session) -> None:
    assert page(moving).caption == "Move."
    moving.touch("c1", 1.0)
    assert board(moving).marks == ()
    assert said(moving)[1:] == [("It is the turn of the cat.", Level.DETAIL, "")]
    moving.touch("a1", 2.0)
    assert board(moving).marks == (("a1", Tone.NOW), ("a2", Tone.GOOD), ("b1", Tone.GOOD))
    assert page(moving).caption == "Cat: touch the cell where it goes."
    assert page(moving).keys.back == "Put down"
    moving.touch("e1", 3.0)
    why = "Cat cannot go from a1 to e1. Allowed: a2 and b1."
    assert said(moving) == [("", Level.DETAIL, "wrong"), (why, Level.DETAIL, "")]
    assert page(moving).status == why
    moving.press(BACK, 4.0)
    assert board(moving).marks == ()
    assert page(moving).keys.back == "", "nothing was moved yet"
    moving.press(BACK, 5.0)
    assert moving.page.name == "move"


def test_back_shows_what_can_be_undone_once_something_was_moved(moving: Session) -> None:
    see(moving, lying(cat="a2"), time_s=10.0)
    moving.press(ADVANCE, 10.1)
    assert page(moving).keys.back == "Undo"
    moving.press(BACK, 11.0)
    assert moving.page.name == "undo"


def test_before_the_camera_a_touched_move_is_made_sure_of(moving: Session) -> None:
    moving.touch("a1", 1.0)
    moving.touch("b1", 1.0)
    assert moving.status == "The mice's turn"
    assert page(moving).name == "put-right", "the pieces lie as before"


# --- the end ----------------------------------------------------------------------------------------------------------


def play(session: Session, *touches: str) -> None:
    for touch in touches:
        session.touch(touch, 1.0)


def test_when_the_game_is_over_the_winner_is_named_and_the_last_move_can_be_taken_back(by_hand: Session) -> None:
    by_hand.press(ADVANCE, 0.5)
    play(by_hand, "a1", "a2", "c1", "d1", "a2", "a1", "d1", "e1")
    assert isinstance(by_hand.page, BoardPage)
    assert (by_hand.page.title, by_hand.page.caption, by_hand.page.sign) == (
        "Victory for the mice!",
        "mouse-2 to e1 Because of away.",
        "mouse-1",
    )
    assert said(by_hand)[-1] == ("Victory for the mice! Because of away.", Level.PHASE, "victory")
    cat, mice = Sector((200, 0, 0), SectorState.TWINKLES_FAINTLY), Sector((0, 0, 200), SectorState.TWINKLES)
    assert by_hand.pattern == Sectors((cat, mice))
    assert by_hand.status == ""
    by_hand.press(BACK, 2.0)
    assert by_hand.page.name == "undo"
    by_hand.press(BACK, 2.0)
    by_hand.press(ADVANCE, 3.0)
    assert by_hand.page.name == "start"
    (record,) = by_hand.journal.games()
    assert record.finished


def test_a_mouse_that_was_taken_lies_nowhere() -> None:
    assert after(Event("cat", "b1")).lying == lying(cat="b1", mouse_1="")


def test_before_the_first_event_nobody_knows_how_the_pieces_lie() -> None:
    table: Any = Table()
    state = after()
    assert table.layout_after(None, None, Event(), state, already_placed=True) is None
    gone = after(Event("cat", "a2"))
    laid, moved = map(TableLayout.from_sides, (START, gone.lying))
    assert table.layout_after(laid, state, Event("cat", "a2"), gone, already_placed=True) == moved
    assert table.layout_after(START, state, Event("cat", "a2"), gone, already_placed=False) == START
