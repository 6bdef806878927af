"""Counts of trials with plain pieces, and how the camera's eyes are spoiled in them."""

from collections import Counter
from dataclasses import dataclass, field

#: Seconds between two looks, after which a move must be taken or asked about, and while a spoiler is at work.
LOOK_S = 0.25
PATIENCE_S = 12.0
SPOILED_S = 3.0
#: A piece is held for so long (seconds) and laid back, so often.
HELD_S = 1.5
HELD_SHARE = 0.05
#: No game is longer (moves).
MOST_MOVES = 400
SIGHTS = {"clear": 0.0, "moment": 0.01, "spoiled": 0.1, "stuck": 0.1}


@dataclass
class Record:
    """Counts of what became of the moves of some games."""

    game: str
    counts: Counter[str] = field(default_factory=Counter)
    #: Seconds from the hand's leaving to the event, of those taken without a question.
    waits_s: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def row(self) -> str:
        """Return the row of the table."""
        counts, waits = self.counts, sorted(self.waits_s) or [0.0]
        games = max(1, counts["games"])
        cells = (
            self.game,
            counts["moves"],
            counts["not made"],
            counts["missed"],
            f"{counts['asked'] / games:.2f}",
            f"{counts['which piece'] / games:.2f}",
            f"{counts['asked entrance'] / games:.1f}" if counts["rounds"] else "",
            f"{counts['asked later'] / (counts['rounds'] - counts['games']):.2f}" if counts["rounds"] else "",
            f"{counts['confirmed'] / games:.1f}",
            f"{waits[len(waits) // 2]:.2f}",
            f"{waits[-1]:.2f}",
        )
        return f"| {' | '.join(map(str, cells))} |"


HEAD = (
    "| game | moves | taken, not made | neither taken nor asked | questions a game | of them which piece is put"
    " | in the first round | a round later | green for what no camera sees a game | seconds, median | seconds, most |\n"
    "|:--|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
)
