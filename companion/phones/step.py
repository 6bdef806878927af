"""Page at the table that shows how phones join, and which seats they have."""

from collections.abc import Sequence

import numpy as np
import segno

from companion.device.errors import UserError
from companion.device.language import say
from companion.phones.guests_step import GuestsStep, TablePhones
from companion.screen.pages import BoardPage, ListPage, Page, Row, Snapshot, Tone
from companion.table.lists import ListStep
from companion.table.session import Session

#: Side of a module of the QR code (pixels).
_MODULE_PX = 8
#: Where the page is an onlooker's.
_ONLOOKERS = "/watch"
#: Where it is laid over a film.
_STREAM = "/stream"
#: So many white modules are round it: readers need them.
_QUIET = 4


class PhonesStep(ListStep):
    """Page with the ways to join: a code for the phone's camera, and one to type."""

    name = "phones"

    def __init__(self, session: Session, phones: TablePhones) -> None:
        super().__init__(session)
        self._phones = phones
        self._problem = ""
        self._code: tuple[str, Snapshot] | None = None
        #: Whether the way to look on is shown instead of the way to join.
        self._looks_on = False

    def title(self) -> str:
        """Return the page's title."""
        return say("Phones")

    def text(self) -> str:
        """Say what phones are for, or why they cannot join."""
        if self._problem:
            return self._problem
        if not self._phones.on:
            return say("A phone on the same network can be a player's hand. Nobody can join yet.")
        if self._looks_on:
            address = _as_typed(self._phones.page_address)
            return say(
                "Without a seat: point a camera at the code, or type {address}, then {code}. For a stream: {stream}.",
                address=address + _ONLOOKERS,
                stream=f"{address}{_STREAM}/#{self._phones.guests.code}",
                code=self._phones.guests.code,
            )
        return say(
            "Point a phone's camera at the code, or type {address}, then {code}.",
            address=_as_typed(self._phones.page_address),
            code=self._phones.guests.code,
        )

    def rows(self) -> Sequence[Row]:
        """Return how many phones are there, and what can be done: first what ends nothing."""
        phones = self._phones
        if not phones.on:
            return (Row(say("Let phones join this evening"), "on", tone=Tone.NOW),)
        others = ", ".join(map(_as_typed, phones.other_page_addresses))
        connected = [guest for guest in phones.guests.all.values() if guest.connected]
        looking_on = sum(guest.watches for guest in connected)
        return (
            *([Row(say("Certificate"), detail=phones.fingerprint)] if phones.fingerprint else []),
            Row(
                say("Phones that are connected"),
                value=str(len(connected) - looking_on),
                detail=say("They must be on the same network."),
            ),
            Row(say("Onlookers"), value=str(looking_on)),
            *([Row(say("Other addresses"), detail=others)] if others else []),
            Row(
                say("Seats and guests"),
                "guests",
                str(len(phones.guests.all)),
                say("Take a seat back, throw a phone out"),
            ),
            Row(say("Players' code"), "players")
            if self._looks_on
            else Row(say("Onlookers' code"), "onlookers", detail=say("A large picture of the table, without a seat")),
            Row(say("New code"), "renew"),
            Row(say("Phones off"), "off"),
        )

    def choose(self, row_id: str) -> None:
        """Carry out the row's action."""
        self._problem = ""
        match row_id:
            case "on":
                try:
                    self._phones.switch_on()
                except UserError:
                    self._problem = say("Phones cannot join: the network or the box does not allow it.")
            case "off":
                self._phones.switch_off()
            case "onlookers" | "players":
                self._looks_on = row_id == "onlookers"
            case "renew":
                self._phones.renew_ticket()
            case "guests":
                self.session.open(GuestsStep(self.session, self._phones))

    def page(self) -> Page:
        """Return the list, beside the code."""
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
        guests = self._phones.guests
        way = f"{_ONLOOKERS}/#{guests.onlookers_ticket}" if self._looks_on else f"/#{guests.ticket}"
        address = self._phones.page_address.rstrip("/") + way
        if self._code is None or self._code[0] != address:
            modules = np.array(list(segno.make(address, error="m", boost_error=False).matrix), np.uint8)
            framed = np.pad(modules, _QUIET)
            grey = np.kron(1 - framed, np.full((_MODULE_PX, _MODULE_PX), 255, np.uint8))
            self._code = address, Snapshot(np.repeat(grey[:, :, None], 3, axis=2))
        return self._code[1]


def _as_typed(address: str) -> str:
    """Return a page's address without what browsers take for granted."""
    return address.removeprefix("http://").rstrip("/")
