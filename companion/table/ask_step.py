"""Ask the table: pages on which players choose a question, and read and hear its answer."""

from collections.abc import Sequence
from dataclasses import replace

from companion.device.language import language_in_use, say
from companion.device.sentences import together
from companion.screen.pages import Keys, ListPage, Page, Row
from companion.table.lists import ListStep
from companion.table.session import Session
from companion.table.step import Step
from companion.table.table_answers import table_questions
from companion.table.table_question import TableQuestion, ask
from companion.voice import Kind, Level

#: Id of a question about a place, before the place's name.
_PLACE = "cell "
#: Row that says again what the page below says.
_AGAIN = "again"
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

    def _answer_marked(self) -> None:
        ids = [row.id for row in self.rows()]
        marked = ask(self.questions, ids[self.index % len(ids)]) if ids else None
        if marked is not None and self.session.is_by_ear:
            say_answer(self.session, marked)

    def choose(self, row_id: str) -> None:
        """Answer the question on a page of its own, or ask what it is about."""
        question = ask(self.questions, row_id)
        if question is None:
            return
        self.session.open(
            ChoicesStep(self.session, self, question) if question.choices else AnswerStep(self.session, self, row_id)
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

    def make_questions(self) -> Sequence[TableQuestion]:
        """Return the questions of every game, and those of the running one."""
        return table_questions(self.session, self.session.page_of(self.session.game_step(self.below)))

    def rows(self) -> Sequence[Row]:
        """Return the questions; where nothing is heard by itself also that the page is said again."""
        again = [] if self.session.is_by_ear else [Row(say("Say the page again"), _AGAIN)]
        label = self._held_label
        return [*super().rows(), *again, *([Row(label, _HELD)] if label else [])]

    @property
    def _held_label(self) -> str:
        """Label of what Draw held did on the page below; empty: nothing but a step back."""
        label = self.below.page().keys.draw_hold if self._takes_key else ""
        return "" if label == say("Previous") else label

    @property
    def _marked_place(self) -> TableQuestion | None:
        """The question about the place that is marked on the page below; None without one."""
        places, number = self.below.places()
        return None if number is None else ask(self.questions, f"{_PLACE}{places[number].id}")

    def keys(self) -> Keys:
        """Return the meaning of the buttons: Advance held asks about the place that is marked below."""
        place = self._marked_place
        return super().keys() if place is None else replace(super().keys(), advance_hold=place.text)

    def overrule(self) -> None:
        """Answer what lies on the place that is marked on the page below, and round it."""
        place = self._marked_place
        if place is not None:
            self.session.open(AnswerStep(self.session, self, place.id))

    def begin(self) -> None:
        """Answer at once what was asked by a key, else say the page again where all is heard."""
        asked, self._asked, is_again, self._is_opened = self._asked, "", self._is_opened, True
        if asked and ask(self.questions, asked) is not None:
            self.index = self._ids().index(asked)
            self.choose(asked)
        elif self.session.is_by_ear and not is_again:
            self.session.say_page(self.below)

    def choose(self, row_id: str) -> None:
        """Say the page below again, or answer a question."""
        if row_id == _AGAIN:
            self.session.say_page(self.below)
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

    def __init__(self, session: Session, asked: QuestionListStep, question_id: str) -> None:
        super().__init__(session)
        self._list, self._id = asked, question_id
        self._made: tuple[object, Sequence[str]] = (None, ())

    @property
    def _question(self) -> TableQuestion | None:
        return ask(self._list.questions, self._id)

    @property
    def answer(self) -> Sequence[str]:
        """Sentences of the answer in the language in use."""
        question = self._question
        if self._made[0] is not question:
            self._made = question, () if question is None else question.answer()
        return self._made[1]

    def begin(self) -> None:
        """Say the question, unless the answer begins with it, and the answer."""
        question, answer = self._question, self.answer or (nothing_to_say(),)
        is_said = question is None or answer[0].startswith(question.text)
        say_sentences(self.session, answer if question is None or is_said else [question.text, *answer])

    def page(self) -> Page:
        """Return the answer, a row for each sentence."""
        question = self._question
        return ListPage(
            "answer",
            "" if question is None else question.text,
            tuple(Row(text) for text in self.answer or (nothing_to_say(),)),
            keys=Keys(advance=say("Say again"), back=say("Back")),
            status=self.session.notice,
        )

    def advance(self) -> None:
        """Say the answer again."""
        self.begin()

    def draw(self) -> None:
        """Leave the button to long answers, which it turns over."""

    def back(self) -> None:
        """Go back to the questions."""
        self.session.close()


def nothing_to_say() -> str:
    """Return the answer of a question to which there is none now."""
    return say("Nothing just now.")


def say_answer(session: Session, question: TableQuestion) -> None:
    """Say what answers a question aloud; of one with choices nothing."""
    if not question.choices:
        say_sentences(session, question.answer())


def say_sentences(session: Session, sentences: Sequence[str]) -> None:
    """Say the sentences of an answer as one announcement."""
    text = ""
    for sentence in sentences or (nothing_to_say(),):
        text = together(text, sentence)
    session.say(text, Level.PHASE, kind=Kind.ANSWER)
