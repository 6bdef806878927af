"""Times that a clock gives: minutes at first, and seconds that each move adds."""

from dataclasses import dataclass


@dataclass(frozen=True)
class TimeControl:
    """Time of each player at first (minutes), and what a move adds to it (seconds)."""

    minutes: int
    added_s: int

    @property
    def pgn(self) -> str:
        """The same as PGN has it."""
        return f"{self.minutes * 60}+{self.added_s}"


#: The times that are offered, by their ids.
TIMES = {f"{minutes}+{added}": TimeControl(minutes, added) for minutes, added in ((5, 3), (15, 10), (90, 30))}
