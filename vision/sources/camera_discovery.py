"""Connected cameras, and the modes in which they take pictures."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.bounded_files import read_beginning
from vision.errors import CameraError
from vision.sources.pi import load_picamera2
from vision.sources.v4l2 import Webcam, webcams


@dataclass(frozen=True)
class FoundCamera:
    """A camera that is there: what `open_camera` calls it, its name, and its modes in words."""

    source: str
    name: str
    modes: tuple[str, ...] = ()


def pi_cameras(load: Callable[[], Any] = load_picamera2) -> list[FoundCamera]:
    """Return the cameras on the Raspberry Pi's own connectors, without their modes.

    Returns none if picamera2 is missing.
    """
    try:
        found = load().global_camera_info()
    except (CameraError, RuntimeError, OSError):
        return []
    # libcamera knows USB cameras, too.
    own = [camera for camera in found if "/usb" not in camera["Id"]]
    return [FoundCamera(f"pi:{number}" if number else "pi", camera["Model"]) for number, camera in enumerate(own)]


def is_raspberry_pi(model: Path = Path("/proc/device-tree/model")) -> bool:
    """Return True if this machine calls itself a Raspberry Pi."""
    try:
        return "Raspberry Pi" in read_beginning(model, 1000).decode(errors="replace")
    except OSError:
        return False


def first_camera(
    pi: Callable[[], list[FoundCamera]] = pi_cameras,
    usb: Callable[[], list[Webcam]] = webcams,
    on_a_pi: Callable[[], bool] = is_raspberry_pi,
) -> str | None:
    """Return the source of the camera to use if nobody says which, None if there is none.

    The Raspberry Pi's own comes before a webcam. On other machines a webcam must be asked for: a laptop's looks at who
    sits before it, not at the table.
    """
    for camera in pi():
        return camera.source
    for webcam in usb() if on_a_pi() else ():
        return str(webcam.number)
    return None


def all_cameras(
    load: Callable[[], Any] = load_picamera2, usb: Callable[[], list[Webcam]] = webcams
) -> list[FoundCamera]:
    """Return all cameras with their modes.

    Those of the Raspberry Pi are opened for a moment to ask for them.
    """
    found = [
        FoundCamera(camera.source, camera.name, _pi_modes(number, load))
        for number, camera in enumerate(pi_cameras(load))
    ]
    for webcam in usb():
        sizes = tuple(f"{width}x{height}" for width, height in webcam.sizes_px)
        found.append(FoundCamera(str(webcam.number), webcam.name, sizes))
    return found


def _pi_modes(number: int, load: Callable[[], Any]) -> tuple[str, ...]:
    try:
        device = load()(camera_num=number)
    except (IndexError, RuntimeError, OSError):
        return ("in use by another program",)
    try:
        modes = [mode for mode in device.sensor_modes if "size" in mode]
    finally:
        with contextlib.suppress(RuntimeError, OSError):
            device.close()
    # The same size may come in several depths; the slowest is that of the deepest, which is taken.
    rates = {mode["size"]: min(other["fps"] for other in modes if other["size"] == mode["size"]) for mode in modes}
    return tuple(f"{width}x{height} {fps:.0f}/s" for (width, height), fps in sorted(rates.items(), reverse=True))
