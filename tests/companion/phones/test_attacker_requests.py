"""Requests over real sockets that no browser sends: none is obeyed, and honest phones go on."""

import json
import time
from pathlib import Path

import pytest

from tests.companion.phones.target import HONEST, SOON_S, TICKET, Target

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

HEAD = "{method} {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\n"
#: Streams to somebody who reads none of them.
STREAMS = 40
#: Values that are sent to each stream.
VALUES = 150
#: Size of a value (bytes).
SIZE = 200_000
#: Connections that are left are closed within so long (seconds).
CLOSED_S = 10.0
#: The server takes no more memory for them (bytes).
MEMORY = 60_000_000


def head(target: Target, method: str, path: str) -> str:
    """Return the beginning of a request of the page's own."""
    return HEAD.format(method=method, path=path, host=f"127.0.0.1:{target.link.port}")


def answers(target: Target, sent: bytes) -> bytes:
    """Return all answers until the connection is closed, or silent for a second."""
    connection, answered = target.connect(sent=sent), b""
    connection.settimeout(1.0)
    try:
        while part := connection.recv(65_536):
            answered += part
    except (TimeoutError, ConnectionError):
        pass
    return answered


@pytest.mark.parametrize("size", [9_000, 60_000, 2_000_000])
def test_a_head_without_end_is_refused(target: Target, size: int) -> None:
    answered = answers(target, f"{head(target, 'GET', '/words')}X: {'a' * size}\r\n\r\n".encode())
    assert b" 200 " not in answered
    assert target.ask_honestly() < SOON_S


#: Heads that tell where their body ends in two ways, or in a way that others read otherwise.
TWO_LENGTHS = {
    "both": "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
    "both, the other way round": "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n",
    "two": "Content-Length: 4\r\nContent-Length: 60\r\n",
    "a list": "Content-Length: 4, 60\r\n",
    "signed": "Content-Length: +4\r\n",
    "less than nothing": "Content-Length: -4\r\n",
    "another encoding": "Transfer-Encoding: xchunked\r\n",
    "space before the colon": "Content-Length : 4\r\n",
}


@pytest.mark.parametrize("lengths", TWO_LENGTHS)
def test_no_request_is_hidden_in_another(target: Target, lengths: str) -> None:
    guest = target.phone()
    assert guest.join(ticket=TICKET) == 200
    try:
        cookie = f"Cookie: {guest.cookie}\r\n"
        note = json.dumps({"note": "hidden"})
        hidden = f"{head(target, 'POST', '/touch')}{cookie}Content-Length: {len(note)}\r\n\r\n{note}"
        outer = f"{head(target, 'POST', '/join')}{TWO_LENGTHS[lengths]}\r\n0\r\n\r\n{hidden}"
        answered = answers(target, outer.encode())
        # Whoever reads the outer one otherwise is told no second answer for it.
        assert answered.count(b"HTTP/1.1 ") <= 1
        assert guest.post("/touch", {"note": "whole"})[0] == 204
        touched = [message["touched"] for message in target.messages("touched")]
        assert touched[-1:] == [{"note": "whole"}]
        assert {"note": "hidden"} not in touched
    finally:
        guest.sleep()


def test_nobody_talks_but_by_requests(target: Target) -> None:
    upgrade = "Upgrade: {}\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA==\r\n\r\n"
    for other in ("websocket", "h2c"):
        answered = answers(target, (head(target, "GET", "/events") + upgrade.format(other)).encode())
        assert not answered.startswith(b"HTTP/1.1 101")
        assert not answered.startswith(b"HTTP/1.1 200")
    for sent in (
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"\x00" * 5000,
        b"GET /\r\n\r\n",
    ):
        assert b" 200 " not in answers(target, sent)
    for method in ("PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH"):
        assert b" 200 " not in answers(target, f"{head(target, method, '/touch')}Connection: close\r\n\r\n".encode())
    assert target.ask_honestly() < SOON_S


def memory(target: Target) -> int:
    """Return the memory of the server (bytes)."""
    return int(Path(f"/proc/{target.link._process.pid}/statm").read_text().split()[1]) * 4096


@pytest.mark.slow
def test_whoever_reads_nothing_is_kept_nothing(target: Target) -> None:
    guest, honest = target.phone(), target.phone(HONEST)
    for phone in (guest, honest):
        assert phone.join(ticket=TICKET) == 200
    guest.sleep()
    numbers = [message["phone"] for message in target.messages("joined")]
    before, files = memory(target), target.files
    request = f"{head(target, 'GET', '/events')}Cookie: {guest.cookie}\r\n\r\n".encode()
    for _ in range(STREAMS):
        target.connect(sent=request)
    for value in range(VALUES):
        for number in numbers:
            shown = json.dumps({"n": value, "x": "x" * (SIZE if number == numbers[0] else 10)})
            target.link.send({"kind": "show", "phone": number, "value": shown, "sits": True})
    honest.wait(lambda shown: shown["n"] == VALUES - 1)
    assert max(target.ask_honestly() for _ in range(10)) < SOON_S
    assert memory(target) < before + MEMORY
    # An older window of the same phone is closed for a newer one; a busy server does so a moment later.
    until = time.monotonic() + CLOSED_S
    while target.files >= files + STREAMS // 2:
        assert time.monotonic() < until, f"{target.files} files are open, {files} before"
        time.sleep(0.05)
    honest.sleep()
