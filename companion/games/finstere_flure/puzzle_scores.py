"""Scores of the puzzles, kept beside the journal of games."""

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Self

from companion.device.errors import UserError
from companion.device.files import read_text, write_whole
from companion.device.log import warn
from companion.games.finstere_flure.puzzles import LEVELS
from engine.errors import NotationError
from engine.strict_json import parse_json

_FILE = "where-will-it-go.json"
#: The file has a few numbers.
_MOST_BYTES = 10_000
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
        path = journal.with_name(_FILE)
        if not path.exists():
            return cls()
        try:
            data = parse_json(read_text(str(path), "the puzzles' scores", _MOST_BYTES))
        except (UserError, NotationError):
            return cls()
        numbers = {name: data.get(name) if isinstance(data, dict) else None for name in asdict(cls())}
        kept = {name: number for name, number in numbers.items() if type(number) is int and 0 <= number <= _MOST}
        if len(kept) < len(numbers):
            return cls()
        scores = cls(**kept)
        return replace(scores, level=min(max(1, scores.level), LEVELS))

    def keep(self, journal: Path) -> None:
        """Keep the scores; that they cannot be written spoils no puzzle."""
        try:
            write_whole(journal.with_name(_FILE), json.dumps(asdict(self)).encode())
        except UserError as error:
            warn(str(error))
