"""Meeting of two tables: an open invitation, and the way of the guest to the game."""

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from companion.device.language import say
from companion.two_tables.invitation import OPEN_S, GuestPairing, HostPairing, Invitation
from companion.two_tables.messages import MessageError, decoded, encoded
from companion.two_tables.order import Side
from companion.two_tables.post import DIAL, Post, StartPost
from companion.two_tables.sealing import Seal, room_of

#: The room at the host's own address in which an invitation is answered.
INVITED_ROOM = "invited"
#: A guest sends what was not answered again after so long (seconds), and gives up after so long without any answer.
_AGAIN_S = 2.0
_NO_ANSWER_S = 25.0


class Invite:
    """Invitation of this table that is open."""

    def __init__(
        self,
        url: str,
        invitation: Invitation,
        seats: Sequence[str],
        game: int,
        start_post: StartPost = Post,
    ) -> None:
        self.url, self.seats, self.game = url, tuple(seats), game
        self.pairing = HostPairing(invitation)
        self.post = start_post(url, invitation.room or INVITED_ROOM, Side.HOST)
        self.opened_s = time.monotonic()

    @property
    def is_relayed(self) -> bool:
        """True if the tables meet at a relay or by dialling, not at this one's own address."""
        return bool(self.pairing.invitation.room) or self.url.startswith(DIAL)

    @property
    def is_over(self) -> bool:
        """True if nobody can accept it any more."""
        return self.pairing.is_void or time.monotonic() - self.opened_s > OPEN_S

    def tick(self) -> None:
        """Answer what has come."""
        for packet in self.post.received():
            answer = self.pairing.receive(packet)
            if answer is not None:
                self.post.send(answer)


class Joining:
    """Way of this table to the game of another one: first the key, then the offer."""

    def __init__(self, url: str, invitation: Invitation, start_post: StartPost = Post) -> None:
        self.url, self._start_post = url, start_post
        self._pairing = GuestPairing(invitation)
        self._post = start_post(url, invitation.room or INVITED_ROOM, Side.GUEST)
        self._seal: Seal | None = None
        self._sent_s, self._began_s = -1e9, time.monotonic()
        self.offer: dict[str, Any] | None = None

    @property
    def key(self) -> bytes:
        """The key of both tables, once there is an offer."""
        assert self._pairing.key is not None
        return self._pairing.key

    @property
    def problem(self) -> str:
        """Reason why this table cannot join; empty: it still may."""
        if self._pairing.is_refused:
            return say(
                "The other table did not accept these digits. Type those that it shows now; after five wrong ones it "
                "must invite anew."
            )
        if time.monotonic() - self._began_s > _NO_ANSWER_S:
            return say("No other table answers there. Is its invitation open, and the address right?")
        return ""

    def tick(self) -> None:
        """Take what has come, and send what is due."""
        for packet in self._post.received():
            if self._seal is None:
                before = self._pairing.packet
                self._pairing.receive(packet)
                if self._pairing.packet != before:
                    self._sent_s = -1e9
            else:
                self._take(packet)
        if self._pairing.key is not None and self._seal is None:
            self._post.close()
            self._seal = Seal(self._pairing.key, Side.GUEST)
            self._post = self._start_post(self.url, room_of(self._pairing.key), Side.GUEST)
            self._began_s, self._sent_s = time.monotonic(), -1e9
        if time.monotonic() - self._sent_s >= _AGAIN_S:
            self._sent_s = time.monotonic()
            # An empty packet tells the host which run of this table it talks to.
            self._post.send(self._pairing.packet if self._seal is None else self._seal.seal(b""))

    def _take(self, packet: bytes) -> None:
        assert self._seal is not None
        data = self._seal.open(packet)
        with suppress(MessageError):
            if data is not None and (message := decoded(data))["kind"] == "offer":
                self.offer = message

    def refuse(self, reason: str) -> None:
        """Tell the other table why this one cannot play its game."""
        assert self._seal is not None
        for _ in range(3):
            self._post.send(self._seal.seal(encoded({"kind": "unfit", "reason": reason})))

    def close(self) -> None:
        """Send nothing any more."""
        self._post.close()
