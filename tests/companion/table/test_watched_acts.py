"""Tests of a watched game: its acts are told for long enough, and nobody is asked."""

from pathlib import Path
from random import Random

import pytest

from companion.device.settings import Settings
from companion.games.lifeboat.table.game import TABLE as LIFEBOAT
from companion.journal import Journal
from companion.screen.pages import BoardPage
from companion.table.bot_acts import is_still_watched, watched_act
from companion.table.session import Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from engine.lifeboat.components import Character
from engine.lifeboat.events import Demanded, DemandKind, GameStarted, Took

PEOPLE = tuple(Character)[:4]


def play(folder: Path, *, watching: bool) -> Session:
    """Return a session after the supply of a game, and one demand."""
    started = GameStarted(PEOPLE)
    around = SessionContext(watched=lambda _: started)
    session = open_session(
        Journal.open(folder / "games.sqlite"), Settings(), [LIFEBOAT], sees=True, rng=Random(1), around=around
    )
    session.open_start_page()
    session.watching = watching
    session.start(started)
    for character in PEOPLE:
        session.apply(Took(character), already_placed=True)
    session.apply(Demanded(PEOPLE[0], PEOPLE[1], DemandKind.SEAT), already_placed=True)
    session.go_on()
    return session


def page(session: Session) -> BoardPage:
    """Return the page of a session."""
    assert isinstance(session.page, BoardPage)
    return session.page


def test_a_watched_page_tells_what_has_happened_and_asks_nothing(tmp_path: Path) -> None:
    shown = page(play(tmp_path, watching=True))
    assert shown.caption == "Lady Lauren wants to change seats with Sir Stephen."
    assert [row.id for row in shown.rows if row.id] == []


def test_who_plays_is_asked(tmp_path: Path) -> None:
    shown = page(play(tmp_path, watching=False))
    assert shown.caption.endswith("Does Sir Stephen agree?")
    assert [row.id for row in shown.rows if row.id]


def test_an_act_is_shown_until_it_can_be_read(tmp_path: Path) -> None:
    session = play(tmp_path, watching=True)
    assert is_still_watched(session)
    session.tick(session.now + 2.0)
    assert is_still_watched(session)
    session.tick(session.now + 3.0)
    assert not is_still_watched(session)


@pytest.mark.parametrize("seconds", [0.0, 10.0])
def test_nobody_waits_for_acts_of_a_game_that_people_play(seconds: float, tmp_path: Path) -> None:
    session = play(tmp_path, watching=False)
    session.tick(session.now + seconds)
    assert watched_act(session) == ""
    assert not is_still_watched(session)
