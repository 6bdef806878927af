"""Look of the bare board, as far as it is known, cell by cell: from pictures, kept as JSON.

It shows the cells and nothing else: what lies beside the board never becomes part of it.
"""

import base64
import binascii
import struct
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.errors import ProfileError
from vision.model.grid_cells import cell_names
from vision.model.ground_pixels import CELL_PX, Floats, Mask, cells_of, grey, ground_size
from vision.model.surface import Grid
from vision.opencv import silent_opencv
from vision.picture import Pixels

VERSION = 1
#: White paper is kept as this grey level: what shines is brighter.
_PAPER_LEVEL = 200
#: Longer texts and boards of more cells along a side are refused before they are decoded.
_MOST_CHARACTERS = 2_000_000
_MOST_CELLS = 64
#: The share of a cell that must be seen to be taken over.
SEEN_SHARE = 0.7
_PNG_HEADER = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"


@dataclass(frozen=True, eq=False)
class BareBoard:
    """The grid's rectangle without anything on it, `CELL_PX` pixels a cell.

    `colours` (h, w, 3; of grey pictures h, w, 1) are 1 where it is as white as paper; `known` (h, w) is where the
    look is known. All that is not known, and all beyond the cells, is 0.
    """

    colours: Floats
    known: Mask

    def fits(self, grid: Grid) -> bool:
        """Return True if it is the look of a board of this size."""
        return self.known.shape == ground_size(grid)

    def colours_beside(self, seen: Floats) -> Floats:
        """Return the colours, in grey (h, w, 1) if the compared picture `seen` (h, w, c) is grey."""
        return self.colours if self.colours.shape[2] == seen.shape[2] else grey(self.colours)[..., None]

    def cells(self, grid: Grid) -> tuple[str, ...]:
        """Return the cells of which most is known, in the grid's order."""
        return cell_names(cells_of(self.known, grid).mean(axis=(1, 2)) >= SEEN_SHARE, grid)


def nothing_known(grid: Grid, channels: int = 3) -> BareBoard:
    """Return a board no cell of which is known."""
    size = ground_size(grid)
    return BareBoard(np.zeros((*size, channels), np.float32), np.zeros(size, np.bool_))


def only_cells(bare: BareBoard, cells: Collection[str], grid: Grid) -> BareBoard:
    """Return the look of these cells alone."""
    kept = np.zeros_like(bare.known)
    for cell in cells:
        column, row = grid.cells[cell]
        kept[row * CELL_PX : (row + 1) * CELL_PX, column * CELL_PX : (column + 1) * CELL_PX] = True
    known = bare.known & kept
    return BareBoard(bare.colours * known[..., None], known)


def bare_board_to_json(bare: BareBoard) -> dict[str, Any]:
    """Convert the bare board to plain JSON values for `parse_bare_board`."""
    levels = bare_board_pixels(bare)
    channels = levels.shape[2]
    colours = [levels[..., channel] for channel in range(channels)] * (3 // channels)
    _, data = cv2.imencode(".png", cv2.merge([*colours, bare.known.astype(np.uint8) * 255]))
    picture = base64.b64encode(data.tobytes()).decode("ascii")
    return {"version": VERSION, "cell_px": CELL_PX, "channels": channels, "png": picture}


def bare_board_pixels(bare: BareBoard) -> Pixels:
    """Return the bare board as a picture (h, w, c), black where its look is not known."""
    return np.clip(np.round(bare.colours * _PAPER_LEVEL), 0, 255).astype(np.uint8)


def parse_bare_board(data: Any, name: str) -> BareBoard:
    """Parse the bare board in parsed JSON.

    `name` is what the ProfileError calls it that is raised if it is damaged.
    """
    again = "calibrate once more, or take it out."
    if not isinstance(data, Mapping):
        raise ProfileError(f"{name}: expected an object with version, cell_px, channels and png; {again}")
    version, channels, text = data.get("version"), data.get("channels"), data.get("png")
    if version != VERSION or data.get("cell_px") != CELL_PX or channels not in (1, 3) or isinstance(channels, bool):
        raise ProfileError(f"{name}: it is of another version than {VERSION}; {again}")
    if not isinstance(text, str) or len(text) > _MOST_CHARACTERS:
        raise ProfileError(f'{name}: "png" must be a text of at most {_MOST_CHARACTERS:,} characters; {again}')
    try:
        png = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        png = b""
    levels = _decode(png)
    if levels is None:
        raise ProfileError(f'{name}: "png" holds no picture of a board, or a damaged one; {again}')
    known = levels[..., 3] == 255
    colours = levels[..., :channels].astype(np.float32) / _PAPER_LEVEL * known[..., None]
    return BareBoard(colours, known)


def _decode(png: bytes) -> np.ndarray[Any, np.dtype[np.uint8]] | None:
    """Return the pixels (h, w, 4) of a PNG file of a board's size, None if it is none."""
    if not png.startswith(_PNG_HEADER) or len(png) < len(_PNG_HEADER) + 8:
        return None
    width, height = struct.unpack_from(">II", png, len(_PNG_HEADER))
    if any(not 0 < side <= _MOST_CELLS * CELL_PX or side % CELL_PX for side in (width, height)):
        return None
    with silent_opencv():
        try:
            levels = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
        except cv2.error:
            return None
    if levels is None or levels.dtype != np.uint8 or levels.shape != (height, width, 4):
        return None
    return np.asarray(levels, np.uint8)
