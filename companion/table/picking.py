"""Choice of one of many in a dialog: a list, or first a stretch of the alphabet.

The stretch comes first where the list would be long.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from companion.device.language import say
from companion.device.sentences import sorting_key
from companion.screen.pages import Row
from companion.table.dialog import Dialog
from companion.table.event_dialog import number_rows
from companion.table.option_rows import idle_row
from companion.table.questions import Answers, Question

#: So many rows are read at once; of longer lists a stretch is chosen first, of about `_STRETCH` rows.
_MOST = 12
_STRETCH = 9
_STRETCH_ID = "stretch "
#: Between the ids of a stretch's rows.
_AND = "\t"
DONE = "done"


def pick(text: str, rows: Iterable[Row], *, any_will_do: bool = False) -> Dialog[str]:
    """Choose one of these rows, as they come; a long list has the whole screen.

    `any_will_do`: see `Question`.
    """
    shown = tuple(rows)
    return (yield Question(text, shown, whole_screen=len(shown) > _MOST, any_will_do=any_will_do))


def pick_number(text: str, least: int, most: int) -> Dialog[int]:
    """Choose a number."""
    return int((yield from pick(text, number_rows(least, most))))


def pick_named(text: str, rows: Iterable[Row]) -> Dialog[str]:
    """Choose one of these rows by the alphabet; of many a stretch of it first."""
    named = by_name(rows)
    if len(named) <= _MOST:
        return (yield from pick(text, named))
    answer = yield Question(text, tuple(map(_stretch_row, _stretches(named))), whole_screen=True)
    if not answer.startswith(_STRETCH_ID):
        # The camera tells what it is at once.
        return answer
    # In another language, such as that of a phone, the same rows may be no stretch of the alphabet.
    chosen = answer.removeprefix(_STRETCH_ID).split(_AND)
    return (yield from pick(text, [row for row in named if row.id in chosen]))


def path_to(rows: Iterable[Row], row_id: str) -> Answers:
    """Return the answers that choose a row in `pick_named`."""
    named = by_name(rows)
    if len(named) <= _MOST:
        return (row_id,)
    chosen = next(part for part in _stretches(named) if any(row.id == row_id for row in part))
    return (_stretch_row(chosen).id, row_id)


def by_name(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Return the rows by the alphabet."""
    return tuple(sorted(rows, key=lambda row: (sorting_key(row.text), row.id)))


def _stretches(rows: Sequence[Row]) -> list[Sequence[Row]]:
    number = -(-len(rows) // _STRETCH)
    bounds = [place * len(rows) // number for place in range(number + 1)]
    return [rows[first:end] for first, end in pairwise(bounds)]


def _stretch_row(rows: Sequence[Row]) -> Row:
    text = say("{first} to {last}", first=rows[0].text, last=rows[-1].text)
    return Row(text, _STRETCH_ID + _AND.join(sorted(row.id for row in rows)))


def tick(text: str, rows: Iterable[Row]) -> Dialog[tuple[str, ...]]:
    """Ask for some of these rows, at least one.

    Each answer ticks one or takes its tick away, until all is right.
    """
    shown, ticked = tuple(rows), set[str]()
    while True:
        boxes = [Row(row.text, row.id, row.value, row.detail, sign=row.sign, done=row.id in ticked) for row in shown]
        ready = Row(say("That is right"), DONE)
        answer = yield Question(text, (*boxes, ready if ticked else idle_row(ready)), stays=True)
        if answer == DONE:
            return tuple(row.id for row in shown if row.id in ticked)
        ticked ^= {answer}
