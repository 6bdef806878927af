"""Patterns for a ring of lights: what each light shows at a moment, as pure functions.

``pattern.colours(count, seconds)`` gives one colour for each of `count` lights (the first at the top, on clockwise);
`seconds` is any clock that runs on. Each pattern is known by its shape or movement alone, without its colour. All are
calm: brightness swells over a second or longer, and nothing comes near three flashes a second.
"""

import math
from dataclasses import dataclass
from typing import Protocol

from hardware.ring.ring import BLACK, WHITE, Rgb

DIM = 0.3
"""Of full brightness (as it looks): lights that belong to the pattern but are not lit."""
FLARE_S = 1.4
"""How long a flare is seen (seconds)."""
FLARE_AGAIN_S = 0.35
"""After this time (seconds) a flare that comes several times lights up again."""
FEW = 8
"""Fewer lights than this are single ones, which usually stand in a row."""


class Pattern(Protocol):
    """Pattern that can be shown on a ring."""

    def colours(self, count: int, seconds: float) -> tuple[Rgb, ...]:
        """Return the colour of each of `count` lights at the moment `seconds`."""


@dataclass(frozen=True)
class Off:
    """All dark."""

    def colours(self, count: int, seconds: float) -> tuple[Rgb, ...]:  # noqa: ARG002
        """Black everywhere, at any moment."""
        return (BLACK,) * count


@dataclass(frozen=True)
class Seat:
    """Turn of a player: a still arc round the place of seat `index` (from 0) of `seats`.

    The arc has the seat's colour. The first seat is at the top of the ring; of a few lights each seat has its
    stretch, from left to right. The arc has one light for each of `total` things to do, but no more than show its
    place: half of the ring, or the seat's stretch. As many as are `left` are bright, the others dim; if several
    share a light, its brightness says how many.

    >>> from hardware import Seat
    >>> Seat(1, 2, (255, 0, 0), left=1, total=2).colours(8, 0.0)
    ((0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0), (255, 0, 0), (76, 0, 0), (0, 0, 0), (0, 0, 0))
    """

    index: int
    seats: int
    colour: Rgb
    left: int
    total: int

    def colours(self, count: int, seconds: float) -> tuple[Rgb, ...]:  # noqa: ARG002
        """Return the same at any moment."""
        seats = max(1, self.seats)
        if count < FEW:
            width = max(1, min(self.total, count // seats))
            middle = (self.index + 0.5) / seats * count - 0.5
        else:
            width = max(1, min(self.total, count // 2))
            middle = self.index / seats * count
        first = math.floor(middle - (width - 1) / 2 + 0.5)
        bright = _share(self.left, self.total) * width
        lights = [BLACK] * count
        for place in range(width if count else 0):
            lit = min(1.0, max(0.0, bright - place))
            lights[(first + place) % count] = shaded(self.colour, DIM + (1 - DIM) * lit)
        return tuple(lights)


@dataclass(frozen=True)
class Pulse:
    """Pattern of a question: the whole ring swells and fades, once in two seconds."""

    colour: Rgb

    def colours(self, count: int, seconds: float) -> tuple[Rgb, ...]:
        """Nowhere quite dark."""
        return (shaded(self.colour, DIM + (1 - DIM) * swell(seconds / 2)),) * count


@dataclass(frozen=True)
class Countdown:
    """Countdown of steps: a separate bright stretch for each one `left`, of `total` in the ring.

    The last of them, the step in hand, swells and fades once a second; used steps are dark. If there are more
    steps than lights, several share a light.

    >>> from hardware import Countdown
    >>> Countdown(left=1, total=4, colour=(255, 160, 0)).colours(4, 1.0)
    ((76, 48, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0))
    """

    left: int
    total: int
    colour: Rgb

    def colours(self, count: int, seconds: float) -> tuple[Rgb, ...]:
        """Return the colours of the lights, which belong to steps from the top on, clockwise."""
        left = _share(self.left, self.total) * self.total
        lights = []
        for light in range(count):
            start, end = light * self.total / count, (light + 1) * self.total / count
            if self.total <= count:
                # A whole step to each light; the last light of a wide step stays dark, to part it from the next.
                step = math.floor(start)
                gap = math.floor(end) > step and light > 0 and math.floor((light - 1) * self.total / count) == step
                lit = 0.0 if gap else float(step < left)
                in_hand = step == left - 1
            else:
                lit = min(1.0, max(0.0, (left - start) / (end - start)))
                in_hand = start < left <= end
            lights.append(shaded(self.colour, lit * (DIM + (1 - DIM) * swell(seconds) if in_hand else 1.0)))
        return tuple(lights)


@dataclass(frozen=True)
class Progress:
    """Progress of tasks: the ring fills from the top, clockwise; tasks not done yet are dim.

    The tasks are done one after another. At the end of the filled part, the next task swells and fades once in two
    seconds.

    >>> from hardware import Progress
    >>> Progress(done=1, total=2, colour=(0, 255, 0)).colours(4, 0.0)
    ((0, 255, 0), (0, 255, 0), (0, 76, 0), (0, 76, 0))
    """

    done: int
    total: int
    colour: Rgb

    def colours(self, count: int, seconds: float) -> tuple[Rgb, ...]:
        """Nowhere quite dark."""
        full = _share(self.done, self.total) * count
        until = _share(self.done + 1, self.total) * count
        lights = []
        for light in range(count):
            lit = min(1.0, max(0.0, full - light))
            following = min(1.0, max(0.0, until - light)) - lit
            lit += following * 0.6 * swell(seconds / 2)
            lights.append(shaded(self.colour, DIM + (1 - DIM) * lit))
        return tuple(lights)


@dataclass(frozen=True)
class Alert:
    """Pattern of a problem: the two halves light up in turn, each for half a second.

    >>> from hardware import Alert
    >>> Alert((255, 0, 0)).colours(4, 0.0)
    ((255, 0, 0), (255, 0, 0), (0, 0, 0), (0, 0, 0))
    """

    colour: Rgb

    def colours(self, count: int, seconds: float) -> tuple[Rgb, ...]:
        """Return the right half (of a row: the left one) first."""
        first = seconds % 1 < 0.5
        return tuple(self.colour if (light < count / 2) == first else BLACK for light in range(count))


@dataclass(frozen=True)
class Resume:
    """Resume of earlier work: light flows from the top down both sides and back, in 4 seconds.

    A few lights fill from left to right.
    """

    colour: Rgb

    def colours(self, count: int, seconds: float) -> tuple[Rgb, ...]:
        """Return the colours of the lights as they fill; the first is always on."""
        way = [light if count < FEW else min(light, count - light) for light in range(count)]
        reach = 1 + swell(seconds / 4) * max(way, default=0)
        return tuple(shaded(self.colour, min(1.0, max(0.0, reach - away))) for away in way)


@dataclass(frozen=True)
class Celebrate:
    """Pattern of a victory: every light twinkles slowly, in the colour and in white."""

    colour: Rgb

    def colours(self, count: int, seconds: float) -> tuple[Rgb, ...]:
        """Return the colours of the twinkling lights; neighbours are never in step."""
        lights = []
        for light in range(count):
            turns = seconds * 0.6 + light * _GOLDEN
            colour = WHITE if light % 3 == 2 else self.colour
            lights.append(shaded(colour, swell(turns) ** 2))
        return tuple(lights)


@dataclass(frozen=True)
class Flare:
    """Sudden event, for example a loss: the ring lights up at once and dies away.

    `began` is its start, in the seconds of `colours`; it lights up so many `times`.
    """

    colour: Rgb
    began: float
    times: int = 1

    @property
    def seconds(self) -> float:
        """Duration in seconds."""
        return FLARE_S + (self.times - 1) * FLARE_AGAIN_S

    def colours(self, count: int, seconds: float) -> tuple[Rgb, ...]:
        """Return the same colour for all lights."""
        passed = max(0.0, seconds - self.began)
        since = passed - min(self.times - 1, int(passed / FLARE_AGAIN_S)) * FLARE_AGAIN_S
        return (shaded(self.colour, (1 - min(1.0, since / FLARE_S)) ** 2),) * count


@dataclass(frozen=True)
class Busy:
    """Please wait: one soft light with a tail goes round, once in two seconds."""

    colour: Rgb = WHITE

    def colours(self, count: int, seconds: float) -> tuple[Rgb, ...]:
        """Clockwise."""
        head = seconds / 2 % 1 * count
        tail = max(1.0, count / 3)
        lights = []
        for light in range(count):
            behind = (head - light) % count
            # The light ahead comes up as the head nears it.
            lit = max(1 - behind / tail, behind - (count - 1), 0.0)
            lights.append(shaded(self.colour, 0.6 * lit))
        return tuple(lights)


_GOLDEN = (math.sqrt(5) - 1) / 2
"""Multiples of it spread evenly over a turn and never repeat."""


def shaded(colour: Rgb, brightness: float) -> Rgb:
    """Return the colour at `brightness` (0..1) of its own."""
    red, green, blue = (round(part * brightness) for part in colour)
    return red, green, blue


def swell(turns: float) -> float:
    """0..1 and back within each whole turn, softly, beginning at 0."""
    return (1 - math.cos(2 * math.pi * turns)) / 2


def _share(part: int, whole: int) -> float:
    """Return the share of the part in the whole, 0..1; nothing of nothing is 0."""
    return min(1.0, max(0.0, part / whole)) if whole > 0 else 0.0
