"""Tests of discs with two sides: turning one over is one act in words and by touch."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from classics.draughts import GAME as DRAUGHTS
from classics.othello import GAME as OTHELLO

from companion.cells.board import CellBoard
from companion.cells.steps import CellPlacementStep
from companion.device.settings import NO_CAMERA, Settings
from companion.games.grid import GridGame
from companion.journal import Journal
from companion.screen.pages import BoardPage
from companion.table.layout import PieceObservation
from companion.table.observation import TableObservation
from companion.table.session import Session
from companion.table.session_start import open_session
from engine.grid import Moved, Position, Started
from hardware.buttons import Button, Press

ADVANCE = Press(Button.ADVANCE, held=False)


def opened(game: GridGame, folder: Path, *, sees: bool) -> Session:
    settings = Settings() if sees else Settings(camera=NO_CAMERA)
    session = open_session(Journal.open(folder / "games.sqlite"), settings, [game.table], sees=sees)
    session.open_start_page()
    game.table.begin(session, Started(), {})
    return session


def tasks(session: Session) -> set[str]:
    """Return all that is asked for: the caption, and the rows."""
    page = session.page
    assert isinstance(page, BoardPage)
    return {page.caption.partition(" Press")[0], *(row.room_for or row.text for row in page.rows)}


def state_at(game: GridGame, board: Mapping[str, str], turn: str) -> Position:
    lying = game.rules.stock.place({}, board)
    return Position(lying, game.rules.stock.board(lying), turn)


def test_by_hand_an_undo_asks_to_turn_a_disc_back(tmp_path: Path) -> None:
    session = opened(OTHELLO, tmp_path, sees=False)
    session.press(ADVANCE, 0.0)
    session.touch("d3", 1.0)
    session.undo(1)
    assert tasks(session) == {"Take a black disc from d3 off the board.", "Turn over d4."}
    page = session.page
    assert isinstance(page, BoardPage)
    assert isinstance(page.board, CellBoard)
    assert page.board.ways == (), "no arrow leads from a cell to itself"


def test_before_a_camera_a_disc_is_turned_back_in_one_act(tmp_path: Path) -> None:
    session = opened(OTHELLO, tmp_path, sees=True)
    assert session.game is not None
    lying = dict(session.game.state.lying)
    session.observe(TableObservation(PieceObservation.from_sides(lying)), 0.0)
    session.tick(3.0)
    after = OTHELLO.rules.stock.place(lying, {"d3": "black", "d4": "black"})
    session.observe(TableObservation(PieceObservation.from_sides(after)), 4.0)
    session.tick(8.0)
    session.undo(1)
    session.observe(TableObservation(PieceObservation.from_sides(after)), 9.0)
    assert isinstance(session.step, CellPlacementStep)
    assert tasks(session) == {"Take a black disc from d3 off the board.", "Turn over d4."}
    turned = OTHELLO.rules.stock.place(after, {"d4": "white"})
    session.observe(TableObservation(PieceObservation.from_sides(turned)), 10.0)
    assert [task.sentence for task in session.step.remaining_tasks()] == ["Take a black disc from d3 off the board."]
    session.observe(TableObservation(PieceObservation.from_sides(lying)), 11.0)
    session.tick(15.0)
    assert session.page.name == "move"


@pytest.mark.parametrize(
    ("game", "board", "turn", "changes", "words"),
    [
        (
            OTHELLO,
            {"d4": "white", "e4": "black", "d5": "black", "e5": "white"},
            "black",
            {"d3": "black", "d4": "black"},
            "A black disc is put on d3. Turned over: d4.",
        ),
        (
            OTHELLO,
            {"a1": "black", "b1": "white", "c1": "white"},
            "black",
            {"d1": "black", "b1": "black", "c1": "black"},
            "A black disc is put on d1. Turned over: b1, c1.",
        ),
        (
            DRAUGHTS,
            {"b2": "black", "h2": "white"},
            "black",
            {"b2": None, "a1": "black-king"},
            "A black disc goes from b2 to a1 and is turned over.",
        ),
        (
            DRAUGHTS,
            {"c3": "black", "b2": "white"},
            "black",
            {"c3": None, "b2": None, "a1": "black-king"},
            "A black disc goes from c3 to a1 and is turned over. Taken: b2.",
        ),
    ],
)
def test_a_move_says_what_is_turned_over(
    game: GridGame, board: Mapping[str, str], turn: str, changes: Mapping[str, str | None], words: str
) -> None:
    assert game.describe_move(state_at(game, board, turn), changes) == words


def test_a_disc_that_becomes_a_king_moves_by_two_touches() -> None:
    state = state_at(DRAUGHTS, {"b2": "black", "h2": "white"}, "black")
    moves = [event for event in DRAUGHTS.rules.possible(state) if isinstance(event, Moved)]
    crowned = next(move for move in moves if ("a1", "black-king") in move.changes)
    parts = DRAUGHTS.table.seat_screen.move_parts(state, crowned, DRAUGHTS.rules.follow(state, crowned))
    assert [part.id for part in parts] == ["b2", "a1"]
    board = DRAUGHTS.table.move_board(state, crowned)
    assert board.ways == (("b2", "a1"),)


def test_a_king_is_turned_back_on_its_way(tmp_path: Path) -> None:
    session = opened(DRAUGHTS, tmp_path, sees=False)
    step = CellPlacementStep(session, DRAUGHTS.table)
    (disc,) = [piece for piece, cell in step.target.items() if cell == "a6"]
    lying = {piece: cell for piece, cell in step.target.items() if piece != disc}
    king = disc.replace("/black", "/black-king")
    step.tasks = step.tasks_from_observation(PieceObservation.from_sides({**lying, king: "b5"}))
    assert [task.sentence for task in step.tasks] == ["Move a black king from b5 to a6 and turn it over."]
    assert step.progress(step.tasks, PieceObservation.from_sides(step.target)).done == (True,)
    astray = step.progress(step.tasks, PieceObservation.from_sides({**lying, king: "d4"}))
    assert [problem.fix for problem in astray.problems] == ["Move a black king from d4 to a6 and turn it over."]
