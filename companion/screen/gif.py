"""Writer of animations picture by picture; a long one needs no more memory than a short one."""

import io
import struct
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt
from PIL import GifImagePlugin, Image

from companion.device.errors import UserError

#: The number of the colour that stands for "as in the picture before"; the palette has those below it.
UNCHANGED = 255

#: Of a long animation so many pictures choose the colours of all.
_CHOOSING = 12

Indices = npt.NDArray[np.uint8]
FrameT = TypeVar("FrameT")


def check_export_name(path: Path) -> None:
    """Raise UserError unless the file can be written and its name tells what to write."""
    if path.suffix.lower() not in (".gif", ".png"):
        raise UserError(f"{path}: give the file a name that ends in .gif (animation) or .png (how the move ends)")
    if not path.parent.is_dir():
        raise UserError(f"{path}: there is no folder {path.parent}")


def animation(frames: Sequence[tuple[FrameT, float]], draw: Callable[[FrameT], Indices]) -> bytes:
    """Return the file content of an animation of moments, each with its duration (seconds).

    `draw` gives a moment's picture (height, width, RGB), all of one size. There is one palette of at most 255
    colours, which keeps it small and its colours steady.
    """
    few = [draw(frame) for frame, _ in frames[:: max(1, len(frames) // _CHOOSING)]]
    palette = Image.fromarray(np.vstack(few)).quantize(UNCHANGED, Image.Quantize.MEDIANCUT)
    nearest = _nearest_colours(palette)
    height, width = few[0].shape[:2]
    gif = GifWriter((width, height), bytes(palette.getpalette() or []))
    for frame, seconds in frames:
        # GIF counts in hundredths of a second.
        gif.add(nearest[_colour_cell(draw(frame))], max(20, round(seconds * 100) * 10))
    return gif.finish()


def _colour_cell(pixels: Indices) -> npt.NDArray[np.uint16]:
    """Return each pixel's colour with five bits a channel, as one number."""
    red, green, blue = (pixels[..., channel].astype(np.uint16) >> 3 for channel in range(3))
    return ((red << 10) | (green << 5) | blue).astype(np.uint16)


def _nearest_colours(palette: Image.Image) -> Indices:
    """Return the nearest palette colour for every colour of five bits a channel."""
    numbers = np.arange(1 << 15, dtype=np.uint32)
    shades = np.stack([numbers >> 10, (numbers >> 5) & 31, numbers & 31], axis=-1)
    colours = ((shades << 3) | (shades >> 2)).astype(np.uint8).reshape(128, 256, 3)
    return np.asarray(Image.fromarray(colours).quantize(palette=palette, dither=Image.Dither.NONE)).reshape(-1)


class GifWriter:
    """Writer of an endless animation; all pictures have one size and one palette."""

    def __init__(self, size: tuple[int, int], palette: bytes) -> None:
        """Begin an animation.

        `size` is (width, height) in pixels; `palette` holds three bytes for each of up to 255 colours.
        """
        # A table of 256 colours follows; the extension says "for ever".
        self._data = io.BytesIO()
        self._data.write(
            b"GIF89a" + struct.pack("<HHBBB", *size, 0xF7, 0, 0) + palette[: 3 * 256].ljust(3 * 256, b"\0")
        )
        self._data.write(b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")
        self._written: Indices | None = None
        self._waiting: Indices | None = None
        self._waiting_ms = 0

    def add(self, picture: Indices, duration_ms: int) -> None:
        """Add a picture (height, width) of palette numbers, shown for `duration_ms`.

        A picture equal to the last one makes that one longer.
        """
        if self._waiting is not None and np.array_equal(self._waiting, picture):
            self._waiting_ms += duration_ms
            return
        self._write_waiting()
        self._waiting, self._waiting_ms = picture, duration_ms

    def finish(self) -> bytes:
        """Return the whole file."""
        self._write_waiting()
        self._data.write(b";")
        return self._data.getvalue()

    def _write_waiting(self) -> None:
        """Write the changed box of the waiting picture, with its unchanged pixels marked."""
        picture = self._waiting
        if picture is None:
            return
        left, top, part = 0, 0, picture
        if self._written is not None:
            changed = picture != self._written
            rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
            top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
            box = np.s_[top:bottom, left:right]
            part = np.where(changed[box], picture[box], UNCHANGED).astype(np.uint8)
        image = Image.frombytes("P", (part.shape[1], part.shape[0]), part.tobytes())
        options = {"duration": self._waiting_ms, "disposal": 1, "transparency": UNCHANGED}
        for block in GifImagePlugin.getdata(image, (int(left), int(top)), **options):
            self._data.write(block)
        self._written = picture
