"""From the file of a picture to the table on it; the options that every command with a picture shares."""

import argparse
from dataclasses import dataclass

from companion.games.finstere_flure.manifest import tags_of
from companion.games.finstere_flure.reading import TableReading, covered_cells, understand
from vision.catalogue import Catalogue
from vision.picture import Pixels, load_picture
from vision.profile import CameraProfile, load_profile
from vision.reading import read_picture


@dataclass(frozen=True, eq=False)
class Photo:
    """A picture of the table (BGR), the tags it was read with, and what it shows."""

    pixels: Pixels
    catalogue: Catalogue
    table: TableReading


def add_reading_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options that say how pictures are to be read."""
    add_lens_arguments(parser)
    parser.add_argument("--stage", type=int, choices=(1, 2), default=1, help="the game's stage (default: 1)")


def add_lens_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options that `read_lens` takes."""
    parser.add_argument("--tags", metavar="MANIFEST", help="manifest.json of your tags, if they have other sizes")
    parser.add_argument("--profile", metavar="FILE", help="profile of the camera (focal length, lens distortion)")


def read_photo(path: str, args: argparse.Namespace) -> Photo:
    """Reads a picture with the options of `add_reading_arguments`. Raises VisionError."""
    catalogue, profile = read_lens(args)
    picture = load_picture(path)
    return photo_of(picture.pixels, catalogue, profile=profile, focal_px=picture.focal_px, stage=args.stage)


def read_lens(args: argparse.Namespace) -> tuple[Catalogue, CameraProfile | None]:
    """The tags that `args.tags` names (None: the usual ones), and the profile `args.profile`. Raises VisionError."""
    return tags_of(args.tags), load_profile(args.profile) if args.profile else None


def photo_of(
    pixels: Pixels,
    catalogue: Catalogue,
    *,
    profile: CameraProfile | None = None,
    focal_px: float | None = None,
    stage: int = 1,
) -> Photo:
    """The table on a picture (BGR or grey). `focal_px` is what the camera itself says. Raises VisionError."""
    reading = read_picture(pixels, catalogue, profile, focal_px=focal_px, covers=covered_cells)
    return Photo(pixels, catalogue, understand(reading, catalogue.grid.cell_mm, stage=stage))
