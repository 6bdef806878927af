"""Where frames come from: cameras of many kinds, pictures and videos, each with the face of `vision.camera.Camera`."""

from vision.sources.opening import SOURCES, camera_opener, open_camera

__all__ = ["SOURCES", "camera_opener", "open_camera"]
