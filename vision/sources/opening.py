"""From what somebody wrote to a camera: ``pi``, ``0``, ``http://...``, a folder, a video."""

import re
from pathlib import Path

from vision.camera import Camera
from vision.errors import CameraError, CameraFault
from vision.sources.files import PICTURE_ENDINGS, PictureCamera, VideoCamera
from vision.sources.pi import PiCamera
from vision.sources.webcam import WebCamera

#: What a source may be, for help texts.
SOURCES = "pi, pi:1, 0, /dev/video2, http://..., a folder of pictures, a video; @WxH after a camera asks for a size"

_SIZE = re.compile(r"(?P<source>.+)@(?P<width>\d{3,5})x(?P<height>\d{3,5})")
_PI = re.compile(r"pi(?::(?P<number>\d{1,2}))?")
_ADDRESS = re.compile(r"(?:https?|rtsp|rtmp|udp|tcp)://.+")


def open_camera(source: str) -> Camera:
    """The camera that `source` names.

    ``pi`` or ``pi:1``: a camera on the Raspberry Pi's own connector; ``0``, ``1``, ... or a device file: a USB webcam;
    an address: a phone or network camera; a folder: its pictures one after the other; a file: a video, or one picture.
    ``@2304x1296`` after a camera asks for a resolution, else it is the highest. Raises CameraError.
    """
    if _ADDRESS.fullmatch(source):
        return WebCamera(source)
    size = None
    if (match := _SIZE.fullmatch(source)) and not Path(source).exists():
        source, size = match["source"], (int(match["width"]), int(match["height"]))
    if match := _PI.fullmatch(source):
        return PiCamera(int(match["number"] or 0), size)
    if source.isdecimal() and len(source) <= 2:
        return WebCamera(int(source), size)
    if source.startswith("/dev/"):
        return WebCamera(source, size)
    return _from_files(Path(source))


def _from_files(path: Path) -> Camera:
    if path.is_dir() or (path.is_file() and path.suffix.lower() in PICTURE_ENDINGS):
        return PictureCamera(path)
    if path.is_file():
        return VideoCamera(path)
    raise CameraError(f"there is no camera, folder or file {str(path)!r}; it may be {SOURCES}.", CameraFault.MISSING)
