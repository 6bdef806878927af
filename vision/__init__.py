"""Reading a table by camera: tags, the board's plane, cells in millimetres. Knows no game.

This face loads a module when one of its names is first asked for (docs/python.md shows them at work).
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.errors import CameraError, VisionError
    from vision.model.catalogue import Catalogue, Tag
    from vision.model.placed_tags import PlacedTag
    from vision.model.profile import CameraProfile, load_profile
    from vision.model.surface import Grid, Mat, Surface, Zone
    from vision.picture import load_picture
    from vision.reading import Reader, Reading, read_picture
    from vision.sources.camera import Camera, Frame
    from vision.sources.opening import open_camera
    from vision.watching.observation import Observation
    from vision.watching.table_watch import TableWatch

# OpenCV and its FFmpeg write to standard error what they think of pictures and cameras: what fails, we say. Both read
# this once, when OpenCV is first used; whoever looks for a driver's mistake sets them otherwise. -8 is AV_LOG_QUIET.
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

_MODULES = {
    "vision.errors": ("CameraError", "VisionError"),
    "vision.model.catalogue": ("Catalogue", "Tag"),
    "vision.model.placed_tags": ("PlacedTag",),
    "vision.model.profile": ("CameraProfile", "load_profile"),
    "vision.model.surface": ("Grid", "Mat", "Surface", "Zone"),
    "vision.picture": ("load_picture",),
    "vision.reading": ("Reader", "Reading", "read_picture"),
    "vision.sources.camera": ("Camera", "Frame"),
    "vision.sources.opening": ("open_camera",),
    "vision.watching.observation": ("Observation",),
    "vision.watching.table_watch": ("TableWatch",),
}
__all__ = [
    "Camera",
    "CameraError",
    "CameraProfile",
    "Catalogue",
    "Frame",
    "Grid",
    "Mat",
    "Observation",
    "PlacedTag",
    "Reader",
    "Reading",
    "Surface",
    "TableWatch",
    "Tag",
    "VisionError",
    "Zone",
    "load_picture",
    "load_profile",
    "open_camera",
    "read_picture",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Return a name of the face, from the module that has it."""
        for module, names in _MODULES.items():
            if name in names:
                return getattr(import_module(module), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
