"""The page of a problem: what is wrong with the table, where, and how to mend it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.box.language import say
from companion.games.finstere_flure.screen.shown import BoardShown, Mark
from companion.games.finstere_flure.table.event_words import state_line
from companion.games.finstere_flure.table.happening import Trouble
from companion.screen.pages import BoardPage, Keys, Row, Tone
from companion.voice import Level

if TYPE_CHECKING:
    from companion.table.session import Session


def say_trouble(session: "Session", trouble: Trouble) -> None:
    """Says what is wrong, and how to mend it."""
    session.say(f"{trouble.sentence} {trouble.fix}", Level.PROBLEM, "wrong")


def problem_page(session: "Session", board: BoardShown, troubles: Sequence[Trouble], *, overrule: bool) -> BoardPage:
    """The troubles, the likeliest large, their cells marked on the board."""
    first, *others = troubles
    marks = tuple(Mark(trouble.cells, Tone.BAD) for trouble in troubles if trouble.cells)
    rows = [Row(first.fix, tone=Tone.NOW)]
    for trouble in others:
        rows.append(Row(trouble.sentence, detail=trouble.fix, tone=Tone.BAD))
    return BoardPage(
        "problem",
        say("Something is not right"),
        replace(board, marks=(*board.marks, *marks)),
        first.sentence,
        tuple(rows),
        Tone.BAD,
        keys=Keys(
            draw=say("Say again"),
            back=say("Undo"),
            advance_hold=say("Leave as it is") if overrule else "",
            back_hold=say("Menu"),
        ),
        status=state_line(session),
    )
