"""Door of the phones' page: so many connections has each address, and so long may each wait.

It counts from the moment a connection is accepted, before its handshake, until its file is closed. Where there are too
many, those of the address that has most go first, and never the stream of a phone that has joined before one that only
waits.
"""

import contextlib
import math
import socket
import time
from collections import Counter
from collections.abc import Collection
from typing import Any

from companion.phones.limits import (
    CONNECTION_BURST,
    CONNECTIONS_PER_S,
    IDLE_S,
    MOST_CONNECTIONS,
    MOST_CONNECTIONS_OF_ONE,
    SEND_S,
    RateLimit,
)

#: So many connections that come too often are closed in one go, before what is open goes on.
_MOST_IN_ONE_GO = 50

#: So many connections wait to be accepted: more than a crowd of strangers opens while the server does other things.
_MOST_WAITING = 1024

#: Address and port at the other end of a connection.
Peer = tuple[str, int]


class Connection(socket.socket):
    """Open connection, which the door counts until its file is closed."""

    def __init__(self, door: "Door", accepted: socket.socket, peer: Peer) -> None:
        super().__init__(accepted.family, accepted.type, accepted.proto, fileno=accepted.detach())
        self.door, self.peer = door, peer
        #: When its time is over (seconds), and whether it shows a phone what the table sends.
        self.due = time.monotonic() + IDLE_S
        self.streams = False
        #: True once it is being closed.
        self.ends = False

    @property
    def address(self) -> str:
        """Address at the other end."""
        return self.peer[0]

    def wait(self) -> None:
        """Let a connection wait a while: for a request, its end, or taking what it is sent."""
        self.due, self.streams = time.monotonic() + IDLE_S, False

    def stream(self) -> None:
        """Let a connection wait for ever for what a phone is sent."""
        self.due, self.streams = math.inf, True

    def close(self) -> None:
        """Close the file, and count it no more."""
        # Whoever broke off and comes again from the same port may be there already.
        if self.door.open.get(self.peer) is self:
            del self.door.open[self.peer]
        super().close()


class Door(socket.socket):
    """Listening socket that lets in as many connections as there is room for."""

    def __init__(self, family: int) -> None:
        super().__init__(family, socket.SOCK_STREAM)
        self.open: dict[Peer, Connection] = {}
        self._arrivals = RateLimit(CONNECTION_BURST, CONNECTIONS_PER_S)
        #: The server's own objects for connections whose handshake is done.
        self.protocols: Collection[Any] = ()

    def listen(self, _backlog: int = 0) -> None:
        """Listen; however many come at once wait.

        Else the first packet of some is lost, and sent again after a second.
        """
        super().listen(_MOST_WAITING)

    def accept(self) -> tuple[socket.socket, Any]:
        """Return the next connection; make room for it."""
        if len(self.open) > MOST_CONNECTIONS:
            # Those that are being closed are gone in a moment, and the next one waits for so long.
            raise BlockingIOError
        for _ in range(_MOST_IN_ONE_GO):
            accepted, name = super().accept()
            peer = (str(name[0]), int(name[1]))
            if self._arrivals.take(peer[0], time.monotonic()):
                connection = self.open[peer] = Connection(self, accepted, peer)
                self._make_room(connection.address)
                return connection, name
            accepted.close()
        raise BlockingIOError

    def _make_room(self, address: str) -> None:
        stay = [connection for connection in self.open.values() if not connection.ends]
        same = [connection for connection in stay if connection.address == address]
        if len(same) > MOST_CONNECTIONS_OF_ONE:
            self._end(min(same, key=lambda candidate: candidate.streams))
        elif len(stay) > MOST_CONNECTIONS:
            waiting = [connection for connection in stay if not connection.streams] or stay
            crowd = Counter(connection.address for connection in waiting)
            self._end(max(waiting, key=lambda candidate: crowd[candidate.address]))

    def end_overdue(self, time_s: float) -> None:
        """Close all connections whose time is over; one that still takes what it is sent gets more."""
        for connection in [*self.open.values()]:
            if time_s > connection.due:
                protocol = self._protocol(connection)
                sends = protocol is not None and protocol.transport.get_write_buffer_size() > 0
                if not sends or time_s > connection.due + SEND_S:
                    self._end(connection)

    def _end(self, connection: Connection) -> None:
        connection.ends = True
        protocol = self._protocol(connection)
        if protocol is not None:
            protocol.transport.abort()
            return
        # In its handshake only the event loop knows it, which sees this as the other end's leaving.
        with contextlib.suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)

    def _protocol(self, connection: Connection) -> Any:
        """Return the server's own object for a connection; None before its handshake is done."""
        return next((protocol for protocol in self.protocols if protocol.client == connection.peer), None)
