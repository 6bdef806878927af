"""Retry schedule for cells that stayed unreadable."""

from collections.abc import Collection
from dataclasses import dataclass

from vision.watching.gates import Gates


@dataclass
class _RetryEntry:
    """Place with its last look, the wait until the next (s), and if frames were averaged."""

    looked_s: float
    wait_s: float
    averaged: bool = False


class RetrySchedule:
    """Most that cannot be told stays so until something changes there, as behind a tall piece.

    So each look in vain doubles the time until the next, up to that after which all is read anew, and frames are
    averaged once.
    """

    def __init__(self, gates: Gates) -> None:
        self._gates = gates
        self._entries: dict[str, _RetryEntry] = {}

    def see(self, unreadable: Collection[str], changed: Collection[str], taken_s: float) -> None:
        """Take which places are unreadable now; those that have `changed` are as good as new."""
        known = {place: entry for place, entry in self._entries.items() if place not in changed}
        self._entries = {place: known.get(place) or _RetryEntry(taken_s, self._gates.again_s) for place in unreadable}

    def due(self, taken_s: float) -> set[str]:
        """Return the places that are worth another look."""
        return {place for place, entry in self._entries.items() if taken_s - entry.looked_s >= entry.wait_s}

    def looked(self, places: Collection[str], taken_s: float) -> None:
        """Note that places have been looked at again."""
        for entry in (self._entries[place] for place in places):
            entry.looked_s, entry.wait_s = taken_s, min(2 * entry.wait_s, self._gates.refresh_s)

    @property
    def without_average(self) -> set[str]:
        """The places of which no average was looked at yet."""
        return {place for place, entry in self._entries.items() if not entry.averaged}

    def averaged(self) -> None:
        """Note that an average of all places has been looked at."""
        for entry in self._entries.values():
            entry.averaged = True
