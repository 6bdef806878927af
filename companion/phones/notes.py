"""Notes and counters that the players of a side write on their phones for it alone."""

from typing import Any

from companion.phones.limits import MOST_IN_COUNTER, MOST_IN_NOTE
from companion.phones.touches import is_number, whole_text

#: A side has so many counters.
_MOST_COUNTERS = 8
#: No counter goes further from nought.
_MOST = 999


class SideNotes:
    """Notes of each side of a game.

    They stand in memory alone, and are gone with another game or when phones are switched off.
    """

    def __init__(self) -> None:
        self._game: object = None
        self._notes: dict[str, str] = {}
        self._counters: dict[str, dict[str, int]] = {}

    def follow(self, game_id: object) -> None:
        """Forget the notes of another game."""
        if game_id != self._game:
            self._game = game_id
            self._notes.clear()
            self._counters.clear()

    def take(self, side: str, touched: dict[str, Any]) -> None:
        """Take what a phone of a side has written; what is too long is cut."""
        counters = self._counters.setdefault(side, {})
        match touched:
            case {"note": str(text)}:
                self._notes[side] = whole_text(text[:MOST_IN_NOTE])
            case {"counter": str(name), "value": None}:
                counters.pop(name, None)
            case {"counter": str(name), "value": int(value)} if is_number(value):
                name = whole_text(" ".join(name.split())[:MOST_IN_COUNTER])
                if name and (name in counters or len(counters) < _MOST_COUNTERS):
                    counters[name] = max(-_MOST, min(_MOST, value))

    def value(self, side: str) -> dict[str, Any]:
        """Return what phones of this side show."""
        counters = [{"text": name, "value": value} for name, value in self._counters.get(side, {}).items()]
        return {"note": self._notes.get(side, ""), "counters": counters}
