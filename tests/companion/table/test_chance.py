"""Tests of the box's chance: nobody tries again after a restart, and nobody computes it."""

import shutil
from pathlib import Path

import pytest

from companion.device.settings import Settings
from companion.journal import Journal
from companion.table.session import Session
from companion.table.session_start import open_session
from tests.companion.table.counting import Counting


def opened(path: Path, game: int = 1) -> Session:
    """Return a session with a game of the journal, as after a start of the companion."""
    session = open_session(Journal.open(path), Settings(), [Counting()], sees=False)
    session.open_start_page()
    session.resume(game)
    return session


def thrown(session: Session, purpose: str = "roll 1") -> float:
    rng = session.chance.rng(session.game_id, purpose)
    assert rng is not None
    number = rng.random()
    session.journal.close()
    return number


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal with two games."""
    path = tmp_path / "box" / "games.sqlite"
    path.parent.mkdir()
    journal = Journal.open(path)
    for _ in range(2):
        journal.start("counting", '{"event": "started"}')
    journal.close()
    return path


def test_a_throw_that_was_seen_comes_again_after_a_restart(path: Path) -> None:
    assert thrown(opened(path)) == thrown(opened(path))
    assert thrown(opened(path)) != thrown(opened(path), "roll 2")
    assert thrown(opened(path)) != thrown(opened(path, 2)), "each game has throws of its own"


def test_the_journal_alone_tells_no_throw(path: Path, tmp_path: Path) -> None:
    first = thrown(opened(path))
    key = path.with_name("games.chance.key")
    assert key.stat().st_mode & 0o077 == 0
    (tmp_path / "other").mkdir()
    copied = Path(shutil.copy(path, tmp_path / "other"))
    assert thrown(opened(copied)) != first


def test_where_no_secret_can_be_kept_a_throw_holds_until_the_companion_ends(path: Path) -> None:
    path.with_name("games.chance.key").mkdir()
    session = opened(path)
    again = session.chance.rng(session.game_id, "roll 1")
    assert again is not None
    assert again.random() == thrown(session)
