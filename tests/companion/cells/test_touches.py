"""Tests of games whose pieces enter the board, played by touch alone.

Pieces go out of the hand, onto a cell, off the board.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from companion.cells.board import CellBoard
from companion.cells.touches import OFF_BOARD, PossibleEvent, TouchedMove
from companion.device.options import Values
from companion.device.settings import NO_CAMERA, Settings
from companion.games.conformance import check_game
from companion.games.touch_play import unreachable_by_touch
from companion.journal import Journal
from companion.screen.pages import BoardPage, Tone
from companion.table.session import Session
from companion.table.session_start import open_session
from companion.virtual_table.scripted_player import ScriptedPlayer
from hardware.buttons import Button, Press
from tests.companion.cells.noughts_and_crosses import (
    GAME,
    TABLE,
    NoughtsAndCrosses,
    NoughtsTable,
    NoughtsVirtual,
    Put,
    Started,
    State,
)


def move(pieces: Mapping[str, str], *outcomes: Mapping[str, str]) -> TouchedMove[int]:
    """Return a touched move whose events are numbers and whose pieces are called by a letter."""
    return TouchedMove(pieces, [PossibleEvent(*outcome) for outcome in enumerate(outcomes)], lambda piece: piece[0])


def told(touched: TouchedMove[int], *targets: str) -> int | None:
    """Return the event that these touches tell."""
    for target in targets:
        touched = touched.touch(target)
    return touched.event


def test_a_lone_kind_of_piece_in_hand_needs_no_touch() -> None:
    touched = move({}, {"x1": "a1"}, {"x2": "a1"}, {"x1": "b1"}, {"x2": "b1"})
    assert touched.hand == {"hand x1": 2}
    assert touched.only_hand == "hand x1"
    assert told(touched, "b1") == 2
    assert told(touched, "hand x1", "b1") == 2
    assert told(touched, "c1") is None


def test_of_several_kinds_in_hand_one_is_touched() -> None:
    touched = move({}, {"x1": "a1"}, {"o1": "a1"}, {"o1": "b1"})
    assert touched.hand == {"hand x1": 1, "hand o1": 1}
    assert touched.only_hand is None
    assert told(touched, "a1") is None
    assert told(touched, "hand o1", "a1") == 1
    assert told(touched, "hand x1", "hand o1", "b1") == 2, "another is taken instead"


def test_a_piece_that_can_only_leave_the_board_leaves_it_at_a_touch() -> None:
    pieces = {"x1": "a1", "o1": "b1"}
    touched = move(pieces, {"x1": "a1"}, {"x1": "a2", "o1": "b1"})
    assert told(touched, "b1") == 0
    assert told(touched, "a1", "a2") == 1


def test_a_piece_that_may_go_or_leave_is_asked_about() -> None:
    touched = move({"x1": "a1"}, {"x1": "a2"}, {})
    assert told(touched, "a1") is None
    assert touched.touch("a1").ends("a1").keys() == {"a2", OFF_BOARD}
    assert told(touched, "a1", OFF_BOARD) == 1


def test_what_is_taken_besides_is_told_after_the_move() -> None:
    pieces = {"o1": "b1", "o2": "b2", "x1": "a1"}
    touched = move(
        pieces,
        {"o2": "b2", "x1": "a2"},
        {"o1": "b1", "x1": "a2"},
        {"o1": "b1", "o2": "b2", "x1": "a3"},
    )
    assert told(touched, "b2") is None, "what is taken comes last"
    assert told(touched, "a1", "a3") == 2
    halfway = touched.touch("a1").touch("a2")
    assert halfway.event is halfway.event_so_far is None
    assert halfway.lying == {"o1": "b1", "o2": "b2", "x1": "a2"}
    assert told(halfway, "b2") == 1
    assert halfway.back() == touched


def test_discs_that_are_turned_over_follow_from_the_one_that_is_put_down() -> None:
    pieces = {"w1": "b1", "w2": "b2", "b3": "c1"}
    touched = move(
        pieces, {"b9": "a1", "b1": "b1", "w2": "b2", "b3": "c1"}, {"b9": "a3", "b2": "b2", "w1": "b1", "b3": "c1"}
    )
    assert touched.hand == {"hand b9": 1}
    assert touched.ends("hand b9").keys() == {"a1", "a3"}, "nobody puts a disc where one lies"
    assert told(touched, "a3") == 1


def test_a_move_that_may_or_may_not_be_all_is_confirmed() -> None:
    touched = move({"o1": "b1", "x1": "a1"}, {"o1": "b1", "x1": "a2"}, {"x1": "a2"})
    halfway = touched.touch("a1").touch("a2")
    assert (halfway.event, halfway.event_so_far) == (None, 0)
    assert told(halfway, "b1") == 1


# --- at the table -----------------------------------------------------------------------------------------------------


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Return a game that is played without a camera, from its first page on."""
    session = open_session(Journal.open(tmp_path / "games.sqlite"), Settings(camera=NO_CAMERA), [TABLE], sees=False)
    session.open_start_page()
    session.touch("new", 0.0)
    return session


def begin(session: Session) -> None:
    session.touch("start", 0.0)
    session.press(Press(Button.ADVANCE, held=False), 0.0)
    assert session.page.name == "move"


def touch(session: Session, *targets: str) -> None:
    for target in targets:
        session.touch(target, 0.0)


def board_page(session: Session) -> BoardPage:
    assert isinstance(session.page, BoardPage)
    return session.page


def events(session: Session) -> Sequence[object]:
    assert session.game is not None
    return session.game.events


def test_a_whole_game_is_played_by_touch_alone(session: Session) -> None:
    begin(session)
    page = board_page(session)
    assert [(row.text, row.value, row.tone) for row in page.rows] == [("The cross", "5", Tone.NOW)]
    assert isinstance(page.board, CellBoard)
    assert {cell for cell, tone in page.board.marks if tone is Tone.GOOD} == set(TABLE.tag_set.cells)
    touch(session, "b2", "a1", "b1", "b3", "c3", "a2")
    assert [event.to for event in events(session)[1:] if isinstance(event, Put)] == ["b2", "a1", "b1", "b3", "c3", "a2"]
    touch(session, "a2")
    assert len(events(session)) == 7, "somebody is there already"
    touch(session, "a3", "c1", "c2")
    assert session.page.name == "over"
    assert session.journal.games()[0].result is not None


def test_a_touch_is_taken_back_before_a_move_is(session: Session) -> None:
    begin(session)
    row = board_page(session).rows[0].id
    touch(session, row)
    assert board_page(session).keys.back == "Put down"
    session.press(Press(Button.BACK, held=False), 0.0)
    assert board_page(session).keys.back == "", "nothing was put down yet"
    touch(session, row, "c1")
    assert len(events(session)) == 2
    assert board_page(session).keys.back == "Undo"


def test_a_row_takes_off_what_is_touched_next(session: Session) -> None:
    touch(session, "option-thrown_out")
    begin(session)
    touch(session, "a1", "b1", "a2", "b2")
    touch(session, "a3")
    assert len(events(session)) == 5, "which piece is taken is not told yet"
    page = board_page(session)
    assert isinstance(page.board, CellBoard)
    assert ("crosses-3", "a3") in page.board.pieces
    assert page.keys.back == "Put down"
    assert page.caption == "Touch the piece that leaves the board."
    assert {cell for cell, tone in page.board.marks if tone is Tone.GOOD} == {"b1", "b2"}
    touch(session, "b2")
    last = events(session)[-1]
    assert isinstance(last, Put)
    assert (last.to, last.off) == ("a3", "noughts-2")


@pytest.mark.slow
def test_before_the_camera_a_touched_piece_is_then_laid(tmp_path: Path) -> None:
    pilot = ScriptedPlayer(GAME.virtual, Started(), Journal.open(tmp_path / "games.sqlite"))
    pilot.begin()
    pilot.wait(2.0)
    assert pilot.page.name == "move"
    pilot.place_piece("crosses-4", cell="b2")
    pilot.wait(2.0)
    assert pilot.game.events[1:] == (Put("crosses", "crosses-4", "b2"),)
    pilot.touch("a1")
    assert pilot.page.name == "put-right"
    assert isinstance(pilot.page, BoardPage)
    assert pilot.page.caption == "Put the nought on a1."
    pilot.place_as_asked()
    pilot.wait(2.0)
    assert pilot.page.name == "move"
    assert len(pilot.game.events) == 3


# --- what check-game says of it ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_it_keeps_to_what_every_game_must_keep_to() -> None:
    checks = list(
        check_game(GAME, games=1, only=("parts", "names", "events", "replay", "next", "undo", "tags", "touch"))
    )
    assert [str(check) for check in checks if check.problems] == []
    assert str(checks[-1]) == "touch: a game is played by touch alone"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_it_is_played_by_touch_with_pieces_that_leave_the_board(seed: int) -> None:
    class ThrownOut(NoughtsVirtual):
        def start(self, players: int | None, seed: int, options: Values) -> Started:
            return super().start(players, seed, {**options, "thrown_out": True})  # type: ignore[no-any-return]

    class Game(NoughtsAndCrosses):
        virtual = ThrownOut()

    assert list(unreachable_by_touch(Game(), TABLE, seed)) == []


def test_what_cannot_be_told_by_touch_is_named() -> None:
    class Table(NoughtsTable):
        def possible_layouts(self, state: State) -> Sequence[PossibleEvent[Put]]:
            """Add the event that leaves the board as it is, which nobody can touch."""
            return [
                *super().possible_layouts(state),
                PossibleEvent(Put("crosses", "crosses-1", "a1", "nothing"), state.lying),
            ]

    told = list(unreachable_by_touch(GAME, Table(), 1))
    assert told == [
        '{"event": "put", "by": "crosses", "piece": "crosses-1", "to": "a1", "off": "nothing"} cannot be told by touch'
    ]


def test_a_disc_that_is_turned_over_on_its_way_is_told_by_where_it_comes() -> None:
    pieces = {"white-1": "a7", "white-2": "c7"}
    crowned = move(pieces, {"white-1/king": "a8", "white-2": "c7"}, {"white-1": "a7", "white-2/king": "c8"})
    assert told(crowned, "a7", "a8") == 0
    assert told(crowned, "c7", "c8") == 1
