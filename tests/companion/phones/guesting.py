"""Guests with phones, without a server, who do not what the table wishes."""

import json
import time
from typing import Any

from companion.phones.table import PhoneTable
from tests.companion.phones.evening import HERE, Evening
from tests.companion.phones.phone import unpacked
from tools.phone_secrets import Line


class Guesting:
    """An evening's phones, by their numbers; none of them has joined."""

    def __init__(self, evening: Evening) -> None:
        self.evening, self.line, self.session = evening, Line(), evening.session
        self.phones = evening.phones = PhoneTable(evening.session, HERE, start=lambda *_: self.line)
        self.phones.switch_on()

    def join(self, *numbers: int, address: str = "") -> None:
        """Let these phones join, perhaps all from one address."""
        for number in numbers:
            joined = {"phone": number, "key": f"{number:032x}", "language": "en", "address": address}
            self.line.coming.append({"kind": "joined", **joined})
        self.evening.work()

    def touch(self, number: int, **touched: Any) -> dict[str, Any]:
        """Touch something on a phone; return what it shows then."""
        self.line.coming.append({"kind": "touched", "phone": number, "touched": touched})
        self.evening.work()
        return self.shown(number)

    def shown(self, number: int) -> dict[str, Any]:
        """Return what a phone shows."""
        last = next(
            message for message in reversed(self.line.sent) if message["kind"] == "show" and message["phone"] == number
        )
        return unpacked(json.loads(last["value"]))

    def look(self) -> None:
        """Let the table look at what is new: it does so ten times a second."""
        time.sleep(0.11)
        self.evening.work()

    def press_on_page(self, row: str) -> None:
        """Touch a row of the page of seats and guests, which is behind *Phones* at the table."""
        self.session.open(self.phones.step(self.session))
        self.session.touch("guests", self.session.now)
        self.session.touch(row, self.session.now)
        self.session.close()
        self.session.close()
        self.look()

    def killed(self) -> "Guesting":
        """Kill the table; return the phones of the next one, which goes on with the game."""
        evening = type(self.evening)(self.evening.game, self.session.journal)
        again = Guesting(evening)
        evening.resume()
        evening.work()
        return again
