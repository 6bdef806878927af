"""A first evening: lessons come when they are needed, and can be passed over."""

from pathlib import Path
from random import Random

import pytest

from companion.device.settings import Settings
from companion.games.finstere_flure.learning.first_evening import FirstEvening
from companion.games.finstere_flure.table.first_evening import MonsterLessonStep, TokenLessonStep
from companion.games.finstere_flure.table.game import TABLE
from companion.games.finstere_flure.table.guess import GuessAnswerStep
from companion.games.finstere_flure.table.monster import DrawStep
from companion.games.finstere_flure.table.put_right import PutBoardRightStep
from companion.games.finstere_flure.table.tokens import TokenStep
from companion.journal import Journal
from companion.table.session import Session
from companion.table.session_start import open_session
from engine.finstere_flure.events import TokenMoved
from engine.finstere_flure.pieces import Place, Side
from hardware.buttons import Button, Press


def opened(folder: Path) -> Session:
    journal = Journal.open(folder / "games.sqlite")
    session = open_session(journal, Settings(), [TABLE], sees=False, rng=Random(4))
    session.open_start_page()
    return session


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """The first game: the floor was laid."""
    made = opened(tmp_path)
    made.touch("show finstere-flure first-evening", 0.0)
    made.touch("play", 0.0)
    press(made, Button.ADVANCE)
    return made


def press(session: Session, button: Button, *, held: bool = False) -> None:
    session.press(Press(button, held), 0.0)


def move_all(session: Session) -> None:
    """Play the first round, in which everybody leaves two tokens outside."""
    for token in ("green-1", "red-1", "green-3", "red-3"):
        session.apply(TokenMoved(token, Place.OUTSIDE, Side.BLACK), already_placed=True)
        session.go_on()
    while isinstance(session.step, PutBoardRightStep):
        press(session, Button.ADVANCE)


def test_the_first_move_is_two_presses_away(session: Session) -> None:
    assert isinstance(session.step, TokenLessonStep)
    assert session.step.lesson.rule == "move"
    press(session, Button.ADVANCE)
    assert isinstance(session.step, TokenStep)


def test_before_the_card_its_rule_is_guessed_and_then_played(session: Session) -> None:
    press(session, Button.ADVANCE)
    move_all(session)
    step = session.step
    assert isinstance(step, MonsterLessonStep)
    assert step.lesson.rule == "look"
    session.touch(step.puzzle.end, 0.0)
    assert isinstance(session.step, GuessAnswerStep)
    press(session, Button.ADVANCE)
    assert isinstance(session.step, DrawStep)
    assert FirstEvening.load(session.journal).taught == ("move", "look")


@pytest.mark.parametrize("right", [True, False])
def test_after_a_right_answer_the_move_plays_twice_as_quickly(session: Session, right: bool) -> None:
    press(session, Button.ADVANCE)
    move_all(session)
    step = session.step
    assert isinstance(step, MonsterLessonStep)
    wrong = [cell for cell in step.puzzle.choices if cell != step.puzzle.end]
    for cell in [step.puzzle.end] if right else wrong[:2]:
        session.touch(cell, 0.0)
    answer = session.step
    assert isinstance(answer, GuessAnswerStep)
    assert answer.playback.speed == session.settings.speed * (2 if right else 1)


def test_a_lesson_can_be_passed_over(session: Session) -> None:
    press(session, Button.ADVANCE)
    move_all(session)
    press(session, Button.BACK)
    assert isinstance(session.step, DrawStep)


def test_all_lessons_can_be_passed_over(session: Session) -> None:
    press(session, Button.ADVANCE, held=True)
    assert isinstance(session.step, TokenStep)
    move_all(session)
    assert isinstance(session.step, DrawStep)


def test_it_goes_on_after_a_break(session: Session, tmp_path: Path) -> None:
    press(session, Button.ADVANCE)
    session.journal.close()
    again = opened(tmp_path)
    again.touch(f"resume {session.game_id}", 0.0)
    while isinstance(again.step, PutBoardRightStep):
        press(again, Button.ADVANCE)
    move_all(again)
    assert isinstance(again.step, MonsterLessonStep)


def test_another_game_has_no_lessons(session: Session) -> None:
    press(session, Button.ADVANCE)
    first = session.game
    assert first is not None
    session.open_start_page()
    session.new_game(TABLE)
    session.start(first.events[0], {})
    assert isinstance(session.step, TokenStep)


def test_any_lesson_can_be_chosen_by_itself(tmp_path: Path) -> None:
    session = opened(tmp_path)
    session.touch("show finstere-flure first-evening", 0.0)
    session.touch("R4", 0.0)
    step = session.step
    assert isinstance(step, MonsterLessonStep)
    session.touch(step.puzzle.end, 0.0)
    press(session, Button.ADVANCE)
    assert session.page.name == "first-evening"
    assert FirstEvening.load(session.journal).taught == ("R4",)
