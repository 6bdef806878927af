"""The page of a problem: what is wrong with the table, where, and how to mend it."""

from collections.abc import Sequence

from companion.device.language import say
from companion.device.sentences import together
from companion.screen.pages import BoardPage, Keys, Row, Tone
from companion.table.announcement_queue import LONGEST_PROBLEM_S
from companion.table.inference import TableProblem
from companion.table.session import Session
from companion.table.undo_step import undo_label
from companion.voice import Level
from companion.voice.length import spoken_s


def say_problems(session: Session, problems: Sequence[TableProblem]) -> None:
    """Say the first of what is wrong, and how to mend it if that is not too long."""
    problem = problems[0]
    both = together(problem.sentence, problem.fix)
    # If there is no time for both: the board shows what is wrong, and how to mend it helps more; it shows no reason.
    parts = (problem.sentence, problem.fix) if problem.tells_why else (problem.fix, problem.sentence)
    texts = (both, *parts, problem.short)
    fits = (text for text in texts if text and spoken_s(session.table_game.voice.spoken(text)) <= LONGEST_PROBLEM_S)
    session.say(next(fits, problem.sentence), Level.PROBLEM, "wrong" if is_wrong(problems) else "")


def tone_of(problem: TableProblem) -> Tone:
    """Return red for what is wrong, amber for what is merely unfinished."""
    return Tone.NOW if problem.unfinished else Tone.BAD


def is_wrong(problems: Sequence[TableProblem]) -> bool:
    """Return True if something is wrong: the page and the ring are red.

    Otherwise something is only unfinished.
    """
    return any(not problem.unfinished for problem in problems)


def tone_of_all(problems: Sequence[TableProblem]) -> Tone:
    """Return the tone of a page with these problems."""
    return Tone.BAD if is_wrong(problems) else Tone.NOW


def title_of(problems: Sequence[TableProblem]) -> str:
    """Return the title of a page with these problems.

    Nothing is almost done while a piece is missing.
    """
    if is_wrong(problems):
        return say("Something is not right")
    if any(problem.missing for problem in problems):
        return say("Something is missing")
    return say("Almost done")


def problem_page(session: Session, board: object, problems: Sequence[TableProblem], *, overrule: bool) -> BoardPage:
    """Return a page with the problems, the likeliest large; the game marks them on its `board`."""
    first, *others = problems
    rows = [Row(first.fix, tone=Tone.NOW)]
    for problem in others:
        rows.append(Row(problem.sentence, detail=problem.fix, tone=tone_of(problem), sign=problem.sign))
    return BoardPage(
        "problem",
        title_of(problems),
        board,
        first.sentence,
        tuple(rows),
        tone_of_all(problems),
        sign=first.sign,
        keys=Keys(
            draw=say("Say again"),
            back=undo_label(session),
            advance_hold=say("Leave as it is") if overrule else "",
            back_hold=say("Menu"),
        ),
        # What bots have done before says nothing of what is wrong now.
        status=session.progress,
        standing=session.standing,
        one_column=True,
    )
