"""Puzzles at the table: answers by touch and by buttons, a second try, then the move."""

from pathlib import Path
from random import Random

import pytest

from companion.device.settings import Settings
from companion.games.finstere_flure.table.game import TABLE
from companion.games.finstere_flure.table.guess import GuessAnswerStep
from companion.games.finstere_flure.table.puzzle import PuzzleStep
from companion.journal import Journal
from companion.screen.pages import BoardPage, PlayedPage, Tone
from companion.table.session import Session
from companion.table.session_start import open_session
from hardware.buttons import Button, Press


@pytest.fixture
def session(tmp_path: Path) -> Session:
    made = open_session(Journal.open(tmp_path / "games.sqlite"), Settings(), [TABLE], sees=False, rng=Random(4))
    made.open_start_page()
    made.touch("show finstere-flure puzzle", 0.0)
    return made


def asked(session: Session) -> PuzzleStep:
    assert isinstance(session.step, PuzzleStep)
    return session.step


def press(session: Session, button: Button, *, held: bool = False) -> None:
    session.press(Press(button, held), 0.0)


def headline(session: Session) -> tuple[str, Tone]:
    page = session.page
    assert isinstance(page, PlayedPage)
    return page.headline, page.tone


def test_the_right_cell_plays_the_move_and_the_next_puzzle_follows(session: Session) -> None:
    first = asked(session).puzzle
    session.touch(first.end, 0.0)
    assert isinstance(session.step, GuessAnswerStep)
    assert session.step.move == first.move
    assert headline(session) == (f"Right! It stops on {first.end}.", Tone.GOOD)
    press(session, Button.ADVANCE)
    assert asked(session).puzzle != first
    assert asked(session).scores.first == 1


def test_there_is_a_second_try_before_the_answer(session: Session) -> None:
    puzzle = asked(session).puzzle
    wrong = [cell for cell in puzzle.choices if cell != puzzle.end]
    session.touch(wrong[0], 0.0)
    assert asked(session).wrong == [wrong[0]]
    page = session.page
    assert isinstance(page, BoardPage)
    assert page.caption.startswith(f"Wrong: not on {wrong[0]}. Try once more.")
    assert page.tone is Tone.BAD
    # The same cell again is no second answer.
    session.touch(wrong[0], 0.0)
    assert asked(session).wrong == [wrong[0]]
    session.touch(wrong[1], 0.0)
    assert isinstance(session.step, GuessAnswerStep)
    assert headline(session) == (f"Wrong: it stops on {puzzle.end}.", Tone.BAD)
    press(session, Button.ADVANCE)
    assert asked(session).scores.wrong == 1


def test_three_buttons_are_enough(session: Session) -> None:
    puzzle = asked(session).puzzle
    press(session, Button.ADVANCE)
    assert asked(session).puzzle == puzzle
    while asked(session).marked != puzzle.end:
        press(session, Button.DRAW)
    press(session, Button.DRAW, held=True)
    press(session, Button.DRAW)
    press(session, Button.ADVANCE)
    assert isinstance(session.step, GuessAnswerStep)
    press(session, Button.BACK)
    assert session.page.name == "start"
