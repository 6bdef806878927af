"""Post of a table: what it asks of a mailbox, and in which order."""

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from companion.two_tables.order import Side
from companion.two_tables.post import Post

pytest.importorskip("starlette")

#: A room is opened after so many requests.
OPENS_AFTER = 2
PATIENCE_S = 30.0


class Mailbox(ThreadingHTTPServer):
    """Mailbox with a room that is opened a moment late; `asked`: the requests."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.asked: list[str] = []


class Answering(BaseHTTPRequestHandler):
    """Answer as the mailbox of another table."""

    server: Mailbox

    def do_GET(self) -> None:
        self.server.asked.append("GET")
        is_open = self.server.asked.count("GET") > OPENS_AFTER
        body = json.dumps({"packets": [], "last": 0}).encode() if is_open else b""
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
