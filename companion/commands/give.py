"""``companion give``: pack pictures of a table for others, cut to what is read.

Each picture is shown before it is given.
"""

import argparse
import functools
import json
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from companion.device.errors import UserError
from companion.device.files import write_whole
from companion.device.outputs import said
from companion.device.pictures import write_picture
from companion.device.plain_text import plain
from companion.games import CompanionGame
from companion.table.cut_pictures import CutPicture, cut_picture, without_names, without_origin
from companion.table.photo import add_lens_arguments, read_lens
from companion.table.readings import AnyReadings, JsonObject
from companion.table.recorded_events import TimedReading, infer_events
from companion.table.recording import (
    EVENTS,
    FRAMES,
    HEAD,
    RecordedEvents,
    RecordedFrame,
    Recording,
    load_recording,
    recording_head,
    refuse_to_keep,
)
from companion.table.recording_archive import FORM, pack_recording
from companion.table.table_form import table_form
from vision.errors import BoardNotFoundError
from vision.model.bare_board import bare_board_pixels
from vision.picture import Pixels, load_picture

#: Name of the look of the bare board among the pictures that are shown.
_BARE = "bare-board.png"


def add_arguments(parser: argparse.ArgumentParser, game: CompanionGame) -> None:
    """Declare the command's arguments."""
    parser.epilog = "In the window: Enter gives a picture, Backspace leaves it out, Esc ends and gives nothing."
    parser.add_argument("sources", metavar="SOURCE", nargs="+", help="the folder of a recording, or pictures")
    parser.add_argument("--out", metavar="FILE", default="table.zip", help="the archive (default: %(default)s)")
    parser.add_argument(
        "--preview", metavar="FOLDER", help="write the pictures there, as they would be given, and give nothing yet"
    )
    parser.add_argument(
        "--yes", action="store_true", help="with --preview: give the pictures that still lie in that folder, unasked"
    )
    add_lens_arguments(parser)
    game.readings.add_reading_mode(parser)


def run(args: argparse.Namespace) -> int:
    """Cut, show and pack the pictures; return the exit status.

    It is 1 if one of them is read differently after the cut.
    """
    readings: AnyReadings = args.companion_game.readings
    if readings.moments:
        readings = readings.at_moment(args.moment)
    refuse_to_keep(readings)
    if args.yes and not args.preview:
        raise UserError("--yes goes with --preview FOLDER: look at the pictures there first")
    review: Review = _Folder(Path(args.preview), gives=args.yes) if args.preview else _Window()
    with tempfile.TemporaryDirectory(prefix="give-") as name:
        folder = Path(name)
        recording = _without_secrets(_recording(args, readings), review, folder)
        pictures = [*_cut(recording, readings, folder)]
        if not pictures:
            raise UserError("none of the pictures can be given")
        given = review.given(pictures)
        if given is None:
            return 0
        if not given:
            raise UserError("no picture is left to be given")
        for left_out in set(pictures) - set(given):
            left_out.frame.picture.unlink()
        events, differing_events = _events(recording, given, args.companion_game)
        form = table_form(given, replace(recording, events=events), readings)
        write_whole(folder / FRAMES, _lines(picture.frame.to_json() for picture in given))
        if events:
            write_whole(folder / EVENTS, _lines(change.to_json() for change in events))
        write_whole(folder / HEAD, recording_head(readings, recording.catalogue, recording.profile, recording.focal_px))
        write_whole(folder / FORM, form.encode())
        pack_recording(folder, Path(args.out))
    differing = sum(bool(picture.differences) for picture in given)
    said(args.out, f"{len(given)} pictures, {differing} of them read otherwise than before the cut")
    if events:
        print(f"{differing_events} events are told otherwise by the cut pictures.")
    print(f"companion read --replay {args.out} reads them again. Tell of your table:\n\n{form}")
    return 1 if differing or differing_events else 0


def _recording(args: argparse.Namespace, readings: AnyReadings) -> Recording:
    """Return the recording in the folder, or one of the pictures.

    Raises UserError and VisionError.
    """
    sources = [Path(source) for source in args.sources]
    if len(sources) == 1 and sources[0].is_dir():
        if args.tags or args.profile:
            raise UserError("a recording has tags and a profile of its own; leave out --tags and --profile")
        recording = load_recording(sources[0], readings)
        settled = tuple(frame for frame in recording.frames if frame.reading is not None)
        moving = len(recording.frames) - len(settled)
        if moving:
            print(f"Pictures in which something moved stay here: {moving}.", flush=True)
        return replace(recording, frames=settled)
    catalogue, profile = read_lens(args, readings)
    frames = (RecordedFrame(path, 0.0, None, (), readings.moment) for path in sources)
    return Recording(catalogue, profile, None, tuple(frames))


def _without_secrets(recording: Recording, review: "Review", folder: Path) -> Recording:
    """Return the recording as it is given, without what tells of its owner.

    Times count from the first picture.

    Of the look of the bare board the owner is asked.
    """
    begun_s = min((frame.taken_s for frame in recording.frames), default=0.0)
    profile = without_origin(recording.profile)
    if profile and profile.bare_board:
        look = folder / _BARE
        write_picture(str(look), bare_board_pixels(profile.bare_board))
        if not review.agrees(look):
            profile = replace(profile, bare_board=None)
        look.unlink()
    frames = tuple(replace(frame, taken_s=frame.taken_s - begun_s) for frame in recording.frames)
    events = tuple(replace(change, taken_s=change.taken_s - begun_s) for change in recording.events)
    catalogue = without_names(recording.catalogue)
    return replace(recording, catalogue=catalogue, profile=profile, frames=frames, events=events)


def _cut(recording: Recording, readings: AnyReadings, folder: Path) -> Iterator[CutPicture]:
    """Yield the pictures in which the board is found, cut; print what is odd about each."""
    for number, frame in enumerate(recording.frames, start=1):
        name = frame.picture.name
        if not readings.at_moment(frame.moment).records:
            print(plain(f"{name}: left out, since a secret may lie open"), flush=True)
            continue
        try:
            picture = cut_picture(frame, recording, readings, folder / f"{number:06}")
        except BoardNotFoundError as error:
            print(plain(f"{name}: left out, since no board is found: {error}"), flush=True)
            continue
        state = "; ".join(picture.differences) or "read as before the cut"
        print(plain(f"{name}: {picture.frame.picture.name}, {state}"), flush=True)
        yield picture


def _lines(values: Iterable[JsonObject]) -> bytes:
    return "".join(f"{json.dumps(value)}\n" for value in values).encode()


def _events(
    recording: Recording, given: Sequence[CutPicture], game: CompanionGame
) -> tuple[tuple[RecordedEvents, ...], int]:
    """Return the events with those that the given pictures tell.

    Also return how many of them these tell otherwise than before the cut.
    """
    if not recording.events:
        return (), 0
    originals = [(cut.frame.taken_s, cut.reading, cut.catalogue) for cut in given]
    cuts = [(cut.frame.taken_s, cut.again, cut.catalogue) for cut in given if cut.again is not None]
    before = infer_events(recording.events, [TimedReading(*timed) for timed in originals], game.table)
    after = infer_events(recording.events, [TimedReading(*timed) for timed in cuts], game.table)
    told = [
        tuple(event.place for event in before if event.change == number and event.is_told)
        for number in range(len(recording.events))
    ]
    events = tuple(replace(change, told=places) for change, places in zip(recording.events, told, strict=True))
    return events, sum(old != new for old, new in zip(before, after, strict=True))


class Review(Protocol):
    """Way in which the owner sees all that is given, and chooses."""

    def agrees(self, look: Path) -> bool:
        """Return True if this picture of the bare board is given."""

    def given(self, pictures: Sequence[CutPicture]) -> Sequence[CutPicture] | None:
        """Return the pictures that are given; None if nothing is to be done now."""


class _Window:
    """Window that shows each picture and asks."""

    def agrees(self, look: Path) -> bool:
        answers = self._answers([look])
        return answers is not None and answers[0]

    def given(self, pictures: Sequence[CutPicture]) -> Sequence[CutPicture] | None:
        answers = self._answers([picture.frame.picture for picture in pictures])
        if answers is None:
            print("Nothing is given.")
            return None
        return [picture for picture, gives in zip(pictures, answers, strict=True) if gives]

    def _answers(self, files: Sequence[Path]) -> tuple[bool, ...] | None:
        # Only the window needs pygame.
        from companion.screen.picture_review import review_pictures

        load = [functools.partial(_pixels, file) for file in files]
        return review_pictures(load, "--preview FOLDER writes the pictures instead")


def _pixels(file: Path) -> Pixels:
    return load_picture(file).pixels


class _Folder:
    """Folder into which the pictures are written to be looked at.

    Those that still lie there unchanged are given.
    """

    def __init__(self, folder: Path, *, gives: bool) -> None:
        """Raise UserError if the folder holds anything before, or nothing after the look."""
        self._folder, self._gives = folder, gives
        try:
            if not gives:
                folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()) != gives:
                raise UserError(f"{folder}: {'no pictures lie there' if gives else 'is not empty; give a new folder'}")
        except OSError as error:
            raise UserError(f"{folder}: cannot be used: {error.strerror}") from None

    def agrees(self, look: Path) -> bool:
        return self._holds(look) if self._gives else self._show(look)

    def given(self, pictures: Sequence[CutPicture]) -> Sequence[CutPicture] | None:
        if self._gives:
            return [picture for picture in pictures if self._holds(picture.frame.picture)]
        for picture in pictures:
            self._show(picture.frame.picture)
        said(self._folder, f"{len(pictures)} pictures as they would be given; nothing is given yet")
        print("Remove those that you keep to yourself, then give the others: the same command with --yes.")
        return None

    def _show(self, file: Path) -> bool:
        write_whole(self._folder / file.name, file.read_bytes())
        return True

    def _holds(self, file: Path) -> bool:
        shown = self._folder / file.name
        return shown.is_file() and shown.read_bytes() == file.read_bytes()
