"""Phones that have joined, as the table knows them, and the seats that they have taken."""

import secrets
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from companion.phones.relay import CODE_DIGITS, TICKET_BITS
from companion.phones.values import Offer


@dataclass(eq=False)
class Guest:
    """Phone that has joined, as the table knows it; `seat` is empty while it has none."""

    id: int
    key: str
    language: str
    seat: str = ""
    here: bool = False
    #: What it may do, and the number of that: what was touched of an older one does not count.
    offer: Offer | None = None
    number: int = 0
    #: The last value that was sent, and the keys of the pictures that only this phone has, the oldest first.
    shown: str = ""
    pictures: dict[str, None] = field(default_factory=dict)
    #: Why the last touch did not count, in a word of the page, and the number of the offer it was first told with.
    refused: str = ""
    refused_with: int | None = None
    #: What was touched on the board last and led to no move: ids of the parts before it, and the place.
    touches: tuple[str, ...] = ()

    def refuse(self, word: str) -> None:
        """Keep why a touch did not count; empty: it counted."""
        self.refused, self.refused_with = word, None

    def forget_refusal(self) -> None:
        """Say no more why a touch did not count once something else is offered."""
        if self.refused_with is None:
            self.refused_with = self.number
        elif self.refused_with != self.number:
            self.refused = ""


class Guests:
    """All phones that have joined, with the ticket and the code for more."""

    def __init__(self) -> None:
        self.all: dict[int, Guest] = {}
        self.ticket = self.code = ""
        self.renew()

    def renew(self) -> None:
        """Make another ticket and code; who has joined stays."""
        self.ticket = f"{secrets.randbits(TICKET_BITS):x}"
        self.code = str(secrets.randbelow(10**CODE_DIGITS)).zfill(CODE_DIGITS)

    def joined(self, message: dict[str, Any], languages: Collection[str], default: str) -> None:
        """Take the server's message that a phone has joined."""
        language = message["language"]
        self.all[message["phone"]] = Guest(
            message["phone"], message["key"], language if language in languages else default
        )

    def of_seat(self, seat: str) -> Guest | None:
        """Return the phone that is this seat's hand."""
        return next((guest for guest in self.all.values() if seat and guest.seat == seat), None)

    def take(self, guest: Guest, seat: str, seats: Collection[str]) -> bool:
        """Give a seat to a phone; return False if there is none like it, or another phone has it."""
        if seat not in seats or self.of_seat(seat) not in (None, guest):
            return False
        guest.seat = seat
        return True

    def keep_seats(self, seats: Collection[str]) -> None:
        """Take away the seats that are none any more, as in another game."""
        for guest in self.all.values():
            if guest.seat not in seats:
                guest.seat = ""

    @property
    def seats(self) -> frozenset[str]:
        """Seats that phones have."""
        return frozenset(guest.seat for guest in self.all.values() if guest.seat)

    @property
    def anybody_sits(self) -> bool:
        """True if any phone has a seat."""
        return any(guest.seat for guest in self.all.values())
