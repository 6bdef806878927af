"""``companion record``: save camera pictures with their readings.

With them a bad evening can be read again.
"""

import argparse
import contextlib
from pathlib import Path

from companion.device.camera_commands import add_seconds_argument, open_source, paced, watch_seconds
from companion.games import CompanionGame
from companion.table.photo import add_lens_arguments, read_lens
from companion.table.recording import Recorder, refuse_to_keep
from vision.sources.camera import Camera
from vision.sources.opening import SOURCES
from vision.watching import TableWatch


def add_arguments(parser: argparse.ArgumentParser, game: CompanionGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("source", metavar="SOURCE", help=f"the camera: {SOURCES}")
    parser.add_argument("--out", required=True, metavar="FOLDER", help="a new folder for the recording")
    add_seconds_argument(parser)
    add_lens_arguments(parser)
    game.readings.add_reading_mode(parser)


def run(args: argparse.Namespace) -> int:
    """Return records until the time is over or the user stops it; returns the exit status."""
    seconds = watch_seconds(args)
    readings = args.companion_game.readings
    if readings.moments:
        readings = readings.at_moment(args.moment)
    refuse_to_keep(readings)
    catalogue, profile = read_lens(args, readings)
    camera = open_source(args)
    try:
        recorder = Recorder(Path(args.out), readings, catalogue, profile=profile)
        _record(
            camera,
            TableWatch(readings.tags_read(catalogue), profile=profile, covers=readings.covered),
            recorder,
            seconds,
        )
    finally:
        camera.close()
    print(f"{recorder.count} pictures kept; companion read --replay {args.out} reads them again.")
    return 0


def _record(camera: Camera, watch: TableWatch, recorder: Recorder, seconds: float) -> None:
    """Record until the time is over or somebody presses Ctrl-C."""
    print("Recording; Ctrl-C ends it.", flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        for frame in paced(camera, seconds):
            before = recorder.count
            watched = watch.see(frame)
            recorder.see(frame, watched)
            if recorder.count > before:
                state = "settled" if watched.settled else watched.problem or "not settled"
                print(f"{recorder.count:06}.jpg: {state}", flush=True)
