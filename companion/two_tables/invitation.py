"""Invitation: six spoken digits make the key of two tables.

Nobody who listens or guesses gets it.

Both tables do SPAKE2 with the digits. A guess costs one try, and after a few the invitation is void; so is one that was
accepted. The host says who it is only after the guest has shown that it knows the digits.
"""

import re
import secrets
from dataclasses import dataclass
from secrets import compare_digest

from spake2 import SPAKE2_A, SPAKE2_B

from companion.two_tables.sealing import KEY_BYTES, derived_key

#: The digits that are spoken.
CODE_DIGITS = 6
#: So many guesses are answered.
MOST_TRIES = 5
#: An invitation is open for so long (seconds).
OPEN_S = 600.0
#: Bytes of a SPAKE2 message.
_HELLO_BYTES = 33
#: First bytes of the packets: both halves of SPAKE2, the proof that the guest knows the key, and the host's answers.
_HELLO = b"1"
_ANSWER = b"2"
_PROOF = b"3"
_ACCEPTED = b"4"
_REFUSED = b"5"
_CODE = re.compile(rf"(?:([0-9]{{1,4}})-?)?([0-9]{{{CODE_DIGITS}}})")


@dataclass(frozen=True)
class Invitation:
    """Digits to be spoken.

    `room`: the place at a relay where the tables meet; empty at the host's own address.
    """

    digits: str
    room: str = ""

    @property
    def spoken(self) -> str:
        """All that the guest is told."""
        return f"{self.room}-{self.digits}" if self.room else self.digits


def new_digits() -> str:
    """Return digits that nobody can know."""
    return f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"


def invitation_from(text: str) -> Invitation | None:
    """Return the invitation that was typed; None for anything else.

    Spaces and the dash do not count.
    """
    found = _CODE.fullmatch("".join(text.split()))
    return None if found is None else Invitation(found[2], found[1] or "")


def _password(invitation: Invitation) -> bytes:
    return invitation.spoken.encode()


def _finished(exchange: SPAKE2_A | SPAKE2_B, message: bytes) -> bytes | None:
    """Return the secret that follows from a message; None for bytes that are none."""
    try:
        secret: bytes = exchange.finish(message)
    except Exception:  # Of a point that is not on the curve the package raises a plain one.
        return None
    return secret


class HostPairing:
    """Pairing at the host: takes packets and answers them, until there is a key or it is void."""

    def __init__(self, invitation: Invitation) -> None:
        self.invitation = invitation
        #: The key, once the guest has it, too.
        self.key: bytes | None = None
        #: The guesses that were answered.
        self.tries = 0
        self._guesses: dict[bytes, tuple[bytes, bytes]] = {}

    @property
    def is_void(self) -> bool:
        """True after too many guesses."""
        return self.key is None and self.tries >= MOST_TRIES

    def receive(self, packet: bytes) -> bytes | None:
        """Take a packet; return the answer, if there is one."""
        kind, body = packet[:1], packet[1:]
        if kind == _HELLO and len(body) == _HELLO_BYTES:
            return self._answer(body)
        if kind == _PROOF and len(body) == KEY_BYTES:
            keys = [key for key, _ in self._guesses.values()] if self.key is None else [self.key]
            self.key = next((key for key in keys if compare_digest(body, derived_key(key, "proof"))), self.key)
            if self.key is not None and compare_digest(body, derived_key(self.key, "proof")):
                return _ACCEPTED + derived_key(self.key, "accepted")
            return _REFUSED
        return None

    def _answer(self, hello: bytes) -> bytes | None:
        if hello not in self._guesses:
            if self.key is not None or self.is_void:
                return _REFUSED
            self.tries += 1
            exchange = SPAKE2_A(_password(self.invitation), idA=b"host", idB=b"guest")
            answer = exchange.start()
            secret = _finished(exchange, hello)
            if secret is None:
                return _REFUSED
            self._guesses[hello] = derived_key(secret, "pairing"), answer
        return _ANSWER + self._guesses[hello][1]


class GuestPairing:
    """Pairing at the guest; `packet` is what to send until something comes."""

    def __init__(self, invitation: Invitation) -> None:
        self._exchange = SPAKE2_B(_password(invitation), idA=b"host", idB=b"guest")
        self.packet = _HELLO + self._exchange.start()
        self._made: bytes | None = None
        #: The key, once the host has accepted.
        self.key: bytes | None = None
        #: True once the host has said that the digits are wrong or the invitation is void.
        self.is_refused = False

    def receive(self, packet: bytes) -> None:
        """Take a packet."""
        kind, body = packet[:1], packet[1:]
        if kind == _ANSWER and len(body) == _HELLO_BYTES and self._made is None:
            secret = _finished(self._exchange, body)
            if secret is None:
                return
            self._made = derived_key(secret, "pairing")
            self.packet = _PROOF + derived_key(self._made, "proof")
        elif kind == _ACCEPTED and self._made is not None and len(body) == KEY_BYTES:
            if compare_digest(body, derived_key(self._made, "accepted")):
                self.key = self._made
        elif kind == _REFUSED:
            self.is_refused = True
