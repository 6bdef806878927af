"""Relay between the phones and the table: who has joined, and what each phone shows.

It knows no game. It runs in a process of its own. What the table sends are values for one phone each; what a phone
sends is handed to the table, which judges it.
"""

import asyncio
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from hmac import compare_digest
from typing import Any

from companion.phones.limits import (
    CHOOSES_S,
    GONE_S,
    MOST_ONLOOKERS,
    MOST_PHONES,
    MOST_PHONES_OF_ONE,
    OPENS_S,
    TOUCH_BURST,
    TOUCHES_PER_S,
    WRONG_BURST,
    WRONG_CODES_BURST,
    WRONG_CODES_PER_S,
    WRONG_PER_S,
    RateLimit,
)
from companion.phones.mailbox import Mailbox
from companion.phones.touches import whole_text

#: Random bits of a ticket, and of the key by which a phone is known again.
TICKET_BITS = 128
#: A code has so many digits.
CODE_DIGITS = 6
#: A phone can show its page in so many windows.
_MOST_WINDOWS = 2
#: So many pictures are kept for a phone, and so many for all.
_MOST_PICTURES = 120
#: A beat goes to each phone so often (seconds). A phone that hears none for twice as long connects anew.
_HEARTBEAT_S = 15.0


@dataclass(eq=False)
class Phone:
    """Phone that has joined: its key, the last value for it, and its pictures."""

    id: int
    key: str
    #: Where it joined from; empty if that was before a crash, and many share it.
    address: str = ""
    #: True while it has a seat, or may have one: the table has not said.
    sits: bool = True
    #: True for an onlooker: it is shown what all see, and never has a seat.
    watches: bool = False
    #: When it was last there (seconds).
    seen: float = 0.0
    shown: str = ""
    pictures: OrderedDict[str, bytes] = field(default_factory=OrderedDict)
    #: One for each window that shows the page: set when there is something new.
    windows: list[asyncio.Event] = field(default_factory=list)

    def had_its_time(self, time_s: float) -> bool:
        """Return True if it could have opened its page by now or, there, have chosen a seat."""
        return time_s - self.seen > (CHOOSES_S if self.windows else OPENS_S)


class Relay:
    """All that joined, and what they show."""

    def __init__(self, tell: Callable[[dict[str, Any]], None]) -> None:
        """Keep `tell`, which takes what the table must know."""
        self._tell = tell
        self._phones: dict[str, Phone] = {}
        self._last_id = 0
        self._ticket = self._code = self._onlookers = ""
        self._public: OrderedDict[str, bytes] = OrderedDict()
        self._wrong = RateLimit(WRONG_BURST, WRONG_PER_S)
        self._wrong_codes = RateLimit(WRONG_CODES_BURST, WRONG_CODES_PER_S)
        self._touches = RateLimit(TOUCH_BURST, TOUCHES_PER_S)
        #: What another table and this one leave for each other.
        self.mailbox = Mailbox()
        #: The words of the page by language.
        self.words: dict[str, dict[str, str]] = {}

    # --- what the table says ------------------------------------------------------------------------------------

    def take(self, message: dict[str, Any]) -> None:
        """Take a message of the table."""
        match message["kind"]:
            case "words":
                self.words = message["words"]
            case "rooms":
                self.mailbox.open_only(message["rooms"])
            case "ticket":
                self._ticket, self._code = message["ticket"], message["code"]
                self._onlookers = message.get("onlookers", "")
            case "known":
                phone = Phone(message["phone"], message["key"], message["address"], seen=time.monotonic())
                phone.watches = message.get("watches", False)
                self._add(phone)
            case "show":
                self._show(message["phone"], message["value"], sits=message["sits"])
            case "picture":
                self._keep(message["phone"], message["key"], bytes.fromhex(message["bytes"]))
            case "forget":
                self._forget(message["phone"])

    def _of(self, number: int) -> Phone | None:
        return next((phone for phone in self._phones.values() if phone.id == number), None)

    def _show(self, number: int, value: str, *, sits: bool) -> None:
        phone = self._of(number)
        if phone is not None:
            phone.sits = sits
            # One half of a surrogate pair would end the stream.
            phone.shown = whole_text(value)
            for window in phone.windows:
                window.set()

    def _keep(self, number: int, key: str, picture: bytes) -> None:
        """Keep a picture, for one phone or (0) for all."""
        phone = self._of(number)
        if number and phone is None:
            return
        kept = self._public if phone is None else phone.pictures
        kept[key] = picture
        # One that comes again is the newest: the table counts so too.
        kept.move_to_end(key)
        while len(kept) > _MOST_PICTURES:
            kept.popitem(last=False)

    def _forget(self, number: int) -> None:
        phone = self._of(number)
        if phone is not None:
            del self._phones[phone.key]
            for window in phone.windows:
                window.set()

    # --- what phones ask for ------------------------------------------------------------------------------------

    @property
    def is_starting(self) -> bool:
        """True until the table has said who is known: before that nobody is refused."""
        return not self._ticket

    def phone(self, key: str, *, watches: bool = False) -> Phone | None:
        """Return the phone, or the onlooker, with this key; None if none that has joined has it."""
        phone = self._phones.get(key)
        return phone if phone is not None and phone.watches is watches else None

    def join(
        self, ticket: str, code: str, language: str, address: str, time_s: float, *, watches: bool = False
    ) -> Phone | str:
        """Return a new phone that has shown ticket or code; otherwise a word for the refusal.

        With `watches` it looks on, for which the onlookers' ticket is enough.
        """
        # Nobody can shut the door for a ticket: it need not be guarded against guesses.
        if not (_is_same(ticket, self._ticket) or (watches and _is_same(ticket, self._onlookers))):
            if not (ticket or code):
                return "wrong"
            if self._wrong.left(address, time_s) < 1 or (code and self._wrong_codes.left("", time_s) < 1):
                return "wait"
            if not _is_same(code, self._code):
                self._wrong.take(address, time_s)
                if code:
                    self._wrong_codes.take("", time_s)
                return "wrong"
        if not self._make_place(address, time_s, watches=watches):
            return "full"
        phone = Phone(
            self._last_id + 1,
            f"{secrets.randbits(TICKET_BITS):x}",
            address,
            sits=False,
            watches=watches,
            seen=time_s,
        )
        self._add(phone)
        told = {"phone": phone.id, "key": phone.key, "language": language, "address": address, "watches": watches}
        # The table may have made another ticket meanwhile.
        self._tell({"kind": "joined", **told, "ticket": self._ticket})
        return phone

    def _add(self, phone: Phone) -> None:
        self._phones[phone.key] = phone
        self._last_id = max(self._last_id, phone.id)

    def _make_place(self, address: str, time_s: float, *, watches: bool) -> bool:
        """Make a place for one more phone of an address; return False if nobody gives way.

        Of those without a seat one of the address that has most leaves, first one that is gone, then whoever has been
        there longest: one guest with several addresses keeps nobody out. The only phone of an address, and any where
        all share one, is left time to choose a seat: nobody pushes out those that have just come. Onlookers have places
        of their own.
        """
        alike = [phone for phone in self._phones.values() if phone.watches is watches]
        same = [phone for phone in alike if phone.address == address]
        of_one = len(same) >= MOST_PHONES_OF_ONE
        if not of_one and len(alike) < (MOST_ONLOOKERS if watches else MOST_PHONES):
            return True
        standing = [phone for phone in (same if of_one else alike) if not phone.sits]
        places = Counter(phone.address for phone in standing)
        shared = {origin for origin, count in places.items() if count > 1 and not of_one}
        leaving = [phone for phone in standing if phone.address in shared or phone.had_its_time(time_s)]
        if leaving:
            self._free(min(leaving, key=lambda phone: (-places[phone.address], bool(phone.windows), phone.seen)))
        return bool(leaving)

    def free_places(self, time_s: float) -> None:
        """Free the places of phones that have no seat and are gone for long."""
        for phone in [*self._phones.values()]:
            if not (phone.sits or phone.windows) and time_s - phone.seen > GONE_S:
                self._free(phone)

    def _free(self, phone: Phone) -> None:
        self._forget(phone.id)
        self._tell({"kind": "left", "phone": phone.id})

    def touch(self, phone: Phone, touched: dict[str, Any], time_s: float) -> bool:
        """Hand on what was touched on a phone; return False if it comes too often."""
        if not self._touches.take(phone.id, time_s):
            return False
        self._tell({"kind": "touched", "phone": phone.id, "touched": touched})
        return True

    def picture(self, phone: Phone, key: str) -> bytes | None:
        """Return a picture that this phone may see; None for any other."""
        return phone.pictures.get(key) or self._public.get(key)

    async def stream(self, phone: Phone) -> AsyncIterator[str]:
        """Yield server-sent events: what the phone shows, now and whenever it changes."""
        window = asyncio.Event()
        window.set()
        phone.windows.append(window)
        for older in phone.windows[:-_MOST_WINDOWS]:
            phone.windows.remove(older)
            older.set()
        self._tell({"kind": "here", "phone": phone.id, "here": True})
        sent = ""
        try:
            while window in phone.windows:
                try:
                    await asyncio.wait_for(window.wait(), _HEARTBEAT_S)
                except TimeoutError:
                    yield "event: beat\ndata: {}\n\n"
                    continue
                window.clear()
                if self._phones.get(phone.key) is not phone:
                    yield "event: gone\ndata: {}\n\n"
                    return
                if window in phone.windows and phone.shown != sent:
                    sent = phone.shown
                    yield f"data: {sent}\n\n"
            # It waits until somebody looks at it again: all windows would push each other out for ever.
            yield "event: elsewhere\ndata: {}\n\n"
        finally:
            if window in phone.windows:
                phone.windows.remove(window)
            if not phone.windows:
                phone.seen = time.monotonic()
                self._tell({"kind": "here", "phone": phone.id, "here": False})


def _is_same(shown: str, secret: str) -> bool:
    """Return True for the secret itself, in a time that tells nothing, once there is one."""
    return bool(secret) and compare_digest(shown.encode(), secret.encode())
