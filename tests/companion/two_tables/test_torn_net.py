"""Two tables whose net is torn, and what each does without the other."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.two_tables.invitation import Invitation
from companion.two_tables.meeting import Invite
from companion.two_tables.order import Side
from tests.companion.two_tables.test_tables import Table, wait
from tools.shared_hosts import NOWHERE, Rooms
from tools.walk.games import games

pytest.importorskip("starlette")
pytest.importorskip("spake2")

FLOORS = games()["finstere-flure"]


def table(tmp_path: Path, side: Side, carried: Rooms) -> Table:
    return Table(tmp_path / side, invites=False, games=(FLOORS,), start_post=carried.post)


@pytest.fixture
def tables(tmp_path: Path, rooms: Rooms) -> Iterator[list[Table]]:
    """Return two tables with a game in which red has moved; all other seats are the guest's."""
    host, guest = found = [table(tmp_path, side, rooms) for side in Side]
    host.begin(FLOORS)
    invitation = Invitation("123456")
    seats = host.session.table_game.seats(host.session.first_event)
    host.tables.invite = Invite(NOWHERE, invitation, seats[1:], 1, host.start_post)
    guest.tables.begin_joining(NOWHERE, invitation)
    wait(found, lambda: guest.session.game is not None and not host.tables.notice())
    while not host.tables.is_awaited:
        host.move()
    wait(found, lambda: guest.events == host.events)
    yield found
    for each in found:
        each.close()


def test_a_guest_plays_on_while_the_host_is_away_and_both_come_together(
    tables: list[Table], tmp_path: Path, rooms: Rooms
) -> None:
    host, guest = tables
    before = host.events
    host.close()
    while not guest.tables.is_awaited:
        guest.move()
    assert guest.events >= before + 3, "all seats here have moved, and nobody else"
    wait([guest], lambda: "away since" in guest.tables.notice())
    tables[0] = host = table(tmp_path, Side.HOST, rooms)
    host.session.resume(1)
    assert host.events == before
    wait(tables, lambda: host.events == guest.events and not host.tables.notice() and not guest.tables.notice())
    assert host.journal.events(1) == guest.journal.events(1)
    assert not host.tables.is_awaited


def test_two_branches_are_shown_and_nothing_is_lost(tables: list[Table], tmp_path: Path, rooms: Rooms) -> None:
    host, guest = tables
    host.close()
    shutil.copytree(tmp_path / Side.GUEST, tmp_path / "backup")
    guest.move()
    tables[0] = host = table(tmp_path, Side.HOST, rooms)
    host.session.resume(1)
    wait(tables, lambda: host.events == guest.events and not host.tables.notice())
    guest.close()
    shutil.rmtree(tmp_path / Side.GUEST)
    shutil.copytree(tmp_path / "backup", tmp_path / Side.GUEST)
    tables[1] = guest = table(tmp_path, Side.GUEST, rooms)
    guest.session.resume(1)
    game = guest.session.game
    assert game is not None
    guest.session.apply(game.rules.possible(game.state)[-1])
    guest.session.go_on()
    told = host.journal.events(1), guest.journal.events(1)
    wait(tables, lambda: all("differ" in each.tables.notice() for each in tables))
    assert (host.journal.events(1), guest.journal.events(1)) == told
