"""Phones that have joined, as the table knows them, and the seats that they have taken."""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.phones.relay import CODE_DIGITS, TICKET_BITS
from companion.phones.values import Offer

#: Why a touch did not count is shown for so long (seconds): "It is your turn" stands in the same place.
_REFUSED_S = 6.0
#: Why a touch of the board led to no move is shown for so long (seconds): it is longer to read.
_EXPLAINED_S = 20.0
#: So many numbers of offers are used up whenever the table starts again.
_OFFERS = 1_000_000
#: Of so many addresses is kept what they may not; the one that was told of first is forgotten first.
_MOST_ADDRESSES = 200
#: In so many games is kept who sat where; the one that was left first is forgotten first.
_MOST_GAMES = 20
#: Not a phone's own: whoever comes through a proxy or tunnel on this machine has one of these.
_OWN_ADDRESSES = ("127.0.0.1", "::1", "::ffff:127.0.0.1")


@dataclass(eq=False)
class Guest:
    """Phone that has joined, as the table knows it; `seat` is empty while it has none."""

    id: int
    key: str
    language: str
    seat: str = ""
    #: Where it joined from; empty where many share the address.
    address: str = ""
    #: True for an onlooker: it is shown what all see, and never has a seat.
    watches: bool = False
    #: The seat that it had last in this game: it takes no other one until the table has freed that.
    bound: str = ""
    #: Seats that the table took back from it: it gets none of them this evening.
    barred: set[str] = field(default_factory=set)
    connected: bool = False
    #: What it may do, and the number of that: what was touched of an older one does not count.
    offer: Offer | None = None
    number: int = 0
    #: The last value that was sent, and the keys of the pictures that only this phone has, the oldest first.
    shown: str = ""
    pictures: dict[str, None] = field(default_factory=dict)
    #: Why the last touch did not count, in a word of the page, and the number of the offer it was first told with.
    refused: str = ""
    refused_with: int | None = None
    touched_at: float = 0.0
    #: What was touched on the board last and led to no move: ids of the parts before it, and the place.
    touches: tuple[str, ...] = ()
    #: What was asked last, by its id, and the sentences of the answer: they are for its seat alone.
    asked: str = ""
    answer: tuple[str, ...] = ()

    def refuse(self, word: str) -> None:
        """Keep why a touch did not count; empty: it counted."""
        self.refused, self.refused_with = word, None

    def sit(self, seat: str) -> None:
        """Have another seat, or (empty) none: what was offered in the one before is void."""
        if seat != self.seat:
            self.seat, self.offer, self.number, self.touches = seat, None, self.number + 1, ()
            self.asked, self.answer = "", ()
        self.bound = seat or self.bound

    def lose(self, seat: str) -> None:
        """Lose a seat to the table for this evening; another one may be taken."""
        if self.seat == seat:
            self.sit("")
        self.bound = ""
        self.barred.add(seat)

    def forget_touch(self, time_s: float) -> bool:
        """Forget after a while what was wrong with a touch; return True if anything was."""
        since = time_s - self.touched_at
        is_old = bool(
            (self.refused and not 0 <= since < _REFUSED_S) or (self.touches and not 0 <= since < _EXPLAINED_S)
        )
        if is_old:
            self.refuse("")
            self.touches = ()
        return is_old

    def forget_refusal(self) -> None:
        """Say no more why a touch did not count once something else is offered."""
        if self.refused_with is None:
            self.refused_with = self.number
        elif self.refused_with != self.number:
            self.refused = ""


@dataclass
class Bars:
    """Seats of an address, whichever of its phones had them."""

    #: The seat that one of them had last in this game.
    bound: str = ""
    #: Seats that the table took back from any of them: who joins from there gets none of these.
    barred: set[str] = field(default_factory=set)


class Guests:
    """All phones that have joined, with the ticket and the code for more."""

    def __init__(self) -> None:
        self.all: dict[int, Guest] = {}
        self.bars: dict[str, Bars] = {}
        #: How often the table has started again this evening: what was offered before is void.
        self.starts = 0
        #: The phone that sat last in each seat of the game.
        self._sat: dict[str, Guest] = {}
        #: Number of the game in the journal; the guests themselves before any game.
        self._game: object = self
        #: Seat and bound seat of each phone in the games that were left, by their numbers in the journal.
        self.left_games: dict[int, dict[int, tuple[str, str]]] = {}
        self.ticket = self.code = self.onlookers_ticket = ""
        self.renew()

    def renew(self) -> None:
        """Make other tickets and another code; who has joined stays."""
        self.ticket, self.onlookers_ticket = (f"{secrets.randbits(TICKET_BITS):x}" for _ in range(2))
        self.code = str(secrets.randbelow(10**CODE_DIGITS)).zfill(CODE_DIGITS)

    def joined(self, message: dict[str, Any], languages: Collection[str], default: str) -> None:
        """Take the server's message that a phone has joined."""
        language, address = message["language"], message.get("address", "")
        guest = Guest(message["phone"], message["key"], language if language in languages else default)
        guest.watches = message.get("watches", False)
        if address not in _OWN_ADDRESSES:
            guest.address = address
        if guest.address in self.bars:
            guest.barred |= self.bars[guest.address].barred
        self.add(guest)

    def add(self, guest: Guest) -> None:
        """Take a phone in, perhaps in its seat of before."""
        guest.number = self.starts * _OFFERS
        self.all[guest.id] = guest
        if guest.seat:
            self._sat[guest.seat] = guest

    def of_seat(self, seat: str) -> Guest | None:
        """Return the phone that is this seat's hand."""
        return next((guest for guest in self.all.values() if seat and guest.seat == seat), None)

    def why_not(self, guest: Guest, seat: str, bots: Collection[str]) -> str:
        """Explain why a phone cannot have a seat, in a word of the page; empty: it can."""
        if self.of_seat(seat) not in (None, guest):
            return "seat_taken"
        if guest.watches:
            return "looks_on"
        if seat in bots:
            return "seat_bot"
        if seat in guest.barred:
            return "seat_barred"
        return "seat_bound" if self._bound(guest) not in ("", seat) else ""

    def _others(self, guest: Guest) -> list[Guest]:
        """Return the other phones at a phone's address: perhaps pages of the same one."""
        return [
            other
            for other in self.all.values()
            if guest.address and other.address == guest.address and other is not guest
        ]

    def _bound(self, guest: Guest) -> str:
        """Return the seat besides which a phone gets no other one; empty: it gets any.

        What a phone of its address gave back binds it, too, unless another one sits there: then several share it.
        """
        if guest.bound or guest.address not in self.bars or any(other.seat for other in self._others(guest)):
            return guest.bound
        return self.bars[guest.address].bound

    def _bars(self, address: str) -> Bars:
        """Return what is kept of an address."""
        bars = self.bars.setdefault(address, Bars())
        if len(self.bars) > _MOST_ADDRESSES:
            del self.bars[next(iter(self.bars))]
        return bars

    def is_new(self, guest: Guest, seat: str) -> bool:
        """Return True for a phone that was not the last one in a seat of this game."""
        return self._sat.get(seat) is not guest

    def take(self, guest: Guest, seat: str) -> bool:
        """Give a free seat to a phone; return True if another phone sat there last, or none."""
        guest.sit(seat)
        if guest.address:
            self._bars(guest.address).bound = seat
        is_another, self._sat[seat] = self.is_new(guest, seat), guest
        return is_another

    def free(self, seat: str) -> None:
        """Take a seat from its phone, or let those choose another that gave it back."""
        sits = self.of_seat(seat)
        for guest in [sits] if sits is not None else self.bound_to(seat):
            guest.lose(seat)
            if guest.address in self.bars and self.bars[guest.address].bound == seat:
                self.bars[guest.address].bound = ""
        if sits is not None and sits.address:
            self._bars(sits.address).barred.add(seat)
            for guest in self._others(sits):
                guest.barred.add(seat)

    def throw_out(self, guest: Guest) -> None:
        """Forget a phone; who joined before at its address does not get its seat."""
        for other in self._others(guest):
            other.bound = self._bound(other)
            other.barred |= {guest.seat} - {""}
        self.bars.pop(guest.address, None)
        del self.all[guest.id]

    def bound_to(self, seat: str) -> list[Guest]:
        """Return the phones that have, or had last, this seat, or are bound to it by their address."""
        return [guest for guest in self.all.values() if self._bound(guest) == seat]

    def follow(self, game: object, seats: Collection[str], bots: Collection[str]) -> bool:
        """Take away seats that are gone or a bot's; return True in another game.

        There all may be chosen again; in a game that goes on phones have the seats that they had there.
        """
        former, self._game = self._game, game
        is_another = former not in (self, game)
        if is_another:
            self._sat.clear()
            self._leave(former)
        sitting = self.left_games.pop(game, {}) if isinstance(game, int) else {}
        for guest in self.all.values():
            if guest.seat not in seats or guest.seat in bots:
                guest.sit("")
            if is_another or guest.bound not in seats:
                guest.bound = guest.seat
        for bars in self.bars.values():
            if is_another or bars.bound not in seats:
                bars.bound = ""
        self._sit_again(sitting, bots)
        return is_another

    @property
    def game(self) -> int | None:
        """Number of the game in the journal; None for none."""
        return self._game if isinstance(self._game, int) else None

    def go_on(self, game: int) -> None:
        """Go on with the game of this number, in which the phones have their seats already."""
        self._game = game

    def _leave(self, game: object) -> None:
        """Keep who sat where in a game: it may go on."""
        if isinstance(game, int):
            self.left_games[game] = {guest.id: (guest.seat, guest.bound) for guest in self.all.values()}
            if len(self.left_games) > _MOST_GAMES:
                del self.left_games[next(iter(self.left_games))]

    def _sit_again(self, sitting: Mapping[int, tuple[str, str]], bots: Collection[str]) -> None:
        """Give phones their seats in a game that goes on, but none that the table took since."""
        known = {phone: seats for phone, seats in sitting.items() if phone in self.all}
        taken = {seat for seat, _ in known.values() if seat}
        for guest in self.all.values():
            if guest.seat in taken or guest.id in known:
                guest.sit("")
        for phone, (seat, bound) in known.items():
            guest = self.all[phone]
            if seat and seat not in bots and seat not in guest.barred:
                self.take(guest, seat)
            guest.bound = guest.seat or ("" if bound in guest.barred else bound)

    @property
    def seats(self) -> frozenset[str]:
        """Seats that phones have."""
        return frozenset(guest.seat for guest in self.all.values() if guest.seat)

    @property
    def lost_seats(self) -> frozenset[str]:
        """Seats of phones that have no connection just now."""
        return frozenset(guest.seat for guest in self.all.values() if guest.seat and not guest.connected)

    @property
    def anybody_sits(self) -> bool:
        """True if any phone has a seat."""
        return any(guest.seat for guest in self.all.values())
