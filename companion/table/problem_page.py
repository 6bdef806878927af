"""The page of a problem: what is wrong with the table, where, and how to mend it."""

from collections.abc import Sequence

from companion.box.language import say
from companion.screen.pages import BoardPage, Keys, Row, Tone
from companion.table.inference import TableProblem
from companion.table.session import Session
from companion.voice import Level


def say_problem(session: Session, problem: TableProblem) -> None:
    """Says what is wrong, and how to mend it."""
    session.say(f"{problem.sentence} {problem.fix}", Level.PROBLEM, "wrong")


def problem_page(session: Session, board: object, problems: Sequence[TableProblem], *, overrule: bool) -> BoardPage:
    """The problems, the likeliest large; the game has marked their places on its `board`."""
    first, *others = problems
    rows = [Row(first.fix, tone=Tone.NOW)]
    for problem in others:
        rows.append(Row(problem.sentence, detail=problem.fix, tone=Tone.BAD))
    return BoardPage(
        "problem",
        say("Something is not right"),
        board,
        first.sentence,
        tuple(rows),
        Tone.BAD,
        keys=Keys(
            draw=say("Say again"),
            back=say("Undo"),
            advance_hold=say("Leave as it is") if overrule else "",
            back_hold=say("Menu"),
        ),
        status=session.status,
    )
