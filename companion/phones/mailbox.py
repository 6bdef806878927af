"""Mailbox of the page's server: two tables leave sealed packets for each other in a room.

It keeps a few for a while and knows of them nothing but how long they are. Nobody takes packets away: whoever knows a
room's name is given all that are left there from now on, and can read none.
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
#: So many bytes of packets wait for a table; the oldest are lost, and sent again by whoever left them.
_MOST_WAITING = 250_000
#: A table waits for packets so long (seconds) at a time.
WAIT_S = 4.0
#: A room in which nobody was for so long (seconds) is gone, and sooner where only one table ever was.
_IDLE_S = 1800.0
_ALONE_S = 600.0
#: There are no more rooms at a time at a relay, and no more that one address has opened.
_MOST_ROOMS = 300
_MOST_ROOMS_OF_ONE = 8
#: Names of rooms that are spoken are numbers below this.
_SPOKEN = 10_000
_MOST_IN_NAME = 40
#: The number of a packet has no more digits.
_MOST_IN_NUMBER = 12
_SIDES = ("host", "guest")


class _Box:
    """Packets that were left for one table, each with its number."""

    def __init__(self) -> None:
        self._packets: deque[bytes] = deque()
        self._bytes = 0
        #: Number of packets that have ever been left.
        self.last = 0
        self.is_new = asyncio.Event()

    def leave(self, packet: bytes) -> None:
        """Add a packet."""
        self._packets.append(packet)
        self._bytes += len(packet)
        while self._bytes > _MOST_WAITING:
            self._bytes -= len(self._packets.popleft())
        self.last += 1
        self.is_new.set()
        self.is_new = asyncio.Event()

    def after(self, number: int) -> list[bytes]:
        """Return the packets that were left after so many."""
        return list(self._packets)[-(self.last - number) :] if number < self.last else []


@dataclass(eq=False)
class _Room:
    """Room of two tables. `opener`: the address that has opened it at a relay."""

    used_s: float
    opener: str = ""
    boxes: dict[str, _Box] = field(default_factory=lambda: {side: _Box() for side in _SIDES})

    def is_idle(self, time_s: float) -> bool:
        """Return True if nobody was there for a while."""
        was_alone = not all(box.last for box in self.boxes.values())
        return time_s - self.used_s > (_ALONE_S if was_alone else _IDLE_S)


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

    def _room(self, name: str, request: Request) -> _Room | None:
        """Return a room; at a relay one that is not there yet is opened. None: there is none."""
        time_s = time.monotonic()
        if self._is_public and name not in self._rooms:
            self._rooms = {other: room for other, room in self._rooms.items() if not room.is_idle(time_s)}
            opener = request.client.host if request.client is not None else ""
            of_opener = sum(room.opener == opener for room in self._rooms.values())
            is_allowed = len(self._rooms) < _MOST_ROOMS and of_opener < _MOST_ROOMS_OF_ONE
            if is_allowed and 0 < len(name) <= _MOST_IN_NAME:
                self._rooms[name] = _Room(time_s, opener)
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

    async def _new(self, request: Request) -> Response:
        """Open a room whose name can be spoken."""
        free = [str(number) for number in range(1, _SPOKEN) if str(number) not in self._rooms]
        name = secrets.choice(free)
        return JSONResponse({"room": name}) if self._room(name, request) is not None else Response(status_code=503)

    async def _put(self, request: Request) -> Response:
        room, side = self._room(request.path_params["room"], request), request.path_params["side"]
        if room is None or side not in _SIDES:
            return Response(status_code=404)
        packet = b""
        async for part in request.stream():
            packet += part
            if len(packet) > MOST_IN_PACKET:
                return Response(status_code=413)
        room.boxes[_SIDES[1 - _SIDES.index(side)]].leave(packet)
        return Response(status_code=204)

    async def _take(self, request: Request) -> Response:
        """Return what was left after a packet's number; without one, the last one's number."""
        room, side = self._room(request.path_params["room"], request), request.path_params["side"]
        if room is None or side not in _SIDES:
            return Response(status_code=404)
        box, after = room.boxes[side], request.query_params.get("after", "")
        number = int(after) if after.isdecimal() and len(after) <= _MOST_IN_NUMBER else box.last
        # A number from before the room was opened anew is put right at once.
        if after and number == box.last:
            with suppress(TimeoutError):
                await asyncio.wait_for(box.is_new.wait(), WAIT_S)
        packets = [base64.b64encode(packet).decode() for packet in box.after(number)]
        return JSONResponse({"packets": packets, "last": box.last}, headers={"Cache-Control": "no-store"})
