"""Ring patterns at the table of any game; `docs/ring.md` explains them to players."""

from collections.abc import Collection, Mapping
from typing import TypeVar

from companion.screen import theme
from companion.screen.theme import Rgb
from hardware.ring.patterns import Alert, Off, Pattern, Progress, Resume
from hardware.ring.sectors import Sector, Sectors, SectorState

SeatT = TypeVar("SeatT")

_DONE: Rgb = (82, 200, 120)


def put_right_pattern(done: int, total: int) -> Pattern:
    """Return the ring pattern for the tasks that hands have done."""
    return Progress(done, total, _DONE)


def problem_pattern() -> Pattern:
    """Return the pattern for something wrong; the page is red as well."""
    return Alert(theme.LOSS)


def resume_pattern() -> Pattern:
    """Return the pattern for a game that can be gone on with."""
    return Resume(theme.ACCENT)


def won_pattern(colours: Mapping[SeatT, Rgb], winners: Collection[SeatT]) -> Pattern:
    """Return the pattern of a won game: all seats twinkle, the winners' brighter.

    It is dark if nobody has won. `colours` are those of the seats, clockwise.
    """
    if not winners:
        return Off()
    states = {True: SectorState.TWINKLES, False: SectorState.TWINKLES_FAINTLY}
    return Sectors(tuple(Sector(colour, states[seat in winners]) for seat, colour in colours.items()))
