"""Camera interface: a newest frame, and a stream of frames."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.errors import CameraError, CameraFault
from vision.picture import MAX_PIXELS, Pixels, checked_pixels

#: The small picture of a camera without a lower stream is no wider than this.
SMALL_WIDTH_PX = 640


def too_large(width: int, height: int) -> CameraError:
    """Return the error for frames of too many pixels."""
    most = MAX_PIXELS // 10**6
    what = f"the camera gives {width} x {height} pixels, more than {most} million; choose a smaller size."
    return CameraError(what, CameraFault.UNUSABLE)


@dataclass(frozen=True, eq=False)
class Frame:
    """Picture of the table from a camera, and its time in seconds of the monotonic clock.

    The clock is the camera's. `pixels` are as the camera gave them, not to be written into: BGR (h, w, 3); or grey
    (h, w); or, where `yuv_size` (width, height) is given, the planes Y, U, V of YUV420 (3 h / 2, w or more).
    `lower` is the grey picture of the camera's lower stream, if it has one. While nothing moves, a camera may
    deliver the very same `pixels` again, so that nobody needs to read them twice. All other pictures are made of
    these when they are first asked for.

    >>> import numpy as np
    >>> from vision import Frame
    >>> frame = Frame(np.zeros((480, 640, 3), np.uint8), taken_s=12.5)
    >>> frame.size_px, frame.grey.shape
    ((640, 480), (480, 640))
    """

    pixels: Pixels
    taken_s: float
    yuv_size: tuple[int, int] | None = None
    lower: Pixels | None = None

    def __post_init__(self) -> None:
        """Check the pixels. Raises CameraError if too many, PictureError if they are no picture."""
        object.__setattr__(self, "pixels", checked_pixels(self.pixels))
        width, height = self.size_px
        if width * height > MAX_PIXELS:
            raise too_large(width, height)

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height in full resolution."""
        return self.yuv_size or (self.pixels.shape[1], self.pixels.shape[0])

    @cached_property
    def grey(self) -> Pixels:
        """Picture in full resolution without colours; no copy where the camera's pixels hold it."""
        if self.yuv_size:
            width, height = self.yuv_size
            return self.pixels[:height, :width]
        if self.pixels.ndim == 2:
            return self.pixels
        return np.asarray(cv2.cvtColor(self.pixels, cv2.COLOR_BGR2GRAY), np.uint8)

    @cached_property
    def picture(self) -> Pixels:
        """Picture in full resolution and colour, BGR (h, w, 3)."""
        if self.yuv_size:
            # The rows of the planes may be longer than the picture is wide.
            whole = cv2.cvtColor(self.pixels, cv2.COLOR_YUV2BGR_I420)
            return np.asarray(whole, np.uint8)[:, : self.yuv_size[0]]
        if self.pixels.ndim == 2:
            return np.asarray(cv2.cvtColor(self.pixels, cv2.COLOR_GRAY2BGR), np.uint8)
        return self.pixels

    @cached_property
    def small(self) -> Pixels:
        """Whole view in grey, a whole number of times smaller than `grey`.

        The camera's own `lower` may have another ratio.
        """
        if self.lower is not None:
            return self.lower
        width, height = self.size_px
        times = -(-width // SMALL_WIDTH_PX)
        size = width // times, height // times
        # Whole blocks of pixels are averaged much faster than parts of them, and two rows of each are enough.
        step = max(times // 2, 1)
        rows = slice(step // 2, size[1] * times, step)
        if self.yuv_size or self.pixels.ndim == 2:
            blocks = self.grey[rows, : size[0] * times]
        else:
            blocks = np.asarray(cv2.cvtColor(self.pixels[rows, : size[0] * times], cv2.COLOR_BGR2GRAY), np.uint8)
        return np.asarray(cv2.resize(blocks, size, interpolation=cv2.INTER_AREA), np.uint8)


class Camera(ABC):
    """A camera over the table, or what stands in for one."""

    @abstractmethod
    def latest(self) -> Frame:
        """Return the newest frame. Raises CameraError where there is none."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the camera. Closing twice does no harm."""

    def frames(self) -> Iterator[Frame]:
        """Yield one frame after the other without end, each the newest when it is asked for.

        Raises CameraError.
        """
        while True:
            yield self.latest()
