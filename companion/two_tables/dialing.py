"""Post to a table that is dialled by a spoken number, through firewalls (package iroh).

The number is no secret: by it both tables find each other, as by the address of a relay. Each room has a key of its own
that follows from the number and the room's name. Who carries the packets can read none: they are sealed as elsewhere.

Why iroh (1.2, wheels for arm64 of 7 MB, any Python from 3.7 on): magic-wormhole 0.24 makes no holes in firewalls, and
needs its makers' mailbox and Twisted; aiortc 1.16 needs somebody who carries its offers, and a STUN or TURN server;
libp2p 0.8 (beta) brings thirty packages, among them grpcio and trio. iroh's Python part calls itself alpha.
"""

import asyncio
import secrets
import threading
from collections import deque
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING

from companion.phones.mailbox import MOST_IN_PACKET
from companion.two_tables.order import Side
from companion.two_tables.post import DIAL, MOST_RECEIVED, Post
from companion.two_tables.sealing import derived_key

if TYPE_CHECKING:
    import iroh

#: Protocol of the packets: each is a stream of its own.
_ALPN = b"companion-two-tables/1"
#: A connection is tried so long (seconds), and after a failure again after so long.
_CONNECT_S = 30.0
_AGAIN_S = 2.0
#: A packet is carried within so long (seconds), or lost.
_PACKET_S = 10.0
#: So many packets wait to be sent, and for each connection; what is dropped is said again later.
_MOST_TO_SEND = 60
#: One connection brings the next packet so much later (seconds): whoever floods hides nobody else's.
_LEAST_S = 0.01
#: A host keeps no more connections: the oldest makes way.
_MOST_CONNECTIONS = 4


def may_dial() -> bool:
    """Return True if the package is installed."""
    return find_spec("iroh") is not None


def new_address() -> str:
    """Return an address with a number that no other table has."""
    return f"{DIAL}{secrets.randbelow(10**12):012}"


def post_at(url: str, room: str, side: Side) -> Post:
    """Return the post at an address: by a mailbox, or by dialling."""
    return DialledPost(url, room, side) if url.startswith(DIAL) else Post(url, room, side)


class DialledPost(Post):
    """A table's post in one room: the guest dials, the host is dialled."""

    def __init__(self, url: str, room: str, side: Side) -> None:
        """Begin to carry packets, in a thread of its own."""
        self._key, self._side = derived_key(f"{url} {room}".encode(), "dial"), side
        self._outgoing: deque[bytes] = deque(maxlen=_MOST_TO_SEND)
        self._received: deque[bytes] = deque(maxlen=MOST_RECEIVED)
        self._connections: list[iroh.Connection] = []
        #: What is being sent, and over which connection: nobody waits for one that takes nothing.
        self._sending: dict[asyncio.Task[None], iroh.Connection] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_closed, self._has_news = threading.Event(), asyncio.Event()
        threading.Thread(target=lambda: asyncio.run(self._carry()), name="dial", daemon=True).start()

    def send(self, packet: bytes) -> None:
        """Send a packet soon, if the other table is reached."""
        self._outgoing.append(packet)
        self._wake()

    def close(self) -> None:
        """Carry nothing any more."""
        self._is_closed.set()
        self._wake()

    def _wake(self) -> None:
        if self._loop is not None:
            with suppress(RuntimeError):  # It has ended meanwhile.
                self._loop.call_soon_threadsafe(self._has_news.set)

    # --- the thread ---------------------------------------------------------------------------------------------

    async def _carry(self) -> None:
        import iroh

        self._loop = asyncio.get_running_loop()
        while not self._is_closed.is_set():
            with suppress(iroh.IrohError):
                endpoint = await iroh.Endpoint.bind(self._options())
                tasks = [asyncio.ensure_future(work) for work in (self._meet(endpoint), self._deliver())]
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in tasks:
                    task.cancel()
                with suppress(TimeoutError):
                    await asyncio.wait_for(endpoint.close(), _PACKET_S)
            if not self._is_closed.is_set():
                await asyncio.sleep(_AGAIN_S)

    def _options(self) -> "iroh.EndpointOptions":
        """Return how this table is found: the host under its key, the guest not at all."""
        import iroh

        key = self._key if self._side is Side.HOST else None
        return iroh.EndpointOptions(preset=iroh.preset_n0(), secret_key=key, alpns=[_ALPN])

    def _host_address(self) -> "iroh.EndpointAddr":
        """Return where the host is found: by its key."""
        import iroh

        return iroh.EndpointAddr(iroh.SecretKey.from_bytes(self._key).public(), None, [])

    async def _meet(self, endpoint: "iroh.Endpoint") -> None:
        """Dial the host until it is reached, and again; or wait to be dialled."""
        import iroh

        reading: set[asyncio.Task[None]] = set()
        while True:
            try:
                if self._side is Side.GUEST:
                    dialled = endpoint.connect(self._host_address(), _ALPN)
                    await self._read(await asyncio.wait_for(dialled, _CONNECT_S))
                elif (incoming := await endpoint.accept_next()) is None:
                    return
                else:
                    task = asyncio.ensure_future(self._accept(incoming))
                    reading.add(task)
                    task.add_done_callback(reading.discard)
            except (iroh.IrohError, TimeoutError):
                await asyncio.sleep(_AGAIN_S)

    async def _accept(self, incoming: "iroh.Incoming") -> None:
        import iroh

        with suppress(iroh.IrohError, TimeoutError):
            connection = await asyncio.wait_for((await incoming.accept()).connect(), _CONNECT_S)
            await self._read(connection)

    async def _read(self, connection: "iroh.Connection") -> None:
        """Take packets until the connection ends."""
        import iroh

        self._connections.append(connection)
        for old in self._connections[:-_MOST_CONNECTIONS]:
            old.close(0, b"")
        try:
            while connection in self._connections:
                stream = await connection.accept_uni()
                with suppress(iroh.IrohError, TimeoutError):
                    self._received.append(await asyncio.wait_for(stream.read_to_end(MOST_IN_PACKET), _PACKET_S))
                await asyncio.sleep(_LEAST_S)
        finally:
            self._connections.remove(connection)

    async def _deliver(self) -> None:
        """Send what waits, to all that are connected, until this post is closed."""
        while True:
            await self._has_news.wait()
            self._has_news.clear()
            while self._outgoing:
                packet = self._outgoing.popleft()
                for connection in self._connections:
                    self._begin_sending(packet, connection)
            if self._is_closed.is_set():
                if self._sending:
                    await asyncio.wait(self._sending)
                return

    def _begin_sending(self, packet: bytes, connection: "iroh.Connection") -> None:
        if [*self._sending.values()].count(connection) < _MOST_TO_SEND:
            task = asyncio.ensure_future(self._send_one(packet, connection))
            self._sending[task] = connection
            task.add_done_callback(self._sending.pop)

    @staticmethod
    async def _send_one(packet: bytes, connection: "iroh.Connection") -> None:
        import iroh

        async def carried() -> None:
            stream = await connection.open_uni()
            await stream.write_all(packet)
            await stream.finish()

        with suppress(iroh.IrohError, TimeoutError):
            await asyncio.wait_for(carried(), _PACKET_S)
