"""Observation of the table after a frame: the value from the camera's side to the game's."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from vision.errors import VisionError
from vision.reading import Reading
from vision.watching.disturbance import Disturbance


class CellState(StrEnum):
    """Knowledge of a cell."""

    READ = "read"
    EMPTY = "empty"
    UNREADABLE = "unreadable"
    """Something lies there that could not be read."""
    COVERED = "covered"
    """A hand, an arm, a sleeve is over it, or it moves: what it was is remembered."""


class BoardState(StrEnum):
    """Knowledge of the board's place in the picture."""

    FOUND = "found"
    HELD = "held"
    """The references are covered: the last registration holds, since what is seen agrees with it."""
    MOVED = "moved"
    """The board or the camera was bumped and has been found anew with this frame."""
    LOST = "lost"
    """It cannot be found, or was moved and not yet found again."""


@dataclass(frozen=True, eq=False)
class Observation:
    """The table after a frame that was taken at `taken_s` (seconds of the camera's clock).

    `cells` has every cell of the grid, or every zone of the mat that is read. `reading` is the last settled reading of
    the whole table, None before the first; `settled` tells that it holds for this frame: nothing covered, nothing
    moving, all that changed has been read. `changed` tells that it came with this frame and differs from the one
    before. `trouble` is why the board is lost, None where it is not. `known` is what this frame tells and, on covered
    cells, what was seen there last; as long as the table is not settled it may be of a piece in a hand's way, so games
    go by `reading`. `disturbance` is what has kept the table from settling for some seconds, None where nothing has.
    """

    taken_s: float
    cells: Mapping[str, CellState]
    board: BoardState
    reading: Reading | None
    settled: bool
    changed: bool
    trouble: VisionError | None = None
    known: Reading | None = None
    disturbance: Disturbance | None = None

    @property
    def problem(self) -> str:
        """The sentence of `trouble`, else empty."""
        return str(self.trouble or "")
