"""Counts of trials with plain pieces, and how the camera's eyes are spoiled in them."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from companion.table.layout import PieceObservation
from companion.table.observation import TableObservation
from companion.table.session import Session

#: Seconds between two looks, after which a move must be taken or asked about, and while a spoiler is at work.
LOOK_S = 0.25
PATIENCE_S = 12.0
SPOILED_S = 3.0
#: A piece is held for so long (seconds) and laid back, so often.
HELD_S = 1.5
HELD_SHARE = 0.05
#: No game is longer (moves).
MOST_MOVES = 400
#: How pieces look from above: nothing is seen of it; all of one player look the same; each side has a look of its own.
LOOKS = ("none", "colours", "faces")
#: Numbers of a simulated look, and their spread from one look to the next: of each, and of all by the light.
_LOOK_LENGTH = 12
_LOOK_NOISE = 0.05
_LIGHT_NOISE = 0.08
#: Return what other eyes see of what lies there, at a time in seconds; None while they are closed.
Eyes = Callable[[Session, Any, float], TableObservation[PieceObservation] | None]
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


def simulated_looks(names: Mapping[str, str], rng: Random) -> dict[str, tuple[float, ...]]:
    """Return looks of places by what lies there.

    The same name looks the same but for noise and light.
    """
    looks = {}
    for place, name in names.items():
        light = rng.gauss(0, _LIGHT_NOISE)
        looks[place] = tuple(number + light + rng.gauss(0, _LOOK_NOISE) for number in _usual_look(name))
    return looks


@cache
def _usual_look(name: str) -> tuple[float, ...]:
    own = Random(name)
    return tuple(own.uniform(-1.5, 0) for _ in range(_LOOK_LENGTH))


HEAD = (
    "| game | moves | taken, not made | neither taken nor asked | questions a game | of them which piece is put"
    " | in the first round | a round later | green for what no camera sees a game | seconds, median | seconds, most |\n"
    "|:--|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
)
