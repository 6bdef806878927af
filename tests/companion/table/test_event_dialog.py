"""Tests of dialogs, with a small game: questions and answers, refusals, overruling.

Ann and Bob throw in turn: who, how many, and for a three whether it was a good one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.device.language import say, use_language
from companion.device.settings import Settings
from companion.journal import Journal
from companion.screen.pages import BoardPage, ListPage, Row, Tone
from companion.table.dialog import Dialog
from companion.table.event_dialog import CorrectingStep, EventDialogStep, JudgedStep, correction_reasons, number_rows
from companion.table.inference import Happened, Nothing, Problems, TableProblem, Waiting
from companion.table.questions import (
    PROBLEM_S,
    SETTLED_S,
    UNMARKED,
    AnsweredEvent,
    Answers,
    Begun,
    Question,
    next_answer,
)
from companion.table.session import HANDS, Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from companion.table.step import Step
from companion.voice import Level
from engine.errors import NotationError
from engine.game import Choice, Problem, Result, RuleProblem, Rules
from hardware.buttons import Button, Press
from tests.companion.table.counting import Counting, reported

ADVANCE = Press(Button.ADVANCE, held=False)
OVERRULE = Press(Button.ADVANCE, held=True)
DRAW = Press(Button.DRAW, held=False)
BACK = Press(Button.BACK, held=False)


@dataclass(frozen=True)
class Throw:
    """The first is that the game has begun (nobody threw)."""

    by: str = ""
    eyes: str = ""
    good: str = ""
    overruled: bool = False


class Throwing(Rules[tuple[Throw, ...], Throw]):
    """The state is what was thrown."""

    id = "throwing"

    def event_from_json(self, data: Mapping[str, Any]) -> Throw:
        if data.get("event") != "throw":
            raise NotationError("no throw")
        return Throw(str(data["by"]), str(data["eyes"]), str(data["good"]), bool(data["overruled"]))

    def event_to_json(self, event: Throw) -> dict[str, Any]:
        return {"event": "throw", **vars(event)}

    def problems(self, state: tuple[Throw, ...] | None, event: Throw) -> tuple[RuleProblem, ...]:
        if state is None or (event.overruled and event.eyes != "seven"):
            return ()
        turn = ("ann", "bob")[len(state) % 2]
        wrong = event.by != turn or event.eyes == "seven"
        return (RuleProblem("turn", "not now"),) if wrong else ()

    def begin(self, _event: Throw) -> tuple[Throw, ...]:
        return ()

    def follow(self, state: tuple[Throw, ...], event: Throw) -> tuple[Throw, ...]:
        return (*state, event)

    def next(self, state: tuple[Throw, ...]) -> tuple[Choice, ...]:
        return (Choice("throw"),) if state is not None else ()

    def over(self, state: tuple[Throw, ...]) -> Result | None:
        return None if len(state) < 9 else Result(("ann",), "thrown")

    def state_to_json(self, state: tuple[Throw, ...]) -> dict[str, Any]:
        return {"throws": len(state)}


class ThrowStep(EventDialogStep[Any, Throw]):
    """Step of a throw: player, eyes, and for a three if it was good; a roll counts as one."""

    name = "throw"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.whole_screen = False
        self.marked = ""
        self.seen: list[object] = []

    def title(self) -> str:
        return "Throw"

    def board(self) -> object:
        return "board"

    def sign(self) -> object:
        return "sign"

    def asked(self, answers: Answers) -> Question | AnsweredEvent:
        match answers:
            case ():
                return Question("Who throws?", rows("ann", "bob"), whole_screen=self.whole_screen, marked=self.marked)
            case (_,):
                return Question("How many?", (*rows("roll"), Row("Or:"), *rows("one", "three", "seven")), draw="roll")
            case (_, "three"):
                return Question("How was it?", rows("good"))
            case (_, "three", "good"):
                return Question("Which signs?", rows("sun", "moon", "done"), stays=True)
            case (thrower, "three", "good", *signs) if signs[-1] != "done":
                del thrower
                return Question("Which signs?", rows("sun", "moon", "done"), stays=True)
            case (thrower, eyes, *good):
                return AnsweredEvent(Throw(thrower, eyes, good[0] if good else ""))
        raise AssertionError(answers)

    def see(self) -> None:
        self.seen.append(self.session.observation)

    def describe_problem(self, problem: Problem) -> str:
        return f"That cannot be: {problem.code}."


def rows(*ids: str) -> tuple[Row, ...]:
    return tuple(Row(name.capitalize(), name) for name in ids)


class ThrowingTable(Counting):
    """The game at the table."""

    rules: Any = Throwing()
    options: Any = ()

    def title(self) -> str:
        return "Throwing"

    def help(self, state: Any) -> Sequence[str]:
        return (f"{len(state)} throws.",)

    def status(self, state: Any) -> str:
        return f"{len(state)} throws"

    def describe_event(self, _before: Any, event: Any, _after: Any) -> str:
        return f"{event.by} threw {event.eyes}"

    def next_step(self, session: Session) -> Step[Session]:
        return ThrowStep(session)

    def begin(self, session: Session, started: Any, variants: Mapping[str, Any]) -> None:
        session.start(started, variants)


@pytest.fixture
def session(tmp_path: Path) -> Session:
    session = open_session(Journal.open(tmp_path / "games.sqlite"), Settings(), [ThrowingTable()], sees=True)
    session.start(Throw())
    session.announcements()
    return session


def step(session: Session) -> ThrowStep:
    assert isinstance(session.step, ThrowStep)
    return session.step


def page(session: Session) -> BoardPage:
    assert isinstance(session.page, BoardPage)
    return session.page


def shown(session: Session) -> list[str]:
    return [row.id or row.text for row in page(session).rows]


def selected(session: Session) -> str:
    place = page(session).selected
    return "" if place is None else page(session).rows[place].id


def said(session: Session) -> list[tuple[str, Level]]:
    return [(announcement.text, announcement.level) for announcement in session.announcements()]


def throws(session: Session) -> tuple[Throw, ...]:
    assert session.game is not None
    state: tuple[Throw, ...] = session.game.state
    return state


def tick(session: Session, time_s: float) -> None:
    session.tick(time_s)


# --- questions and answers --------------------------------------------------------------------------------------------


def test_the_first_question_is_asked_and_its_usual_answer_selected(session: Session) -> None:
    assert page(session).caption == "Who throws?"
    assert (shown(session), selected(session)) == (["ann", "bob"], "ann")
    keys = page(session).keys
    assert (keys.advance, keys.draw, keys.back, keys.advance_hold) == ("Choose", "Next", "", "Overrule")
    assert (page(session).sign, page(session).tone, page(session).board) == ("sign", Tone.NOW, "board")


def test_draw_goes_down_and_round_and_advance_answers(session: Session) -> None:
    session.press(DRAW, 1.0)
    assert selected(session) == "bob"
    session.press(DRAW, 1.0)
    assert selected(session) == "ann"
    session.press(ADVANCE, 1.0)
    assert step(session).answers == ("ann",)
    assert said(session) == [("How many?", Level.DETAIL)]
    assert page(session).keys.back == "Back"


def test_draw_held_goes_up_and_round(session: Session) -> None:
    assert session.page.keys.draw_hold == "Previous"
    for time_s, selected in ((1.0, "bob"), (2.0, "ann")):
        session.press(Press(Button.DRAW, held=True), time_s)
        assert step(session)._selected_id() == selected


def test_where_nothing_is_marked_advance_takes_nothing_until_draw_marks_something(session: Session) -> None:
    step(session).marked = UNMARKED
    step(session).begin()
    assert isinstance(session.page, BoardPage)
    assert (session.page.selected, session.page.keys.advance) == (None, "")
    session.press(ADVANCE, 1.0)
    assert step(session).answers == ()
    session.press(DRAW, 2.0)
    session.press(ADVANCE, 3.0)
    assert step(session).answers == ("ann",)


def test_an_answer_of_the_button_draw_is_given_by_it_and_never_selected(session: Session) -> None:
    session.touch("ann", 1.0)
    assert selected(session) == "one"
    assert page(session).keys.draw == "Roll"
    session.press(DRAW, 2.0)
    assert throws(session) == (Throw("ann", "roll"),)


def test_a_touch_answers_too_and_elsewhere_does_nothing(session: Session) -> None:
    for target in ("ann", "nothing", "Or:", "", "one"):
        session.touch(target, 1.0)
    assert throws(session) == (Throw("ann", "one"),)


def test_nobody_is_asked_what_has_but_one_answer_and_back_passes_it_too(session: Session) -> None:
    session.touch("ann", 1.0)
    session.touch("three", 1.0)
    assert step(session).answers == ("ann", "three", "good")
    assert page(session).caption == "Which signs?"
    session.press(BACK, 2.0)
    assert step(session).answers == ("ann",)
    session.press(BACK, 2.0)
    assert step(session).answers == ()


def test_back_shows_what_can_be_undone_once_something_was_told(session: Session) -> None:
    session.press(BACK, 1.0)
    assert session.page.name == "throw", "nothing can be taken back"
    session.touch("ann", 2.0)
    session.touch("one", 2.0)
    assert page(session).keys.back == "Undo"
    session.press(BACK, 3.0)
    assert session.page.name == "undo"


def test_back_passes_over_a_question_with_one_answer_to_the_one_before_it(session: Session) -> None:
    session.touch("ann", 1.0)
    session.touch("three", 1.0)
    assert "sun" in shown(session), "that it was good is the only answer"
    session.press(BACK, 2.0)
    assert "three" in shown(session)
    session.press(BACK, 3.0)
    assert shown(session) == ["ann", "bob"]


def test_a_question_that_stays_keeps_what_is_selected_and_is_not_said_again(session: Session) -> None:
    session.touch("ann", 1.0)
    session.touch("three", 1.0)
    said(session)
    session.press(DRAW, 2.0)
    session.press(ADVANCE, 2.0)
    assert (selected(session), said(session)) == ("moon", [])
    session.touch("done", 3.0)
    assert throws(session) == (Throw("ann", "three", "good"),)


def test_the_rows_of_a_page_are_made_once_and_anew_for_the_next(session: Session) -> None:
    made = list[Row]()

    class Telling(ThrowStep):
        def facts(self) -> tuple[Row, ...]:
            made.append(Row(f"fact {len(made) + 1}"))
            return (made[-1],)

    session.switch(Telling(session))
    for _ in range(2):
        made_before = len(made)
        shown = session.page
        assert isinstance(shown, BoardPage)
        assert made[made_before:] == [shown.rows[0]]


def test_many_answers_have_the_whole_screen(session: Session) -> None:
    step(session).whole_screen = True
    assert isinstance(session.page, ListPage)
    assert (session.page.title, session.page.text, session.page.selected) == ("Throw", "Who throws?", 0)
    assert [row.id for row in session.page.rows] == ["ann", "bob"]


def test_hands_of_a_virtual_table_are_the_last_row_of_the_first_question(tmp_path: Path) -> None:
    around = SessionContext(watched={"throwing": Throw()}.__getitem__)
    session = open_session(
        Journal.open(tmp_path / "games.sqlite"), Settings(), [ThrowingTable()], sees=True, around=around
    )
    session.start(Throw())
    assert shown(session) == ["ann", "bob", HANDS]
    session.touch("ann", 1.0)
    assert HANDS not in shown(session)
    session.press(BACK, 1.0)
    session.touch(HANDS, 1.0)
    assert step(session).auto_move_requested
    assert shown(session) == ["ann", "bob", "Do it for me"], "nothing moves, and it cannot be touched"


def test_hands_can_be_chosen_by_buttons_too(tmp_path: Path) -> None:
    around = SessionContext(watched={"throwing": Throw()}.__getitem__)
    session = open_session(
        Journal.open(tmp_path / "games.sqlite"), Settings(), [ThrowingTable()], sees=True, around=around
    )
    session.start(Throw())
    for press in (DRAW, DRAW, ADVANCE):
        session.press(press, 1.0)
    assert step(session).auto_move_requested


@pytest.mark.parametrize(
    ("given", "following"),
    [((), "ann"), (("ann",), "one"), (("ann", "one"), ""), (("bob",), ""), (("ann", "one", "done"), "")],
)
def test_of_a_telling_the_answer_after_those_given_is_next(given: Answers, following: str) -> None:
    assert next_answer(("ann", "one"), given) == following


# --- refused and overruled --------------------------------------------------------------------------------------------


def test_what_the_rules_refuse_is_told_with_the_reason_and_asked_again(session: Session) -> None:
    session.touch("bob", 1.0)
    session.touch("one", 1.0)
    assert throws(session) == ()
    assert page(session).rows[0] == Row("That cannot be: turn.", tone=Tone.BAD)
    assert page(session).tone is Tone.BAD
    assert said(session)[-1] == ("That cannot be: turn.", Level.PROBLEM)
    session.touch("ann", 2.0)
    assert page(session).tone is Tone.NOW
    session.press(BACK, 2.0)
    assert shown(session) == ["ann", "bob"], "it has been read"


def test_back_lets_go_of_a_refusal_first(session: Session) -> None:
    session.touch("bob", 1.0)
    session.touch("one", 1.0)
    session.press(BACK, 2.0)
    assert page(session).tone is Tone.NOW
    session.press(OVERRULE, 3.0)
    assert throws(session) == (), "what was let go is not taken"


def test_what_was_refused_is_taken_when_the_table_wants_it(session: Session) -> None:
    session.touch("bob", 1.0)
    session.touch("one", 1.0)
    session.press(OVERRULE, 2.0)
    assert throws(session) == (Throw("bob", "one", overruled=True),)


def test_overruling_first_lets_anybody_do_anything_and_holding_again_ends_it(session: Session) -> None:
    session.touch("ann", 0.5)
    session.press(OVERRULE, 1.0)
    assert page(session).keys.advance_hold == "As the rules say"
    assert step(session).answers == ()
    session.press(OVERRULE, 2.0)
    assert page(session).keys.advance_hold == "Overrule"
    session.press(OVERRULE, 3.0)
    session.press(BACK, 3.5)
    assert page(session).keys.advance_hold == "Overrule", "back ends it too"
    session.press(OVERRULE, 4.0)
    session.touch("bob", 5.0)
    session.touch("one", 5.0)
    assert throws(session) == (Throw("bob", "one", overruled=True),)


def test_what_the_rules_allow_is_not_marked_as_overruled(session: Session) -> None:
    session.press(OVERRULE, 1.0)
    session.touch("ann", 2.0)
    session.touch("one", 2.0)
    assert throws(session) == (Throw("ann", "one"),)


def test_what_cannot_be_even_so_is_refused_all_the_same(session: Session) -> None:
    session.press(OVERRULE, 1.0)
    session.touch("ann", 2.0)
    session.touch("seven", 2.0)
    assert throws(session) == ()
    assert page(session).tone is Tone.BAD


def test_after_an_answer_what_lies_there_may_tell_the_rest(session: Session) -> None:
    session.observe(reported("cup"), 1.0)
    step(session).seen.clear()
    session.touch("ann", 2.0)
    assert len(step(session).seen) == 1
    session.touch("one", 2.0)
    assert len(step(session).seen) == 1, "of the next throw: as the step opened"


# --- what is seen -----------------------------------------------------------------------------------------------------


def test_a_throw_that_is_seen_counts_when_it_has_lain_still(session: Session) -> None:
    tick(session, 10.0)
    step(session).find(Happened(Throw("ann", "one")))
    tick(session, 10.0 + SETTLED_S - 0.1)
    assert throws(session) == ()
    tick(session, 10.01 + SETTLED_S)
    assert throws(session) == (Throw("ann", "one"),)


def test_a_throw_that_is_seen_and_refused_is_refused_once(session: Session) -> None:
    step(session).find(Happened(Throw("bob", "one")))
    tick(session, 2.0)
    assert said(session) == [("That cannot be: turn.", Level.PROBLEM)]
    tick(session, 4.0)
    assert said(session) == []


def test_a_beginning_that_is_seen_leads_to_the_next_question_once(session: Session) -> None:
    step(session).find(Begun(("ann",)))
    tick(session, SETTLED_S - 0.1)
    assert step(session).answers == ()
    tick(session, SETTLED_S)
    assert step(session).answers == ("ann",)
    assert said(session) == [("How many?", Level.PHASE)]
    session.press(BACK, 2.0)
    tick(session, 3.0)
    assert step(session).answers == ()


def test_a_beginning_that_tells_all_is_told(session: Session) -> None:
    step(session).find(Begun(("ann", "one")))
    tick(session, 1.0)
    assert throws(session) == (Throw("ann", "one"),)


def test_whatever_the_rules_say_a_beginning_that_is_seen_is_another(session: Session) -> None:
    session.press(OVERRULE, 0.0)
    step(session).find(Begun(("ann",)))
    tick(session, 1.0)
    assert step(session).answers == ()


WRONG = TableProblem("place", "The cup lies wrong.", "Lay it on its mat.", ("cup",))
OTHER = TableProblem("place", "The die is gone.", "Look for it.", ("die",))


def test_what_lies_wrong_is_a_page_of_its_own_after_a_while(session: Session) -> None:
    tick(session, 10.0)
    step(session).find(Problems((WRONG, OTHER)))
    tick(session, 10.0 + PROBLEM_S - 0.1)
    assert page(session).name == "throw"
    tick(session, 10.0 + PROBLEM_S)
    assert page(session).name == "problem"
    assert page(session).caption == WRONG.sentence
    assert page(session).keys.advance_hold == "Leave as it is"
    assert len(said(session)) == 1
    tick(session, 20.0)
    assert said(session) == []


def test_what_is_left_as_it_is_is_no_problem_until_it_has_lain_otherwise(session: Session) -> None:
    step(session).find(Problems((WRONG,)))
    tick(session, PROBLEM_S)
    session.press(OVERRULE, 4.0)
    assert page(session).name == "throw"
    assert not step(session).overruling, "it was about the table"
    step(session).find(Problems((WRONG,)))
    assert step(session).found == Nothing()
    step(session).find(Problems((WRONG, OTHER)))
    assert step(session).found == Problems((OTHER,))
    step(session).find(Nothing())
    step(session).find(Problems((WRONG,)))
    assert step(session).found == Problems((WRONG,))


@pytest.mark.parametrize(
    ("taken", "answers", "thrown"),
    [(Throw("bob", "one"), (), (Throw("bob", "one", overruled=True),)), (Begun(("bob",)), ("bob",), ())],
)
def test_what_lies_wrong_is_taken_as_an_event_or_its_beginning_where_one_can(
    session: Session, taken: Throw | Begun, answers: Answers, thrown: tuple[Throw, ...]
) -> None:
    step(session).find(Problems((WRONG,), overrule=taken))
    tick(session, PROBLEM_S)
    session.press(OVERRULE, 4.0)
    assert throws(session) == thrown
    assert step(session).answers == answers


def test_what_is_unfinished_stands_at_the_edge_of_the_first_question_and_is_said_once(session: Session) -> None:
    step(session).find(Waiting(problems=(WRONG,)))
    assert shown(session) == ["ann", "bob"]
    tick(session, PROBLEM_S)
    assert shown(session) == ["ann", "bob"], "nothing moves under a finger"
    assert (page(session).status, page(session).status_tone) == ("The cup lies wrong. Lay it on its mat.", Tone.NOW)
    assert said(session) == [("The cup lies wrong.", Level.PROBLEM)]
    assert selected(session) == "ann"
    session.touch("ann", 5.0)
    assert "The cup lies wrong." not in page(session).status
    step(session).find(Waiting(problems=()))
    said(session)
    step(session).find(Waiting(problems=(WRONG,)))
    tick(session, 20.0)
    assert said(session) == [], "it was said"


# --- putting right ----------------------------------------------------------------------------------------------------


class Correcting(CorrectingStep[Any, Throw]):
    """Ann's throw is put right."""

    def board(self) -> object:
        return "board"

    def ask_correction(self, _state: object, /) -> Dialog[Throw]:
        number = yield Question("How many was it?", number_rows(1, 3, 2))
        yield Question("Why?", correction_reasons())
        return Throw("ann" if number == "2" else "bob", number)

    def describe_problem(self, _problem: Problem) -> str:
        return "No."


def test_a_refusal_on_the_page_follows_the_language(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ThrowStep, "describe_problem", lambda _step, _problem: say("Nobody wins."))
    session.touch("bob", 1.0)
    session.touch("one", 1.0)
    assert page(session).rows[0].text == "Nobody wins."
    use_language("de")
    assert page(session).rows[0].text == "Niemand gewinnt."


def test_facts_are_put_right_from_a_list_that_can_be_left(session: Session) -> None:
    session.open(Correcting(session))
    assert page(session).title == "Put right by hand"
    assert [row.id for row in page(session).rows] == ["2", "1", "3"]
    assert page(session).keys.back == "Back"
    session.touch("1", 1.0)
    assert [row.text for row in page(session).rows] == ["Recounted", "Entered wrongly", "Forgotten"]
    session.press(BACK, 1.0)
    assert page(session).caption == "How many was it?"
    session.touch("1", 2.0)
    session.press(ADVANCE, 2.0)
    assert isinstance(session.step, JudgedStep)
    assert session.step.refusal == "No."
    session.press(BACK, 3.0)
    assert session.page.name == "throw"


def test_a_fact_that_is_put_right_is_an_event(session: Session) -> None:
    session.open(Correcting(session))
    session.press(ADVANCE, 1.0)
    session.press(ADVANCE, 1.0)
    assert throws(session) == (Throw("ann", "2"),)
    assert session.page.name == "throw"


@pytest.mark.parametrize(
    ("first", "numbers"), [(None, ["1", "2", "3"]), (3, ["3", "1", "2"]), (1, ["1", "2", "3"]), (9, ["1", "2", "3"])]
)
def test_of_numbers_the_usual_one_comes_first(first: int | None, numbers: list[str]) -> None:
    assert [row.id for row in number_rows(1, 3, first)] == numbers
