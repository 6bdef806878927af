"""USB webcams of Linux and their sizes (Video4Linux, linux/videodev2.h)."""

import contextlib
import os
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

#: A call to a device: its file descriptor, the request, the structure that it fills. Raises OSError.
Ioctl = Callable[[int, int, bytearray], object]

DEVICES = Path("/sys/class/video4linux")

#: Request for what a device can do, which fills struct v4l2_capability.
QUERY_CAPABILITIES = 0x80685600
#: Request for a format, which fills struct v4l2_fmtdesc.
ENUMERATE_FORMATS = 0xC0405602
#: Request for a size of frames, which fills struct v4l2_frmsizeenum.
ENUMERATE_SIZES = 0xC02C564A
CAPABILITY = struct.Struct("=16s32s32sII I12x")
FORMAT = struct.Struct("=III32sI16x")
SIZE = struct.Struct("=III6I8x")

_VIDEO_CAPTURE = 1
_DISCRETE = 1
#: What a driver that is not a camera of its own says of where it is: the Raspberry Pi's sensors and codecs.
_ON_BOARD = b"platform:"
#: Phones that come as webcams come through this one.
_LOOPBACK = b"v4l2 loopback"
#: More formats or sizes no camera has.
_MOST = 200


@dataclass(frozen=True)
class Webcam:
    """Webcam: the number of its device, its name, and its sizes (width, height), largest first."""

    number: int
    name: str
    sizes_px: tuple[tuple[int, int], ...]


def webcams(devices: Path = DEVICES, ioctl: Ioctl | None = None) -> list[Webcam]:
    """Return all webcams that can be asked, by number; none without Video4Linux."""
    if not devices.is_dir():
        return []
    if ioctl is None:
        import fcntl  # Only where there is Linux.

        ioctl = fcntl.ioctl
    found = []
    for number in sorted(int(entry.name.removeprefix("video")) for entry in devices.glob("video[0-9]*")):
        with contextlib.suppress(OSError):
            device = os.open(f"/dev/video{number}", os.O_RDWR | os.O_NONBLOCK)
            try:
                webcam = _ask(number, device, ioctl)
            finally:
                os.close(device)
            if webcam:
                found.append(webcam)
    return found


def _ask(number: int, device: int, ioctl: Ioctl) -> Webcam | None:
    """Query a device for its description; return None if it is no webcam.

    Raises OSError.
    """
    answer = bytearray(CAPABILITY.size)
    ioctl(device, QUERY_CAPABILITIES, answer)
    driver, card, bus, _version, _all, own = CAPABILITY.unpack(answer)
    if not own & _VIDEO_CAPTURE or (bus.startswith(_ON_BOARD) and _text(driver) != _LOOPBACK.decode()):
        return None
    sizes = {size for pixel_format in _formats(device, ioctl) for size in _sizes(device, pixel_format, ioctl)}
    return Webcam(number, _text(card), tuple(sorted(sizes, reverse=True)))


def _formats(device: int, ioctl: Ioctl) -> Iterator[int]:
    with contextlib.suppress(OSError):
        for index in range(_MOST):
            answer = bytearray(FORMAT.pack(index, _VIDEO_CAPTURE, 0, b"", 0))
            ioctl(device, ENUMERATE_FORMATS, answer)
            yield FORMAT.unpack(answer)[4]


def _sizes(device: int, pixel_format: int, ioctl: Ioctl) -> Iterator[tuple[int, int]]:
    with contextlib.suppress(OSError):
        for index in range(_MOST):
            answer = bytearray(SIZE.pack(index, pixel_format, 0, *[0] * 6))
            ioctl(device, ENUMERATE_SIZES, answer)
            _, _, kind, *numbers = SIZE.unpack(answer)
            if kind != _DISCRETE:
                # From least to most in steps: width, width, step, height, height, step.
                yield numbers[1], numbers[4]
                return
            yield numbers[0], numbers[1]


def _text(raw: bytes) -> str:
    return raw.split(b"\0")[0].decode(errors="replace")
