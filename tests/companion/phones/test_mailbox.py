"""The mailbox of two tables: packets wait in rooms that somebody has opened, within limits."""

import asyncio
import http.client
import json
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from companion.phones.link import ServerLink
from companion.phones.mailbox import MOST_IN_PACKET, Mailbox
from tests.companion.phones.evening import HERE

pytest.importorskip("starlette")


@pytest.fixture(scope="module")
def link() -> Iterator[ServerLink]:
    link = ServerLink(HERE)
    link.send({"kind": "rooms", "rooms": ["a-room"]})
    time.sleep(0.2)
    yield link
    link.close()


def ask(link: ServerLink, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
    with closing(http.client.HTTPConnection("127.0.0.1", link.port, timeout=10)) as connection:
        connection.request(method, path, body)
        answer = connection.getresponse()
        return answer.status, answer.read()


def take(link: ServerLink, after: int | None) -> tuple[int, int]:
    """Return how many packets wait for the guest after a number, and the last one's number."""
    query = "" if after is None else f"?after={after}"
    status, body = ask(link, "GET", f"/table/a-room/guest{query}")
    assert status == 200
    left = json.loads(body)
    return len(left["packets"]), left["last"]


def test_packets_wait_for_the_other_side_and_nobody_takes_them_away(link: ServerLink) -> None:
    _, before = take(link, None)
    for packet in (b"first", b"second"):
        assert ask(link, "POST", "/table/a-room/host", packet)[0] == 204
    assert take(link, before) == take(link, before) == (2, before + 2)
    assert take(link, before + 1) == (1, before + 2)
    assert take(link, None) == (0, before + 2)


def test_a_number_from_before_a_room_was_opened_anew_is_put_right(link: ServerLink) -> None:
    _, last = take(link, None)
    assert take(link, last + 1000) == (0, last)


def test_the_oldest_packets_are_lost_where_nobody_takes_any(link: ServerLink) -> None:
    _, before = take(link, None)
    for _ in range(10):
        ask(link, "POST", "/table/a-room/host", bytes(MOST_IN_PACKET))
    assert take(link, before) == (6, before + 10)


def test_one_address_opens_a_few_rooms_of_a_relay() -> None:
    from starlette.requests import Request

    new, leave, _ = (route.endpoint for route in Mailbox(is_public=True).routes())

    def status(act: Any, address: str, room: str = "") -> int:
        """Return the status that a request of an address is answered with."""

        async def packet() -> dict[str, Any]:
            return {"type": "http.request", "body": b"packet"}

        scope = {"type": "http", "client": (address, 1), "path_params": {"room": room, "side": "host"}, "headers": []}
        answer: int = asyncio.run(act(Request(scope, packet))).status_code
        return answer

    statuses = [status(leave, "192.0.2.1", f"room-{number}") for number in range(20)]
    assert 4 <= statuses.count(204) < 10
    assert status(new, "192.0.2.1") == 503
    assert status(new, "192.0.2.7") == 200


@pytest.mark.parametrize("path", ["/table/another/host", "/table/a-room/stranger", "/table/a-room", "/table"])
def test_nobody_leaves_packets_in_a_room_that_is_not_open(link: ServerLink, path: str) -> None:
    assert ask(link, "POST", path, b"packet")[0] in (404, 405)


def test_a_packet_that_is_too_long_is_refused(link: ServerLink) -> None:
    assert ask(link, "POST", "/table/a-room/host", bytes(MOST_IN_PACKET + 1))[0] == 413
