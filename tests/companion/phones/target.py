"""The server of the page, alone, with an honest phone and whoever attacks it."""

import contextlib
import os
import socket
import ssl
import time
from contextlib import ExitStack
from dataclasses import replace

from companion.phones.certificate import Certificate
from companion.phones.link import ServerLink
from tests.companion.phones.evening import HERE
from tests.companion.phones.phone import TestPhone

TICKET = "a-ticket-with-many-bits"
CODE = "123456"
ATTACKER = "127.0.0.1"
HONEST = "127.0.0.2"
#: An honest phone has its answer within so long (seconds).
SOON_S = 0.3


class Target:
    """A server of the page, alone, with an honest phone and whoever attacks it."""

    def __init__(self, certificate: Certificate | None = None) -> None:
        self.link = ServerLink(HERE if certificate is None else replace(HERE, tls=True), certificate)
        self.link.send({"kind": "words", "words": {"en": {}}})
        self.link.send({"kind": "ticket", "ticket": TICKET, "code": CODE})
        self.certificate = certificate
        self._opened = ExitStack()

    def phone(self, own: str = ATTACKER) -> TestPhone:
        """Return a phone at an address."""
        return TestPhone(f"http://127.0.0.1:{self.link.port}/", lambda: None, own=own)

    def connect(self, own: str = ATTACKER, sent: bytes = b"", after: bytes = b"") -> socket.socket:
        """Open a connection of the attacker's; `after`: sent once an answer has come."""
        connection = socket.create_connection(("127.0.0.1", self.link.port), timeout=5, source_address=(own, 0))
        self._opened.enter_context(connection)
        with contextlib.suppress(ConnectionError):
            connection.sendall(sent)
            if after and connection.recv(1000):
                connection.sendall(after)
        return connection

    def post(self, path: str, body: bytes, own: str = ATTACKER, cookie: str = "") -> int:
        """Send bytes as the page does; return the status."""
        phone = self.phone(own)
        phone.cookie = cookie
        headers = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{self.link.port}"}
        return phone.ask("POST", path, body, headers)[0]

    def ask_honestly(self) -> float:
        """Return how long (seconds) an honest phone waits for an answer over a new connection."""
        began = time.monotonic()
        with ExitStack() as opened:
            plain = opened.enter_context(
                socket.create_connection(("127.0.0.1", self.link.port), timeout=5, source_address=(HONEST, 0))
            )
            connection = plain
            if self.certificate is not None:
                trusted = ssl.create_default_context(cafile=self.certificate.certificate)
                connection = opened.enter_context(trusted.wrap_socket(plain, server_hostname="127.0.0.1"))
            connection.sendall(f"GET /words HTTP/1.1\r\nHost: 127.0.0.1:{self.link.port}\r\n\r\n".encode())
            answer = connection.recv(1000)
        assert answer.startswith(b"HTTP/1.1 200"), answer
        return time.monotonic() - began

    @property
    def files(self) -> int:
        """Return the number of files that the server has open."""
        return len(os.listdir(f"/proc/{self.link._process.pid}/fd"))

    def messages(self, kind: str, most_s: float = 5.0) -> list[dict[str, object]]:
        """Return what the table is told of this kind, when the first of it has come."""
        until, found = time.monotonic() + most_s, list[dict[str, object]]()
        while not found and time.monotonic() < until:
            found += [message for message in self.link.received() if message["kind"] == kind]
            time.sleep(0.01)
        return found

    def close(self) -> None:
        """Let go of all."""
        self._opened.close()
        self.link.close()
