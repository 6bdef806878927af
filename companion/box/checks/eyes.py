"""The camera: which are there, and what one picture of the table shows."""

from collections.abc import Callable, Iterator, Sequence

from companion.box.checks.finding import Finding, good, note, wrong
from vision.camera import Camera, Frame
from vision.errors import VisionError
from vision.sources import open_camera
from vision.sources.found import FoundCamera, all_cameras, first_camera

#: What is read in a frame, in words, or what is wrong with it.
ReadFrame = Callable[[Frame], Iterator[Finding]]


def cameras(find: Callable[[], Sequence[FoundCamera]] = all_cameras) -> Iterator[Finding]:
    """Which cameras are connected, with their modes."""
    found = find()
    for camera in found:
        yield good("camera", f"{camera.source}: {camera.name}, {', '.join(camera.modes) or 'any size'}")
    if not found:
        yield note("camera", "none is connected: everything is played by hand (docs/cameras.md)")


def picture(
    source: str,
    read: ReadFrame,
    *,
    open_source: Callable[[str], Camera] = open_camera,
    first: Callable[[], str | None] = first_camera,
) -> Iterator[Finding]:
    """Takes one frame with the camera of the config (empty: the first that is found) and reads it."""
    chosen = source or first()
    if chosen is None or chosen == "none":
        return
    try:
        camera = open_source(chosen)
    except VisionError as error:
        yield wrong("picture", f"{chosen}: {error}")
        return
    try:
        frame = camera.latest()
        width, height = frame.size_px
        yield good("picture", f"{chosen}: {width} x {height} pixels")
        yield from read(frame)
    except VisionError as error:
        yield wrong("picture", f"{chosen}: {error}")
    finally:
        camera.close()
