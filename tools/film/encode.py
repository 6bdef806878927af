"""Files of films: an animated WebP for pages, and an MP4 with sound."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image

from companion.voice.waves import RATE, Wave

#: Frames a second, and of these in a WebP.
FPS = 24
WEBP_FPS = 12
#: Width and height of a frame, and of one of a WebP (pixels).
SIZE = (1280, 720)
WEBP_SIZE = (960, 540)
#: How good the pictures of a WebP are, of 100.
_WEBP_QUALITY = 72
#: How good those of an MP4 are: the lower the better.
_CRF = "21"

Frame = npt.NDArray[np.uint8]
"""Picture of a film: height, width, RGB."""


def write_webp(path: Path, frames: Iterable[Frame]) -> None:
    """Write an endless animation of frames that were made `small`."""
    first, *others = map(Image.fromarray, frames)
    first.save(
        path, save_all=True, append_images=others, duration=1000 // WEBP_FPS, loop=0, quality=_WEBP_QUALITY, method=4
    )


def small(frames: Iterable[Frame], kept: list[Frame]) -> Iterator[Frame]:
    """Yield all frames; keep every other one, reduced, for a WebP."""
    for number, frame in enumerate(frames):
        if number % (FPS // WEBP_FPS) == 0:
            kept.append(np.asarray(cv2.resize(frame, WEBP_SIZE, interpolation=cv2.INTER_AREA), np.uint8))
        yield frame


def write_mp4(path: Path, frames: Iterable[Frame], sound: Callable[[], Wave]) -> None:
    """Write a film; its sound is asked for after the last frame."""
    # Only there where a film is made.
    import av

    with av.open(str(path), "w", options={"movflags": "faststart"}) as container:
        picture = container.add_stream("libx264", rate=FPS, options={"crf": _CRF, "preset": "medium"})
        picture.width, picture.height = SIZE
        picture.pix_fmt = "yuv420p"
        voice = container.add_stream("aac", rate=RATE, layout="mono")
        packets = []
        for frame in frames:
            packets += picture.encode(av.VideoFrame.from_ndarray(frame, format="rgb24"))
        packets += picture.encode()
        samples = av.AudioFrame.from_ndarray(np.round(sound() * 32_767).astype(np.int16)[None], "s16", "mono")
        samples.sample_rate, samples.pts = RATE, 0
        packets += [*voice.encode(samples), *voice.encode()]
        for packet in sorted(packets, key=lambda packet: packet.dts * packet.time_base):
            container.mux(packet)
