"""Check that a page of a running game says whose turn it is, or what is waited for."""

import re

from companion.device.language import in_language, said_again
from companion.screen.pages import BoardPage, ListPage, Page, PlayedPage
from companion.table.seat_names import player_name, seats_of
from companion.table.session import Session

#: With these words an English sentence begins that asks somebody to do something.
_ASKING = re.compile(
    r"(allowed|answer|bring|check|choose|confirm|deal|decide|draw|enter|flip|go|keep|lay|let|look|make|mark|move|name|pick|place"
    r"|play|press|push|put|remove|return|roll|say|show|shuffle|sort|sow|spread|stack|take|tell|tick|touch|turn|wait)\b"
)
#: With these words it says whose turn it is or what is waited for, or that nothing is: the game goes on by itself.
_WAITING = re.compile(
    r"\b(may|is thinking|waits?|waiting|look on until|turn|not yet|not everything|a moment|is covered|things? to do"
    r"|the table is right)\b"
)
#: Shorter parts of names, such as "Sir", stand for nobody.
_LEAST_LATIN = 4
_LEAST_OTHER = 2
_SENTENCES = re.compile(r"(?<=[.:!?])\s+|\n")


def check_prompt(session: Session) -> None:
    """Raise AssertionError if the page of a running game tells nobody what it is about now.

    It names whose turn it is, asks a question, asks for something to be done, or says what is waited for. Sentences are
    understood in English; in another language the same is said, with the name of the same player.
    """
    page = session.page
    if isinstance(page, PlayedPage):
        return
    with in_language("en"):
        asks, names = _asks(session, session.page), _names_in(session, session.page)
    assert asks or names, f"nobody is told whose turn it is, or what is waited for: {page}"
    assert asks or _names_in(session, page), f"{names} are named in English alone: {page}"
    assert "".join(_read(session, page)).strip(), f"what is waited for is told in English alone: {page}"


def _read(session: Session, page: Page) -> list[str]:
    """Return what is read first on a page: title, main sentence, problems, news at the edge."""
    assert session.game is not None
    match page:
        case BoardPage(title=title, caption=text, rows=rows) | ListPage(title=title, text=text, rows=rows):
            told = [text for row in rows if not row.id for text in (row.text, row.detail)]
            usual = session.table_game.status(session.game.state)
            said = [title, text, *told, *([page.status] if page.status != usual else ())]
            return [str(said_again(announcement)) for announcement in said]
    return []


def _names_in(session: Session, page: Page) -> list[str]:
    """Return the players whom a page names, in the language in use."""
    said = "\n".join(_read(session, page)).casefold()
    names = [player_name(session, seat) for seat in seats_of(session)]
    return [name for name in names if any(part.casefold() in said for part in _short_names(name))]


def _short_names(name: str) -> list[str]:
    """Return a name, and its parts that may stand for it."""
    parts = re.split(r"[\s\xa0·]+", name)
    return [name, *(part for part in parts if len(part) >= (_LEAST_LATIN if part.isascii() else _LEAST_OTHER))]


def _asks(session: Session, page: Page) -> bool:
    """Return True if an English page asks, asks for an act, or says what is waited for."""
    sentences = [sentence.strip().casefold() for text in _read(session, page) for sentence in _SENTENCES.split(text)]
    return any(
        sentence.endswith("?") or bool(_ASKING.match(sentence) or _WAITING.search(sentence)) for sentence in sentences
    )
