"""Observation of the table: the one value that goes from the watcher to the session."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from companion.table.camera_words import MatView, ReadingFaults
from vision.errors import VisionError
from vision.watching.disturbance import Disturbance

if TYPE_CHECKING:
    from vision.picture import Pixels

#: What the settled table means to the game, as a value of its own.
MeaningT = TypeVar("MeaningT")


@dataclass(frozen=True, eq=False)
class TableObservation(Generic[MeaningT]):
    """All that a camera reports about the table after a frame.

    `meaning` is the table as it lies, as the game understands it; None as long as something moves or is covered.
    The same reading has the same object. `error` is why the table cannot be seen. `moved` tells that the board was
    moved and has been found again since the last observation. `disturbance` is what has kept the table from settling
    for some seconds. `reading_faults` is what the reading shows to be odd, and `mat_view` how the picture shows the
    mat; both are None where that is not known. `picture` is that of the board alone (BGR), where somebody wants it.
    """

    meaning: MeaningT | None = None
    error: VisionError | None = None
    moved: bool = False
    disturbance: Disturbance | None = None
    reading_faults: ReadingFaults | None = None
    mat_view: MatView | None = None
    picture: "Pixels | None" = None
