"""``companion record``: keeps what the camera sees with what is read, so that a bad evening can be read again."""

import argparse
import contextlib
import time
from pathlib import Path

from companion.errors import UserError
from companion.finstere_flure.photo import read_lens
from companion.finstere_flure.reading import covered_cells
from companion.finstere_flure.recording import Recorder
from vision.camera import Camera
from vision.sources.opening import SOURCES, open_camera
from vision.watching import TableWatch

#: The camera is asked for so many frames a second.
FRAMES_PER_S = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument("source", metavar="SOURCE", help=f"the camera: {SOURCES}")
    parser.add_argument("--out", required=True, metavar="FOLDER", help="a new folder for the recording")
    parser.add_argument("--seconds", type=float, help="how long (default: until Ctrl-C)")
    parser.add_argument("--tags", metavar="MANIFEST", help="manifest.json of your tags, if they have other sizes")
    parser.add_argument("--profile", metavar="FILE", help="profile of the camera (focal length, lens distortion)")


def run(args: argparse.Namespace) -> int:
    """Records until the time is over or the user stops it; returns the exit status."""
    if args.seconds is not None and not args.seconds > 0:
        raise UserError(f"--seconds {args.seconds:g}: give a number above 0")
    catalogue, manifest, profile = read_lens(args)
    camera = open_camera(args.source)
    try:
        recorder = Recorder(Path(args.out), catalogue, manifest=manifest, profile=profile)
        _record(camera, TableWatch(catalogue, profile=profile, covers=covered_cells), recorder, args.seconds)
    finally:
        camera.close()
    print(f"{recorder.count} pictures kept; companion read --replay {args.out} reads them again.")
    return 0


def _record(camera: Camera, watch: TableWatch, recorder: Recorder, seconds: float | None) -> None:
    """Records until the time is over or somebody presses Ctrl-C."""
    print("Recording; Ctrl-C ends it.", flush=True)
    ends = time.monotonic() + (seconds or float("inf"))
    with contextlib.suppress(KeyboardInterrupt):
        for frame in camera.frames():
            began = time.monotonic()
            if began >= ends:
                break
            before = recorder.count
            watched = watch.see(frame)
            recorder.see(frame, watched)
            if recorder.count > before:
                state = "settled" if watched.settled else watched.problem or "not settled"
                print(f"{recorder.count:06}.jpg: {state}", flush=True)
            time.sleep(max(0.0, 1 / FRAMES_PER_S - (time.monotonic() - began)))
