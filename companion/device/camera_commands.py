"""Shared parts of commands that watch a camera: opening, duration and frame rate."""

import argparse
import time
from collections.abc import Iterator

from companion.device.errors import UserError
from vision.sources.camera import Camera, Frame
from vision.sources.opening import open_camera

#: The camera is asked for so many frames a second.
FRAMES_PER_S = 10


def open_source(args: argparse.Namespace) -> Camera:
    """Open the camera of a command's SOURCE as the config file says. Raises CameraError."""
    config, _ = args.config_of_command.read
    return open_camera(args.source, mains_hz=config.camera.mains_hz)


def add_seconds_argument(parser: argparse.ArgumentParser) -> None:
    """Declare the option that `watch_seconds` takes."""
    parser.add_argument("--seconds", type=float, help="seconds to run (default: until Ctrl-C)")


def watch_seconds(args: argparse.Namespace) -> float:
    """Return the watching time in seconds, infinite without ``--seconds``.

    Raises UserError.
    """
    if args.seconds is None:
        return float("inf")
    if not args.seconds > 0:
        raise UserError(f"--seconds {args.seconds:g}: give a number above 0")
    return float(args.seconds)


def paced(camera: Camera, seconds: float) -> Iterator[Frame]:
    """Yield the camera's frames, at most `FRAMES_PER_S` a second, for so many seconds."""
    ends = time.monotonic() + seconds
    for frame in camera.frames():
        began = time.monotonic()
        if began >= ends:
            return
        yield frame
        time.sleep(max(0.0, 1 / FRAMES_PER_S - (time.monotonic() - began)))
