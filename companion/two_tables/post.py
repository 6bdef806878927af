"""Post between a table and a mailbox: threads carry packets, the table never waits."""

import base64
import http.client
import json
import re
import ssl
import threading
from collections import deque
from collections.abc import Callable
from contextlib import closing, suppress
from queue import Empty, Full, Queue
from urllib.parse import urlsplit

from companion.device.errors import UserError
from companion.phones.address import DEFAULT_PORT
from companion.phones.mailbox import WAIT_S
from companion.two_tables.order import Side

#: So long (seconds) a thread waits for an answer.
_ANSWER_S = WAIT_S + 6.0
#: So long (seconds) it waits after a failure before it tries again, first and at most: a room opens in a moment.
_SOON_S = 0.05
_AGAIN_S = 1.0
#: After an answer it asks again so much later (seconds).
_LEAST_S = 0.02
#: What an answer that is none may raise: a number may be infinite there.
_FAILURES = (
    OSError,
    http.client.HTTPException,
    ValueError,
    KeyError,
    TypeError,
    RecursionError,
    OverflowError,
)
#: The first packet waits so long (seconds) at most until this table hears: the answer would be lost.
_HEARS_S = 2.0
#: So many packets wait to be sent; more are dropped, and said again later.
_MOST_TO_SEND = 60
#: So many packets wait for the table.
MOST_RECEIVED = 300
#: No answer is larger (bytes): all packets that wait in a mailbox, in letters.
_MOST_IN_ANSWER = 3_000_000
#: The answer to a packet is no larger (bytes).
_MOST_IN_REFUSAL = 10_000
#: An address has no more characters.
_MOST_IN_ADDRESS = 200
#: What the address of a table begins with that is dialled by a number, and how the number is typed.
DIAL = "dial:"
_DIALLED = re.compile(rf"(?:{DIAL})?([0-9]{{4}})-?([0-9]{{4}})-?([0-9]{{4}})")


def checked_address(text: str) -> str:
    """Return the address of a table or relay as a URL; a number of twelve digits is dialled.

    Raises UserError for what is none.
    """
    text = text.strip()
    if found := _DIALLED.fullmatch(text):
        return f"{DIAL}{''.join(found.groups())}"
    url = text if "://" in text else f"http://{text}"
    try:
        parts = urlsplit(url)
        port = parts.port or DEFAULT_PORT
        host = (parts.hostname or "").encode("idna").decode()
        is_address = parts.scheme in ("http", "https") and bool(host) and not parts.username
    except ValueError:
        is_address = False
    if not is_address or len(text) > _MOST_IN_ADDRESS or any(letter.isspace() for letter in text):
        raise UserError(f"{text!r:.60} is no address of a table; expected one such as 192.168.1.5:8720")
    return f"{parts.scheme}://{f'[{host}]' if ':' in host else host}:{port}"


def _connection(url: str) -> http.client.HTTPConnection:
    parts = urlsplit(url)
    assert parts.hostname is not None
    if parts.scheme == "https":
        # The packets are sealed by the tables themselves: whose certificate it is does not matter.
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return http.client.HTTPSConnection(parts.hostname, parts.port, timeout=_ANSWER_S, context=context)
    return http.client.HTTPConnection(parts.hostname, parts.port, timeout=_ANSWER_S)


class RoomRequest:
    """Request of a new room at a relay, made by a thread: a slow relay keeps no table waiting."""

    def __init__(self, url: str) -> None:
        self.url = url
        #: Name of the room; empty until the relay has answered.
        self.room = ""
        self.has_failed = False
        threading.Thread(target=self._ask, daemon=True).start()

    def _ask(self) -> None:
        try:
            with closing(_connection(self.url)) as connection:
                connection.request("POST", "/table", b"")
                room = json.loads(connection.getresponse().read(1000))["room"]
            if not (isinstance(room, str) and room.isdecimal() and len(room) <= 4):
                raise ValueError
        except _FAILURES:
            self.has_failed = True
        else:
            self.room = room


class Post:
    """A table's post in one room."""

    def __init__(self, url: str, room: str, side: Side) -> None:
        """Begin to carry packets; nothing is sent before `send`."""
        self._url, self._path = url, f"/table/{room}/{side}"
        self._to_send: Queue[bytes | None] = Queue(_MOST_TO_SEND)
        self._received: deque[bytes] = deque(maxlen=MOST_RECEIVED)
        self._is_closed = threading.Event()
        #: Set once what comes is heard, or nothing more is to be.
        self._hears = threading.Event()
        #: True while the mailbox answers.
        self.works = False
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._send, self._receive)]
        for thread in self._threads:
            thread.start()

    def send(self, packet: bytes) -> None:
        """Send a packet some time soon, or lose it."""
        with suppress(Full):
            self._to_send.put_nowait(packet)

    def received(self) -> list[bytes]:
        """Return the packets that have come since the last call."""
        return [self._received.popleft() for _ in range(len(self._received))]

    def close(self) -> None:
        """Carry nothing any more, but for what waits to be sent."""
        self._is_closed.set()
        self._hears.set()
        while True:
            try:
                self._to_send.put_nowait(None)
                return
            except Full:
                with suppress(Empty):
                    self._to_send.get_nowait()

    def _send(self) -> None:
        with closing(_connection(self._url)) as connection:
            while (packet := self._to_send.get()) is not None:
                if not self._hears.wait(_HEARS_S):
                    self._hears.set()
                # A connection that was idle is closed at the other end: it is opened again at once.
                for _ in range(2):
                    try:
                        connection.request("POST", self._path, packet, {"Content-Type": "application/octet-stream"})
                        connection.getresponse().read(_MOST_IN_REFUSAL)
                        break
                    except (OSError, http.client.HTTPException):
                        connection.close()

    def _receive(self) -> None:
        # Nothing that was left before this table began is for it.
        after, again_s = "", _SOON_S
        with closing(_connection(self._url)) as connection:
            while not self._is_closed.is_set():
                try:
                    connection.request("GET", f"{self._path}{after}")
                    answer = connection.getresponse()
                    body = answer.read(_MOST_IN_ANSWER)
                    if answer.status != 200:
                        raise ValueError
                    left = json.loads(body)
                    self._received.extend(base64.b64decode(packet) for packet in left["packets"])
                    after = f"?after={int(left['last'])}"
                    self.works, again_s = True, _SOON_S
                    self._hears.set()
                    # Whoever answers without an end, and at once, takes no time from the table.
                    self._is_closed.wait(_LEAST_S)
                except _FAILURES:
                    self.works = False
                    connection.close()
                    self._is_closed.wait(again_s)
                    again_s = min(2 * again_s, _AGAIN_S)


#: Maker of a post by URL, room and side.
StartPost = Callable[[str, str, Side], Post]
