"""The camera: which are there, and what one picture of the table shows."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.device.checks.finding import Finding, good, note, wrong
from companion.device.checks.machine import read_system_text
from vision.addresses import masked
from vision.errors import CameraError, VisionError
from vision.sources.camera import Camera, Frame
from vision.sources.camera_discovery import FoundCamera, all_cameras, first_camera
from vision.sources.flicker import has_pi_controls, power_line_frequency
from vision.sources.opening import is_address, open_camera
from vision.sources.pi import load_picamera2

SERVICE = "finstere-flure-companion.service"
#: Where the installer puts it: without a desktop, and with one.
UNIT_FOLDERS = (Path("/etc/systemd/system"), Path("/etc/systemd/user"))
#: What is read in a frame, in words, or what is wrong with it.
ReadFrame = Callable[[Frame], Iterator[Finding]]


def cameras(find: Callable[[], Sequence[FoundCamera]] = all_cameras) -> Iterator[Finding]:
    """Find the connected cameras and their modes."""
    found = find()
    for camera in found:
        yield good("camera", f"{camera.source}: {camera.name}, {', '.join(camera.modes) or 'any size'}")
    if not found:
        yield note("camera", "none is connected: everything is played by hand (docs/cameras.md)")


def network(source: str, unit_folders: Sequence[Path] = UNIT_FOLDERS) -> Iterator[Finding]:
    """Check that the installed service may reach a network camera: only a drop-in allows it."""
    if not is_address(source):
        return
    place = shut_service(unit_folders)
    if place is not None:
        yield wrong(
            "network",
            f"the installed service may not use it: copy systemd/network-camera.conf to {place} and restart",
        )
        return
    yield good("network", "the camera's address may be used")


def shut_service(unit_folders: Sequence[Path] = UNIT_FOLDERS) -> Path | None:
    """Return the drop-ins' folder of an installed service that may not use the network.

    None: no such service is installed, or it may.
    """
    for folder in unit_folders:
        place = folder / f"{SERVICE}.d"
        drop_ins = sorted(place.glob("*.conf"))
        if (folder / SERVICE).exists() and not any("AF_INET" in read_system_text(str(path)) for path in drop_ins):
            return place
    return None


def flicker(
    source: str,
    mains_hz: int,
    *,
    first: Callable[[], str | None] = first_camera,
    webcam_hz: Callable[[str], int | None] = power_line_frequency,
    load: Callable[[], Any] = load_picamera2,
) -> Iterator[Finding]:
    """Check that the camera's exposure follows the mains, so that lamps draw no stripes.

    Network cameras are not checked.
    """
    chosen = (source or first() or "none").partition("@")[0]
    device = f"/dev/video{chosen}" if chosen.isdecimal() else chosen
    is_pi, is_webcam = chosen.partition(":")[0] == "pi", device.startswith("/dev/")
    if not is_pi and not is_webcam:
        return
    if not mains_hz:
        yield note("flicker", f"camera {chosen} is left as it is, since mains_hz is 0 in the config")
        return
    if is_pi:
        try:
            can = has_pi_controls(load, int(chosen.partition(":")[2] or 0))
        except (CameraError, IndexError, RuntimeError, OSError):
            # That it cannot be opened is told with the picture.
            return
    else:
        # Another program may have set it otherwise; opening the camera for a game sets it again.
        can = webcam_hz(device) is not None
    if can:
        yield good("flicker", f"camera {chosen} is exposed for mains of {mains_hz} Hz (mains_hz in the config)")
    else:
        yield note("flicker", f"camera {chosen} has no anti-flicker setting; if lamps draw stripes, use daylight")


def picture(
    source: str,
    read: ReadFrame,
    *,
    open_source: Callable[[str], Camera] = open_camera,
    first: Callable[[], str | None] = first_camera,
) -> Iterator[Finding]:
    """Take one frame with the camera of the config (empty: the first found) and read it."""
    chosen = source or first()
    if chosen is None or chosen == "none":
        return
    try:
        camera = open_source(chosen)
    except VisionError as error:
        yield wrong("picture", f"{masked(chosen)}: {error}")
        return
    try:
        frame = camera.latest()
        width, height = frame.size_px
        yield good("picture", f"{masked(chosen)}: {width} x {height} pixels")
        yield from read(frame)
    except VisionError as error:
        yield wrong("picture", f"{masked(chosen)}: {error}")
    finally:
        camera.close()
