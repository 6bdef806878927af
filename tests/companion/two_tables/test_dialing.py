"""Tables that dial each other by a number: two endpoints of one machine, no network."""

import asyncio
import hashlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.screen.pages import ListPage
from companion.two_tables import dialing, tables
from companion.two_tables.dialing import DialledPost, new_address
from companion.two_tables.order import Side
from companion.two_tables.post import DIAL, checked_address
from companion.two_tables.steps import AnotherTableStep
from tests.companion.two_tables.test_tables import Table, wait

iroh = pytest.importorskip("iroh")

PATIENCE_S = 60.0


class LocalPost(DialledPost):
    """Post that is found on this machine alone: relays and look-ups are off."""

    def _options(self) -> Any:
        key = self._key if self._side is Side.HOST else None
        # A port that follows from the key: the guest finds it without a look-up.
        port = self._port if key else 0
        return iroh.EndpointOptions(
            preset=iroh.preset_minimal(),
            secret_key=key,
            alpns=[b"companion-two-tables/1"],
            relay_mode=iroh.RelayMode.disabled(),
            bind_addr=f"127.0.0.1:{port}",
        )

    @property
    def _port(self) -> int:
        return 20_000 + int.from_bytes(hashlib.sha256(self._key).digest()[:2], "big") % 20_000

    def _host_address(self) -> Any:
        return iroh.EndpointAddr(iroh.SecretKey.from_bytes(self._key).public(), None, [f"127.0.0.1:{self._port}"])


@pytest.fixture
def posts() -> Iterator[list[DialledPost]]:
    url = new_address()
    found: list[DialledPost] = [LocalPost(url, "invited", side) for side in Side]
    yield found
    for post in found:
        post.close()


def come(post: DialledPost) -> list[bytes]:
    end_s = time.monotonic() + PATIENCE_S
    while not (packets := post.received()):
        assert time.monotonic() < end_s
        time.sleep(0.02)
    return packets


def test_a_number_is_typed_with_or_without_dashes() -> None:
    address = new_address()
    number = address.removeprefix(DIAL)
    assert checked_address(f" {number[:4]}-{number[4:8]}-{number[8:]} ") == checked_address(number) == address
    assert checked_address(address) == address
    assert checked_address("192.168.1.5").startswith("http://")


@pytest.mark.slow
def test_packets_of_any_size_go_both_ways(posts: list[DialledPost]) -> None:
    host, guest = posts
    deadline = time.monotonic() + PATIENCE_S
    while not (packets := host.received()):
        assert time.monotonic() < deadline
        guest.send(b"hello")
        time.sleep(0.2)
    assert {*packets} == {b"hello"}
    host.send(b"a" * 41_000)
    assert come(guest) == [b"a" * 41_000]


@pytest.mark.slow
def test_a_table_joins_by_a_number_and_plays(tmp_path: Path) -> None:
    found = [Table(tmp_path / side, invites=False, start_post=LocalPost) for side in Side]
    host, guest = found
    host.tables.dials = True
    host.begin()
    host.session.open(AnotherTableStep(host.session, host.tables))
    page = host.session.page
    assert isinstance(page, ListPage)
    assert [row.id for row in page.rows if row.id in ("invite", "relay", "dial")] == ["dial"]
    host.session.touch("dial", 0.0)
    page = host.session.page
    assert isinstance(page, ListPage)
    number, digits = (row.value for row in page.rows[:2])
    assert len(number) == len("0000-0000-0000")
    guest.session.touch("join", 0.0)
    guest.session.typed(number, 0.0)
    guest.session.touch("next", 0.0)
    guest.session.typed(digits, 0.0)
    guest.session.touch("next", 0.0)
    wait(found, lambda: guest.session.game is not None and not host.tables.notice())
    host.session.close()
    host.move()
    wait(found, lambda: guest.events == 2)
    guest.move()
    wait(found, lambda: host.events == 3)
    for table in found:
        table.close()


def test_without_the_package_a_table_says_what_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "may_dial", lambda: False)
    table = Table(tmp_path, invites=False)
    table.session.touch("join", 0.0)
    table.session.typed(new_address(), 0.0)
    table.session.touch("next", 0.0)
    table.session.typed("123456", 0.0)
    table.session.touch("next", 0.0)
    assert "./run extra dial" in table.tables.problem
    assert dialing.may_dial()
    table.close()


class StrangersPost(LocalPost):
    """Guest that knows the number, and nothing else: it reads nothing, and may flood."""

    floods = False

    async def _read(self, connection: Any) -> None:
        while True:
            if self.floods:
                await self._send_one(b"nothing", connection)
            else:
                await asyncio.sleep(1.0)


class FloodingPost(StrangersPost):
    """Guest of this kind that floods."""

    floods = True


@pytest.mark.slow
@pytest.mark.parametrize("kind", [StrangersPost, FloodingPost])
def test_a_stranger_who_takes_nothing_or_floods_keeps_no_table_waiting(kind: type[StrangersPost]) -> None:
    url = new_address()
    host = LocalPost(url, "invited", Side.HOST)
    stranger = kind(url, "invited", Side.GUEST)
    wait([], lambda: len(host._connections) == 1)
    # More than waits for somebody who reads nothing.
    for number in range(110):
        host.send(b"%d" % number)
        time.sleep(0.01)
    guest = LocalPost(url, "invited", Side.GUEST)
    deadline = time.monotonic() + 8.0
    heard: list[bytes] = []
    answered: list[bytes] = []
    while b"hello" not in heard or b"welcome" not in answered:
        assert time.monotonic() < deadline
        guest.send(b"hello")
        host.send(b"welcome")
        # As slowly as a busy window looks.
        time.sleep(0.3)
        heard += host.received()
        answered += guest.received()
    for post in (host, stranger, guest):
        post.close()
