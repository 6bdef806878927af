"""Tests of how many presses a turn takes: the counts stand in a table of the game's page."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.screen.pages import BoardPage, ListPage
from companion.table.session import Session
from hardware.buttons import Button
from tests.companion.games.betrayal.hand_house import begin, open_table, press
from tests.companion.games.betrayal.sample_pages import started

ROOT = Path(__file__).parents[4]


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Return a game of three without a camera; the companion throws the dice."""
    journal = Journal.open(tmp_path / "games.sqlite")
    session = open_table(journal)
    begin(session, started(3), dice="virtual")
    yield session
    journal.close()


def marked(session: Session) -> str:
    page = session.page
    assert isinstance(page, BoardPage | ListPage)
    return "" if page.selected is None else page.rows[page.selected].id


def shown_id(session: Session, row_id: str) -> str:
    """Return the id of the first row of tiles for `STRETCH`, else this id."""
    page = session.page
    assert isinstance(page, BoardPage | ListPage)
    return next(row.id for row in page.rows if row.id.startswith(STRETCH)) if row_id == STRETCH else row_id


def key_presses(session: Session, row_id: str) -> int:
    """Choose a row with Draw and Advance; return the number of presses."""
    presses = 1
    row_id = shown_id(session, row_id)
    while marked(session) != row_id:
        press(session, Button.DRAW)
        presses += 1
        assert presses < 60, (row_id, session.page)
    press(session, Button.ADVANCE)
    return presses


#: The first tiles by the alphabet.
STRETCH = "stretch"
#: What is done in a turn: what is touched on the map and in rows, and the rows chosen by keys.
ACTS = {
    "walk": (("foyer",), ("walk", "foyer")),
    "a tile with four doors": 2 * (("door:N", STRETCH, "ballroom"),),
    "an event's roll": 2 * (("trait-roll:speed", "ok"),),
    "end": 2 * (("drawn", "end"),),
}


def test_a_turn_takes_as_many_presses_as_the_game_s_page_says(session: Session) -> None:
    counted = {
        act: (len(touched), sum(key_presses(session, row) for row in rows)) for act, (touched, rows) in ACTS.items()
    }
    touches, keys = map(sum, zip(*counted.values(), strict=True))
    text = (ROOT / "docs" / "betrayal.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| (.*?) \| (\d+) \| (\d+) \|$", text, re.MULTILINE)
    counted["a turn with both"] = touches, keys
    assert len(told) == 3
    assert {act: (int(touches), int(keys)) for act, touches, keys in told}.items() <= counted.items()


def test_touches_tell_the_same_turn(session: Session) -> None:
    for touched, _ in ACTS.values():
        for target in touched:
            session.touch(shown_id(session, target), 0.0)
    assert session.game is not None
    names = [type(event).__name__ for event in session.game.events[1:]]
    assert names == ["Moved", "Discovered", "Rolled", "Drew", "TurnEnded"]
