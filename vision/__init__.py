"""Reading a table by camera: tags, the board's plane, cells in millimetres. Knows no game."""

import os

# OpenCV and its FFmpeg write to standard error what they think of pictures and cameras: what fails, we say. Both read
# this once, when OpenCV is first used; whoever looks for a driver's mistake sets them otherwise. -8 is AV_LOG_QUIET.
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
