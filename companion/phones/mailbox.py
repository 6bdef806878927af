"""Mailbox of the page's server: two tables leave sealed packets for each other in a room.

It keeps a few for a while and knows of them nothing but how long they are. Who does not know a room's name finds none.
"""

import asyncio
import base64
import secrets
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

#: A packet has no more bytes: a message of a table, sealed.
MOST_IN_PACKET = 41_000
#: So many packets wait for a table; the oldest are lost.
_MOST_WAITING = 40
#: A table waits for packets so long (seconds) at a time.
WAIT_S = 4.0
#: A room in which nobody was for so long (seconds) is gone.
_IDLE_S = 1800.0
#: There are no more rooms at a time at a relay.
_MOST_ROOMS = 300
#: Names of rooms that are spoken are numbers below this.
_SPOKEN = 10_000
_MOST_IN_NAME = 40
_SIDES = ("host", "guest")


@dataclass(eq=False)
class _Room:
    used_s: float
    packets: dict[str, deque[bytes]] = field(
        default_factory=lambda: {side: deque(maxlen=_MOST_WAITING) for side in _SIDES}
    )
    news: dict[str, asyncio.Event] = field(default_factory=lambda: {side: asyncio.Event() for side in _SIDES})


class Mailbox:
    """Rooms with packets.

    `is_public`: anybody may open one, as at a relay; else only those that the table has named are there.
    """

    def __init__(self, *, is_public: bool = False) -> None:
        self._is_public = is_public
        self._rooms: dict[str, _Room] = {}

    def open_only(self, names: list[str]) -> None:
        """Open rooms with these names, and close all others."""
        time_s = time.monotonic()
        self._rooms = {name: self._rooms.get(name) or _Room(time_s) for name in names}

    def _room(self, name: str) -> _Room | None:
        """Return a room; at a relay one that is not there yet is opened. None: there is none."""
        time_s = time.monotonic()
        if self._is_public:
            for other in [name for name, room in self._rooms.items() if time_s - room.used_s > _IDLE_S]:
                del self._rooms[other]
            if name not in self._rooms and len(self._rooms) < _MOST_ROOMS and 0 < len(name) <= _MOST_IN_NAME:
                self._rooms[name] = _Room(time_s)
        room = self._rooms.get(name)
        if room is not None:
            room.used_s = time_s
        return room

    def routes(self) -> list[Route]:
        """Return the addresses of packets."""
        found = [
            Route("/table/{room}/{side}", self._put, methods=["POST"]),
            Route("/table/{room}/{side}", self._take, methods=["GET"]),
        ]
        return [Route("/table", self._new, methods=["POST"]), *found] if self._is_public else found

    async def _new(self, request: Request) -> Response:  # noqa: ARG002 - as every route
        """Open a room whose name can be spoken."""
        free = [str(number) for number in range(1, _SPOKEN) if str(number) not in self._rooms][:200]
        name = secrets.choice(free)
        return JSONResponse({"room": name} if self._room(name) is not None else {}, 200 if name in self._rooms else 503)

    async def _put(self, request: Request) -> Response:
        room, side = self._room(request.path_params["room"]), request.path_params["side"]
        if room is None or side not in _SIDES:
            return Response(status_code=404)
        packet = b""
        async for part in request.stream():
            packet += part
            if len(packet) > MOST_IN_PACKET:
                return Response(status_code=413)
        other = _SIDES[1 - _SIDES.index(side)]
        room.packets[other].append(packet)
        room.news[other].set()
        return Response(status_code=204)

    async def _take(self, request: Request) -> Response:
        room, side = self._room(request.path_params["room"]), request.path_params["side"]
        if room is None or side not in _SIDES:
            return Response(status_code=404)
        if not room.packets[side]:
            room.news[side].clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(room.news[side].wait(), WAIT_S)
        packets = [base64.b64encode(packet).decode() for packet in room.packets[side]]
        room.packets[side].clear()
        return JSONResponse({"packets": packets}, headers={"Cache-Control": "no-store"})
