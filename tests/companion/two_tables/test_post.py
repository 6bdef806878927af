"""Post of a table: what it asks of a mailbox, and in which order."""

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from companion.device.errors import UserError
from companion.two_tables.order import Side
from companion.two_tables.post import Post, checked_address

pytest.importorskip("starlette")

#: A room is opened after so many requests.
OPENS_AFTER = 2
PATIENCE_S = 30.0


class Mailbox(ThreadingHTTPServer):
    """Mailbox with a room that is opened a moment late.

    `asked`: the requests, `last`: what it says of the last packet.
    """

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.asked: list[str] = []
        self.last: float = 0


class Answering(BaseHTTPRequestHandler):
    """Answer as the mailbox of another table."""

    server: Mailbox

    def do_GET(self) -> None:
        self.server.asked.append("GET")
        is_open = self.server.asked.count("GET") > OPENS_AFTER
        body = json.dumps({"packets": [], "last": self.server.last}).encode() if is_open else b""
        if is_open and self.server.asked.count("GET") > OPENS_AFTER + 1:
            time.sleep(0.05)
        self.send_response(200 if is_open else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.server.asked.append("POST")
        self.send_response(204)
        self.end_headers()

    def log_message(self, *told: object) -> None: ...


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with Mailbox() as opened:
        thread = threading.Thread(target=opened.serve_forever, args=(0.01,))
        thread.start()
        yield opened
        opened.shutdown()
        thread.join()


def test_nothing_is_sent_to_a_room_before_its_answer_could_be_heard(mailbox: Mailbox) -> None:
    post = Post(f"http://127.0.0.1:{mailbox.server_port}", "room", Side.GUEST)
    post.send(b"first")
    until = time.monotonic() + PATIENCE_S
    while "POST" not in mailbox.asked:
        assert time.monotonic() < until
        time.sleep(0.01)
    post.close()
    assert mailbox.asked[: mailbox.asked.index("POST")].count("GET") > OPENS_AFTER


def test_an_answer_with_a_number_that_is_none_ends_no_post(mailbox: Mailbox) -> None:
    mailbox.last = float("inf")
    post = Post(f"http://127.0.0.1:{mailbox.server_port}", "room", Side.GUEST)
    until = time.monotonic() + PATIENCE_S
    while mailbox.asked.count("GET") <= OPENS_AFTER:
        assert time.monotonic() < until
        time.sleep(0.01)
    mailbox.last = 0
    while not post.works:
        assert time.monotonic() < until
        time.sleep(0.01)
    post.close()


@pytest.mark.parametrize("text", ["a..b", f"{'a' * 64}.de", "ü..b", "192.168.1.5:99999", "http://", "a b"])
def test_what_no_network_knows_is_no_address(text: str) -> None:
    with pytest.raises(UserError, match="is no address of a table"):
        checked_address(text)


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("192.168.1.5", "http://192.168.1.5:8720"),
        ("[fe80::1]:80", "http://[fe80::1]:80"),
        ("küche.local", "http://xn--kche-0ra.local:8720"),
        ("https://my_table.example:1", "https://my_table.example:1"),
        ("1234-5678-9012", "dial:123456789012"),
    ],
)
def test_an_address_is_typed_in_any_form_and_kept_in_one(text: str, url: str) -> None:
    assert checked_address(text) == checked_address(url) == url
