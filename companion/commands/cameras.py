"""``companion cameras``: which cameras are connected, one line each."""

import argparse

from vision.sources.camera_discovery import all_cameras
from vision.sources.opening import SOURCES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments: none."""
    parser.epilog = f"The first word of each line is what companion play --camera calls it. A source may be: {SOURCES}."


def run(_args: argparse.Namespace) -> int:
    """Print the cameras with their modes; return the exit status."""
    cameras = all_cameras()
    for camera in cameras:
        print(f"{camera.source:6}{camera.name}: {', '.join(camera.modes) or 'any size'}")
    if not cameras:
        print(
            "No camera is found. Is it plugged in? Those of a Raspberry Pi need python3-picamera2; phones and network "
            "cameras are opened by their address, see docs/cameras.md."
        )
    return 0
