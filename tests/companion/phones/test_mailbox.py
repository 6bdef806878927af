"""The mailbox of two tables: packets wait in rooms that somebody has opened, within limits."""

import http.client
import json
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from companion.phones.link import ServerLink
from companion.phones.mailbox import MOST_IN_PACKET
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


def test_packets_wait_for_the_other_side_in_their_order_and_are_given_once(link: ServerLink) -> None:
    assert ask(link, "POST", "/table/a-room/host", b"first")[0] == 204
    assert ask(link, "POST", "/table/a-room/host", b"second")[0] == 204
    status, body = ask(link, "GET", "/table/a-room/guest")
    assert status == 200
    assert len(json.loads(body)["packets"]) == 2
    ask(link, "POST", "/table/a-room/host", b"third")
    assert len(json.loads(ask(link, "GET", "/table/a-room/guest")[1])["packets"]) == 1


@pytest.mark.parametrize("path", ["/table/another/host", "/table/a-room/stranger", "/table/a-room", "/table"])
def test_nobody_leaves_packets_in_a_room_that_is_not_open(link: ServerLink, path: str) -> None:
    assert ask(link, "POST", path, b"packet")[0] in (404, 405)


def test_a_packet_that_is_too_long_is_refused(link: ServerLink) -> None:
    assert ask(link, "POST", "/table/a-room/host", bytes(MOST_IN_PACKET + 1))[0] == 413
