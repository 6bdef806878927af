"""Patterns for people round a ring: each has a sector of the lights, clockwise from the top."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate

from hardware.ring.patterns import DIM, shaded, swell
from hardware.ring.ring import BLACK, WHITE, Rgb

#: As bright are the sectors of those who are there and not asked.
_MEETING = 0.35
#: And of those who are there and cannot be asked.
_FAINT = 0.18
#: An arc that stands still beside one that swells.
_STILL = 0.4
#: A sector of so many lights or more keeps its last one dark, to part it from the next.
_GAP_FROM = 3


#: A sector that stands still among others that are dim.
_BRIGHT = 0.9
#: How bright those twinkle who have not won.
_FAINTLY = 0.3
#: Multiples of it spread evenly over a turn.
_GOLDEN = (math.sqrt(5) - 1) / 2


class SectorState(StrEnum):
    """Display of a sector."""

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
    STILL = "still"
    """All of its lights, bright."""
    GLITTERS = "glitters"
    """Each of its lights swells by itself, never in step with its neighbours."""
    PULSES = "pulses"
    """It swells from dark to bright once a second."""
    TWINKLES = "twinkles"
    """Each of its lights twinkles slowly by itself, in its colour and in white."""
    TWINKLES_FAINTLY = "twinkles-faintly"
    """The same, less bright."""


_IN_WHITE_TOO = (SectorState.TWINKLES, SectorState.TWINKLES_FAINTLY)
#: Two sides against each other, and how long (seconds) each is shown where seats share lights.
_SIDES = (SectorState.GLITTERS, SectorState.STILL)
_SIDE_S = 2.0


@dataclass(frozen=True)
class Sector:
    """Stretch of lights of one seat.

    A `wide` one is twice as long as the others, if there are lights enough.
    """

    colour: Rgb
    state: SectorState = SectorState.THERE
    wide: bool = False


@dataclass(frozen=True)
class Sectors:
    """Sectors of all seats, with `marks` white lights between the sectors, from the top on.

    `marks` are things that are counted.
    """

    sectors: tuple[Sector, ...]
    marks: int = 0

    def colours(self, count: int, seconds: float) -> tuple[Rgb, ...]:
        """Return the sectors' colours; fewer lights than sectors share them.

        Then a light shows the brightest of its sectors, those that have less than half of themselves there weakly: so
        no two sectors look alike. Where some glitter and others are still, as two sides do, they are shown in
        turn, each for two seconds: a light that seats of both share could show one of them only.
        """
        seats = len(self.sectors)
        if not seats:
            return (BLACK,) * count
        if count < seats:
            return tuple(self._shared(light, count, seconds) for light in range(count))
        ends = self._ends(count)
        return tuple(self._light(light, ends, seconds) for light in range(count))

    def _light(self, light: int, ends: Sequence[int], seconds: float) -> Rgb:
        number = next(number for number, end in enumerate(ends) if light < end)
        first = ends[number - 1] if number else 0
        length = ends[number] - first
        place, gap = light - first, length >= _GAP_FROM
        if gap and place == length - 1:
            return WHITE if number < self.marks else BLACK
        sector = self.sectors[number]
        brightness = _brightness(sector.state, place, length - gap, seconds, light)
        white = sector.state in _IN_WHITE_TOO and light % 3 == 2
        return shaded(WHITE if white else sector.colour, brightness)

    def _ends(self, count: int) -> list[int]:
        """Return the light with which each sector is over."""
        lengths = [2 if sector.wide else 1 for sector in self.sectors]
        if sum(lengths) > count:
            lengths = [1] * len(lengths)
        return [math.ceil(end * count / sum(lengths)) for end in accumulate(lengths)]

    def _shared(self, light: int, count: int, seconds: float) -> Rgb:
        seats = len(self.sectors)
        waits = self._waiting_side(seconds)
        lit = []
        for number, sector in enumerate(self.sectors):
            state = SectorState.FAINT if sector.state is waits else sector.state
            # In parts of a light: each has as many as there are sectors, each sector as many as there are lights.
            common = min((number + 1) * count, (light + 1) * seats) - max(number * count, light * seats)
            if common > 0:
                share = 1.0 if 2 * common >= count else common / count
                lit.append((share * _brightness(state, 0, 1, seconds, light), sector.colour))
        brightness, colour = max(lit, key=lambda share: share[0])
        return shaded(colour, brightness)

    def _waiting_side(self, seconds: float) -> SectorState | None:
        """Return the side that is not shown now where two are shown in turn."""
        if not {sector.state for sector in self.sectors}.issuperset(_SIDES):
            return None
        return _SIDES[1 - int(seconds / _SIDE_S) % 2]


def _brightness(state: SectorState, place: int, length: int, seconds: float, light: int) -> float:
    """Return the brightness of the light at this place of a sector.

    It is the ring's light of this number.
    """
    match state:
        case SectorState.THERE:
            return _MEETING
        case SectorState.FAINT:
            return _FAINT
        case SectorState.SINGLE:
            return _MEETING if place == length // 2 else 0.0
        case SectorState.BREATHES:
            return DIM + (1 - DIM) * swell(seconds / 2)
        case SectorState.FIRST | SectorState.SECOND:
            first = seconds % 2 < 1
            return 1.0 if first == (state is SectorState.FIRST) else _MEETING
        case SectorState.SINKS:
            # From the middle: 0 at the middle light, 1 at the ends.
            away = abs(place - (length - 1) / 2) / max(1.0, length / 2)
            return min(1.0, max(0.0, 2 * swell(seconds / 4) + 0.15 - away))
        case SectorState.STILL:
            return _BRIGHT
        case SectorState.GLITTERS:
            return DIM + (1 - DIM) * swell(seconds * 0.8 + light * _GOLDEN)
        case SectorState.PULSES:
            return swell(seconds)
        case SectorState.TWINKLES:
            return swell(seconds * 0.6 + light * _GOLDEN) ** 2
        case SectorState.TWINKLES_FAINTLY:
            return _FAINTLY * swell(seconds * 0.6 + light * _GOLDEN) ** 2
    raise AssertionError(state)


@dataclass(frozen=True)
class TwoArcs:
    """Two sums against each other: arcs from the top, first clockwise, second the other way.

    The larger fills half the ring, the smaller its share of that. The first swells and fades once a second,
    the second stands still.
    """

    first: int
    second: int
    first_colour: Rgb
    second_colour: Rgb

    def colours(self, count: int, seconds: float) -> tuple[Rgb, ...]:
        """Return the halves' colours: the right one is the first's, the left one the second's."""
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


@dataclass(frozen=True)
class Runs:
    """Transfer between two seats: a light runs between the middles of their sectors.

    It runs from the first to the other. It takes the shorter way, in 1.5 seconds, and begins again after half a
    second; the two seats stay dim.
    """

    first: int
    second: int
    seats: int
    colour: Rgb

    def colours(self, count: int, seconds: float) -> tuple[Rgb, ...]:
        """Return the colours of a running light: each light shines as it passes."""
        start, end = ((number + 0.5) / max(1, self.seats) for number in (self.first, self.second))
        way = (end - start + 0.5) % 1 - 0.5
        front = start + way * min(1.0, seconds % _RUN_S / _RUNNING_S)
        lights = []
        for light in range(count):
            place = (light + 0.5) / count
            near = max(0.0, 1 - _ring_distance(place, front) * count / 1.5)
            ends = (
                DIM if min(_ring_distance(place, start), _ring_distance(place, end)) < 0.5 / max(1, self.seats) else 0.0
            )
            lights.append(shaded(self.colour, max(near, ends)))
        return tuple(lights)


#: Time in which the light runs (seconds).
_RUNNING_S = 1.5
#: Time after which it runs again (seconds).
_RUN_S = 2.0


@dataclass(frozen=True)
class Flows:
    """Light that flows from the middle of a seat's sector both ways round the ring, in waves.

    Each wave takes two seconds.
    """

    seat: int
    seats: int
    colour: Rgb

    def colours(self, count: int, seconds: float) -> tuple[Rgb, ...]:
        """Return the wave's colours: the farther a light from the seat, the later it comes."""
        start = (self.seat + 0.5) / max(1, self.seats)
        return tuple(
            shaded(self.colour, swell(seconds / 2 - 2 * _ring_distance((light + 0.5) / count, start)) ** 2)
            for light in range(count)
        )


def _ring_distance(place: float, other: float) -> float:
    """Return the distance of two places of the ring (turns, at most a half)."""
    return abs((place - other + 0.5) % 1 - 0.5)
