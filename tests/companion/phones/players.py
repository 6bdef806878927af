"""Players with a phone each, without a server: what they are shown, what they touch."""

import json
import time
from random import Random
from typing import Any

from companion.phones.table import PhoneTable
from tests.companion.phones.evening import HERE, Evening
from tests.companion.phones.phone import unpacked
from tools.phone_secrets import Line

#: So many turns of the window may pass until somebody can act again.
_TURNS = 400
#: It takes at least so long until a test gives up: what is played is shown for a while (seconds).
_WAITS_S = 10.0


class PhonePlayers:
    """A phone in every seat of an evening's game."""

    def __init__(self, evening: Evening, *, language: str = "en") -> None:
        """Switch phones on, join, and take all seats; `language`: that of the phones."""
        self.evening, self.line = evening, Line()
        evening.phones = PhoneTable(evening.session, HERE, start=lambda *_: self.line)
        evening.phones.switch_on()
        self.seats = evening.game.table.seats(evening.start)
        for number, seat in enumerate(self.seats, 1):
            self.line.coming.append({"kind": "joined", "phone": number, "key": str(number), "language": language})
            self.connect(seat, is_there=True)
            self.touch(seat, {"seat": seat})
        evening.work()

    def connect(self, seat: str, *, is_there: bool) -> None:
        """Let the connection of a seat's phone come or go."""
        number = self.seats.index(seat) + 1
        self.line.coming.append({"kind": "here", "phone": number, "here": is_there})

    def touch(self, seat: str, touched: dict[str, Any]) -> None:
        """Touch something on the phone of a seat."""
        number = self.seats.index(seat) + 1
        self.line.coming.append({"kind": "touched", "phone": number, "touched": touched})

    def shown(self, seat: str) -> dict[str, Any]:
        """Return what the phone of a seat shows."""
        number = self.seats.index(seat) + 1
        last = next(
            message for message in reversed(self.line.sent) if message["kind"] == "show" and message["phone"] == number
        )
        return unpacked(json.loads(last["value"]))

    def do(self, seat: str, text: str) -> None:
        """Touch the move or the button with this text, and let the table take it."""
        shown = self.shown(seat)
        found = [choice["id"] for choice in (*shown["moves"], *shown["buttons"]) if choice["text"] == text]
        assert found, (seat, text, shown["moves"], shown["buttons"])
        self.touch(seat, {"do": found[0], "offer": shown["offer"]})
        self.evening.work()
        assert not self.shown(seat)["refused"]

    def wait_for_seat(self) -> str:
        """Let the table work until a phone is awaited; return its seat, empty if the game is over."""
        session = self.evening.session
        until, turns = time.monotonic() + _WAITS_S, 0
        while turns < _TURNS or time.monotonic() < until:
            turns += 1
            if session.table_game.rules.over(session.game.state) is not None:
                return ""
            able = [seat for seat in self.seats if self.shown(seat)["moves"] or self.shown(seat)["buttons"]]
            asked = [seat for seat in able if self.shown(seat)["awaited"]]
            # A card that nobody in particular turns over is turned over by anybody.
            if asked or (able and self.shown(able[0])["buttons"]):
                return (asked or able)[0]
            self.evening.work()
        raise AssertionError(session.page)

    def play(self, rng: Random, events: int) -> None:
        """Play by chance until the game has so many events, or is over."""
        session = self.evening.session
        while len(session.game.events) < events and self.touch_by_chance(rng):
            pass

    def touch_by_chance(self, rng: Random) -> bool:
        """Touch something on a phone for which the game waits; return False if the game is over."""
        seat = self.wait_for_seat()
        if not seat:
            return False
        shown = self.shown(seat)
        chosen = rng.choice(shown["moves"] or shown["buttons"])
        self.touch(seat, {"do": chosen["id"], "offer": shown["offer"]})
        self.evening.work()
        # What the table plays may have ended by itself, and whoever can do nothing else may have declined by itself.
        after = self.shown(seat)
        assert not after["refused"] or shown["buttons"] or after["moves"] != shown["moves"], chosen
        return True
