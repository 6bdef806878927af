"""Search among the games that are kept: by game, player, date and length."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from companion.journal.entries import GameRecord


@dataclass(frozen=True)
class GameSearch:
    """Conditions of a game that is searched for; those that are None or empty hold always.

    `since` and `until` are days in local time on which it was played last, both inclusive. `least` and `most` are
    numbers of events. `keys`: the keys of the games in question, such as those of a player.
    """

    kind: str = ""
    since: date | None = None
    until: date | None = None
    least: int = 0
    most: int | None = None
    keys: frozenset[str] | None = None

    @property
    def finds_all(self) -> bool:
        """True if nothing is searched for."""
        return self == GameSearch()

    def finds(self, record: GameRecord) -> bool:
        """Return True if a game is as it must be."""
        if self.kind not in ("", record.kind) or not self.least <= record.events <= (self.most or record.events):
            return False
        if self.keys is not None and record.key not in self.keys:
            return False
        if self.since is None and self.until is None:
            return True
        day = day_of(record.played)
        return (self.since or day) <= day <= (self.until or day)

    def found(self, records: Iterable[GameRecord]) -> list[GameRecord]:
        """Return the games that are found, in their order."""
        return [record for record in records if self.finds(record)]


def day_of(played: str) -> date:
    """Return the local day of a moment in UTC, such as ``2026-11-21T19:30:00Z``."""
    return datetime.fromisoformat(played.replace("Z", "+00:00")).astimezone().date()
