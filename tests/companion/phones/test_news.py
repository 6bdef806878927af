"""News of a seat on its phone: the last lines, and none of what was taken back."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import pytest

from companion.device.settings import Settings
from companion.journal import Journal
from companion.phones.news import SeatNews
from companion.table.seat_screen import SeatScreen
from companion.table.session import Session
from companion.table.session_start import open_session
from tests.companion.table.counting import Counting

SEAT = "red"
PHONE = 1


class _TellingScreen(SeatScreen[Any, Any, Any, Any]):
    """Screen of a seat that is told how far it has come."""

    def seat_news(self, before: Any | None, view: Any, events: Sequence[Any], seat: str) -> Sequence[str]:
        return (f"{seat}: {before} to {view} by {len(events)}",) if before is not None else ()


class _Telling(Counting):
    """Counting that tells a seat how far it has come."""

    @cached_property
    def seat_screen(self) -> _TellingScreen:
        return _TellingScreen(self.play, self.rules, self.describe_event)


@pytest.fixture
def session(journal: Journal) -> Session:
    session = open_session(journal, Settings(), [_Telling()], sees=True)
    session.open_start_page()
    session.table_game.begin(session, "started", {})
    return session


def lines(session: Session, news: SeatNews) -> Sequence[str]:
    assert session.game is not None
    return news.lines(SEAT, PHONE, session.game.state)


def test_what_was_taken_back_is_no_news(session: Session) -> None:
    news = SeatNews(session)
    assert not lines(session, news)
    session.apply("counted")
    assert lines(session, news) == ["red: 0 to 1 by 1"]
    session.apply("counted")
    assert lines(session, news) == ["red: 0 to 1 by 1", "red: 1 to 2 by 1"]
    session.undo(2)
    assert lines(session, news) == []
    session.apply("counted")
    assert lines(session, news) == ["red: 1 to 2 by 1"]


def test_whoever_sits_down_next_reads_nothing_of_before(session: Session) -> None:
    news = SeatNews(session)
    lines(session, news)
    session.apply("counted")
    assert lines(session, news)
    assert session.game is not None
    assert news.lines(SEAT, PHONE + 1, session.game.state) == []
    news.keep({(SEAT, PHONE + 1)})
    assert lines(session, news) == []


def test_news_are_those_of_the_running_game(session: Session) -> None:
    news, sitting = SeatNews(session), {(SEAT, PHONE)}
    news.keep(sitting)
    lines(session, news)
    session.apply("counted")
    news.keep(sitting)
    assert lines(session, news) == ["red: 0 to 1 by 1"]
    session.table_game.begin(session, "started", {})
    session.apply("counted")
    news.keep(sitting)
    assert lines(session, news) == []
