"""File with the phones of this evening: after a crash they are known again, in their seats."""

import json
import os
import time
from contextlib import suppress
from pathlib import Path

from companion.device.errors import UserError
from companion.device.files import read_text, write_whole
from companion.device.log import warn
from companion.phones.guests import Guest, Guests

#: An evening is no longer (seconds).
_EVENING_S = 16 * 3600
#: No such file is larger.
_MOST_BYTES = 100_000


class EveningFile:
    """The file; only its owner may read it, and it is gone when phones are switched off."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._kept = ""

    def keep(self, guests: Guests) -> None:
        """Keep ticket, code, phones and seats; that they cannot be written stops no game."""
        phones = [[guest.id, guest.key, guest.language, guest.seat] for guest in guests.all.values()]
        text = json.dumps({"ticket": guests.ticket, "code": guests.code, "phones": phones})
        if text == self._kept:
            return
        self._kept = text
        try:
            write_whole(self.path, text.encode(), mode=0o600)
        except UserError as error:
            warn(str(error))

    def load(self) -> Guests | None:
        """Return the phones of an evening that was cut off; None if there is none."""
        try:
            if time.time() - self.path.stat().st_mtime > _EVENING_S:
                return None
            kept = json.loads(read_text(str(self.path), "a file of phones", _MOST_BYTES))
            guests = Guests()
            guests.ticket, guests.code = str(kept["ticket"]), str(kept["code"])
            for number, key, language, seat in kept["phones"]:
                guests.all[int(number)] = Guest(int(number), str(key), str(language), str(seat))
        except (OSError, UserError, ValueError, KeyError, TypeError, RecursionError):
            return None
        return guests

    def remove(self) -> None:
        """Forget the evening."""
        self._kept = ""
        with suppress(OSError):
            os.unlink(self.path)
