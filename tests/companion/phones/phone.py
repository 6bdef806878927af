"""A phone as tests hold it: a real client of the page's server, on a real connection."""

import contextlib
import http.client
import json
import socket
import threading
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from companion.phones.values import PARTS_JOINED

#: So long (seconds) a test waits for what must come on a busy machine.
PATIENCE_S = 20.0
#: A server that starts is asked again after so long (seconds).
STARTS_S = 0.05


def unpacked(value: dict[str, Any]) -> dict[str, Any]:
    """Return a value with its moves as the page makes them, with their parts themselves."""
    for number, move in enumerate(value.get("moves", ())):
        move["id"], move["parts"] = f"move {number}", [value["parts"][part] for part in move["parts"]]
        move.setdefault("text", PARTS_JOINED.join(part["text"] for part in move["parts"]))
    return value


class TestPhone:
    """A browser that joins, shows and touches; `work` lets the table go on while it waits."""

    __test__ = False

    def __init__(self, address: str, work: Callable[[], None], *, own: str = "127.0.0.1") -> None:
        """`own`: the address from which it comes."""
        parts = urlsplit(address)
        assert parts.port
        self.host, self.port, self.work, self._own = "127.0.0.1", parts.port, work, own
        self.cookie = ""
        self.values: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self._stream: tuple[http.client.HTTPConnection, threading.Thread] | None = None

    def _connection(self, timeout_s: float) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self.host, self.port, timeout=timeout_s, source_address=(self._own, 0))

    # --- requests -----------------------------------------------------------------------------------------------

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, bytes, http.client.HTTPMessage]:
        """Send a request; return the status, the content and the headers."""
        connection = self._connection(PATIENCE_S)
        try:
            cookie = {"Cookie": self.cookie} if self.cookie else {}
            connection.request(method, path, body, {**cookie, **(headers or {})})
            answer = connection.getresponse()
            return answer.status, answer.read(), answer.headers
        finally:
            connection.close()

    def post(self, path: str, value: Any, **headers: str) -> tuple[int, bytes]:
        """Send a value as the page does; a server that starts is asked again."""
        headers = {"Content-Type": "application/json", "Origin": f"http://{self.host}:{self.port}", **headers}
        while True:
            status, content, answered = self.ask("POST", path, json.dumps(value).encode(), headers)
            if status != 503:
                break
            time.sleep(STARTS_S)
        if cookie := answered.get("Set-Cookie"):
            self.cookie = cookie.partition(";")[0]
        return status, content

    def join(self, language: str = "en", **shown: str) -> int:
        """Join with a ticket or a code, and listen; return the status."""
        status, _ = self.post("/join", {**shown, "language": language})
        if status == 200:
            self.listen()
        return status

    # --- what it shows ------------------------------------------------------------------------------------------

    def listen(self) -> None:
        """Open the stream of values, as after waking up; ask a server that starts again."""
        self.sleep()
        while True:
            stream = self._connection(60)
            stream.request("GET", "/events", headers={"Cookie": self.cookie})
            answer = stream.getresponse()
            if answer.status != 503:
                break
            stream.close()
            time.sleep(STARTS_S)
        assert answer.status == 200, answer.status
        reader = threading.Thread(target=self._read, args=(answer,), daemon=True)
        reader.start()
        self._stream = stream, reader

    def _read(self, answer: http.client.HTTPResponse) -> None:
        with contextlib.closing(answer), contextlib.suppress(OSError, ValueError):
            while line := answer.readline():
                if line.startswith(b"data: ") and line != b"data: {}\n":
                    self.raw.append(line.decode())
                    self.values.append(unpacked(json.loads(line[6:])))

    def sleep(self) -> None:
        """Lose the connection."""
        if self._stream is not None:
            stream, reader = self._stream
            if stream.sock is not None:
                with contextlib.suppress(OSError):
                    stream.sock.shutdown(socket.SHUT_RDWR)
            reader.join()
            stream.close()
        self._stream = None

    @property
    def shows(self) -> dict[str, Any]:
        """The last value; empty before the first."""
        return self.values[-1] if self.values else {}

    def wait(self, true: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Wait until what it shows is like this."""
        until = time.monotonic() + PATIENCE_S
        while not (self.shows and true(self.shows)):
            assert time.monotonic() < until, f"the phone still shows {json.dumps(self.shows)[:2000]}"
            self.work()
            time.sleep(0.01)
        return self.shows

    # --- what is touched ----------------------------------------------------------------------------------------

    def take(self, seat: str) -> dict[str, Any]:
        """Take a seat."""
        self.post("/touch", {"seat": seat})
        return self.wait(lambda shown: shown["seat"] == seat)

    def do(self, what: str) -> None:
        """Touch a move or a button that is shown."""
        self.post("/touch", {"do": what, "offer": self.shows["offer"]})
