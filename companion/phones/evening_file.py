"""File with the phones of this evening: after a crash they are known again, in their seats."""

import json
import os
import re
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from companion.device.errors import UserError
from companion.device.files import read_text, write_whole
from companion.device.language import LANGUAGES, language_in_use
from companion.device.log import warn
from companion.phones.guests import Bars, Guest, Guests
from companion.phones.limits import MOST_ONLOOKERS, MOST_PHONES
from companion.phones.relay import CODE_DIGITS

#: An evening is no longer (seconds).
_EVENING_S = 16 * 3600
#: No such file is larger.
_MOST_BYTES = 100_000
#: Forms of tickets and keys, of codes, and of seats, which are ids or names of players. Nobody guesses a short key.
_SECRET = re.compile(r"[0-9a-f]{16,32}")
_CODE = re.compile(rf"[0-9]{{{CODE_DIGITS}}}")
_SEAT = re.compile(r"[^\x00-\x1f\ud800-\udfff]{0,200}")
#: Form of addresses: of both versions of the protocol, also with the name of a network.
_ADDRESS = re.compile(r"[\w.:%-]{0,64}", re.ASCII)


class EveningFile:
    """The file; only its owner may read it, and it is gone when phones are switched off."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._kept = ""

    def keep(self, guests: Guests) -> None:
        """Keep ticket, code, phones and seats; that they cannot be written stops no game."""
        phones = [
            [
                guest.id,
                guest.key,
                guest.language,
                guest.seat,
                guest.bound,
                sorted(guest.barred),
                guest.address,
                guest.watches,
            ]
            for guest in guests.all.values()
        ]
        bars = {address: [bars.bound, sorted(bars.barred)] for address, bars in guests.bars.items()}
        kept = {
            "ticket": guests.ticket,
            "code": guests.code,
            "onlookers": guests.onlookers_ticket,
            "starts": guests.starts,
            "phones": phones,
            "bars": bars,
            "game": guests.game,
            "games": guests.left_games,
        }
        text = json.dumps(kept)
        if text == self._kept:
            return
        self._kept = text
        try:
            write_whole(self.path, text.encode(), mode=0o600)
        except UserError as error:
            warn(str(error))

    def load(self) -> Guests | None:
        """Return the phones of an evening that was cut off; None if there is none.

        A phone with a language that there is not gets the one in use. A file that was not written by `keep` counts
        as none.
        """
        try:
            if time.time() - self.path.stat().st_mtime > _EVENING_S:
                return None
            kept = json.loads(read_text(str(self.path), "a file of phones", _MOST_BYTES))
            guests = Guests()
            guests.ticket, guests.code = _matching(_SECRET, kept["ticket"]), _matching(_CODE, kept["code"])
            guests.onlookers_ticket = _matching(_SECRET, kept.get("onlookers", guests.onlookers_ticket))
            guests.starts = _whole(kept.get("starts", 0)) + 1
            for number, key, language, seat, *more in kept["phones"]:
                # Files of earlier versions end with the seat, or with what it may not have.
                bound, barred, address, watches = (*more, "", False)[:4] if more else (seat, [], "", False)
                guest = Guest(_positive(number), _matching(_SECRET, key), language, _matching(_SEAT, seat))
                guest.bound, guest.barred = _matching(_SEAT, bound), _seats(barred)
                guest.address, guest.watches = _matching(_ADDRESS, address), watches is True
                if guest.watches and guest.seat:
                    raise ValueError(guest.seat)
                if language not in tuple(LANGUAGES):
                    guest.language = language_in_use()
                _check_alone(guest, guests)
                guests.add(guest)
            for address, (bound, barred) in kept.get("bars", {}).items():
                guests.bars[_matching(_ADDRESS, address)] = Bars(_matching(_SEAT, bound), _seats(barred))
            if len(guests.all) > MOST_PHONES + MOST_ONLOOKERS:
                raise ValueError(len(guests.all))
            watching = {guest.id for guest in guests.all.values() if guest.watches}
            for game, sitting in kept.get("games", {}).items():
                guests.left_games[int(game)] = {
                    int(phone): (_matching(_SEAT, seat), _matching(_SEAT, bound))
                    for phone, (seat, bound) in sitting.items()
                    if int(phone) not in watching
                }
            if kept.get("game") is not None:
                guests.go_on(_whole(kept["game"]))
        except (OSError, UserError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None
        return guests

    def remove(self) -> None:
        """Forget the evening."""
        self._kept = ""
        with suppress(OSError):
            os.unlink(self.path)


def _matching(pattern: re.Pattern[str], value: object) -> str:
    """Return a text that has this form. Raises ValueError for anything else."""
    if not isinstance(value, str) or pattern.fullmatch(value) is None:
        raise ValueError(value)
    return value


def _check_alone(guest: Guest, guests: Guests) -> None:
    """Raise ValueError if another phone has the number, the key or the seat of this one."""
    for other in guests.all.values():
        if guest.id == other.id or guest.key == other.key or (guest.seat and guest.seat == other.seat):
            raise ValueError(guest.id)


def _seats(value: Iterable[object]) -> set[str]:
    """Return the ids of seats. Raises ValueError for anything else."""
    return {_matching(_SEAT, seat) for seat in value}


def _whole(value: object) -> int:
    """Return a count. Raises ValueError for anything else."""
    if type(value) is not int or not 0 <= value < _MOST_BYTES:
        raise ValueError(value)
    return value


def _positive(value: object) -> int:
    """Return the number of a phone. Raises ValueError for anything else."""
    if _whole(value) == 0:
        raise ValueError(value)
    return _whole(value)
