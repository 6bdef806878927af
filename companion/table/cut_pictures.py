"""Pictures of a table cut to what is read, as they may be given to strangers.

Each is read before and after the cut.
"""

import contextlib
from dataclasses import dataclass, replace
from pathlib import Path

import cv2

from companion.device.files import write_whole
from companion.table.photo import Photo, photo_of
from companion.table.readings import AnyReadings
from companion.table.recording import RecordedFrame, Recording, differences
from vision.errors import BoardNotFoundError
from vision.model.catalogue import Catalogue
from vision.model.profile import CameraProfile
from vision.picture import Pixels, decode_picture, load_picture
from vision.reading import Reading
from vision.reading.redaction import cut_to_table

#: How a picture is packed: the first way after which it is read the same. The second loses nothing.
_PACKINGS: tuple[tuple[str, list[int]], ...] = ((".jpg", [cv2.IMWRITE_JPEG_QUALITY, 95]), (".png", []))


@dataclass(frozen=True, eq=False)
class CutPicture:
    """A cut picture in a file of its own, and how the original and the cut one are read.

    `frame` is its line in the archive, `size_px` (width, height). `again` is the reading after the cut, None if no
    board is found in it any more; `differences` says of each place how that differs.
    """

    frame: RecordedFrame
    size_px: tuple[int, int]
    catalogue: Catalogue
    reading: Reading
    again: Reading | None
    differences: tuple[str, ...]


def without_origin(profile: CameraProfile | None) -> CameraProfile | None:
    """Return the profile without name, serial number or address of the camera.

    Notes for people are left out, too.
    """
    return replace(profile, camera="", measured={}) if profile else None


def without_names(catalogue: Catalogue) -> Catalogue:
    """Return the tags without what people call them, and without names of files."""
    return replace(catalogue, tags=tuple(replace(tag, name="", image="") for tag in catalogue.tags))


def cut_picture(frame: RecordedFrame, recording: Recording, readings: AnyReadings, out: Path) -> CutPicture:
    """Cut a picture of a recording to what is read, and write it.

    The file is `out` with the suffix that its packing has.

    A picture without a reading is given that of the picture as it is. Raises BoardNotFoundError, PictureError and
    UserError.
    """
    own = readings.at_moment(frame.moment)
    picture = load_picture(frame.picture)
    focal_px = frame.focal_px or picture.focal_px

    def read(pixels: Pixels) -> Photo[object]:
        return photo_of(
            pixels, recording.catalogue, own, profile=recording.profile, focal_px=focal_px or recording.focal_px
        )

    photo = read(picture.pixels)
    cut = cut_to_table(picture.pixels, photo.reading, photo.catalogue)
    reading = own.to_json(photo.table)
    for suffix, options in _PACKINGS:
        _, data = cv2.imencode(suffix, cut, options)
        again, found = None, ["no board is found in the cut picture"]
        with contextlib.suppress(BoardNotFoundError):
            seen = read(decode_picture(data.tobytes()).pixels)
            again, found = seen.reading, differences(reading, own.to_json(seen.table), own)
        if not found:
            break
    file = out.with_suffix(suffix)
    write_whole(file, data.tobytes())
    kept = RecordedFrame(file, frame.taken_s, frame.reading or reading, frame.covered, frame.moment, focal_px)
    rows, columns = picture.pixels.shape[:2]
    return CutPicture(kept, (columns, rows), photo.catalogue, photo.reading, again, tuple(found))
