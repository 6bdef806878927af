"""Draw docs/pictures/wiring.svg: the Raspberry Pi's header, buttons, ring, shifter, camera.

The shifter is the level shifter. ``python -m tools.wiring`` writes it; the pins are those of
`companion.device.config.WIRED`.
"""

import math
from pathlib import Path
from xml.sax.saxutils import escape

from companion.device.config import WIRED

PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "wiring.svg"
#: Width of the drawing, in its units.
WIDTH = 1200
#: Height of the drawing, in its units.
HEIGHT = 860

# Colours of the drawing.
INK = "#22262b"
LIGHT = "#f4f6f8"
PAPER = "#ffffff"
BOARD = "#e3efe3"
PALE = "#c9d6c9"
# Colours of the wires.
FIVE_VOLTS = "#d03027"
GROUND = "#22262b"
DATA = "#1f6fc4"
GREEN = "#2e9e4f"
YELLOW = "#e0a800"
RED = "#c8372d"

# The header: pin 1 at the top left, odd numbers down the left, even ones down the right.
#: Place of the odd pins from the left, in units of the drawing.
ODD_X = 420
#: Place of the even pins from the left, in units of the drawing.
EVEN_X = 452
#: Place of the first pins from the top, in units of the drawing.
TOP = 110
#: Distance from one pin to the next below it, in units of the drawing.
PITCH = 32
ODD = (
    "3V3 GPIO2 GPIO3 GPIO4 GND GPIO17 GPIO27 GPIO22 3V3 GPIO10 GPIO9 GPIO11 GND ID GPIO5 GPIO6 GPIO13 GPIO19 GPIO26 GND"
)
EVEN = "5V 5V GND GPIO14 GPIO15 GPIO18 GND GPIO23 GPIO24 GND GPIO25 GPIO8 GPIO7 ID GND GPIO12 GND GPIO16 GPIO20 GPIO21"
NAMES = {2 * row + 1: name for row, name in enumerate(ODD.split())}
NAMES |= {2 * row + 2: name for row, name in enumerate(EVEN.split())}

Point = tuple[float, float]


class Drawing:
    """SVG elements, one after the other."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, edge: str = INK, round_px: int = 6
    ) -> None:
        """Draw a rectangle with rounded corners."""
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{round_px}" '
            f'fill="{fill}" stroke="{edge}"/>'
        )

    def disc(self, x: float, y: float, radius: float, fill: str, edge: str = INK) -> None:
        """Draw a filled circle."""
        self.parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{edge}"/>')

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: int = 15,
        *,
        anchor: str = "start",
        bold: bool = False,
        fill: str = INK,
    ) -> None:
        """Draw a line of text; `y` is its base line."""
        weight = ' font-weight="bold"' if bold else ""
        place = f'x="{x:g}" y="{y:g}" text-anchor="{anchor}"'
        self.parts.append(f'<text {place} font-size="{size}" fill="{fill}"{weight}>{escape(words)}</text>')

    def wire(self, colour: str, *points: Point, over: bool = False) -> None:
        """Draw a wire from point to point; `over`: it is seen to pass over those it crosses."""
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        if over:
            self.parts.append(f'<polyline points="{path}" fill="none" stroke="{PAPER}" stroke-width="11"/>')
        self.parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="4" stroke-linejoin="round"/>'
        )

    def joint(self, x: float, y: float, colour: str) -> None:
        """Draw a joint of wires."""
        self.disc(x, y, 6, colour, colour)

    def svg(self) -> str:
        """Return the whole picture."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
            f'font-family="DejaVu Sans, Verdana, sans-serif">'
        )
        paper = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>'
        return "\n".join([head, "<title>Wiring of buttons, ring and camera</title>", paper, *self.parts, "</svg>", ""])


def pin(number: int) -> Point:
    """Return the place of a header pin."""
    return (ODD_X if number % 2 else EVEN_X), TOP + (number - 1) // 2 * PITCH


def pin_of(gpio: object) -> int:
    """Return the header's pin with this name."""
    return next(number for number, name in NAMES.items() if name == gpio)


def board(drawing: Drawing) -> None:
    """Draw the Raspberry Pi, without its header."""
    drawing.box(270, 58, 340, 712, BOARD, PALE, 14)
    drawing.text(436, 84, "Raspberry Pi (pin 1 at the top left)", 16, anchor="middle", bold=True)
    drawing.box(404, TOP - 16, 64, 20 * PITCH, "#3b4046", "#3b4046", 4)


def header(drawing: Drawing, used: dict[int, str]) -> None:
    """Draw the pins with their names, over the wires; those that are used in colour."""
    for number, name in NAMES.items():
        x, y = pin(number)
        colour = used.get(number)
        left = x - 120 if number % 2 else x + 20
        drawing.disc(x, y, 9, colour or "#b9bec4", "#f4f6f8")
        if colour:
            drawing.box(left, y - 11, 100, 22, PAPER, colour, 11)
        drawing.text(left + 50, y + 5, f"{name} ({number})", 13, anchor="middle", bold=bool(colour))


def buttons(drawing: Drawing) -> dict[int, str]:
    """Draw the three buttons on the left and return the pins that they use."""
    places = {"Advance": (200, GREEN), "Draw": (330, YELLOW), "Back": (460, RED)}
    pins = dict(zip(places, map(pin_of, WIRED.buttons.pins().values()), strict=True))
    channels = {"Advance": 236, "Draw": 216, "Back": 236}
    ground = pin(9)
    drawing.wire(GROUND, ground, (190, ground[1]))
    drawing.wire(GROUND, (190, 215), (190, 475))
    drawing.joint(190, ground[1], GROUND)
    for name, (y, colour) in places.items():
        drawing.wire(GROUND, (150, y + 15), (190, y + 15))
        if name == "Draw":
            drawing.joint(190, y + 15, GROUND)
        x, from_y = pin(pins[name])
        drawing.wire(colour, (x, from_y), (channels[name], from_y))
        drawing.wire(colour, (channels[name], from_y), (channels[name], y - 15), (150, y - 15), over=True)
        drawing.wire(colour, (channels[name] + 24, from_y), (channels[name], from_y), (channels[name], y - 15))
        drawing.box(50, y - 36, 100, 72, "#f1f2f4", INK, 10)
        drawing.disc(94, y, 28, colour)
        drawing.text(94, y - 44, name, 17, anchor="middle", bold=True)
    return {9: GROUND} | {pins[name]: colour for name, (_, colour) in places.items()}


def shifter(drawing: Drawing) -> None:
    """Draw the level shifter between the Pi's 3.3 V and the ring's 5 V, with its wires."""
    for leg_y in (285, 465):
        drawing.wire(GROUND, (700, leg_y), (760, leg_y))
    drawing.wire(GROUND, (700, 174), (700, 465))
    drawing.joint(700, 174, GROUND)
    drawing.joint(700, 285, GROUND)
    drawing.wire(FIVE_VOLTS, (860, 285), (960, 285))
    drawing.joint(960, 285, FIVE_VOLTS)
    # In from the Pi, out to the ring by way of a resistor.
    x, y = pin(pin_of("GPIO10"))
    drawing.wire(DATA, (x, y), (x, y + PITCH / 2), (612, y + PITCH / 2))
    drawing.wire(DATA, (611, y + PITCH / 2), (660, y + PITCH / 2), (660, 315), (760, 315), over=True)
    drawing.wire(DATA, (760, 345), (730, 345), (730, 505), (1020, 505), (1020, 560), over=True)
    drawing.box(790, 493, 70, 24, "#f3e3c3", INK, 8)
    drawing.text(825, 540, "330 Ω", 15, anchor="middle")
    drawing.box(760, 258, 100, 228, "#3b4046", INK, 6)
    drawing.disc(776, 270, 4, "#8b9299")
    for number in range(14):
        left, row = number < 7, number if number < 7 else 13 - number
        drawing.box(750 if left else 860, 279 + 30 * row, 10, 12, "#b9bec4", INK, 1)
    names = {285: "1 OE", 315: "2 A", 345: "3 Y", 465: "7 GND"}
    for leg_y, name in names.items():
        drawing.text(766, leg_y + 4, name, 11, fill=LIGHT)
    drawing.text(854, 289, "VCC 14", 11, anchor="end", fill=LIGHT)
    drawing.text(810, 246, "74AHCT125", 17, anchor="middle", bold=True)


def ring(drawing: Drawing) -> dict[int, str]:
    """Supply, ground and the ring itself; gives the pins that are used."""
    five, ground = pin(2), pin(6)
    drawing.wire(FIVE_VOLTS, five, (960, five[1]), (960, 560))
    drawing.wire(GROUND, ground, (940, ground[1]))
    drawing.wire(GROUND, (939, ground[1]), (1080, ground[1]), (1080, 560), over=True)
    # The capacitor: two plates.
    drawing.wire(FIVE_VOLTS, (960, 222), (1008, 222))
    drawing.wire(GROUND, (1032, 222), (1080, 222))
    drawing.joint(960, 222, FIVE_VOLTS)
    drawing.joint(1080, 222, GROUND)
    drawing.box(1008, 200, 7, 44, PAPER, INK, 0)
    drawing.box(1025, 200, 7, 44, INK, INK, 0)
    drawing.text(994, 212, "+", 16, anchor="middle", bold=True)
    drawing.text(1096, 218, "1000 µF", 15)
    drawing.text(1096, 237, "6.3 V", 15)
    shifter(drawing)
    middle_x, middle_y = 1020, 694
    drawing.parts.append(
        f'<circle cx="{middle_x}" cy="{middle_y}" r="98" fill="none" stroke="#3b4046" stroke-width="44"/>'
    )
    for light in range(WIRED.ring.count):
        angle = 2 * math.pi * light / WIRED.ring.count - math.pi / 2
        x, y = middle_x + 98 * math.cos(angle), middle_y + 98 * math.sin(angle)
        drawing.disc(x, y, 9, "#fff6d8" if light else "#ffd24a")
    for x, name, colour in ((960, "5V", FIVE_VOLTS), (1020, "DIN", DATA), (1080, "GND", GROUND)):
        drawing.box(x - 24, 548, 48, 24, PAPER, colour, 4)
        drawing.text(x, 565, name, 14, anchor="middle", bold=True)
    drawing.text(middle_x, middle_y - 12, f"{WIRED.ring.count} lights", 16, anchor="middle", bold=True)
    drawing.text(middle_x, middle_y + 10, "WS2812 or", 14, anchor="middle")
    drawing.text(middle_x, middle_y + 29, "SK6812", 14, anchor="middle")
    return {2: FIVE_VOLTS, 6: GROUND, pin_of("GPIO10"): DATA}


def camera(drawing: Drawing) -> None:
    """Draw the camera and its flat cable."""
    drawing.box(150, 622, 118, 66, "#f4efe2", "#b9ae94", 2)
    for line in range(1, 6):
        drawing.parts.append(f'<path d="M150 {622 + 11 * line}H268" stroke="#d8cfb8" stroke-width="2"/>')
    drawing.box(264, 612, 20, 86, "#3b4046")
    drawing.box(50, 605, 100, 100, "#d7e6d7", INK, 8)
    drawing.box(72, 627, 56, 56, "#3b4046", INK, 6)
    drawing.disc(100, 655, 19, "#6c7680")
    drawing.disc(100, 655, 9, "#22262b")
    drawing.text(100, 594, "Camera", 17, anchor="middle", bold=True)
    for line, words in enumerate(("flat cable to the connector", "CAMERA; the Pi 5 and Zero", "take the narrow kind")):
        drawing.text(50, 726 + 17 * line, words, 13)


def notes(drawing: Drawing) -> None:
    """Draw the notes on precautions."""
    drawing.text(50, 812, "Switch everything off before wiring. 5 V must never reach a GPIO pin.", 16, bold=True)
    more = "A ring that may draw more than 500 mA needs a 5 V supply of its own; then only GND and data go to the Pi."
    drawing.text(50, 838, more, 15)


def picture() -> str:
    """Return the whole drawing as SVG."""
    drawing = Drawing()
    board(drawing)
    used = ring(drawing) | buttons(drawing)
    camera(drawing)
    header(drawing, used)
    notes(drawing)
    return drawing.svg()


if __name__ == "__main__":
    PICTURE.write_text(picture())
    print(f"written: {PICTURE}")
