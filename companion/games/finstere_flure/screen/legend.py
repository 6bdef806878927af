"""A legend in a corner of a photo that was drawn into: what each sign means."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from companion.fonts import REGULAR

Pixels = npt.NDArray[np.uint8]
Bgr = tuple[int, int, int]

_GROUND: Bgr = (24, 20, 18)
_INK: Bgr = (255, 255, 255)
#: Height of a line, as a share of the picture's.
_LINE = 0.024
#: Least height of a line.
_LEAST_PX = 14


@dataclass(frozen=True)
class LegendEntry:
    """A sign, its colour and what it means; `mark` is what stands on a badge."""

    sign: Literal["ring", "disc", "cross", "arrow", "line", "badge", "frame"]
    colour: Bgr
    text: str
    mark: str = "1"


def draw_legend(picture: Pixels, board_px: npt.NDArray[np.float64], entries: Sequence[LegendEntry]) -> None:
    """Draw the legend, in place, into a corner of the picture (BGR).

    It takes the corner where it hides least of the board's outline. `board_px` (n, 2) are the board's corners. The
    legend is left out if the picture is too small for it.
    """
    height, width = picture.shape[:2]
    line = max(round(_LINE * height), _LEAST_PX)
    font = ImageFont.truetype(str(REGULAR), round(0.66 * line))
    wide = round(max(font.getlength(entry.text) for entry in entries) + 2.4 * line)
    high = round((len(entries) + 0.6) * line)
    if wide > width or high > height:
        return
    board = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(board, np.round(board_px).astype(np.int32), 1)
    places = [(x, y) for y in (height - high, 0) for x in (0, width - wide)]
    left, top = min(places, key=lambda place: int(board[place[1] : place[1] + high, place[0] : place[0] + wide].sum()))
    panel = np.full((high, wide, 3), _GROUND, np.uint8)
    for row, entry in enumerate(entries):
        _sign(panel, entry, line, round((row + 0.8) * line))
    drawn = Image.fromarray(panel)
    pen = ImageDraw.Draw(drawn)
    for row, entry in enumerate(entries):
        pen.text((1.9 * line, (row + 0.8) * line), entry.text, fill=_INK, font=font, anchor="lm")
    part = picture[top : top + high, left : left + wide]
    part[:] = cv2.addWeighted(np.asarray(drawn), 0.85, part, 0.15, 0)


def _sign(panel: Pixels, entry: LegendEntry, line: int, y: int) -> None:
    x, r, thick = line, round(0.32 * line), max(line // 8, 2)
    colour = entry.colour
    if entry.sign == "ring":
        cv2.circle(panel, (x, y), r, colour, thick, cv2.LINE_AA)
    elif entry.sign in ("disc", "badge"):
        cv2.circle(panel, (x, y), r, colour, cv2.FILLED, cv2.LINE_AA)
        if entry.sign == "badge":
            cv2.putText(
                panel,
                entry.mark,
                (x - r // 3, y + r // 2),
                cv2.FONT_HERSHEY_SIMPLEX,
                r / 22,
                _GROUND,
                thick // 2 + 1,
                cv2.LINE_AA,
            )
    elif entry.sign == "cross":
        cv2.line(panel, (x - r, y - r), (x + r, y + r), colour, thick, cv2.LINE_AA)
        cv2.line(panel, (x - r, y + r), (x + r, y - r), colour, thick, cv2.LINE_AA)
    elif entry.sign == "arrow":
        cv2.arrowedLine(panel, (x - r, y), (x + r, y), colour, thick, cv2.LINE_AA, tipLength=0.5)
    elif entry.sign == "line":
        cv2.line(panel, (x - r, y), (x + r, y), colour, 2 * thick, cv2.LINE_AA)
    else:
        cv2.rectangle(panel, (x - r, y - r), (x + r, y + r), colour, thick)
