"""Cameras by their names: ``pi``, ``0``, ``http://...``, a folder, a video."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

from vision.addresses import masked
from vision.errors import CameraError, CameraFault
from vision.sources.camera import Camera
from vision.sources.files import PICTURE_ENDINGS, PictureCamera, VideoCamera
from vision.sources.freeze_check import FreezeCheck, may_repeat
from vision.sources.mains import DEFAULT_MAINS_HZ
from vision.sources.own_process import OwnProcessCamera
from vision.sources.pi import PiCamera
from vision.sources.webcam import WebCamera

#: What a source may be, for help texts.
SOURCES = "pi, pi:1, 0, /dev/video2, http://..., a folder of pictures, a video; @WxH after a camera asks for a size"

_SIZE = re.compile(r"(?P<source>.+)@(?P<width>\d{3,5})x(?P<height>\d{3,5})")
_PI = re.compile(r"pi(?::(?P<number>\d{1,2}))?")
_WEB_ADDRESS = re.compile(r"https?://")
_ADDRESS = re.compile(r"(?:https?|rtsp|rtmp|udp|tcp)://.+")


def is_address(source: str) -> bool:
    """Return True if the camera is one in a network."""
    return _ADDRESS.fullmatch(source) is not None


def open_camera(source: str, *, mains_hz: int = DEFAULT_MAINS_HZ) -> Camera:
    """Return the camera that `source` names, opened; see `camera_opener`. Raises CameraError.

    >>> from vision import CameraError, open_camera
    >>> camera = open_camera("pictures")
    >>> camera.latest().size_px
    (1632, 918)
    >>> camera.close()
    >>> try:
    ...     open_camera("no-such-folder")
    ... except CameraError as error:
    ...     print(error.fault)
    unusable
    """
    return camera_opener(source, mains_hz=mains_hz)()


def camera_opener(source: str, *, mains_hz: int = DEFAULT_MAINS_HZ) -> Callable[[], Camera]:
    """Return a function that opens the camera that `source` names, or raises CameraError.

    ``pi`` or ``pi:1``: a camera on the Raspberry Pi's own connector; ``0``, ``1``, ... or a device file: a USB
    webcam; an address: a phone or network camera; a folder: its pictures one after the other; a file: a video, or
    one picture. ``@2304x1296`` after a camera asks for a resolution, else it is the highest. The drivers of cameras
    run in processes of their own. `mains_hz`: lamps on mains of this frequency draw no stripes, where the camera
    can do that.

    Raises CameraError at once for a text that is no source at all; a camera may still be plugged in.
    """
    device = device_opener(source, mains_hz=mains_hz)
    if device is None:
        return _file_opener(Path(source))
    # Windows cannot wait for a pipe for so long and no longer.
    opener = device if sys.platform == "win32" else lambda: OwnProcessCamera(source, mains_hz=mains_hz)
    return opener if may_repeat(source) else FreezeCheck(source).opener(opener)


def device_opener(source: str, *, mains_hz: int = DEFAULT_MAINS_HZ) -> Callable[[], Camera] | None:
    """Return a function that opens the camera of this source in this process.

    The function raises CameraError on failure. Returns None if the source is a file or folder.
    """
    if _WEB_ADDRESS.match(source):
        return lambda: _open_web_address(source)
    if is_address(source):
        return lambda: WebCamera(source)
    name, size = source, None
    if (match := _SIZE.fullmatch(source)) and not Path(source).exists():
        name, size = match["source"], (int(match["width"]), int(match["height"]))
    if match := _PI.fullmatch(name):
        number = int(match["number"] or 0)
        return lambda: PiCamera(number, size, mains_hz=mains_hz)
    if name.isdecimal() and len(name) <= 2:
        return lambda: WebCamera(int(name), size, mains_hz=mains_hz)
    # Linux has a folder in memory there, in which files may lie.
    if name.startswith("/dev/") and not (Path(name).is_file() or Path(name).is_dir()):
        return lambda: WebCamera(name, size, mains_hz=mains_hz)
    return None


def _open_web_address(source: str) -> Camera:
    # Most tables need nothing of what speaks with the web, which takes a while to load.
    from vision.sources.snapshot import open_address

    return open_address(source)


def _file_opener(path: Path) -> Callable[[], Camera]:
    if path.is_dir() or (path.is_file() and path.suffix.lower() in PICTURE_ENDINGS):
        return lambda: PictureCamera(path)
    if path.is_file():
        return lambda: VideoCamera(path)
    raise CameraError(
        f"{masked(str(path))!r} is no camera, folder or file; a source is {SOURCES}.", CameraFault.UNUSABLE
    )
