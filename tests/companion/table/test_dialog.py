"""Dialogs written as generators: the question after some answers, and what all answers tell."""

from companion.screen.pages import Row
from companion.table.dialog import Dialog, next_question, walk_dialog
from companion.table.questions import AnsweredEvent, Question


def ask(text: str, *ids: str) -> Question:
    return Question(text, tuple(Row(row_id, row_id) for row_id in ids))


def gift() -> Dialog[tuple[str, str, int]]:
    """Ask for giver, amount and receiver; nobody gives to themselves."""
    people = ("ann", "bob", "cleo")
    giver = yield ask("Who gives?", *people)
    to = yield ask("To whom?", *(person for person in people if person != giver))
    count = 0
    while (yield ask(f"One more than {count}?", "yes", "no")) == "yes":
        count += 1
    return giver, to, count


def question_after(*answers: str) -> Question:
    found = next_question(gift(), answers)
    assert isinstance(found, Question)
    return found


def test_each_answer_leads_to_the_next_question() -> None:
    assert question_after().ids == ("ann", "bob", "cleo")
    assert question_after("bob").ids == ("ann", "cleo")
    assert question_after("bob", "ann", "yes", "yes").text == "One more than 2?"


def test_the_last_answer_tells_what_it_is_about_and_further_ones_count_nothing() -> None:
    assert next_question(gift(), ("bob", "ann", "yes", "no")) == AnsweredEvent(("bob", "ann", 1))
    assert next_question(gift(), ("bob", "ann", "no", "yes")) == AnsweredEvent(("bob", "ann", 0))


def test_somebody_who_answers_every_question_comes_to_the_end() -> None:
    assert walk_dialog(gift(), lambda question: question.ids[-1]) == ("cleo", "bob", 0)
