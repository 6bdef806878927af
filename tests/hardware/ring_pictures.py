"""Drawing of docs/ring.md's pictures from the patterns themselves.

Run it with `.venv/bin/python -m tests.hardware.ring_pictures`. Each picture shows a ring of lights at a few
moments, from left to right. A folder may be given to write to.
"""

import math
import sys
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from hardware.ring.patterns import Alert, Busy, Celebrate, Countdown, Flare, Off, Pattern, Progress, Pulse, Resume, Seat
from hardware.ring.ring import Rgb
from hardware.ring.sectors import Flows, Runs, Sector, Sectors, SectorState, TwoArcs
from tests import ROOT

PICTURES = ROOT / "docs" / "pictures"
SIDE = 112
"""Of one ring, in pixels; drawn four times as large and scaled down."""
FINE = 4
GROUND: Rgb = (16, 18, 23)
LENS: Rgb = (29, 32, 38)
"""A light that is off."""

RED: Rgb = (232, 84, 80)
BLUE: Rgb = (54, 124, 232)
GREEN: Rgb = (82, 178, 120)
AMBER: Rgb = (240, 186, 92)
ORANGE: Rgb = (255, 122, 60)
VIOLET: Rgb = (168, 92, 232)
WHITE: Rgb = (255, 255, 255)


def _seats(*states: SectorState) -> tuple[Sector, ...]:
    """Four seats, the first ones as they are told."""
    colours = (BLUE, RED, GREEN, AMBER)
    shown = (*states, *[SectorState.THERE] * (len(colours) - len(states)))
    return tuple(map(Sector, colours, shown))


#: A fight: a wide seat that glitters, a wide one that is still, and two that are faint.
_FIGHT = Sectors(
    (
        Sector(BLUE, SectorState.GLITTERS, wide=True),
        Sector(RED, SectorState.FAINT),
        Sector(GREEN, SectorState.STILL, wide=True),
        Sector(AMBER, SectorState.FAINT),
    )
)


def _ten(*states: SectorState) -> Sectors:
    """Return ten seats, the first ones with these states, the others faint.

    The first two are wide if they fight.
    """
    colours = (BLUE, RED, GREEN, AMBER, ORANGE, VIOLET, WHITE, BLUE, RED, GREEN)
    shown = (*states, *[SectorState.FAINT] * (len(colours) - len(states)))
    fight = SectorState.GLITTERS in states
    return Sectors(
        tuple(
            Sector(colour, side, fight and seat < 2)
            for seat, (colour, side) in enumerate(zip(colours, shown, strict=True))
        )
    )


#: What ten seats show: whose turn it is (the fourth's), a fight, an offer, a claim, the winners.
_TEN_SEATS: tuple[tuple[Pattern, float], ...] = (
    (_ten(*[SectorState.FAINT] * 3, SectorState.STILL), 0),
    (_ten(SectorState.GLITTERS, SectorState.STILL, SectorState.GLITTERS, SectorState.STILL, SectorState.BREATHES), 1),
    (Runs(1, 4, 10, AMBER), 0.7),
    (Flows(3, 10, ORANGE), 0.6),
    (_ten(*[SectorState.TWINKLES] * 5, *[SectorState.TWINKLES_FAINTLY] * 5), 0.8),
)
LIGHTS = 16
STRIPS: dict[str, Sequence[tuple[Pattern, float]]] = {
    "turn": [(Seat(1, 4, BLUE, left, 4), 0) for left in (4, 3, 2, 1)] + [(Seat(2, 4, RED, 4, 4), 0)],
    "draw": [(Pulse(AMBER), seconds) for seconds in (0, 0.5, 1, 1.5, 2)],
    "steps": [
        (Countdown(left, 8, ORANGE), seconds) for left, seconds in ((8, 0.5), (7, 0), (7, 0.5), (4, 0.5), (1, 0.5))
    ],
    "put-right": [(Progress(done, 5, GREEN), 1) for done in (0, 1, 2, 4, 5)],
    "problem": [(Alert(RED), seconds) for seconds in (0, 0.5, 1, 1.5, 2)],
    "resume": [(Resume(WHITE), seconds) for seconds in (0, 0.8, 1.2, 2, 2.8)],
    "busy": [(Busy(), seconds) for seconds in (0, 0.4, 0.8, 1.2, 1.6)],
    "won": [
        (Sectors(_seats(SectorState.TWINKLES, *[SectorState.TWINKLES_FAINTLY] * 3)), seconds)
        for seconds in (0, 0.4, 0.8, 1.2, 1.6)
    ],
    "house-won": [(Celebrate(GREEN), seconds) for seconds in (0, 0.4, 0.8, 1.2, 1.6)],
    "eaten": [(Flare(RED, 0), seconds) for seconds in (0, 0.25, 0.5, 0.75, 1)],
    "sectors": [
        (Sectors(_seats(SectorState.BREATHES)), 0),
        (Sectors(_seats(SectorState.BREATHES)), 1),
        (Sectors(_seats(SectorState.FIRST, SectorState.SECOND)), 0),
        (Sectors(_seats(SectorState.SINKS)), 1),
        (Sectors(_seats(SectorState.FAINT, SectorState.SINGLE), 2), 0),
    ],
    "two-arcs": [(TwoArcs(first, second, ORANGE, GREEN), 1) for first, second in ((8, 4), (8, 8), (8, 12), (3, 15))],
    "seats": [
        (Sectors(_seats(SectorState.STILL)), 0),
        (Sectors(_seats(SectorState.PULSES)), 0.5),
        (_FIGHT, 0),
        (_FIGHT, 0.6),
        (Sectors(_seats(SectorState.STILL, *[SectorState.BREATHES] * 3)), 1),
    ],
    "runs": [(Runs(0, 2, 4, AMBER), seconds) for seconds in (0, 0.4, 0.8, 1.2, 1.5)],
    "flows": [(Flows(0, 4, ORANGE), seconds) for seconds in (0, 0.4, 0.8, 1.2, 1.6)],
    "house": [
        (Seat(1, 4, BLUE, 2, 4), 0),
        (Countdown(4, 13, VIOLET), 0.5),
        (Countdown(5, 6, WHITE), 0.5),
        (TwoArcs(1, 2, GREEN, GREEN), 0.5),
        (Flows(2, 4, RED), 1),
    ],
    "off": [(Off(), 0)],
}
SIZES = (24, 12, 8, 6, 3)
"""The rings of the picture that compares sizes."""
SIZES_OF_TEN = (24, 12, 8)
"""The rings on which ten seats are shown."""


def draw_ring(colours: Sequence[Rgb]) -> Image.Image:
    """Draw a ring of glowing lights, seen from above; fewer than eight are in a row.

    Single lights usually stand in a row.
    """
    side = SIDE * FINE
    lenses = Image.new("RGB", (side, side), GROUND)
    glow = Image.new("RGB", (side, side))
    count = len(colours)
    for number, colour in enumerate(colours):
        if count >= 8:
            turn = 2 * math.pi * number / count
            x, y = side * (0.5 + 0.37 * math.sin(turn)), side * (0.5 - 0.37 * math.cos(turn))
            radius = min(0.07, 0.9 / count) * side
        else:
            x, y = side * (number + 0.5 + (6 - count) / 2) / 6, side / 2
            radius = 0.06 * side
        circle = (x - radius, y - radius, x + radius, y + radius)
        ImageDraw.Draw(lenses).ellipse(circle, fill=LENS)
        ImageDraw.Draw(glow).ellipse(circle, fill=colour)
    halo = glow.filter(ImageFilter.GaussianBlur(0.03 * side))
    lit = ImageChops.lighter(ImageChops.lighter(lenses, halo), glow)
    return lit.resize((SIDE, SIDE), Image.Resampling.LANCZOS)


def strip(rings: Sequence[Image.Image]) -> Image.Image:
    """Return the rings side by side."""
    picture = Image.new("RGB", (SIDE * len(rings), SIDE), GROUND)
    for place, ring in enumerate(rings):
        picture.paste(ring, (SIDE * place, 0))
    return picture


def write_pictures(folder: Path) -> list[Path]:
    """Write all pictures as `ring-*.png`; the files written."""
    strips = {
        name: strip([draw_ring(pattern.colours(LIGHTS, seconds)) for pattern, seconds in moments])
        for name, moments in STRIPS.items()
    }
    pattern = Seat(1, 4, BLUE, 3, 4)
    strips["sizes"] = strip([draw_ring(pattern.colours(count, 0)) for count in SIZES])
    for count in SIZES_OF_TEN:
        strips[f"ten-{count}"] = strip([draw_ring(pattern.colours(count, seconds)) for pattern, seconds in _TEN_SEATS])
    written = []
    for name, picture in strips.items():
        written.append(folder / f"ring-{name}.png")
        picture.save(written[-1], optimize=True)
    return written


if __name__ == "__main__":
    for path in write_pictures(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES):
        print(path)
