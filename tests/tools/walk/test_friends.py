"""Friends elsewhere who play the running game of a walked table too."""

from collections.abc import Iterator

import pytest

from companion.two_tables.order import SharedEntry
from companion.two_tables.share import SessionLedger
from tools.walk.opened import TablePlace
from tools.walk.table import WalkedTable

pytestmark = pytest.mark.slow


@pytest.fixture
def table() -> Iterator[WalkedTable]:
    """Return a table of noughts and crosses with friends elsewhere."""
    with WalkedTable(TablePlace.VIRTUAL, ("noughts-and-crosses",), with_friends=True) as opened:
        while opened.session.game is None:
            opened.play_on(1, 1)
        yield opened


def test_friends_play_their_seat(table: WalkedTable) -> None:
    assert table.friends is not None
    for seed in range(6):
        table.play_on(1, seed)
        table.friends_play(1, seed)
    assert table.session.game is not None
    assert len(table.session.game.events) >= 3
    assert table.friends.session.game is not None
    assert table.friends.session.game.events == table.session.game.events
    assert "noughts-and-crosses at two tables" in table.features()


def test_tables_show_each_other_their_boards(table: WalkedTable) -> None:
    assert table.friends is not None
    table.switch_pictures(own=True, other=False)
    table.play_on(2, 1)
    assert "a picture of the other table's board" not in table.features()
    table.switch_pictures(own=True, other=True)
    for seed in range(6):
        table.play_on(1, seed)
        table.friends_play(1, seed)
    assert "a picture of the other table's board" in table.features()


def test_tables_that_differ_are_found(table: WalkedTable, monkeypatch: pytest.MonkeyPatch) -> None:
    assert table.friends is not None
    theirs = table.friends.other_table.share
    assert theirs is not None
    monkeypatch.setattr(theirs, "ledger", OtherLedger(theirs.ledger))
    with pytest.raises(AssertionError, match="the tables differ"):
        table.wait(0.1)


class OtherLedger:
    """Ledger with another first entry than was made."""

    def __init__(self, ledger: SessionLedger) -> None:
        self.entries = [SharedEntry({"kind": "other"}), *ledger.entries[1:]]
