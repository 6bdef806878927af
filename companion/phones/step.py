"""Page at the table that shows how phones join, and which seats they have."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import segno

from companion.device.errors import UserError
from companion.device.language import say
from companion.phones.guests import Guest, Guests
from companion.screen.pages import BoardPage, ListPage, Page, Row, Snapshot, Tone
from companion.table.lists import ListStep
from companion.table.session import Session

#: Side of a module of the QR code (pixels).
_MODULE_PX = 8
#: So many white modules are round it: readers need them.
_QUIET = 4
#: Prefix of the rows of seats.
_SEAT = "seat "
#: Prefix of the rows of phones.
_PHONE = "phone "
#: So many phones that are gone keep their places in the list, at most: whoever comes and goes makes it no longer.
_MOST_GONE = 50


class Joining(Protocol):
    """Phones of a table, as the page shows and switches them."""

    guests: Guests

    @property
    def on(self) -> bool:
        """True while phones may join."""

    @property
    def page_address(self) -> str:
        """Address of the phones' page."""

    @property
    def other_page_addresses(self) -> Sequence[str]:
        """Addresses of the page in other networks."""

    @property
    def fingerprint(self) -> str:
        """The beginning of the certificate's fingerprint; empty without encryption."""

    def seats(self) -> Sequence[Row]:
        """Return the seats of the running game."""

    def switch_on(self) -> None:
        """Let phones join. Raises UserError if the page cannot listen."""

    def switch_off(self) -> None:
        """Let nobody join any more."""

    def renew_ticket(self) -> None:
        """Let only those join who see the new code."""

    def free(self, seat: str) -> None:
        """Take a seat from the phone that has it, or let those choose another one that gave it back."""

    def throw_out(self, guest: Guest) -> None:
        """Forget a phone; it joins anew only by what is shown at the table from now on."""


class PhonesStep(ListStep):
    """Page with the ways to join: a code for the phone's camera, and one to type."""

    name = "phones"

    def __init__(self, session: Session, phones: Joining) -> None:
        super().__init__(session)
        self._phones = phones
        self._problem = ""
        self._code: tuple[str, Snapshot] | None = None
        #: Phones in the order of their rows: those that are gone keep their places while the page is open.
        self._listed: list[Guest] = []
        #: The marked row: it stays marked, whatever comes and goes.
        self._marked = ""

    def title(self) -> str:
        """The page's title."""
        return say("Phones")

    def text(self) -> str:
        """Say what phones are for, or why they cannot join."""
        if self._problem:
            return self._problem
        if not self._phones.on:
            return say("A phone on the same network can be a player's hand. Nobody can join yet.")
        return say(
            "Point a phone's camera at the code, or type {address}, then {code}.",
            address=_as_typed(self._phones.page_address),
            code=self._phones.guests.code,
        )

    def rows(self) -> Sequence[Row]:
        """Return the switches, how many phones are there, all seats, and all phones in the order in which they came."""
        phones = self._phones
        if not phones.on:
            return (Row(say("Let phones join this evening"), "on", tone=Tone.NOW),)
        others = ", ".join(map(_as_typed, phones.other_page_addresses))
        here = sum(guest.here for guest in phones.guests.all.values())
        return (
            *([Row(say("Certificate"), detail=phones.fingerprint)] if phones.fingerprint else []),
            Row(say("Phones that are connected"), value=str(here), detail=say("They must be on the same network.")),
            *([Row(say("Other addresses"), detail=others)] if others else []),
            Row(say("New code"), "renew"),
            Row(say("Phones off"), "off"),
            # Each seat has its row, with a phone or without: nothing moves when somebody sits down.
            *(self._seat_row(seat) for seat in phones.seats()),
            *(self._phone_row(guest) for guest in self._all_listed()),
        )

    def _seat_row(self, seat: Row) -> Row:
        guests = self._phones.guests
        sitting, bound = guests.of_seat(seat.id), guests.bound_to(seat.id)
        if sitting is None and not bound:
            return Row(seat.text, detail=say("no phone"), sign=seat.sign)
        detail = say("given back: the phone may choose another") if sitting is None else say("Take the seat back")
        shown = sitting or bound[0]
        return Row(seat.text, f"{_SEAT}{seat.id}", _number_of(shown), detail, sign=seat.sign)

    def _phone_row(self, guest: Guest) -> Row:
        phone = _number_of(guest)
        if self._phones.guests.all.get(guest.id) is not guest:
            return Row(phone, detail=say("is gone"))
        seat = next((seat.text for seat in self._phones.seats() if seat.id == guest.seat), "")
        return Row(phone, f"{_PHONE}{guest.id}", seat, say("Throw out"))

    def _all_listed(self) -> Sequence[Guest]:
        there = self._phones.guests.all
        self._listed += [guest for guest in there.values() if guest not in self._listed]
        gone = [guest for guest in self._listed if there.get(guest.id) is not guest]
        for guest in gone[: max(0, len(gone) - _MOST_GONE)]:
            self._listed.remove(guest)
        return self._listed

    def _follow_mark(self) -> None:
        """Keep the marked row marked; without it the first one is, which does no harm."""
        ids = self._ids()
        if self._marked and ids:
            self.index = ids.index(self._marked) if self._marked in ids else 0

    def _mark(self) -> None:
        ids = self._ids()
        self._marked = ids[self.index % len(ids)] if ids else ""

    def advance(self) -> None:
        """Choose the marked row."""
        self._follow_mark()
        super().advance()
        self._mark()

    def draw(self) -> None:
        """Mark the next row."""
        self._follow_mark()
        super().draw()
        self._mark()

    def draw_held(self) -> None:
        """Mark the row before."""
        self._follow_mark()
        super().draw_held()
        self._mark()

    def touch(self, target: str) -> None:
        """Choose the touched row."""
        super().touch(target)
        self._mark()

    def choose(self, row_id: str) -> None:
        """Do it."""
        self._problem = ""
        match row_id:
            case "on":
                try:
                    self._phones.switch_on()
                except UserError:
                    self._problem = say("Phones cannot join: the network or the box does not allow it.")
            case "off":
                self._phones.switch_off()
            case "renew":
                self._phones.renew_ticket()
            case _ if row_id.startswith(_SEAT):
                self._phones.free(row_id.removeprefix(_SEAT))
            case _:
                number = int(row_id.removeprefix(_PHONE))
                self._phones.throw_out(self._phones.guests.all[number])

    def page(self) -> Page:
        """The list, beside the code."""
        self._follow_mark()
        page = super().page()
        assert isinstance(page, ListPage)
        if not self._phones.on:
            return page
        return BoardPage(
            self.name,
            page.title,
            self._join_code(),
            self.text(),
            page.rows,
            keys=page.keys,
            status=page.status,
            selected=page.selected,
            one_column=True,
        )

    def _join_code(self) -> Snapshot:
        # The ticket stands behind the #: no browser sends that to anybody.
        address = f"{self._phones.page_address}#{self._phones.guests.ticket}"
        if self._code is None or self._code[0] != address:
            modules = np.array(list(segno.make(address, error="m", boost_error=False).matrix), np.uint8)
            framed = np.pad(modules, _QUIET)
            grey = np.kron(1 - framed, np.full((_MODULE_PX, _MODULE_PX), 255, np.uint8))
            self._code = address, Snapshot(np.repeat(grey[:, :, None], 3, axis=2))
        return self._code[1]


def _number_of(guest: Guest) -> str:
    return say("Phone {number}", number=guest.id)


def _as_typed(address: str) -> str:
    """Return a page's address without what browsers take for granted."""
    return address.removeprefix("http://").rstrip("/")
