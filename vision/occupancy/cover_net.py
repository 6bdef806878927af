"""Probability that something hides the print of each cell, by a small convolutional network.

It uses what people see, too: where an outline continues, what looks like the print elsewhere, whether lines run
through, and, where the look of the bare board is known, what differs from that. `tools/evidence/cover_net`
trains it.
"""

import threading
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from vision.locate.rectified import BLOCKS, MARGIN_CELLS
from vision.model.bare_board import BareBoard
from vision.model.grid_cells import columns_rows
from vision.model.ground_pixels import CELL_PX, Floats, Mask
from vision.model.surface import Grid
from vision.occupancy.ground import AROUND_CELLS, SAMPLES, Ground, burnt_mask, inner

#: Greatest square root of the reflectance.
BRIGHTEST = 255 / 160
#: Middle about which these square roots are shown to the network.
_MIDDLE = 0.5
#: Greatest difference from the bare board that is counted (natural logarithm).
_MOST_OFF = 1.0
#: Reflectance that is added to black before logarithms are taken.
_BLACK = 0.06
#: A pixel in which so much is burnt out is.
BURNT_SHARE = 0.25
#: So many planes are what the network sees, and this is where it is kept.
PLANES = 22
MODEL = Path(__file__).with_name("cover_net.onnx")
#: The network before prints of phones' pictures were shown to it: the limits for plain pieces were chosen with it.
PLAIN_MODEL = Path(__file__).with_name("cover_net_plain.onnx")

Kind = TypeVar("Kind", bound=np.generic)
_own = threading.local()


@dataclass(frozen=True, eq=False)
class BoardSamples:
    """A grid and `AROUND_CELLS` round it from right above, `CELL_PX` pixels a cell: (h, w).

    What is `seen` (SAMPLES h, SAMPLES w, 3) are square roots of the reflectance. Masks tell what is `behind` pieces
    that were read, `burnt` out, and `in_picture`. `known` (h, w, 3) is how the bare board looks where it `is_known`,
    and `alike` what is seen in the light of that, square roots as well; None if no look is known.
    """

    seen: Floats
    behind: Mask
    burnt: Mask
    in_picture: Mask
    known: Floats | None = None
    alike: Floats | None = None
    is_known: Mask | None = None

    def planes(self) -> Floats:
        """Return the network's input: (PLANES, h, w)."""
        height, width = self.in_picture.shape
        planes = np.zeros((PLANES, height, width), np.float32)
        for plane, (row, column, channel) in zip(planes, np.ndindex(SAMPLES, SAMPLES, 3), strict=False):
            np.subtract(self.seen[row::SAMPLES, column::SAMPLES, channel], _MIDDLE, out=plane)
        planes[12:15] = self.behind, self.burnt, ~self.in_picture
        if self.known is not None and self.alike is not None and self.is_known is not None:
            off = np.clip(np.log((self.alike**2 + _BLACK) / (self.known**2 + _BLACK)), -_MOST_OFF, _MOST_OFF)
            planes[15:18] = np.moveaxis(self.known - _MIDDLE, -1, 0) * self.is_known
            planes[18] = self.is_known
            planes[19:22] = np.moveaxis(off, -1, 0) * self.is_known
        return planes


def board_view(ground: Ground, light: Floats, bare: BareBoard | None = None, lit: Ground | None = None) -> BoardSamples:
    """Return the view of the `ground` of a picture.

    `light` (channels, h, w) is the RectifiedBoard's; `bare` the look of the bare board, if it is known, and `lit` the
    ground in the light of that.
    """
    samples = ground.samples
    height, width = samples.in_picture.shape
    levels = samples.levels.reshape(SAMPLES * height, SAMPLES * width, -1)
    cut = int((MARGIN_CELLS - AROUND_CELLS) * BLOCKS)
    paper = np.ascontiguousarray(np.moveaxis(light[:, cut:-cut, cut:-cut], 0, -1))
    smooth = cv2.resize(paper, (SAMPLES * width, SAMPLES * height), interpolation=cv2.INTER_LINEAR)
    seen = _steps(np.asarray(cv2.divide(levels, smooth, dtype=cv2.CV_32F), np.float32).reshape(levels.shape))
    bright = burnt_mask(levels).astype(np.float32)
    burnt = np.asarray(cv2.resize(bright, (width, height), interpolation=cv2.INTER_AREA) > BURNT_SHARE, np.bool_)
    behind = _widened(ground.behind)
    if bare is None or lit is None:
        return BoardSamples(seen, behind, burnt, samples.in_picture)
    look, in_its_light = (_widened(_steps(colours)) for colours in (bare.colours_beside(lit.colours), lit.colours))
    return BoardSamples(seen, behind, burnt, samples.in_picture, look, in_its_light, _widened(bare.known))


def cover_probabilities(view: BoardSamples, grid: Grid, model: Path = MODEL) -> Floats:
    """Return the probability (0 to 1; n) that an unread object hides over half of each cell.

    The values for cells of which pieces that were read hide much mean nothing.
    """
    columns, rows = columns_rows(grid) + AROUND_CELLS
    return np.asarray(1 / (1 + np.exp(-cover_logits(view, model)[rows, columns])), np.float32)


def cover_logits(view: BoardSamples, model: Path = MODEL) -> Floats:
    """Return the network's logits (rows, columns) of coverage for all cells of the view.

    The margin's cells are included.
    """
    planes = view.planes()
    network = _network(model)
    network.setInput(planes[None])
    return np.asarray(network.forward(), np.float32).reshape([side // CELL_PX for side in planes.shape[1:]])


def _steps(colours: Floats) -> Floats:
    """Return the square roots (h, w, 3) of colours (h, w, 3 or 1)."""
    roots = np.sqrt(np.clip(colours, 0, BRIGHTEST**2))
    return np.asarray(np.broadcast_to(roots, (*roots.shape[:2], 3)), np.float32)


def _widened(pixels: npt.NDArray[Kind]) -> npt.NDArray[Kind]:
    """Return pixels (h, w, ...) of the grid's rectangle, with nothing round it."""
    height, width = pixels.shape[:2]
    margin = 2 * AROUND_CELLS * CELL_PX
    whole = np.zeros((height + margin, width + margin, *pixels.shape[2:]), pixels.dtype)
    inner(whole)[:] = pixels
    return whole


@lru_cache(maxsize=2)
def _weights(model: Path) -> bytes:
    return model.read_bytes()


def _network(model: Path) -> cv2.dnn.Net:
    """Return this thread's network: a network cannot serve two threads at a time."""
    networks: dict[Path, cv2.dnn.Net] = _own.__dict__.setdefault("networks", {})
    if model not in networks:
        networks[model] = cv2.dnn.readNetFromONNX(np.frombuffer(_weights(model), np.uint8))
    return networks[model]
