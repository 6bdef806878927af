"""Hosts of a game at two tables, and the guest's end of the line: what it is sent, unsealed."""

from collections import defaultdict, deque
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any, cast

from companion.device.settings import NO_CAMERA, Settings
from companion.games import CompanionGame
from companion.journal import Journal
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from companion.two_tables.messages import encoded
from companion.two_tables.order import Side
from companion.two_tables.post import Post
from companion.two_tables.sealing import Seal, room_of
from companion.two_tables.share import Share
from companion.two_tables.tables import OtherTables
from tools.phone_secrets import put_right

#: Seconds between two looks of a host.
_LOOK_S = 0.3
#: An address that no post in this process reaches: it carries packets by their rooms alone.
NOWHERE = "http://127.0.0.1:1"


class Rooms:
    """Packets in one process, by their room and whom they are for."""

    def __init__(self) -> None:
        self._packets: dict[tuple[str, Side], deque[bytes]] = defaultdict(deque)

    def post(self, url: str, room: str, side: Side) -> "RoomPost":  # noqa: ARG002 - as `Post`
        """Begin to carry packets of a side."""
        return RoomPost(self._packets[room, side.other], self._packets[room, side])


class RoomPost(Post):
    """Post that carries packets in one process, and loses none."""

    def __init__(self, leaving: deque[bytes], coming: deque[bytes]) -> None:
        self._leaving, self._coming = leaving, coming

    def send(self, packet: bytes) -> None:
        """Carry a packet."""
        self._leaving.append(packet)

    def received(self) -> list[bytes]:
        """Return the packets that have come."""
        packets = [*self._coming]
        self._coming.clear()
        return packets

    def close(self) -> None:
        """Do nothing: nothing is open."""


class SharedHost:
    """Host of a game at a virtual table, and the guest's end of the line."""

    #: How often it looks in a state.
    looks = 4

    def __init__(self, game: CompanionGame, started: Any, folder: Path) -> None:
        self._time_s, self._game, self._started, self._rooms = 0.0, game, started, Rooms()
        folder.mkdir()
        self.journal = Journal.open(folder / "games.sqlite")
        around = SessionContext(watched=lambda _: started)
        self.session = open_session(
            self.journal, Settings(camera=NO_CAMERA), [game.table], sees=False, rng=Random(1), around=around
        )
        virtual = game.virtual
        self.hands = cast(Any, virtual.secret_hands(self.session, virtual.table_before(started, 1), 1))
        self.tables = OtherTables(self.session, None, start_post=self._rooms.post)
        #: Bytes that the guest was sent, unsealed, with the moments.
        self.sent: list[tuple[float, bytes]] = []

    def begin(self) -> None:
        """Begin the game, and lay the table."""
        self.session.use_hidden_cards(self.hands)
        self.session.use_other_table(self.tables)
        self.session.open_start_page()
        self._game.table.begin(self.session, self._started, {})
        put_right(self.session)
        self.hands.tick()

    def join(self, key: bytes) -> None:
        """Let the guest listen in the room of this key."""
        self._seal, self._post = Seal(key, Side.GUEST), self._rooms.post(NOWHERE, room_of(key), Side.GUEST)

    @property
    def share(self) -> Share:
        """The shared game."""
        assert self.tables.share is not None
        return self.tables.share

    @property
    def events(self) -> tuple[Any, ...]:
        """The events so far."""
        assert self.session.game is not None
        return self.session.game.events

    def tick(self) -> None:
        """Let time pass once."""
        self._time_s += _LOOK_S
        self.session.tick(self._time_s)
        self.hands.tick()
        self.tables.tick(self._time_s)

    def look(self, *, loses: bool = False) -> None:
        """Let time pass, and keep what the guest is sent.

        Where it loses packets it still has been sent them.
        """
        for _ in range(self.looks):
            self.tick()
            for packet in self._post.received():
                data = self._seal.open(packet)
                # Nobody can open what was sent before the host had heard of the guest.
                if data is not None:
                    self.sent.append((round(self._time_s, 3), data))
            if not loses:
                self.answer()

    def answer(self) -> None:
        """Let the guest say that it has all."""
        self.say({"kind": "have", **self.last_entry("number"), "page": ""})

    def last_entry(self, name: str) -> dict[str, Any]:
        """Return the number, by this name, and the hash of the last entry."""
        ledger = self.share.ledger
        return {name: ledger.number, "hash": ledger.hash_after(ledger.number)}

    def say(self, message: dict[str, Any]) -> None:
        """Let the guest say something."""
        self._post.send(self._seal.seal(encoded(message)))

    def close(self) -> None:
        """End the game."""
        self.tables.close()
        self.journal.close()


def sent_difference(seat: str, sent: Sequence[object], other_sent: Sequence[object]) -> str | None:
    """Return what one guest is sent and the other one not; None: nothing."""
    if sent == other_sent:
        return None
    return f"{seat} is sent {next(pair for pair in zip_longest(sent, other_sent) if pair[0] != pair[1])}"
