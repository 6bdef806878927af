"""``companion read``: which piece is where on a picture of the table."""

import argparse
import json
from pathlib import Path

from companion.device.errors import UserError
from companion.device.plain_text import plain
from companion.games import CompanionGame
from companion.table.photo import add_reading_arguments, photo_of, read_photo
from companion.table.recorded_events import TimedReading, infer_events
from companion.table.recording import Recording, differences, load_recording
from companion.table.recording_archive import opened_recording
from vision.errors import BoardNotFoundError
from vision.picture import load_picture

#: So many differences of a picture are printed, each with so many characters: a recording may be a stranger's.
_MOST_LINES = 30
_LONGEST = 300


def add_arguments(parser: argparse.ArgumentParser, game: CompanionGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("image", metavar="IMAGE", nargs="?", help="a picture of the table")
    parser.add_argument("--json", action="store_true", help="print all that was read as JSON")
    parser.add_argument(
        "--replay",
        metavar="RECORDING",
        help="read a recording's pictures again, from its folder or archive, and say what is read differently now",
    )
    add_reading_arguments(parser, game.readings)


def run(args: argparse.Namespace) -> int:
    """Print the reading; return the exit status.

    With --replay it is 1 if anything is read differently now.
    """
    if (args.image is None) == (args.replay is None):
        raise UserError("give a picture, or --replay and the folder or archive of a recording")
    readings = args.companion_game.readings
    if args.replay is not None:
        with opened_recording(Path(args.replay)) as folder:
            return _replay(folder, args.companion_game)
    try:
        photo = read_photo(args.image, args, readings)
    except BoardNotFoundError:
        if args.json:
            print(json.dumps(readings.not_found_to_json()))
        raise
    if args.json:
        print(json.dumps(readings.to_json(photo.table), ensure_ascii=False))
    else:
        print("\n".join(readings.lines(photo.table)))
    return 0


def _replay(folder: Path, game: CompanionGame) -> int:
    """Read a recording's pictures again, infer its events again, and print the differences.

    There is a line for each difference, of one picture at most `_MOST_LINES`, and one or two for the whole recording.
    """
    readings = game.readings
    recording = load_recording(folder, readings)
    settled = [frame for frame in recording.frames if frame.reading is not None]
    changed, timed = 0, list[TimedReading]()
    for frame in settled:
        assert frame.reading is not None
        pixels = load_picture(frame.picture).pixels
        mode_readings = readings.at_moment(frame.moment)
        try:
            photo = photo_of(
                pixels,
                recording.catalogue,
                mode_readings,
                profile=recording.profile,
                focal_px=frame.focal_px or recording.focal_px,
            )
            found = differences(frame.reading, mode_readings.to_json(photo.table), mode_readings)
            timed.append(TimedReading(frame.taken_s, photo.reading, photo.catalogue))
        except BoardNotFoundError as error:
            found = [str(error)]
        changed += bool(found)
        for line in found[:_MOST_LINES]:
            print(plain(f"{frame.picture.name}: {line:.{_LONGEST}}"))
        if len(found) > _MOST_LINES:
            print(plain(f"{frame.picture.name}: {len(found) - _MOST_LINES} more differences"))
    others = len(recording.frames) - len(settled)
    print(
        f"{len(settled)} settled pictures read again, {changed} of them otherwise than then; {others} unsettled ones."
    )
    if recording.events:
        changed += _replay_events(recording, timed, game)
    return 1 if changed else 0


def _replay_events(recording: Recording, timed: list[TimedReading], game: CompanionGame) -> int:
    """Print which events the pictures tell otherwise than then; return how many."""
    inferred = infer_events(recording.events, timed, game.table)
    changed = 0
    for number, event in enumerate(inferred, start=1):
        told = recording.events[event.change].told
        was_told = event.is_told if told is None else event.place in told
        if event.is_told != was_told:
            changed += 1
            shown = event.seen or "nothing" if was_told else event.recorded
            print(plain(f"event {number}: {event.recorded if was_told else 'nothing'} then, {shown} now"))
    print(
        f"{len(inferred)} events followed, {sum(event.is_told for event in inferred)} told by the pictures, {changed} "
        "of them otherwise than then."
    )
    return changed
