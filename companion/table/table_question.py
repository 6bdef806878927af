"""Questions that people ask the table, each with its answer in short sentences."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from engine.game import MoveT, Play, ViewT


def no_answer() -> Sequence[str]:
    """Return no sentence: the question is answered by one of its choices."""
    return ()


def open_state(play: Play[ViewT, MoveT], view: object, seat: str) -> object:
    """Return the rules' state in the view that a game's `questions` get.

    On a seat's phone it is that seat's view, else it is that state.
    """
    return play.public(cast("ViewT", view)) if seat else view


@dataclass(frozen=True, eq=False)
class TableQuestion:
    """Question to the table: its id, its text, and what makes its answer in the language in use.

    The answer is a few short sentences, the most important first. `choices` are the things that it can be asked about,
    such as cells, each a question of its own. `foresees`: the answer tells what may come, which a table may forbid.
    """

    id: str
    text: str
    answer: Callable[[], Sequence[str]] = no_answer
    choices: tuple["TableQuestion", ...] = ()
    foresees: bool = False

    @property
    def last_choices(self) -> Iterator["TableQuestion"]:
        """Yield what has an answer of its own: the question itself, or the ends of its choices."""
        if not self.choices:
            yield self
        for choice in self.choices:
            yield from choice.last_choices


def ask(questions: Sequence[TableQuestion], question_id: str) -> TableQuestion | None:
    """Return the question of this id among questions and all their choices; None: there is none."""
    for question in questions:
        if question.id == question_id:
            return question
        if (found := ask(question.choices, question_id)) is not None:
            return found
    return None
