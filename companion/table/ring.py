"""Ring patterns at the table of any game; `docs/ring.md` explains them to players."""

import math
from collections.abc import Collection, Mapping
from typing import TypeVar

from companion.screen import theme
from companion.screen.theme import Rgb
from hardware.ring.patterns import Alert, Off, Pattern, Progress, Pulse, Resume
from hardware.ring.ring import WHITE
from hardware.ring.sectors import Sector, Sectors, SectorState
from vision.model.surface import Surface

SeatT = TypeVar("SeatT")

_DONE: Rgb = (82, 200, 120)
#: So many directions from the middle of the board are told apart.
_DIRECTIONS = 8


def put_right_pattern(done: int, total: int) -> Pattern:
    """Return the ring pattern for the tasks that hands have done."""
    return Progress(done, total, _DONE)


def problem_pattern() -> Pattern:
    """Return the pattern for something wrong; the page is red as well."""
    return Alert(theme.LOSS)


def resume_pattern() -> Pattern:
    """Return the pattern for a game that can be gone on with."""
    return Resume(theme.ACCENT)


def place_pattern(surface: Surface, place: str) -> Pattern:
    """Return the pattern for a place at which somebody points: a sector pulses.

    It lies in the direction of the place. The whole ring swells for one in the middle, or none of the board.
    """
    if place not in surface.places:
        return Pulse(WHITE)
    left, top, right, bottom = (
        edge - middle for edge, middle in zip(surface.area_mm(place), surface.extent_mm, strict=True)
    )
    across, down = left + right, top + bottom
    if math.hypot(across, down) <= surface.unit_mm:
        return Pulse(WHITE)
    sector = int(math.atan2(across, -down) / math.tau % 1 * _DIRECTIONS)
    states = {True: SectorState.PULSES, False: SectorState.FAINT}
    return Sectors(tuple(Sector(WHITE, states[number == sector]) for number in range(_DIRECTIONS)))


def won_pattern(colours: Mapping[SeatT, Rgb], winners: Collection[SeatT]) -> Pattern:
    """Return the pattern of a won game: all seats twinkle, the winners' brighter.

    It is dark if nobody has won. `colours` are those of the seats, clockwise.
    """
    if not winners:
        return Off()
    states = {True: SectorState.TWINKLES, False: SectorState.TWINKLES_FAINTLY}
    return Sectors(tuple(Sector(colour, states[seat in winners]) for seat, colour in colours.items()))
