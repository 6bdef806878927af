"""Patterns for people who sit round a ring: each has a sector of the lights, clockwise from the top."""

import math
from dataclasses import dataclass
from enum import StrEnum

from hardware.ring.patterns import DIM, shaded, swell
from hardware.ring.ring import BLACK, WHITE, Rgb

#: As bright are the sectors of those who are there and not asked.
_THERE = 0.35
#: And of those who are there and cannot be asked.
_FAINT = 0.18
#: An arc that stands still beside one that swells.
_STILL = 0.4
#: A sector of so many lights or more keeps its last one dark, to part it from the next.
_GAP_FROM = 3


class SectorState(StrEnum):
    """What a sector shows."""

    THERE = "there"
    """All of its lights, dim."""
    FAINT = "faint"
    """All of its lights, very dim."""
    SINGLE = "single"
    """One light in its middle."""
    BREATHES = "breathes"
    """It is asked for: swells and fades once in two seconds."""
    FIRST = "first"
    """One of two that are lit in turn, each for a second."""
    SECOND = "second"
    """The other."""
    SINKS = "sinks"
    """Its lights go out from the ends to the middle and come back, in four seconds."""


@dataclass(frozen=True)
class Sector:
    """One seat's stretch of lights."""

    colour: Rgb
    state: SectorState = SectorState.THERE


@dataclass(frozen=True)
class Sectors:
    """All seats, and `marks` things that are counted: so many white lights between the sectors, from the top on."""

    sectors: tuple[Sector, ...]
    marks: int = 0

    def colours(self, count: int, seconds: float) -> tuple[Rgb, ...]:
        """Each light belongs to one sector; of several that share a light the brightest is seen."""
        seats = len(self.sectors)
        if not seats:
            return (BLACK,) * count
        if count < seats:
            return tuple(
                self._shared(light * seats // count, (light + 1) * seats // count, seconds) for light in range(count)
            )
        return tuple(self._light(light, count, seconds) for light in range(count))

    def _light(self, light: int, count: int, seconds: float) -> Rgb:
        seats = len(self.sectors)
        number = light * seats // count
        first = math.ceil(number * count / seats)
        length = math.ceil((number + 1) * count / seats) - first
        place, gap = light - first, length >= _GAP_FROM
        if gap and place == length - 1:
            return WHITE if number < self.marks else BLACK
        sector = self.sectors[number]
        return shaded(sector.colour, _lit(sector.state, place, length - gap, seconds))

    def _shared(self, first: int, end: int, seconds: float) -> Rgb:
        lit = [(_lit(sector.state, 0, 1, seconds), sector.colour) for sector in self.sectors[first:end]]
        brightness, colour = max(lit, key=lambda one: one[0])
        return shaded(colour, brightness)


def _lit(state: SectorState, place: int, length: int, seconds: float) -> float:
    """How bright the light at this place of a sector is."""
    match state:
        case SectorState.THERE:
            return _THERE
        case SectorState.FAINT:
            return _FAINT
        case SectorState.SINGLE:
            return _THERE if place == length // 2 else 0.0
        case SectorState.BREATHES:
            return DIM + (1 - DIM) * swell(seconds / 2)
        case SectorState.FIRST | SectorState.SECOND:
            first = seconds % 2 < 1
            return 1.0 if first == (state is SectorState.FIRST) else _THERE
        case SectorState.SINKS:
            # From the middle: 0 at the middle light, 1 at the ends.
            away = abs(place - (length - 1) / 2) / max(1.0, length / 2)
            return min(1.0, max(0.0, 2 * swell(seconds / 4) + 0.15 - away))
    raise AssertionError(state)


@dataclass(frozen=True)
class TwoArcs:
    """Two sums against each other: arcs from the top, the first clockwise, the second the other way.

    The larger fills half the ring, the smaller its share of that. The first swells and fades once a second,
    the second stands still.
    """

    first: int
    second: int
    first_colour: Rgb
    second_colour: Rgb

    def colours(self, count: int, seconds: float) -> tuple[Rgb, ...]:
        """The right half of the ring is the first's, the left half the second's."""
        most = max(self.first, self.second, 1)
        half = count / 2
        lights = [BLACK] * count
        for light in range(count):
            right = light < half
            away = light if right else count - 1 - light
            length = half * (self.first if right else self.second) / most
            if away < math.floor(length + 0.5):
                lit = DIM + (1 - DIM) * swell(seconds) if right else _STILL
                lights[light] = shaded(self.first_colour if right else self.second_colour, lit)
        return tuple(lights)
