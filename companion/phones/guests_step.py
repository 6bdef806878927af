"""Page at the table with all seats and all phones: each can be refused there."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from companion.device.language import say
from companion.phones.guests import Guest, Guests
from companion.screen.pages import Keys, ListPage, Page, Row
from companion.table.lists import ListStep
from companion.table.session import Session

#: Prefix of the rows of seats.
_SEAT = "seat "
#: Prefix of the rows of phones.
_PHONE = "phone "
#: So many phones that are gone keep their places in the list, at most: whoever comes and goes makes it no longer.
_MOST_GONE = 50


class TablePhones(Protocol):
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
        """Take a seat from its phone, or let those choose another that gave it back."""

    def throw_out(self, guest: Guest) -> None:
        """Forget a phone; it joins anew only by what is shown at the table from now on."""


class GuestsStep(ListStep):
    """List of the seats, and of the phones in the order in which they came.

    While it is open no row moves, and the marked one stays marked. None is at first: each takes something away.
    """

    name = "guests"

    def __init__(self, session: Session, phones: TablePhones) -> None:
        super().__init__(session)
        self._phones = phones
        #: Phones in the order of their rows: those that are gone keep their places while the page is open.
        self._listed: list[Guest] = []
        self._marked = ""

    def title(self) -> str:
        """Return the page's title."""
        return say("Seats and guests")

    def rows(self) -> Sequence[Row]:
        """Return a row for each seat, with a phone or without, and one for each phone."""
        seats = self._phones.seats()
        names = {seat.id: seat.text for seat in seats}
        return (*map(self._seat_row, seats), *(self._phone_row(guest, names) for guest in self._all_listed()))

    def _seat_row(self, seat: Row) -> Row:
        guests = self._phones.guests
        sitting, bound = guests.of_seat(seat.id), guests.bound_to(seat.id)
        if sitting is None and not bound:
            return Row(seat.text, detail=say("no phone"), sign=seat.sign)
        phone = _number_of(sitting or bound[0])
        if sitting is None:
            detail = say("Allow a change of seats: {phone}", phone=phone)
        else:
            detail = say("Take the seat back from {phone}", phone=phone)
        return Row(seat.text, f"{_SEAT}{seat.id}", detail=detail, sign=seat.sign)

    def _phone_row(self, guest: Guest, names: Mapping[str, str]) -> Row:
        if not self._is_there(guest):
            return Row(_number_of(guest), detail=say("is gone"))
        place = say("looks on") if guest.watches else names.get(guest.seat, "")
        return Row(_number_of(guest), f"{_PHONE}{guest.id}", place, say("Throw out"))

    def _is_there(self, guest: Guest) -> bool:
        return self._phones.guests.all.get(guest.id) is guest

    def _all_listed(self) -> Sequence[Guest]:
        self._listed += [guest for guest in self._phones.guests.all.values() if guest not in self._listed]
        gone = [guest for guest in self._listed if not self._is_there(guest)]
        for guest in gone[: max(0, len(gone) - _MOST_GONE)]:
            self._listed.remove(guest)
        return self._listed

    def choose(self, row_id: str) -> None:
        """Take a seat back, or throw a phone out."""
        if row_id.startswith(_SEAT):
            self._phones.free(row_id.removeprefix(_SEAT))
        else:
            self._phones.throw_out(self._phones.guests.all[int(row_id.removeprefix(_PHONE))])

    def keys(self) -> Keys:
        """Return the meaning of the buttons; without a phone there is nothing to choose."""
        if not self._ids():
            return Keys(back=say("Back"))
        return super().keys() if self._marked else replace(super().keys(), advance="")

    # --- the mark -----------------------------------------------------------------------------------------------

    def page(self) -> Page:
        """Return the list, with the marked row, if any."""
        self._follow_mark()
        page = super().page()
        assert isinstance(page, ListPage)
        return page if self._marked else replace(page, selected=None)

    def _follow_mark(self) -> None:
        """Keep the marked row marked; the first one instead of a row that is gone."""
        ids = self._ids()
        self.index = ids.index(self._marked) if self._marked in ids else 0

    def _mark(self) -> None:
        ids = self._ids()
        self._marked = ids[self.index % len(ids)] if ids else ""

    def advance(self) -> None:
        """Choose the marked row; where it has gone, only mark another one."""
        self._follow_mark()
        if self._marked in self._ids():
            super().advance()
        else:
            self._mark()

    def draw(self) -> None:
        """Mark the next row; the first one where none is marked."""
        self._follow_mark()
        if self._marked:
            super().draw()
        self._mark()

    def draw_held(self) -> None:
        """Mark the row before."""
        self._follow_mark()
        super().draw_held()
        self._mark()

    def touch(self, target: str) -> None:
        """Choose the touched row."""
        if target in self._ids():
            self._marked = target
        super().touch(target)


def _number_of(guest: Guest) -> str:
    """Return a phone's name at the table."""
    return say("Phone {number}", number=guest.id)
