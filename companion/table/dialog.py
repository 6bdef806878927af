"""Dialogs as generators: each yields questions, gets the answers back, and returns a result.

::

    def ask_gift(state: State) -> Dialog[Gave]:
        by = yield Question(say("Who gives?"), people_rows(state.players))
        to = yield Question(say("To whom?"), people_rows(others(state, by)))
        return Gave(by, to)
"""

from collections.abc import Callable, Generator
from typing import TypeVar

from companion.table.questions import AnsweredEvent, Answers, Question

ResultT = TypeVar("ResultT")
#: Questions one after the other, and what their answers tell.
Dialog = Generator[Question, str, ResultT]


def next_question(dialog: Dialog[object], answers: Answers) -> Question | AnsweredEvent:
    """Return the question that follows these answers, or the event that they tell."""
    try:
        question = next(dialog)
        for answer in answers:
            question = dialog.send(answer)
    except StopIteration as told:
        return AnsweredEvent(told.value)
    return question


def walk_dialog(dialog: Dialog[ResultT], choose: Callable[[Question], str]) -> ResultT:
    """Return what a dialog comes to in which `choose` answers each question."""
    try:
        question = next(dialog)
        while True:
            question = dialog.send(choose(question))
    except StopIteration as told:
        result: ResultT = told.value
        return result
