"""Dialog that enters an event: one question after another, by touch, keys or three buttons.

A game gives the next question as a pure function of the answers so far; the last answer gives an event. Players
enter in this way everything that no camera sees, or all of a game without a camera. An observation counts when
it has been still for a moment: it gives the whole event (`Happened`), the first answers (`Begun`), or the
problems.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic

from companion.device.button_colours import press
from companion.device.language import say
from companion.device.sentences import together
from companion.screen.pages import BoardPage, Keys, ListPage, Page, Row, Tone
from companion.table.bot_acts import watched_act
from companion.table.debounce import DebouncedStep
from companion.table.inference import Happened, Nothing, Problems, TableProblem, Undecided, Waiting
from companion.table.problem_page import problem_page, say_problems
from companion.table.session import HANDS, Session
from companion.table.undo_step import open_undo, undo_label
from companion.voice import Level
from engine.game import EventT
from hardware.buttons import Button

#: What lies on the table counts after so long (seconds): the hand may just be resting. So long something may lie wrong.
SETTLED_S = 0.7
PROBLEM_S = 2.0
#: So long (seconds) others may still do something before Advance closes a question: the press before may have been two.
LEAST_OPEN_S = 1.0
#: What has been answered so far: the ids of the rows.
Answers = tuple[str, ...]


def next_answer(telling: Answers, given: Answers) -> str:
    """Return the answer that follows those `given` in a dialog.

    Empty: the dialog gives another event, or all its answers are given.
    """
    return telling[len(given)] if telling[: len(given)] == given and len(given) < len(telling) else ""


#: Instead of the answer that is marked at first: none is, until Draw marks one.
UNMARKED = "unmarked"


@dataclass(frozen=True)
class Question:
    """Question: the rows with an id are the answers, the first of them is the default.

    `marked`: the id of the answer that is marked at first, if it is not the default; `UNMARKED`: none, because nobody
    could take a wrong one back by sight, as in a scoring. `stays`: the question is the
    same after an answer, such as a list of signs to be ticked; what is selected stays so. `whole_screen`: there are
    so many answers that the game's picture must make room for them. `draw`: the answer that the button Draw gives
    at once; Advance then gives the first of the others. `closing`: the answer after which nobody does anything more.
    It is not marked, but Advance gives it, after a moment, while nothing is; the button says `closing_label`.
    `any_will_do`: each answer is allowed and says how something is laid, so that the hands of the virtual table may
    give the first one.
    """

    text: str
    rows: tuple[Row, ...]
    stays: bool = False
    whole_screen: bool = False
    draw: str = ""
    marked: str = ""
    closing: str = ""
    closing_label: str = ""
    any_will_do: bool = False

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the answers."""
        return tuple(row.id for row in self.rows if row.id)


@dataclass(frozen=True)
class AnsweredEvent:
    """The answers tell this event."""

    event: Any


@dataclass(frozen=True)
class Begun:
    """The table shows how the telling begins: these first answers; the rest is asked."""

    answers: Answers


#: What an observation means in a dialog: a problem may be taken as the table wants it, by an event or its beginning.
DialogInference = Nothing | Waiting[EventT] | Happened[EventT] | Undecided[EventT] | Problems[EventT | Begun] | Begun


class QuestionStep(DebouncedStep[DialogInference[EventT]], Generic[EventT]):
    """Question beside the game's picture.

    Draw goes down, Advance chooses, Back takes the last answer back.
    """

    name = ""
    #: What lies on the table counts after so long (seconds) beyond the moment that its picture was still.
    settled_s = SETTLED_S

    def __init__(self, session: Session) -> None:
        super().__init__(session, Nothing())
        self.answers: Answers = ()
        #: The number of the answer that is marked; -1: none.
        self.index = 0
        #: When the question was asked.
        self._asked_at = session.now
        #: Question and rows of the page while it is made: they take time. None in between.
        self._page_question: Question | None = None
        self._page_rows: tuple[Row, ...] | None = None
        #: True if phones decided what is asked when it was last looked at.
        self._screens_decided = True

    # --- what the game says -------------------------------------------------------------------------------------

    @abstractmethod
    def asked(self, answers: Answers) -> Question | AnsweredEvent:
        """Return the next question after these answers, or the event that they give."""

    @abstractmethod
    def enter_event(self, event: EventT) -> None:
        """Enter an event that the players have told."""

    @abstractmethod
    def title(self) -> str:
        """Return the page's title."""

    @abstractmethod
    def board(self) -> object:
        """Return the game's picture beside the question."""

    def sign(self) -> object | None:
        """Return the game's sign of the player on turn."""
        return None

    def tone(self) -> Tone:
        """Return the tone of the question."""
        return Tone.NOW

    def facts(self) -> tuple[Row, ...]:
        """Return rows above the first question's answers that only tell something."""
        return ()

    # --- what is seen -------------------------------------------------------------------------------------------

    def find(self, found: DialogInference[EventT]) -> bool:
        """Take an inference; problems that the players ignore are not reported."""
        if isinstance(found, Problems):
            problems = self.session.ignored_problems.others(found.problems)
            found = replace(found, problems=problems) if problems else Nothing()
        elif isinstance(found, Nothing):
            self.session.ignored_problems.others(())
        return super().find(found)

    def tick(self) -> None:
        """Take what has settled, say what has been wrong for a while."""
        screens_decide = self.session.own_screens_decide
        if self.answers and screens_decide and not (self.has_other_rows and self._screens_decided):
            # A phone took the seat while the table was telling something: it tells all of it itself, on some pages by
            # touching their rows.
            self.forget_answers()
        self._screens_decided = screens_decide
        match self.found:
            case Happened() | Begun() if self.session.own_screens_decide:
                # What hands do for a seat that chooses on a phone tells nothing.
                pass
            case Happened(event=event) if self.age_s >= self.settled_s and not self.reported:
                # Only once: what is refused still lies there.
                self.reported = True
                self.enter_event(event)
            case Begun(answers=answers) if self.age_s >= self.settled_s and not self.reported:
                # Only once: who takes it back has seen it.
                self.reported = True
                self.begun(answers)
            case Problems(problems=problems) if self.age_s >= PROBLEM_S and not self.reported:
                self.reported = True
                say_problems(self.session, problems)
            case Waiting(problems=(_, *_) as problems) if self.age_s >= PROBLEM_S and not self.reported:
                self.reported = True
                new = self.session.ignored_problems.others(problems)
                if new:
                    # How to mend it stands beside each question until it is done; this is said once.
                    self.session.say(new[0].sentence, Level.PROBLEM)
                    self.session.ignored_problems.add(problems)

    def begun(self, answers: Answers) -> None:
        """Take the answers with which the table shows that the telling begins."""
        self._go_to(answers)

    def _go_to(self, answers: Answers) -> None:
        """Ask the question that follows these answers, or enter the event that they tell."""
        asked = self.asked(answers)
        if isinstance(asked, AnsweredEvent):
            self._tell(asked.event)
        else:
            self.answers = answers
            self.mark_first()
            self.session.say(asked.text, Level.PHASE, "turn")

    def _tell(self, event: EventT) -> None:
        """Enter an event that is told, unless it is a choice on somebody's own screen."""
        if self.session.refuse_told(event):
            self.forget_answers()
        else:
            self.enter_event(event)

    @property
    def reported_problems(self) -> tuple[TableProblem, ...]:
        """Problems on the table, once they have been reported."""
        return self.found.problems if self.reported and isinstance(self.found, Problems) else ()

    @property
    def unfinished(self) -> tuple[TableProblem, ...]:
        """Unfinished tasks on the table, once they have been reported; answers stay possible."""
        return self.found.problems if self.reported and isinstance(self.found, Waiting) else ()

    # --- buttons ------------------------------------------------------------------------------------------------

    @property
    def question(self) -> Question:
        """Current question."""
        if self._page_question is not None:
            return self._page_question
        asked = self.asked(self.answers)
        assert isinstance(asked, Question)
        return asked

    def answer(self, row_id: str) -> None:
        """Give one of the answers: it leads to the next question, or completes the event."""
        question, selected = self.question, self._selected_id()
        answers = (*self.answers, row_id)
        asked = self.asked(answers)
        while isinstance(asked, Question) and len(asked.ids) == 1 and not asked.stays:
            # Nobody is asked what can only be answered in one way.
            answers = (*answers, asked.ids[0])
            asked = self.asked(answers)
        if isinstance(asked, AnsweredEvent):
            self._tell(asked.event)
            return
        self.answers = answers
        hidden = self.session.hidden_cards
        if hidden is not None:
            # Better now than after all has been answered.
            self.session.hint(hidden.warn_of_answers(answers))
        stays = question.stays and asked.stays
        self.mark_first(selected if stays else "")
        # A long list is chosen from in two steps: the question is the same, and is said once.
        if not stays and asked.text != question.text:
            self.session.say(asked.text, Level.DETAIL)

    def forget_answers(self) -> None:
        """Begin again at the first question."""
        self.answers = ()
        self.mark_first()

    def mark_first(self, selected: str = "") -> None:
        """Mark what the hidden cards say, else what was `selected`, else what the question marks.

        No answer is marked that ends, loses or refuses something, unless it is the only one.
        """
        self._asked_at = self.session.now
        hidden = self.session.hidden_cards
        known = hidden.true_answer(self.answers) if hidden is not None else ""
        ids = list(self._selectable())
        wanted = next((row for row in (known, selected, self.question.marked) if row in ids), None)
        self.index = ids.index(wanted) if wanted is not None else -1 if self._starts_unmarked else 0

    @property
    def _starts_unmarked(self) -> bool:
        """True if nothing is marked until Draw marks it."""
        question, game = self.question, self.session.game
        if question.marked == UNMARKED or game is None or len(question.ids) == 1:
            return question.marked == UNMARKED
        ending = self.session.table_game.ending_answers(game.state)
        return next((row_id for row_id in question.ids if row_id != question.draw), "") in ending

    def begin(self) -> None:
        """Ask."""
        self.mark_first()
        self.session.say(self.question.text, Level.PHASE, "turn")

    def advance(self) -> None:
        """Give the selected answer, else the closing one, else say how one is selected."""
        if self._selected_id():
            self._choose(self._selected_id())
        elif self._closing:
            self._close()
        elif self._selectable():
            self.session.hint(together(say("No answer is marked yet."), press(Button.DRAW, self._draw_button_label())))

    @property
    def _closing(self) -> str:
        """Return the answer by which Advance closes the question now; empty for none."""
        return self.question.closing if not self._selected_id() else ""

    def _close(self) -> None:
        """Give the answer that closes the question, once others have had a moment."""
        if self.session.now - self._asked_at < LEAST_OPEN_S:
            self.session.hint(say("Wait a moment: somebody else may still do something."))
        else:
            self._choose(self._closing)

    def draw(self) -> None:
        """Give the answer of the button Draw, or select the next one.

        Without a choice the question is announced again.
        """
        if self.question.draw:
            self._choose(self.question.draw)
        elif self._steps:
            self.index = (self.index + 1) % len(self._ids())
        else:
            self.begin()

    def draw_held(self) -> None:
        """Select the answer before where Draw selects the next one; else as a press of Draw."""
        if self._steps:
            self.index = (max(0, self.index) - 1) % len(self._ids())
        else:
            self.draw()

    @property
    def _steps(self) -> bool:
        """True if Draw goes from answer to answer."""
        return not self.question.draw and len(self._ids()) > 1

    def overrule(self) -> None:
        """Ignore the reported problems."""
        if self.reported_problems:
            self.session.ignored_problems.add(self.reported_problems)
            super().find(Nothing())
            self.begin()

    def back(self) -> None:
        """Take the last answer back; before the first one, show what can be undone."""
        if not self.answers:
            open_undo(self.session)
            return
        self.answers = self.answers[:-1]
        while self.answers and len(self.question.ids) == 1:
            self.answers = self.answers[:-1]
        self.mark_first()

    def touch(self, target: str) -> None:
        """Choose the touched answer."""
        ids = self._ids()
        if target in ids:
            self.index = list(self._selectable()).index(target) if target in self._selectable() else 0
            self._choose(target)

    def _choose(self, row_id: str) -> None:
        if row_id == HANDS:
            self.request_auto_move()
        else:
            self.answer(row_id)

    def request_auto_move(self) -> None:
        """Let the hands do what is asked, or finish what people have begun to tell."""
        if not self.answers or not self.question.any_will_do:
            super().request_auto_move()
            return
        while self.session.step is self and self.answers and self.question.any_will_do:
            self.answer(self.question.ids[0])
        if self.session.step is not self:
            self.session.step.request_auto_move()

    def _rows(self) -> tuple[Row, ...]:
        above = self.facts() if self._is_first_question else ()
        hands = self.session.hands_button() if self._is_first_question or self.question.any_will_do else None
        return (*above, *self.question.rows, *([hands] if hands else []))

    @property
    def _is_first_question(self) -> bool:
        """True at the first question, also after answers with which it stays, such as ticks."""
        first = self.asked(())
        stays = isinstance(first, Question) and first.stays and self.question.stays and first.ids == self.question.ids
        return not self.answers or stays

    def _ids(self) -> Sequence[str]:
        rows = self._rows() if self._page_rows is None else self._page_rows
        return [row.id for row in rows if row.id]

    def _selectable(self) -> Sequence[str]:
        """Return answers that Advance can choose: all but the one of the button Draw."""
        drawn = self.question.draw
        return [row_id for row_id in self._ids() if row_id != drawn]

    def _selected_id(self) -> str:
        ids = self._selectable()
        return ids[self.index % len(ids)] if ids and self.index >= 0 else ""

    # --- what is shown ------------------------------------------------------------------------------------------

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(
            advance=say("Choose") if self._selected_id() else self.question.closing_label if self._closing else "",
            draw=self._draw_button_label(),
            back=say("Back") if self.answers else undo_label(self.session),
            back_hold=say("Menu"),
            draw_hold=say("Previous") if self._steps else "",
        )

    def _draw_button_label(self) -> str:
        question = self.question
        if question.draw:
            return next(row.text for row in question.rows if row.id == question.draw)
        return say("Next") if self._steps else say("Say again")

    def page(self) -> Page:
        """Return the question, over the whole screen or beside the picture."""
        if self.reported_problems:
            return problem_page(self.session, self.board(), self.reported_problems, overrule=True)
        try:
            self._page_question = self.question
            rows = self._page_rows = self._rows()
            return self._page_of(rows)
        finally:
            self._page_question = self._page_rows = None

    def _page_of(self, rows: tuple[Row, ...]) -> Page:
        """Return the page of the question with these rows."""
        question, watched = self.question, watched_act(self.session)
        if watched:
            # Nobody is asked: what has happened is what there is to see.
            rows = tuple(row for row in rows if not row.id)
        choices = [number for number, row in enumerate(rows) if row.id and row.id != question.draw]
        selected = choices[self.index % len(choices)] if choices and self.index >= 0 else None
        # What is waited for stands at the edge, one thing at a time: rows that come and go would move the others.
        waited_for = () if self.answers or self.session.notice else self.unfinished[:1]
        notice = together(waited_for[0].sentence, waited_for[0].fix) if waited_for else ""
        tone = Tone.NOW if notice else Tone.PLAIN
        if question.whole_screen and not watched:
            return ListPage(
                self.name,
                self.title(),
                rows,
                question.text,
                selected,
                self.sign(),
                self.keys(),
                notice or self.session.notice,
                status_tone=tone,
            )
        return BoardPage(
            self.name,
            self.title(),
            self.board(),
            watched or question.text,
            rows,
            self.tone(),
            self.sign(),
            self.keys(),
            notice or self.session.status,
            selected=selected,
            status_tone=tone,
        )
