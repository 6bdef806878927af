"""Recording: the camera's pictures of a game, each with its reading at the time.

A folder holds `recording.json` (how the pictures are to be read), `frames.jsonl` (one line a picture), the pictures,
and of a game `events.jsonl` (one line for each change of its events). It is all that is needed to read a bad evening
again: ``companion read --replay FOLDER``. On a mat the secret zones are black in the pictures; pictures that were taken
while something moved are wholly black.
"""

import io
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import cv2

from companion.device.errors import UserError
from companion.device.files import write_whole
from companion.sheets.manifest import catalogue_from_json, catalogue_to_json
from companion.table.readings import AnyReadings, JsonObject
from vision.bounded_files import read_bounded
from vision.model.catalogue import Catalogue
from vision.model.profile import CameraProfile, parse_profile, profile_to_json, read_json
from vision.reading.redaction import redacted
from vision.sources.camera import Frame
from vision.watching.observation import CellState, Observation

VERSION = 1
#: A picture's line has some five thousand bytes; an evening has some thousand pictures.
MOST_BYTES = 100_000_000
#: Name of the file with a recording's head.
HEAD = "recording.json"
#: Name of a recording's file of pictures.
FRAMES = "frames.jsonl"
#: Name of a recording's file of events.
EVENTS = "events.jsonl"
#: While nothing settles, a picture is kept every so many seconds.
MOTION_EVERY_S = 2.0
_JPEG_QUALITY = 95
#: No camera has such a long lens (pixels).
_MOST_FOCAL_PX = 1e6
_FORMAT = re.compile(r"([a-z0-9-]+)/recording")
#: How keys of measures end, which differ with every grain of noise.
_MEASURES = ("_mm", "_deg")
#: What of a reading differs with every grain of noise, of the whole and of a piece.
_NOISY = frozenset({"board", "foreign", "problems", "not_seen"})


#: What a line of a file says.
ParsedT = TypeVar("ParsedT")


@dataclass(frozen=True)
class RecordedFrame:
    """Picture of a recording: its file, its time and its reading.

    The time is in seconds of the camera's clock. `reading` is as ``companion read --json`` prints it; None for a
    picture taken while nothing was settled. `moment` is the moment of the game at which it was read, empty for the
    default one. `focal_px` is what the camera said of this picture's focal length; None: that of the whole recording.
    """

    picture: Path
    taken_s: float
    reading: JsonObject | None
    covered: tuple[str, ...]
    moment: str = ""
    focal_px: float | None = None

    def to_json(self) -> JsonObject:
        """Return the line of the picture, which `load_recording` reads."""
        line: JsonObject = {
            "picture": self.picture.name,
            "taken_s": round(self.taken_s, 3),
            "reading": self.reading,
            "covered": list(self.covered),
        }
        if self.moment:
            line["moment"] = self.moment
        if self.focal_px is not None:
            line["focal_px"] = self.focal_px
        return line


@dataclass(frozen=True)
class RecordedEvents:
    """Change of the game's list of events: the first `kept` of them stay, then come `events`.

    It was noticed at `taken_s`, in seconds of the camera's clock. `told` are the places in `events` of those that the
    pictures alone tell; None: nobody has looked.
    """

    taken_s: float
    kept: int
    events: tuple[JsonObject, ...]
    told: tuple[int, ...] | None = None

    def to_json(self) -> JsonObject:
        """Return the line of the change, which `load_recording` reads."""
        told = {} if self.told is None else {"told": list(self.told)}
        return {"taken_s": round(self.taken_s, 3), "kept": self.kept, "events": list(self.events), **told}


@dataclass(frozen=True, eq=False)
class Recording:
    """A recording that was read from its folder, and how its pictures are to be read."""

    catalogue: Catalogue
    profile: CameraProfile | None
    focal_px: float | None
    frames: tuple[RecordedFrame, ...]
    events: tuple[RecordedEvents, ...] = ()


class Recorder:
    """Writer of a recording while the table is watched.

    A picture is on the disk before its line is.
    """

    def __init__(
        self,
        folder: Path,
        readings: AnyReadings,
        catalogue: Catalogue,
        *,
        profile: CameraProfile | None = None,
        focal_px: float | None = None,
    ) -> None:
        """Begin a recording in a new or empty folder. Raises UserError."""
        refuse_to_keep(readings)
        self._folder, self._readings, self._catalogue = folder, readings, catalogue
        self._number = 0
        self._kept_s = float("-inf")
        self._events: tuple[JsonObject, ...] = ()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()):
                raise UserError(f"{folder} is not empty; give a new folder for the recording")
            # An evening on which nothing was worth keeping is a recording, too.
            (folder / FRAMES).touch()
        except OSError as error:
            raise UserError(f"{folder}: no recording can be written there: {error.strerror}") from None
        write_whole(folder / HEAD, recording_head(readings, catalogue, profile, focal_px))

    @property
    def count(self) -> int:
        """Number of pictures that have been saved."""
        return self._number

    def see(self, frame: Frame, watched: Observation, readings: AnyReadings | None = None) -> None:
        """Keep the frame if it is worth it: a settled change, or now and then what does not settle.

        `readings` is how it was read, where that changes with the moment of the game; None: as at the beginning.
        Raises UserError if it cannot be written: the recording so far is whole.
        """
        readings = readings or self._readings
        if not readings.records:
            return
        if not watched.changed and (watched.settled or frame.taken_s - self._kept_s < MOTION_EVERY_S):
            return
        name = f"{self._number + 1:06}.jpg"
        # While something moves over a mat, what a hand carries may be secret.
        catalogue = readings.tags_read(self._catalogue)
        picture = redacted(frame.picture, watched.known if watched.settled else None, catalogue)
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
        write_whole(self._folder / name, data.tobytes())
        reading = watched.reading if watched.settled else None
        recorded = RecordedFrame(
            Path(name),
            frame.taken_s,
            readings.to_json(readings.understand(reading, catalogue)) if reading else None,
            tuple(cell for cell, state in watched.cells.items() if state is CellState.COVERED),
            readings.moment,
        )
        self._append(FRAMES, {**recorded.to_json(), "problem": watched.problem})
        self._number += 1
        self._kept_s = frame.taken_s

    def note_events(self, taken_s: float, events: Sequence[JsonObject]) -> None:
        """Keep what has changed in the list of the game's events since the last call.

        `taken_s` is in seconds of the camera's clock. Raises UserError as `see` does.
        """
        before, self._events = self._events, tuple(events)
        pairs = zip(before, self._events, strict=False)
        kept = next((number for number, (old, new) in enumerate(pairs) if old != new), min(len(before), len(events)))
        if kept < max(len(before), len(events)):
            self._append(EVENTS, RecordedEvents(taken_s, kept, self._events[kept:]).to_json())

    def _append(self, name: str, line: JsonObject) -> None:
        try:
            with (self._folder / name).open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps(line)}\n")
        except OSError as error:
            raise UserError(f"{self._folder / name}: cannot be written: {error.strerror}") from None


def recording_head(
    readings: AnyReadings, catalogue: Catalogue, profile: CameraProfile | None, focal_px: float | None
) -> bytes:
    """Return the file `HEAD` of a recording: how its pictures are to be read."""
    head = {
        "format": _format(readings),
        "version": VERSION,
        "focal_px": focal_px,
        "profile": profile_to_json(profile) if profile else None,
        "tags": catalogue_to_json(catalogue),
    }
    return f"{json.dumps(head)}\n".encode()


def _format(readings: AnyReadings) -> str:
    return f"{readings.tags.id}/recording"


def refuse_to_keep(readings: AnyReadings) -> None:
    """Raise UserError if no picture of this game may be kept."""
    if not readings.keeps_pictures:
        raise UserError(
            f"no pictures are kept of {readings.tags.title}, since hands and secret cards may be seen in them; "
            "companion watch tells what is read and keeps none"
        )


def load_recording(folder: Path, readings: AnyReadings) -> Recording:
    """Return the recording in a folder; a line that was cut off by a crash ends it.

    Raises UserError, also for another game's recording, and VisionError.
    """
    head = read_json(folder / HEAD, "recording")
    form = head.get("format") if isinstance(head, dict) else None
    other = _FORMAT.fullmatch(form) if isinstance(form, str) and form != _format(readings) else None
    if other:
        raise UserError(
            f"{folder / HEAD} is a recording of the game {other[1]}, but this is {readings.tags.id}; give --game "
            f"{other[1]}, or a recording of {readings.tags.id}"
        )
    if form != _format(readings) or head.get("version") != VERSION:
        raise UserError(f"{folder / HEAD} is no recording of version {VERSION}; give the folder of a recording")
    focal_px = head.get("focal_px")
    if focal_px is not None and not _is_focal_px(focal_px):
        raise UserError(f'{folder / HEAD}: "focal_px" must be a number above 0')
    name = f"recording {folder}"
    # The usual tags were not written at first.
    tags = readings.tags
    catalogue = catalogue_from_json(tags, head["tags"], name) if head.get("tags") else tags.catalogue()
    profile = parse_profile(head["profile"], name) if head.get("profile") else None
    frames = tuple(_parsed(folder / FRAMES, "picture", lambda line: _frame(line, folder, readings)))
    if len({frame.picture for frame in frames}) < len(frames):
        # Each line costs a reading: few pictures could keep whoever reads them busy for days.
        raise UserError(f"{folder / FRAMES} names a picture twice; remove one of the lines")
    # Recordings without a game have no events, nor have those of earlier versions.
    has_events = (folder / EVENTS).exists()
    events = _parsed(folder / EVENTS, "change of events", _change_of_events) if has_events else ()
    return Recording(catalogue, profile, focal_px, frames, tuple(events))


def _is_focal_px(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < _MOST_FOCAL_PX


def _frame(data: JsonObject, folder: Path, readings: AnyReadings) -> RecordedFrame:
    """Return the picture of a line. Raises any error that a damaged line causes."""
    picture, taken_s, reading = folder / Path(data["picture"]).name, float(data["taken_s"]), data["reading"]
    moment, focal_px = data.get("moment", ""), data.get("focal_px")
    if not (reading is None or isinstance(reading, dict)) or (moment and moment not in readings.moments):
        raise TypeError
    if focal_px is not None and not _is_focal_px(focal_px):
        raise TypeError
    # A line that says where a piece lies in a way that no reading does is damaged.
    _by_place(reading or {}, readings)
    return RecordedFrame(picture, taken_s, reading, tuple(map(str, data["covered"])), moment, focal_px)


def _change_of_events(data: JsonObject) -> RecordedEvents:
    """Return the change of events of a line. Raises any error that a damaged line causes."""
    kept, events, told = data["kept"], data["events"], data.get("told")
    if not isinstance(kept, int) or kept < 0 or not all(isinstance(event, dict) for event in events):
        raise TypeError
    return RecordedEvents(float(data["taken_s"]), kept, tuple(events), None if told is None else tuple(map(int, told)))


def _parsed(path: Path, what: str, parse: Callable[[JsonObject], ParsedT]) -> Iterator[ParsedT]:
    """Yield what the lines of a file say; a last line that was cut off is left out.

    Raises UserError.
    """
    try:
        content = read_bounded(path, MOST_BYTES)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from None
    # One by one: a stranger's lines may be so many that all together fill the memory.
    lines = io.BytesIO(content)
    for number, line in enumerate(lines, start=1):
        try:
            found = parse(json.loads(line.decode("utf-8-sig", errors="replace")))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError):
            if lines.tell() == len(content):
                return
            raise UserError(f"{path}, line {number} is no {what} of a recording; mend or remove it") from None
        yield found


def differences(recorded: JsonObject, current: JsonObject, readings: AnyReadings) -> list[str]:
    """Describe what is read differently in a picture now, one line for each difference.

    There is a line for each place and for each other thing that differs.
    """
    before, after = _by_place(recorded, readings), _by_place(current, readings)
    lines = [
        f"{place}: {before.get(place, 'empty')} then, {after.get(place, 'empty')} now"
        for place in sorted({*before, *after}, key=lambda place: (len(place), place))
        if before.get(place) != after.get(place)
    ]
    others = sorted((recorded.keys() | current.keys()) - _NOISY - {"pieces", "unreadable"})
    differing = [key for key in others if recorded.get(key) != current.get(key)]
    if not lines and differing:
        lines.append(f"this differs: {', '.join(differing)}")
    return lines


def _by_place(reading: JsonObject, readings: AnyReadings) -> dict[str, str]:
    """Return what a reading shows on each cell or in each zone, in words.

    Raises any error that a damaged reading causes.
    """
    places: dict[str, list[str]] = {}
    for unread in reading.get("unreadable", ()):
        places.setdefault(unread if isinstance(unread, str) else unread["zone"], []).append("unreadable")
    for piece in reading.get("pieces", ()):
        for place in piece.get("cells") or [piece.get("cell") or piece.get("zone") or _described_place(piece)]:
            places.setdefault(place, []).append(readings.describe_piece(piece))
    if not all(isinstance(place, str) for place in places):
        raise TypeError
    return {place: ", ".join(sorted(names)) for place, names in places.items()}


def _described_place(piece: JsonObject) -> str:
    """Return the place of a piece that has neither cell nor zone.

    It is all that is told of the piece but measures. Raises KeyError if nothing is told.
    """
    told = [f"{key} {value}" for key, value in piece.items() if key != "id" and not key.endswith(_MEASURES)]
    if not told:
        raise KeyError("zone")
    return ", ".join(told)
