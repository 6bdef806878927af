"""Link between the table and the server of the phones' page: a process, and its lines."""

import contextlib
import json
import subprocess
import sys
import threading
from collections import deque
from itertools import count
from queue import Empty, PriorityQueue, Queue
from typing import Any

from companion.device.errors import UserError
from companion.device.extras import extra_command
from companion.phones.address import Address
from companion.phones.certificate import Certificate
from companion.phones.pictures import PhonePicture

#: The server says within so long (seconds) that it listens.
_START_S = 20.0
#: So many messages of phones wait for the table; more are dropped: somebody floods.
_MOST_WAITING = 500
#: While more messages wait to be sent to phones, nothing new is shown on them.
_MOST_TO_SEND = 200
#: Kinds of messages about what phones show.
_SHOWN = ("show", "picture")


class ServerLink:
    """The running server. The table never waits for it."""

    def __init__(self, address: Address, certificate: Certificate | None = None) -> None:
        """Start the server, encrypted with a certificate. Raises UserError if it cannot listen."""
        files = [] if certificate is None else [str(certificate.certificate), str(certificate.key)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "companion.phones.server", address.host, str(address.port), *files],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            # Ctrl-C is for the table, which ends the server.
            start_new_session=True,
        )
        self._received: deque[dict[str, Any]] = deque(maxlen=_MOST_WAITING)
        self._first: Queue[dict[str, Any]] = Queue()
        #: What waits to be sent, with its rank and place in order.
        self._to_send: PriorityQueue[tuple[int, int, dict[str, Any] | None]] = PriorityQueue()
        self._order = count()
        for work in (self._receive, self._send):
            threading.Thread(target=work, daemon=True).start()
        try:
            first = self._first.get(timeout=_START_S)
        except Empty:
            first = {"kind": "failed", "reason": "it does not start"}
        if first["kind"] != "ready":
            self.close()
            raise UserError(f"the page for phones cannot listen on {address.host}:{address.port}: {first['reason']}")
        self.port: int = first["port"]

    @property
    def works(self) -> bool:
        """True while the server runs."""
        return self._process.poll() is None

    def _receive(self) -> None:
        assert self._process.stdout is not None
        for number, line in enumerate(self._process.stdout):
            message = json.loads(line)
            if number:
                self._received.append(message)
            else:
                self._first.put(message)
        self._first.put(
            {"kind": "failed", "reason": f"it has ended; its packages may be broken: {extra_command('phones')}"}
        )

    def _send(self) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        try:
            while (message := self._to_send.get()[2]) is not None:
                stdin.write(json.dumps(message, default=_encoded) + "\n")
                stdin.flush()
        except (OSError, ValueError):
            # It has ended, or was closed meanwhile; whoever asks sees that it does not work any more.
            pass
        finally:
            # Phones that are sent nothing any more would show what is past.
            self._process.terminate()

    def send(self, message: dict[str, Any]) -> None:
        """Hand a message to the server: who may join and who no longer may before all that is shown.

        Pictures in it are encoded beside the table's thread.
        """
        self._to_send.put((message["kind"] in _SHOWN, next(self._order), message))

    @property
    def is_behind(self) -> bool:
        """True while so much waits to be sent that what comes now would be late."""
        return self._to_send.qsize() > _MOST_TO_SEND

    def received(self) -> list[dict[str, Any]]:
        """Return what has come since the last call."""
        messages = []
        while self._received:
            messages.append(self._received.popleft())
        return messages

    def close(self) -> None:
        """End the server."""
        self._to_send.put((0, next(self._order), None))
        self._process.terminate()
        try:
            self._process.wait(timeout=3)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


def _encoded(picture: PhonePicture) -> str:
    return picture.encoded().hex()
