"""Sealed packets: who carries them can neither read, change nor send back any."""

import os
from bisect import insort

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from companion.two_tables.order import Side

#: Bytes of a key.
KEY_BYTES = 32
_NONCE_BYTES = 12
#: Bytes by which two beginnings of a table are told apart.
_RUN_BYTES = 8
_COUNT_BYTES = 8
_HEAD_BYTES = 2 * _RUN_BYTES + _COUNT_BYTES
#: So many numbers are known: a packet that is older than all of them is dropped.
_KEPT = 500


def derived_key(secret: bytes, purpose: str) -> bytes:
    """Return the key for a purpose that follows from a secret."""
    return HKDF(SHA256(), KEY_BYTES, None, b"two tables " + purpose.encode()).derive(secret)


def room_of(key: bytes) -> str:
    """Return the name under which the two tables of a key meet; nobody else can guess it."""
    return derived_key(key, "room")[:16].hex()


class Seal:
    """Seal of one table, since it began.

    A packet names the run of the table that sends it, the run for which it is meant, and its number. So what somebody
    has kept of an earlier evening, or sends twice, is known.
    """

    def __init__(self, key: bytes, side: Side) -> None:
        self._own = ChaCha20Poly1305(derived_key(key, side))
        self._other = ChaCha20Poly1305(derived_key(key, side.other))
        self._run, self._count = os.urandom(_RUN_BYTES), 0
        #: The run to which packets are sent: what came last, which may be kept from an earlier one, is soon corrected.
        self._other_run = bytes(_RUN_BYTES)
        #: The numbers that came lately, by the other table's runs.
        self._came: dict[bytes, list[int]] = {}

    def seal(self, data: bytes) -> bytes:
        """Return the packet with these bytes."""
        self._count += 1
        head = self._run + self._other_run + self._count.to_bytes(_COUNT_BYTES, "big")
        nonce = os.urandom(_NONCE_BYTES)
        return nonce + self._own.encrypt(nonce, head + data, None)

    def open(self, packet: bytes) -> bytes | None:
        """Return the bytes in a packet of the other table; None for anything else.

        None also for one that came already, or that was sent before the other table knew that this one has begun.
        """
        try:
            opened = self._other.decrypt(packet[:_NONCE_BYTES], packet[_NONCE_BYTES:], None)
        except (InvalidTag, ValueError):
            return None
        self._other_run, meant = opened[:_RUN_BYTES], opened[_RUN_BYTES : 2 * _RUN_BYTES]
        count = int.from_bytes(opened[2 * _RUN_BYTES : _HEAD_BYTES], "big")
        came = self._came.setdefault(self._other_run, [])
        if meant != self._run or count in came or (len(came) == _KEPT and count < came[0]):
            return None
        insort(came, count)
        del came[:-_KEPT]
        return opened[_HEAD_BYTES:]
