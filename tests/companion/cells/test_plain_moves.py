"""Tests of games on a grid with plain pieces: only which cells are taken is seen."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from types import MappingProxyType

import pytest
from classics.breakthrough import GAME as BREAKTHROUGH
from classics.hex import GAME as HEX
from classics.nine_mens_morris import GAME as MORRIS
from classics.othello import GAME as OTHELLO

from companion.cells.board import CellBoard
from companion.cells.plain_moves import COVERED_S, HELD_S
from companion.cells.steps import CellMoveStep, CellPlacementStep
from companion.cells.virtual_game import lay
from companion.device.settings import NO_STICKERS, Settings
from companion.games.grid import GridGame
from companion.journal import Journal
from companion.screen.pages import BoardPage, Tone
from companion.table.layout import PieceObservation
from companion.table.observation import TableObservation
from companion.table.session import Session
from companion.table.session_start import open_session
from engine.grid import Moved, Position, Started
from hardware.buttons import Button, Press
from tools.plain_games import measure

ADVANCE = Press(Button.ADVANCE, held=False)
DRAW = Press(Button.DRAW, held=False)


def opened(game: GridGame, folder: Path, state: Position | None = None) -> Session:
    """Return a session in which the pieces lie as at the beginning, or in a state."""
    settings = Settings(language="en", stickers=NO_STICKERS)
    session = open_session(Journal.open(folder / "games.sqlite"), settings, [game.table], sees=True)
    session.open_start_page()
    game.table.begin(session, Started(), {})
    if state is not None:
        assert session.game is not None
        vars(session.game)["state"] = state
        session.confirm_layout(game.table.layout(state))
        session.go_on()
    look(session, cells(session))
    assert isinstance(session.step, CellMoveStep)
    return session


def state_at(game: GridGame, board: Mapping[str, str], turn: str) -> Position:
    lying = game.rules.stock.place({}, board)
    return Position(lying, game.rules.stock.board(lying), turn)


def cells(session: Session) -> set[str]:
    assert session.game is not None
    return {*session.game.state.lying.values()}


def look(
    session: Session,
    taken: set[str],
    seconds: float = 1.5,
    shades: Mapping[str, float] = MappingProxyType({}),
    hidden: Collection[str] = (),
) -> None:
    """Let the session see `taken` cells for some seconds, so light if anything is seen of that."""
    end = session.now + seconds
    seen = PieceObservation(unreadable=frozenset(taken), hidden=frozenset(hidden), shades=shades)
    while session.now < end:
        session.observe(TableObservation(seen), session.now)
        session.tick(session.now + 0.25)


def page(session: Session) -> BoardPage:
    assert isinstance(session.page, BoardPage)
    return session.page


def moves(session: Session) -> list[dict[str, str]]:
    assert session.game is not None
    return [dict(event.changes) for event in session.game.events if isinstance(event, Moved)]


def test_a_move_is_told_by_the_cells_that_became_free_and_taken(tmp_path: Path) -> None:
    session = opened(BREAKTHROUGH, tmp_path)
    look(session, cells(session) - {"b7"} | {"b6"})
    assert moves(session) == [{"b7": "", "b6": "white"}]
    session.undo(1)
    assert isinstance(session.step, CellPlacementStep)
    assert page(session).caption == "Move a white disc from b6 to b7."
    look(session, cells(session))
    assert isinstance(session.step, CellMoveStep)


def test_everybody_hears_what_was_understood(tmp_path: Path) -> None:
    session = opened(BREAKTHROUGH, tmp_path)
    session.announcements()
    look(session, cells(session) - {"b7"} | {"b6"})
    said = [announcement.text for announcement in session.announcements() if announcement.text]
    assert said == ["White: b7 to b6.", "Black: Move a disc one cell forward, straight or diagonally."]


def test_a_move_that_no_rule_allows_is_told_with_its_cells(tmp_path: Path) -> None:
    session = opened(BREAKTHROUGH, tmp_path)
    look(session, cells(session) - {"b7"} | {"b4"}, 4.0)
    assert page(session).caption.startswith("A white disc cannot go from b7 to b4.")
    assert moves(session) == []


def test_a_foreign_thing_is_no_piece(tmp_path: Path) -> None:
    session = opened(BREAKTHROUGH, tmp_path)
    look(session, cells(session) | {"b6"}, 10.0)
    assert page(session).caption == "Something covers b6."
    look(session, cells(session))
    assert moves(session) == []
    assert page(session).caption == "Move a disc one cell forward, straight or diagonally."


UNSEEN = {"e5": "white", "c5": "black", "a8": "white", "h1": "black"}


def ignore_what_is_seen(session: Session, seen: set[str], cell: str) -> None:
    """Leave a cell that is seen wrong, by touch or (``""``) by button; the next moves count."""
    if cell:
        session.touch(cell, session.now)
    else:
        session.press(Press(Button.ADVANCE, held=True), session.now)
    assert moves(session) == [{"e5": "", "e4": "white"}]
    look(session, seen, 4.0)
    assert page(session).name == "move", "nobody is asked again"
    look(session, seen - {"h1"} | {"h2"}, 4.0)
    assert moves(session)[1:] == [{"h1": "", "h2": "black"}]


@pytest.mark.parametrize("by_touch", [True, False], ids=["touch", "button"])
def test_a_piece_that_is_not_seen_stops_no_allowed_move(tmp_path: Path, by_touch: bool) -> None:
    session = opened(BREAKTHROUGH, tmp_path, state_at(BREAKTHROUGH, UNSEEN, "white"))
    seen = {"e4", "a8", "h1"}
    look(session, seen, 4.0)
    shown = page(session)
    assert shown.title == "Something is missing"
    assert shown.caption == "I do not see a black disc on c5."
    assert [row.text for row in shown.rows] == ["If it is there, leave it as it is."]
    assert shown.keys.advance_hold == "Leave as it is"
    assert moves(session) == []
    ignore_what_is_seen(session, seen, "c5" if by_touch else "")
    # Once it has been seen again, that counts.
    look(session, {"e4", "a8", "h2", "c5"}, 2.0)
    look(session, {"a8", "h2", "e3"}, 4.0)
    assert page(session).caption == "I do not see a black disc on c5."


@pytest.mark.parametrize("by_touch", [True, False], ids=["touch", "button"])
def test_a_shadow_that_looks_like_a_piece_stops_no_allowed_move(tmp_path: Path, by_touch: bool) -> None:
    session = opened(BREAKTHROUGH, tmp_path, state_at(BREAKTHROUGH, UNSEEN, "white"))
    seen = {"e4", "c5", "a8", "h1", "g6"}
    look(session, seen, COVERED_S)
    assert page(session).keys.advance_hold == "", "it may be seen wrong for a moment"
    look(session, seen, 4.0)
    shown = page(session)
    assert shown.caption == "Something covers g6."
    assert shown.keys.advance_hold == "Leave as it is"
    assert moves(session) == []
    ignore_what_is_seen(session, seen, "g6" if by_touch else "")
    # Once it has been seen free, what lies there counts again.
    look(session, {"e4", "c5", "a8", "h2"}, 2.0)
    look(session, {"e3", "c5", "a8", "h2", "g6"}, 8.0)
    assert page(session).caption == "Something covers g6."
    assert len(moves(session)) == 2


def test_a_refused_move_is_no_capture_with_a_shadow(tmp_path: Path) -> None:
    board = {"e5": "white", "d4": "black", "a8": "white", "h1": "black"}
    session = opened(BREAKTHROUGH, tmp_path, state_at(BREAKTHROUGH, board, "white"))
    look(session, {"d4", "a8", "h1", "e2"}, 4.0)
    assert page(session).caption.startswith("A white disc cannot go from e5 to e2.")
    assert page(session).keys.advance_hold == ""


def test_a_tag_that_is_read_elsewhere_is_no_piece_that_is_not_seen(tmp_path: Path) -> None:
    session = opened(BREAKTHROUGH, tmp_path, state_at(BREAKTHROUGH, UNSEEN, "white"))
    assert session.game is not None
    lying = session.game.state.lying
    black = next(piece for piece, cell in lying.items() if cell == "c5")
    seen = PieceObservation.from_sides({black: "e4"}, unreadable={"a8", "h1"})
    for _ in range(20):
        session.observe(TableObservation(seen), session.now)
        session.tick(session.now + 0.25)
    assert page(session).title == "Something is not right"
    assert moves(session) == []


def test_a_dark_piece_is_known_by_its_shade_where_it_lay(tmp_path: Path) -> None:
    session = opened(BREAKTHROUGH, tmp_path, state_at(BREAKTHROUGH, UNSEEN, "white"))
    free = dict.fromkeys(BREAKTHROUGH.board.cells, 0.7)
    shades = {**free, "e4": 1.08, "a8": 0.93, "c5": 0.33, "h1": 0.3}
    look(session, {"e4", "a8", "h1"}, 4.0, shades)
    assert moves(session) == [{"e5": "", "e4": "white"}]


def test_a_shade_that_free_cells_have_too_tells_nothing(tmp_path: Path) -> None:
    session = opened(BREAKTHROUGH, tmp_path, state_at(BREAKTHROUGH, UNSEEN, "white"))
    dark = dict.fromkeys(BREAKTHROUGH.board.cells, 0.34)
    shades = {**dark, "e4": 1.08, "a8": 0.93, "c5": 0.33, "h1": 0.3}
    look(session, {"e4", "a8", "h1"}, 4.0, shades)
    assert moves(session) == []
    assert page(session).caption == "I do not see a black disc on c5."


CAPTURES = {"d5": "white", "c4": "black", "e4": "black", "a3": "black"}


def test_captures_that_look_alike_are_asked_once_by_touch_or_by_buttons(tmp_path: Path) -> None:
    session = opened(BREAKTHROUGH, tmp_path, state_at(BREAKTHROUGH, CAPTURES, "white"))
    look(session, {"c4", "e4", "a3"}, HELD_S)
    assert page(session).title != "Which move was it?", "a piece may be held in a hand"
    session.announcements()
    look(session, {"c4", "e4", "a3"}, 5.0)
    assert moves(session) == []
    shown = page(session)
    assert shown.title == "Which move was it?"
    assert [row.text for row in shown.rows] == [
        "A white disc goes from d5 to c4. Taken: c4.",
        "A white disc goes from d5 to e4. Taken: e4.",
        "None of these? Push pieces straight, or put them back as they lay.",
    ]
    assert isinstance(shown.board, CellBoard)
    assert set(shown.board.ways) == {("d5", "c4"), ("d5", "e4")}
    assert [said.text for said in session.announcements()] == ["Which move was it?"]
    session.press(DRAW, session.now)
    session.press(DRAW, session.now)
    assert page(session).selected == 1
    session.press(ADVANCE, session.now)
    assert moves(session) == [{"d5": "", "e4": "white"}]
    assert isinstance(session.step, CellMoveStep), "nothing is left to be put right"


def test_a_touched_cell_answers_which_capture_it_was(tmp_path: Path) -> None:
    session = opened(BREAKTHROUGH, tmp_path, state_at(BREAKTHROUGH, CAPTURES, "white"))
    look(session, {"c4", "e4", "a3"}, 5.0)
    session.touch("h8", session.now)
    assert moves(session) == []
    session.touch("c4", session.now)
    assert moves(session) == [{"d5": "", "c4": "white"}]


def test_the_question_goes_when_the_piece_comes_back(tmp_path: Path) -> None:
    session = opened(BREAKTHROUGH, tmp_path, state_at(BREAKTHROUGH, CAPTURES, "white"))
    look(session, {"c4", "e4", "a3"}, 5.0)
    assert page(session).title == "Which move was it?"
    look(session, {"d5", "c4", "e4", "a3"})
    assert page(session).title == "White's turn"
    look(session, {"d4", "c4", "e4", "a3"})
    assert moves(session) == [{"d5": "", "d4": "white"}]


def test_a_lone_capture_counts_only_when_the_piece_has_been_gone_for_a_while(tmp_path: Path) -> None:
    board = {"d5": "white", "c4": "black", "a3": "black"}
    session = opened(BREAKTHROUGH, tmp_path, state_at(BREAKTHROUGH, board, "white"))
    look(session, {"c4", "a3"}, HELD_S - 0.5)
    look(session, {*board})
    assert moves(session) == [], "it was held and laid back"
    look(session, {"c4", "a3"}, HELD_S + 1.5)
    assert moves(session) == [{"d5": "", "c4": "white"}]


def test_a_piece_put_down_in_a_lamps_reflection_is_asked_about_not_waited_for(tmp_path: Path) -> None:
    session = opened(BREAKTHROUGH, tmp_path)
    shades = {cell: 0.75 if cell[1] in "78" else 0.25 for cell in cells(session)}
    look(session, cells(session) - {"b7"} | {"b6"}, shades=shades | {"b6": 0.25})
    assert moves(session) == []
    assert page(session).keys.advance == "Confirm"
    session.press(ADVANCE, session.now)
    assert moves(session) == [{"b7": "", "b6": "white"}]


def test_what_is_taken_is_asked_for(tmp_path: Path) -> None:
    """A mill closes: the piece that was taken is seen to leave."""
    board = {"a1": "white", "a4": "white", "g7": "black", "f6": "black", "g4": "black"}
    state = replace(state_at(MORRIS, board, "white"), memory=5)
    session = opened(MORRIS, tmp_path, state)
    look(session, {*board, "a7"}, 4.0)
    assert page(session).caption.startswith("One more piece leaves the board.")
    look(session, {*board, "a7"} - {"f6"}, 2.0)
    assert moves(session) == [{"a7": "white", "f6": ""}]


def test_turned_discs_are_tasks_that_players_confirm(tmp_path: Path) -> None:
    session = opened(OTHELLO, tmp_path)
    look(session, cells(session) | {"d3"}, 3.0)
    assert moves(session) == [{"d3": "black", "d4": "black"}]
    assert isinstance(session.step, CellPlacementStep)
    assert page(session).caption == "Turn over d4. The camera cannot see that. Press the green button: Done."
    look(session, cells(session), 10.0)
    assert isinstance(session.step, CellPlacementStep), "nobody has said that it is turned over"
    session.press(ADVANCE, session.now)
    assert isinstance(session.step, CellMoveStep)
    session.undo(1)
    assert {row.text for row in page(session).rows} | {page(session).caption} >= {
        "Turn over d4.",
        "Take a black disc from d3 off the board.",
    }


def test_a_stone_that_is_put_comes_from_the_hand(tmp_path: Path) -> None:
    session = opened(HEX, tmp_path)
    look(session, {"c4"})
    look(session, {"c4", "d4"})
    assert moves(session) == [{"c4": "red"}, {"d4": "blue"}]
    look(session, {"c4", "d4", "e5", "e6"}, 10.0)
    assert len(moves(session)) == 2


@pytest.mark.parametrize("game", [HEX, MORRIS, BREAKTHROUGH], ids=lambda game: str(game.id))
def test_players_touch_a_move_in_a_lamps_reflection(game: GridGame, tmp_path: Path) -> None:
    session = opened(game, tmp_path)
    assert isinstance(session.step, CellMoveStep)
    state, virtual = session.step.state, game.virtual
    table = virtual.table_before(Started(), 1)
    lay(table, session.step.lying)
    players = virtual.players(session, table, 1)
    move = virtual.choose(state, Random(1))
    assert isinstance(move, Moved)
    lay(table, game.table.lying(game.rules.follow(state, move)))
    mirrored = {cell for cell, _ in move.changes}
    look(session, cells(session) - mirrored, hidden=mirrored)
    assert page(session).caption.endswith("I do not see the marked cells. If you move there, touch the move here.")
    board = page(session).board
    assert isinstance(board, CellBoard)
    assert dict(board.marks) == dict.fromkeys(mirrored, Tone.WAITING)
    for _ in range(3):
        if not moves(session):
            session.touch(str(players.answer(session.step)), session.now)
    assert moves(session) == [dict(move.changes)]
    look(session, cells(session) - mirrored, 4.0, hidden=mirrored)
    assert page(session).keys.advance == "Done"
    session.press(ADVANCE, session.now)
    assert isinstance(session.step, CellMoveStep)


def test_what_is_left_where_nothing_belongs_is_no_move(tmp_path: Path) -> None:
    session = opened(HEX, tmp_path)
    seen = {"c4", "e5"}
    look(session, seen, 4.0)
    assert page(session).caption == "Something covers c4 and e5."
    session.touch("c4", session.now)
    look(session, seen, 4.0)
    assert page(session).keys.advance_hold == "Leave as it is"
    players = HEX.virtual.players(session, HEX.virtual.table_before(Started(), 1), 1)
    assert players.answer(session.step) is None
    look(session, seen, 4.0)
    leave = players.answer(session.step)
    assert isinstance(leave, Press)
    assert leave.held
    session.press(leave, session.now)
    look(session, seen, 10.0)
    assert moves(session) == [{"c4": "red"}], "a hard shadow is no stone of the other player"
    look(session, seen | {"d4"}, 4.0)
    assert moves(session)[1:] == [{"d4": "blue"}]


def test_a_move_waits_while_other_cells_flicker(tmp_path: Path) -> None:
    session = opened(HEX, tmp_path)
    for _ in range(5):
        look(session, {"c4", "f6"}, 0.25)
        look(session, {"c4", "e5"}, 0.25)
    assert moves(session) == [], "it may have been the other one"
    look(session, {"c4"}, 0.5)
    assert moves(session) == [{"c4": "red"}]


def test_a_resumed_table_says_what_lies_where_nothing_belongs(tmp_path: Path) -> None:
    before = opened(BREAKTHROUGH, tmp_path)
    assert before.game_id is not None
    session = open_session(before.journal, before.settings, [BREAKTHROUGH.table], sees=True)
    session.resume(before.game_id)
    look(session, cells(session) - {"a1"} | {"d4"}, 0.5)
    assert isinstance(session.step, CellPlacementStep)
    tasks = [task.sentence for task in session.step.remaining_tasks()]
    assert tasks == ["Take away what lies on d4.", "Put a black disc on a1."]
    look(session, cells(session))
    assert isinstance(session.step, CellMoveStep)


def test_with_stickers_taken_cells_tell_nothing(tmp_path: Path) -> None:
    session = opened(BREAKTHROUGH, tmp_path)
    session.change_settings(Settings(language="en"))
    look(session, cells(session) - {"b7"} | {"b6"}, 10.0)
    assert moves(session) == []


@pytest.mark.parametrize("game", [BREAKTHROUGH, HEX, MORRIS], ids=lambda game: str(game.id))
@pytest.mark.parametrize("sight", ["moment", "spoiled"])
def test_no_event_is_taken_that_was_not_made_in_whole_games(game: GridGame, sight: str) -> None:
    record = measure(game, 1, sight, seed=7)
    assert record.counts["moves"] > 20
    assert record.faults == []
    assert record.counts["not made"] == record.counts["missed"] == 0
