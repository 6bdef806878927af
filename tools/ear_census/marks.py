"""Mark that Advance takes, as a page has it: a row, or a piece or cell on a board."""

import re
from dataclasses import dataclass

from companion.device.language import say
from companion.screen.pages import BoardPage, ListPage, Row
from companion.table.session import Session
from companion.voice.wording import reading_text

_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class CensusMark:
    """Mark: the id of its row or place, and its words."""

    target: str
    words: str
    more: str = ""


def rows_of(session: Session) -> tuple[Row, ...]:
    """Return the tiles and rows of the page."""
    page = session.page
    if isinstance(page, ListPage):
        return (*page.tiles, *page.rows)
    return page.rows if isinstance(page, BoardPage) else ()


def marked(session: Session) -> CensusMark | None:
    """Return what is marked on the page; None where nothing is."""
    page, step = session.page, session.step
    selected = getattr(page, "selected", None)
    if selected is not None:
        row = rows_of(session)[selected]
        # A task that the caption says is heard by its sentence.
        return CensusMark(row.id, row.room_for or row.text, " ".join((row.value, row.detail)))
    # Pieces and cells on a board are marked by their steps alone.
    target = getattr(step, "target", None) or getattr(step, "marked", None)
    if not isinstance(target, str) or not target:
        return None
    places, number = step.places()
    if number is not None:
        return CensusMark(places[number].id, places[number].text, f"{places[number].value} {places[number].detail}")
    return CensusMark(
        target, {"leave": say("Leave the castle"), "stay": say("Stay at the entrance")}.get(target, target)
    )


def words_of(session: Session, text: str) -> list[str]:
    """Return the words of a text as a voice says it."""
    return _WORD.findall(reading_text(session.table_game.voice.spoken(text)).casefold())


def is_said(session: Session, mark: CensusMark, before: CensusMark | None, said: str) -> bool:
    """Return True if a mark's words were said, or those that tell it from the mark before."""
    wanted, spoken = words_of(session, mark.words), set(words_of(session, said))
    known = set(words_of(session, before.words)) if before is not None else set()
    different = [word for word in wanted if word not in known]
    if not different:
        different = [word for word in words_of(session, mark.more) if word not in known] or wanted
    return bool(spoken) and all(word in spoken for word in different)
