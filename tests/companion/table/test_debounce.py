"""Tests of the base steps for games, with a small game: debounce and set-up."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.device.settings import Settings
from companion.journal import Journal
from companion.screen.pages import BoardPage, Tone
from companion.table.debounce import DebouncedStep
from companion.table.inference import Happened, Nothing, TableProblem
from companion.table.inference_step import InferenceStep
from companion.table.preparation import PreparationStep
from companion.table.session import Session
from companion.table.session_start import open_session
from companion.voice import Level
from hardware.buttons import Button, Press
from tests.companion.table.counting import Counting


@pytest.fixture
def session(tmp_path: Path) -> Session:
    session = open_session(Journal.open(tmp_path / "games.sqlite"), Settings(), [Counting()], sees=True)
    session.open_start_page()
    session.announcements()
    return session


def set_time(session: Session, time_s: float) -> None:
    session.now = time_s


def test_what_is_found_is_as_old_as_it_has_been_the_same(session: Session) -> None:
    set_time(session, 10.0)
    step = DebouncedStep(session, "nothing")
    assert (step.found, step.age_s) == ("nothing", 0.0)
    set_time(session, 11.0)
    assert step.find("a")
    assert (step.found, step.age_s) == ("a", 0.0)
    set_time(session, 13.0)
    assert not step.find("a")
    assert step.age_s == 2.0
    step.unsettled()
    assert (step.found, step.age_s) == ("a", 0.0)


def test_what_was_reported_is_reported_again_only_when_it_is_something_else(session: Session) -> None:
    step = DebouncedStep(session, "nothing")
    step.find("a")
    step.reported = True
    step.find("a")
    assert step.reported
    step.find("b")
    assert not step.reported


def test_what_is_no_news_does_not_begin_the_time_again(session: Session) -> None:
    class Patient(DebouncedStep[str]):
        def is_news(self, found: str) -> bool:
            return found != "almost"

    step = Patient(session, "nothing")
    step.reported = True
    set_time(session, 5.0)
    assert step.find("almost")
    assert (step.found, step.age_s, step.reported) == ("almost", 5.0, True)


def test_what_is_forgotten_is_nothing_and_not_reported(session: Session) -> None:
    step = DebouncedStep(session, "nothing")
    step.find("a")
    step.reported = True
    step.forget_observation()
    assert (step.found, step.reported) == ("nothing", False)


def test_an_inference_begins_with_nothing_and_of_its_problems_the_first_is_said(session: Session) -> None:
    step: InferenceStep[str] = InferenceStep(session)
    assert step.inference == Nothing()
    happened: Happened[str] = Happened("counted")
    step.find(happened)
    assert step.found is happened
    step.report(
        [
            TableProblem("place", "Red is wrong.", "CountPreparation it on b5."),
            TableProblem("place", "Blue is wrong.", ""),
        ]
    )
    assert step.reported
    told = session.announcements()
    assert [said.level for said in told] == [Level.PROBLEM]
    assert told[0].text.startswith("Red is wrong.")
    step.reported = False
    step.report([])
    assert step.reported
    assert session.announcements() == []


class CountPreparation(PreparationStep[int]):
    """Two things are laid before counting."""

    def describe_tasks(self) -> Sequence[str]:
        return ("CountPreparation the board.", "CountPreparation the pieces.")

    def board(self) -> object:
        return "board"


@pytest.fixture
def laying(session: Session) -> CountPreparation:
    step = CountPreparation(session, "started", {"aloud": True})
    session.open(step)
    return step


def tasks(session: Session) -> list[tuple[str, Tone, bool]]:
    assert isinstance(session.page, BoardPage)
    return [(row.id, row.tone, bool(row.done)) for row in session.page.rows]


def test_tasks_are_ticked_off_and_the_first_that_is_left_is_told(session: Session, laying: CountPreparation) -> None:
    assert session.moment == "set-up"
    assert [said.text for said in session.announcements()] == ["CountPreparation the board."]
    assert tasks(session) == [("0", Tone.NOW, False), ("1", Tone.PLAIN, False)]
    session.touch("0", 1.0)
    assert tasks(session) == [("0", Tone.FADED, True), ("1", Tone.NOW, False)]
    assert laying.caption() == "CountPreparation the pieces."
    session.touch("0", 1.0)
    assert laying.caption() == "CountPreparation the board."
    for wrong in ("2", "-1", "board"):
        session.touch(wrong, 1.0)
    assert laying.remaining_tasks() == ["CountPreparation the board.", "CountPreparation the pieces."]
    session.touch("0", 1.0)
    session.touch("1", 1.0)
    assert laying.caption().startswith("Done?")


def test_tasks_are_stepped_through_and_ticked_with_the_buttons(session: Session, laying: CountPreparation) -> None:
    def page() -> BoardPage:
        assert isinstance(session.page, BoardPage)
        return session.page

    assert (page().selected, page().keys.advance) == (None, "Begin")
    for held, marked in ((False, 0), (False, 1), (False, None), (True, 1), (True, 0)):
        session.press(Press(Button.DRAW, held), 1.0)
        assert page().selected == marked
    assert page().keys.advance == "Tick off"
    session.press(Press(Button.ADVANCE, held=False), 1.0)
    assert (laying.done, page().selected) == ({0}, 1), "the next one is marked"
    session.press(Press(Button.ADVANCE, held=False), 1.0)
    assert (laying.done, page().keys.advance) == ({0, 1}, "Begin")


@pytest.mark.parametrize("held", [False, True])
def test_advance_begins_the_game_with_its_options_whatever_is_ticked(
    session: Session, laying: CountPreparation, held: bool
) -> None:
    assert session.step is laying
    session.press(Press(Button.ADVANCE, held=held), 1.0)
    assert session.page.name == "count"
    assert session.variants == {"aloud": True}


def test_back_leads_to_the_page_before(session: Session, laying: CountPreparation) -> None:
    assert session.step is laying
    session.press(Press(Button.BACK, held=False), 1.0)
    assert session.page.name == "start"
    assert session.game is None
