"""Ask the table: pages on which players choose a question, and read and hear its answer."""

from collections.abc import Sequence
from dataclasses import replace

from companion.device.language import language_in_use, said_again, say
from companion.device.sentences import together
from companion.screen.pages import Keys, ListPage, Page, Row
from companion.table.lists import ListStep
from companion.table.session import Session
from companion.table.step import Step
from companion.table.table_answers import table_questions, why_not_answered
from companion.table.table_question import TableQuestion, ask, no_answer
from companion.voice import Kind, Level
from companion.voice.brevity import next_portion

#: Id of a question about a place, before the place's name.
_PLACE = "cell "
#: Row that says again what the page below says.
_AGAIN = "again"
#: So many questions stand after that row.
_LAST_ROWS = 2
#: Row that does, by ear, what Draw held did on the page below before it asked the table.
_HELD = "held"


class QuestionListStep(ListStep):
    """List of questions to the table; a question with choices opens another such list."""

    name = "ask"
    is_asking = True

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        #: What this list was made of, and its questions.
        self._made: tuple[object, Sequence[TableQuestion]] = (None, ())
        #: The question that was answered by its mark, and the sentence with which a long answer goes on; 0: with none.
        self._answered = "", 0

    def title(self) -> str:
        """Return the page's title."""
        return say("Ask the table")

    @property
    def questions(self) -> Sequence[TableQuestion]:
        """Questions in the language in use."""
        made_of = language_in_use(), self.session.game
        if self._made[0] != made_of:
            self._made = made_of, self.make_questions()
        return self._made[1]

    def make_questions(self) -> Sequence[TableQuestion]:
        """Return the questions of the list."""
        raise NotImplementedError

    def rows(self) -> Sequence[Row]:
        """Return the questions."""
        return [Row(question.text, question.id) for question in self.questions]

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(advance=say("Ask"), draw=say("Next"), back=say("Back"))

    def draw(self) -> None:
        """Mark the next question, and answer it where all is heard."""
        super().draw()
        self._answer_marked()

    def draw_held(self) -> None:
        """Mark the question before, and answer it where all is heard."""
        super().draw_held()
        self._answer_marked()

    @property
    def marked(self) -> TableQuestion | None:
        """The marked question; None where another row is marked."""
        ids = self._ids()
        return ask(self.questions, ids[self.index % len(ids)]) if ids else None

    def _answer_marked(self) -> None:
        marked = self.marked
        if marked is not None and self.session.is_by_ear:
            self._answered = marked.id, say_answer(self.session, marked)

    def choose(self, row_id: str) -> None:
        """Answer the question on a page of its own, or ask what it is about."""
        question = ask(self.questions, row_id)
        if question is None:
            return
        answered, following = self._answered
        self._answered = "", 0
        self.session.open(
            ChoicesStep(self.session, self, question)
            if question.choices
            else AnswerStep(self.session, self, row_id, following if answered == row_id else 0)
        )


class AskStep(QuestionListStep):
    """List of all that can be asked now, opened from any page; by ear that page is said first."""

    def __init__(self, session: Session, question_id: str = "", below: Step[Session] | None = None) -> None:
        """`question_id`: the question that is answered at once; empty: the page below is said again.

        `below`: the step whose page it is about, if it is not the one on the screen.
        """
        super().__init__(session)
        self.below = below or session.step
        self._takes_key = below is None and session.is_by_ear
        self._asked, self._is_opened = question_id, False
        #: Why what was asked by a key is not answered; empty: it is.
        self._refusal = ""

    def text(self) -> str:
        """Return why what was asked by a key is not answered."""
        return str(said_again(self._refusal))

    def make_questions(self) -> Sequence[TableQuestion]:
        """Return all questions; that of cells tells what is on the marked one."""
        found = table_questions(self.session, self.session.page_of(self.session.game_step(self.below)))
        places, number = self.below.places()
        place = None if number is None else ask(found, f"{_PLACE}{places[number].id}")
        if place is None:
            return found
        return [replace(asked, answer=place.answer) if ask([asked], place.id) else asked for asked in found]

    def rows(self) -> Sequence[Row]:
        """Return the questions; where nothing is heard by itself also that the page is said again."""
        again = [] if self.session.is_by_ear else [Row(say("Say the page again"), _AGAIN)]
        label = self._held_label
        rows = [*super().rows(), *again]
        # Where questions are so many that two presses do not reach one of them, it is this row.
        rows[-_LAST_ROWS:-_LAST_ROWS] = [Row(label, _HELD)] if label else []
        return rows

    @property
    def _held_label(self) -> str:
        """Label of what Draw held did on the page below; empty: nothing but a step back."""
        label = self.below.page().keys.draw_hold if self._takes_key else ""
        return "" if label == say("Previous") else label

    def keys(self) -> Keys:
        """Return the meaning of the buttons: Advance held jumps on; nothing steps off a single row."""
        keys = super().keys()
        return replace(keys, advance_hold=say("Jump on")) if len(self._ids()) > 1 else replace(keys, draw="")

    def overrule(self) -> None:
        """Mark the question that is half the list further on, and answer it where all is heard.

        So two presses reach each of up to eight questions.
        """
        count = len(self._ids())
        self.index = (self.index + count // 2) % max(1, count)
        self._answer_marked()

    def begin(self) -> None:
        """Answer at once what was asked by a key, else say the page again where all is heard."""
        asked, self._asked, is_again, self._is_opened = self._asked, "", self._is_opened, True
        if asked and ask(self.questions, asked) is not None:
            self.index = self._ids().index(asked)
            self.choose(asked)
        elif asked:
            self._refusal = why_not_answered(self.session, asked)
            say_sentences(self.session, [self._refusal])
        elif self.session.is_by_ear and not is_again:
            self.session.announced.say_page(self.below)

    def choose(self, row_id: str) -> None:
        """Say the page below again, or answer a question."""
        self._refusal = ""
        if row_id == _AGAIN:
            self.session.announced.say_page(self.below)
        elif row_id == _HELD:
            self.session.close()
            self.below.draw_held()
        else:
            super().choose(row_id)


class ChoicesStep(QuestionListStep):
    """List of what a question can be asked about, such as cells."""

    def __init__(self, session: Session, above: QuestionListStep, question: TableQuestion) -> None:
        super().__init__(session)
        self._above, self._question = above, question

    def title(self) -> str:
        """Return the question."""
        return self._question.text

    def make_questions(self) -> Sequence[TableQuestion]:
        """Return what it can be asked about."""
        question = ask(self._above.questions, self._question.id)
        return () if question is None else question.choices


class AnswerStep(Step[Session]):
    """Answer to a question, large on the page and said aloud."""

    is_asking = True

    def __init__(self, session: Session, asked: QuestionListStep, question_id: str, following: int = 0) -> None:
        """`following`: the sentence with which a long answer goes on."""
        super().__init__(session)
        self._list, self._id, self._following = asked, question_id, following
        self._made: tuple[object, Sequence[str]] = (None, ())

    @property
    def question(self) -> TableQuestion | None:
        """The question in the language in use; None if it cannot be asked any more."""
        return ask(self._list.questions, self._id)

    @property
    def answer(self) -> Sequence[str]:
        """Sentences of the answer in the language in use."""
        question = self.question
        if self._made[0] is not question:
            self._made = question, () if question is None else question.answer()
        return self._made[1]

    def begin(self) -> None:
        """Say the question, unless the answer begins with it, and the answer or its next part."""
        question, answer = self.question, self.answer or (nothing_to_say(),)
        is_said = question is None or self._following > 0 or answer[0].startswith(question.text)
        lead = "" if question is None or is_said else question.text
        self._following = say_sentences(self.session, answer, self._following, lead)

    def page(self) -> Page:
        """Return the answer, a row for each sentence."""
        question = self.question
        return ListPage(
            "answer",
            "" if question is None else question.text,
            tuple(Row(text) for text in self.answer or (nothing_to_say(),)),
            keys=Keys(advance=say("Say again"), back=say("Back")),
            status=self.session.notice,
        )

    def advance(self) -> None:
        """Say the answer again, or what is left of it."""
        self.begin()

    def draw(self) -> None:
        """Leave the button to long answers, which it turns over."""

    def back(self) -> None:
        """Go back to the questions."""
        self.session.close()


def nothing_to_say() -> str:
    """Return the answer of a question to which there is none now."""
    return say("Nothing just now.")


def say_answer(session: Session, question: TableQuestion) -> int:
    """Say what answers a question aloud, and return with which sentence it goes on.

    Of a question that only its choices answer nothing is said.
    """
    is_answered = not question.choices or question.answer is not no_answer
    return say_sentences(session, question.answer()) if is_answered else 0


def say_sentences(session: Session, sentences: Sequence[str], first: int = 0, lead: str = "") -> int:
    """Say the sentences of an answer from one on, after `lead`, as one announcement.

    Of many it is the next part; returns with which sentence it goes on, 0 where all were said.
    """
    told, following = next_portion(sentences or (nothing_to_say(),), first)
    text = lead
    for sentence in told:
        text = together(text, sentence)
    session.say(text, Level.PHASE, kind=Kind.ANSWER)
    return following
