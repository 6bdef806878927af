"""Photo of the table: from a picture file to the layout, with the shared command options.

Every command with a picture shares these options.
"""

import argparse
from dataclasses import dataclass, replace
from typing import Generic

from companion.device.log import warn
from companion.sheets.manifest import tags_of
from companion.table.readings import MeaningT, Readings
from vision.calibration.board_view import is_coarse, is_unclear, least_px_per_module
from vision.calibration.gates import LEAST_PX_PER_MODULE
from vision.errors import BoardNotFoundError, OtherSymbologyError
from vision.model.catalogue import Catalogue
from vision.model.profile import CameraProfile, load_profile
from vision.picture import Pixels, load_picture
from vision.reading import Reading, read_picture


@dataclass(frozen=True, eq=False)
class Photo(Generic[MeaningT]):
    """Picture of the table (BGR) with its tags, the reading, and the table as the game sees it.

    The tags are those it was read with.
    """

    pixels: Pixels
    catalogue: Catalogue
    reading: Reading
    table: MeaningT


def add_reading_arguments(parser: argparse.ArgumentParser, readings: Readings[MeaningT]) -> None:
    """Declare the options that say how pictures of this game are to be read."""
    add_lens_arguments(parser)
    readings.add_arguments(parser)


def add_lens_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options that `read_lens` takes."""
    parser.add_argument("--tags", metavar="MANIFEST", help="manifest.json of your tags, if they have other sizes")
    parser.add_argument("--profile", metavar="FILE", help="profile of the camera (focal length, lens distortion)")


def read_photo(path: str, args: argparse.Namespace, readings: Readings[MeaningT]) -> Photo[MeaningT]:
    """Read a picture with the options of `add_reading_arguments`, and warn of oddities.

    Raises VisionError.
    """
    catalogue, profile = read_lens(args, readings)
    picture = load_picture(path)
    chosen = readings.with_arguments(args)
    photo = photo_of(picture.pixels, catalogue, chosen, profile=profile, focal_px=picture.focal_px)
    for note in (*photo.reading.notes, *_advice(photo, profile)):
        warn(note)
    return photo


#: What helps against what keeps cells from being read.
_CURES = {
    "blur": "The picture is too blurred to tell all tags apart. Hold still, and take it anew.",
    "veil": "A window or a lamp is mirrored on cells. Turn it or the board away, and take the picture anew.",
    "cover": "Something reaches over the board. Take it away, and take the picture anew.",
}


def _advice(photo: Photo[MeaningT], profile: CameraProfile | None) -> list[str]:
    """Return what would help to read such pictures better, a sentence for each thing."""
    sentences = []
    if is_coarse(photo.reading, photo.catalogue):
        px = least_px_per_module(photo.reading, photo.catalogue)
        sentences.append(
            f"The picture is coarse: {px:.1f} pixels a module where they are fewest, "
            f"{LEAST_PX_PER_MODULE[photo.catalogue.code]} are needed. "
            "Go nearer, or take a larger picture; to enlarge this one does not help."
        )
    obstacle = photo.reading.obstacle(photo.reading.unreadable)
    if obstacle:
        sentences.append(_CURES[obstacle])
    elif (profile is None or profile.bare_board is None) and is_unclear(photo.reading, photo.catalogue):
        sentences.append(
            "Many cells look covered. If nothing lies there, photograph the bare board once and give its profile: "
            "companion calibrate PICTURE --out camera.json, then --profile camera.json."
        )
    return sentences


def read_lens(args: argparse.Namespace, readings: Readings[MeaningT]) -> tuple[Catalogue, CameraProfile | None]:
    """Return the tags of `args.tags` (None: the default ones) and the profile `args.profile`.

    Raises VisionError.
    """
    return tags_of(readings.tags, args.tags), load_profile(args.profile) if args.profile else None


def photo_of(
    pixels: Pixels,
    catalogue: Catalogue,
    readings: Readings[MeaningT],
    *,
    profile: CameraProfile | None = None,
    focal_px: float | None = None,
) -> Photo[MeaningT]:
    """Read the table in a picture (BGR or grey).

    `focal_px` is what the camera itself says. Raises VisionError.

    Tags of another symbology than the catalogue's are read with their default sizes, and a note says so.
    """

    def read(tags: Catalogue) -> Reading:
        return read_picture(pixels, tags, profile, focal_px=focal_px, covers=readings.covered)

    catalogue = readings.tags_read(catalogue)
    try:
        reading = read(catalogue)
    except OtherSymbologyError as error:
        catalogue = readings.tags_read(readings.tags.catalogue(code=error.seen))
        try:
            reading = read(catalogue)
        except BoardNotFoundError:
            raise error from None
        note = f"{error} They were read with the default sizes."
        reading = replace(reading, notes=(*reading.notes, note))
    return Photo(pixels, catalogue, reading, readings.understand(reading, catalogue))
