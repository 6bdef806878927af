"""Writing an animation picture by picture, so that a long one needs no more memory than a short one."""

import io
import struct

import numpy as np
import numpy.typing as npt
from PIL import GifImagePlugin, Image

#: The number of the colour that stands for "as in the picture before"; the palette has those below it.
UNCHANGED = 255

Indices = npt.NDArray[np.uint8]


class GifWriter:
    """Collects the pictures of an animation that is played for ever; all have one size and one palette."""

    def __init__(self, size: tuple[int, int], palette: bytes) -> None:
        """`size` is (width, height) in pixels; `palette` holds three bytes for each of up to 255 colours."""
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
        """Adds a picture (height, width) of palette numbers, shown so long; one like the last makes that one longer."""
        if self._waiting is not None and np.array_equal(self._waiting, picture):
            self._waiting_ms += duration_ms
            return
        self._write_waiting()
        self._waiting, self._waiting_ms = picture, duration_ms

    def finish(self) -> bytes:
        """The whole file."""
        self._write_waiting()
        self._data.write(b";")
        return self._data.getvalue()

    def _write_waiting(self) -> None:
        """Writes what differs from the picture before: the box round it, and in the box the rest as unchanged."""
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
