"""Plot the margin between right and wrong answers, with the gates, as a picture.

python -m tools.limit_plot

The data are the files of tools/false_reads.py.
"""

import argparse
import json
import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from companion.fonts import REGULAR
from tools.false_reads import BINS

ROOT = Path(__file__).resolve().parent.parent

_TITLES = {
    "score": "correlation to the best payload",
    "ahead": "lead over all other payloads",
    "alone": "lead as a share of the correlation",
    "least": "correlation in the worst tenth of the regions",
    "margin": "margin over the gate it is farthest from passing",
}
_CODES = {"qr": "QR", "micro": "Micro QR", "april": "AprilTag"}
_GATES = {"score": "recognised", "ahead": "ahead", "alone": "alone", "least": "everywhere"}
#: Width of a panel (pixels).
_WIDTH = 620
#: Height of a panel (pixels).
_HEIGHT = 300
_EDGE = 76
#: Lowest value that a panel shows.
_LOW = -0.6
#: Highest value that a panel shows.
_HIGH = 1.2
#: Colour of right answers (RGB).
_RIGHT = (46, 125, 80)
#: Colour of answers where the tag is not there (RGB).
_OTHER = (190, 60, 40)
#: Colour of letters and lines (RGB).
_INK = (40, 40, 40)
#: Colour of the gate (RGB).
_GATE = (20, 60, 160)


def counts(things: dict[str, Any], code: str, side: str, figure: str) -> dict[int, int]:
    """Return the histogram of a figure over all things in one symbology: bin -> tags.

    Values off the scale are at its ends.
    """
    total: dict[int, int] = {}
    first, last = round(_LOW * BINS), round(_HIGH * BINS) - 1
    for name, entry in things.items():
        if name.startswith(code + ":"):
            for place, count in entry[side][figure].items():
                shown = min(max(int(place), first), last)
                total[shown] = total.get(shown, 0) + count
    return total


def counted(files: Sequence[Path]) -> dict[str, Any]:
    """Return the counts of several searches for wrong answers, as if they had been one."""
    together: dict[str, Any] = {"things": {}, "gates": {}}
    for file in files:
        state = json.loads(file.read_text(encoding="utf-8"))
        together["things"] |= state["things"]
        for name, gates in state["gates"].items():
            together["gates"].setdefault(name, {}).update(gates)
    return together


def _x(value: float) -> float:
    return _EDGE + (value - _LOW) / (_HIGH - _LOW) * (_WIDTH - _EDGE - 16)


def panel(state: dict[str, Any], code: str, figure: str) -> Image.Image:
    """Draw one histogram, tags counted on a logarithmic scale."""
    image = Image.new("RGB", (_WIDTH, _HEIGHT), "white")
    draw, small = ImageDraw.Draw(image), ImageFont.truetype(str(REGULAR), 14)
    base, top = _HEIGHT - 44, 40
    both = [counts(state["things"], code, side, figure) for side in ("others_at", "right_at")]
    tallest = math.log10(max(1, *(count for bins in both for count in bins.values()))) + 0.3

    def height(count: float) -> float:
        return base - (math.log10(count) + 0.3) / (tallest + 0.3) * (base - top)

    draw.text((_EDGE, 10), f"{_CODES[code]}: {_TITLES[figure]}", fill=_INK, font=small)
    for power in range(math.floor(tallest) + 1):
        y = height(10**power)
        draw.line((_EDGE, y, _WIDTH - 16, y), fill=(225, 225, 225))
        draw.text((_EDGE - 8, y), f"{10**power:,}", fill=_INK, font=small, anchor="rm")
    for bins, colour in zip(both, (_OTHER, _RIGHT), strict=True):
        for place, count in bins.items():
            low, high = _x(place / BINS), _x((place + 1) / BINS)
            if colour == _OTHER:
                draw.rectangle((low, height(count), high - 1, base), fill=colour)
            else:
                draw.rectangle((low, height(count), high - 1, base), outline=colour, width=2)
    for tick in range(-6, 13, 2):
        draw.text((_x(tick / 10), base + 6), f"{tick / 10:.1f}", fill=_INK, font=small, anchor="mt")
    draw.line((_EDGE, base, _WIDTH - 16, base), fill=_INK)
    gate = 0.0
    if figure in _GATES:
        gate = state["gates"][_GATES[figure]][code]
    draw.line((_x(gate), top - 6, _x(gate), base), fill=_GATE, width=2)
    draw.text((_x(gate) + 5, top - 10), "gate", fill=_GATE, font=small)
    draw.text(
        (_WIDTH - 16, _HEIGHT - 20), "red: no such tag there   green: right answers", fill=_INK, font=small, anchor="rt"
    )
    return image


def told(state: dict[str, Any], text: str) -> str:
    """Return docs/reading.md with the counts and the nearest wrong answer of each code."""
    rows = []
    for code, name in _CODES.items():
        entries = [entry for thing, entry in state["things"].items() if thing.startswith(f"{code}:")]
        tags, right, wrong = (sum(entry[key] or 0 for entry in entries) for key in ("tags", "right", "wrong"))
        nearest = max(entry["worst"][0]["margin"] for entry in entries if entry["worst"])
        rows.append(f"| {name} | {len(entries)} | {tags:,} | {right:,} | {wrong} | {nearest:.2f} |")
    table = re.compile(r"(\| code \|.*\n\|:--.*\n)(?:\|.*\n)*")
    text = table.sub(lambda found: found[1] + "\n".join(rows) + "\n", text)
    tags = sum(entry["tags"] for entry in state["things"].values())
    return re.sub(r"\*\*[\d,]+ tags", f"**{tags:,} tags", text)


def main() -> None:
    """Read the file, write the picture, and tell the counts in docs/reading.md."""
    parser = argparse.ArgumentParser(description="Draws the margins of reading by comparison.")
    parser.parse_args()
    state = counted([ROOT / "docs" / name for name in ("false_reads.json", "false_reads_april.json")])
    sheet = Image.new("RGB", (len(_CODES) * _WIDTH, len(_TITLES) * _HEIGHT), "white")
    for column, code in enumerate(_CODES):
        for row, figure in enumerate(_TITLES):
            sheet.paste(panel(state, code, figure), (column * _WIDTH, row * _HEIGHT))
    sheet.save(ROOT / "docs" / "pictures" / "reading-gates.png", optimize=True)
    document = ROOT / "docs" / "reading.md"
    document.write_text(told(state, document.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
