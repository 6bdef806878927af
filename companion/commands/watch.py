"""``companion watch``: watch a table and print every settled change; --debug shows its view."""

import argparse
import contextlib
import json
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Generic

from companion.device.camera_commands import add_seconds_argument, open_source, paced, watch_seconds
from companion.device.errors import UserError
from companion.device.outputs import said
from companion.device.pictures import write_picture
from companion.games import CompanionGame
from companion.table.photo import add_reading_arguments, read_lens
from companion.table.readings import MeaningT, Readings
from companion.table.recording import refuse_to_keep
from companion.virtual_table.demo_camera import DemoCamera
from vision.model.catalogue import Catalogue
from vision.sources.camera import Camera, Frame
from vision.sources.opening import SOURCES
from vision.watching import BoardState, Observation, TableWatch
from vision.watching.debug_view import debug_view

#: This source needs neither camera nor board.
VIRTUAL = "virtual"


def add_arguments(parser: argparse.ArgumentParser, game: CompanionGame) -> None:
    """Declare the command's arguments."""
    parser.epilog = "Ctrl-C ends it; Esc or Q does so in the debug window."
    parser.add_argument(
        "source",
        metavar="SOURCE",
        nargs="?",
        default=VIRTUAL,
        help=f"the camera: {SOURCES}; or {VIRTUAL}: a virtual table with pieces moving at random (default)",
    )
    parser.add_argument("--seed", type=int, default=0, help=f"another number makes another {VIRTUAL} table")
    parser.add_argument("--json", action="store_true", help="one line of JSON for each settled change")
    parser.add_argument("--debug", action="store_true", help="show cells, tiles that move, and gates, in a window")
    parser.add_argument("--out", metavar="FOLDER", help="with --debug: write pictures there instead of a window")
    add_seconds_argument(parser)
    add_reading_arguments(parser, game.readings)


def run(args: argparse.Namespace) -> int:
    """Watch until the time is over or the user stops it; return the exit status."""
    seconds = watch_seconds(args)
    if args.out and not args.debug:
        raise UserError("--out goes with --debug: it says where the debug pictures are written")
    game: CompanionGame = args.companion_game
    readings = game.readings.with_arguments(args)
    if args.out:
        refuse_to_keep(readings)
    catalogue, profile = read_lens(args, readings)
    catalogue = readings.tags_read(catalogue)
    out = _new_folder(Path(args.out)) if args.out else None
    camera: Camera
    if args.source == VIRTUAL:
        if args.tags or args.profile:
            raise UserError(f"--tags and --profile are of a real table; leave them out with {VIRTUAL!r}")
        camera = busy = DemoCamera(game.virtual, args.seed)
        watch = TableWatch(catalogue, focal_px=busy.focal_px, covers=readings.covered)
    else:
        camera = open_source(args)
        watch = TableWatch(catalogue, profile=profile, covers=readings.covered)
    watching = _watch(camera, watch, Teller(readings, catalogue, as_json=args.json), seconds)
    pictures = (debug_view(frame, watched, watch, catalogue) for frame, watched in watching)
    written = 0
    with contextlib.closing(camera), contextlib.suppress(KeyboardInterrupt):
        if out is not None:
            for number, picture in enumerate(pictures, start=1):
                write_picture(str(out / f"{number:06}.jpg"), picture)
                written = number
        elif args.debug:
            # Only the window needs pygame.
            from companion.screen.picture_window import show_pictures

            show_pictures(pictures, "--out FOLDER writes pictures instead")
        else:
            for _ in watching:
                pass
    if out is not None:
        said(out, f"{written} pictures of how the table was seen", as_json=args.json)
    return 0


def _watch(
    camera: Camera, watch: TableWatch, teller: "Teller[MeaningT]", seconds: float
) -> Iterator[tuple[Frame, Observation]]:
    """Watch frame after frame and print what changes; each frame with what was seen in it."""
    began = time.monotonic()
    for frame in paced(camera, seconds):
        asked = time.monotonic()
        watched = watch.see(frame)
        for line in teller.lines(watched, asked - began):
            print(line, flush=True)
        yield frame, watched


class Teller(Generic[MeaningT]):
    """Printer of what changes from one frame to the next, in lines of text or of JSON."""

    def __init__(self, readings: Readings[MeaningT], catalogue: Catalogue, *, as_json: bool) -> None:
        self.catalogue = catalogue
        self._readings, self._as_json = readings, as_json
        self._places: Mapping[str, str] | None = None
        self._board: tuple[bool, str] = (False, "")

    def lines(self, watched: Observation, seconds: float) -> Iterator[str]:
        """Yield the lines for a frame that was seen so many seconds after the first."""
        found = watched.board is not BoardState.LOST
        if watched.board is BoardState.MOVED:
            yield self._line(seconds, watched, "the board is found at another place")
        elif (found, watched.problem) != self._board:
            yield self._line(seconds, watched, "the board is found" if found else watched.problem)
        self._board = found, watched.problem
        if watched.changed and watched.reading:
            table = self._readings.understand(watched.reading, self.catalogue)
            yield self._line(seconds, watched, self._changes(table), table)

    def _line(self, seconds: float, watched: Observation, text: str, table: MeaningT | None = None) -> str:
        if not self._as_json:
            return f"{seconds:8.1f} s  {text}"
        entry: dict[str, Any] = {"seconds": round(seconds, 2), "board": str(watched.board), "text": text}
        if table is not None:
            entry["reading"] = self._readings.to_json(table)
        return json.dumps(entry, ensure_ascii=False)

    def _changes(self, table: MeaningT) -> str:
        """Describe the changes since the last call."""
        places = self._readings.places(table)
        before, self._places = self._places, places
        if before is None:
            return self._readings.count(table)
        changes = [
            f"{name}: {before.get(name, '-')} -> {places.get(name, '-')}"
            for name in sorted(before.keys() | places.keys())
            if before.get(name) != places.get(name)
        ]
        return "; ".join(changes) or "something lies a little otherwise"


def _new_folder(folder: Path) -> Path:
    """Return the folder for debug pictures, made if it is not there. Raises UserError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{folder}: cannot be made: {error.strerror}") from None
    return folder
