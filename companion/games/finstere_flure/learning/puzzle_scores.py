"""Scores of the puzzles, kept beside the journal of games."""

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Self

from companion.games.finstere_flure.learning.beside_journal import keep_beside, load_beside
from companion.games.finstere_flure.learning.puzzles import LEVELS

_FILE = "where-will-it-go.json"
_MOST = 1_000_000_000
#: So many right answers in a row lead to the next level.
_TO_NEXT_LEVEL = 2


@dataclass(frozen=True)
class PuzzleScores:
    """Numbers of right and wrong answers, the level, and the right ones in a row."""

    first: int = 0
    second: int = 0
    wrong: int = 0
    level: int = 1
    row: int = 0

    def after(self, tries: int | None) -> Self:
        """Return the scores after one more answer; `tries`: 1 or 2, None for a wrong one."""
        if tries == 1:
            row = self.row + 1
            up = row >= _TO_NEXT_LEVEL and self.level < LEVELS
            return replace(self, first=self.first + 1, level=self.level + up, row=0 if up else row)
        if tries == 2:
            return replace(self, second=self.second + 1, row=0)
        return replace(self, wrong=self.wrong + 1, level=max(1, self.level - 1), row=0)

    @classmethod
    def load(cls, journal: Path) -> Self:
        """Return the scores kept beside this journal; none if there are none or they are damaged."""
        data = load_beside(journal, _FILE, "the puzzles' scores")
        numbers = {name: data.get(name) for name in asdict(cls())}
        kept = {name: number for name, number in numbers.items() if type(number) is int and 0 <= number <= _MOST}
        if len(kept) < len(numbers):
            return cls()
        scores = cls(**kept)
        return replace(scores, level=min(max(1, scores.level), LEVELS))

    def keep(self, journal: Path) -> None:
        """Keep the scores; that they cannot be written spoils no puzzle."""
        keep_beside(journal, _FILE, asdict(self))
