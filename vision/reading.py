"""Reading a picture of the table: from pixels to which tag lies on which cell, and what could not be read.

The stages, each with small values between: codes -> reference tags -> registration -> sightings -> a second look at
the cells on which something lies that was not read.
"""

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.alignment import Grey, refine_corners
from vision.catalogue import Catalogue, CodeType, Tag
from vision.codes import Code, Finder, find_codes
from vision.errors import BoardNotFoundError
from vision.picture import Pixels
from vision.pinhole import Points
from vision.profile import CameraProfile
from vision.registration import Registration, SeenTag, register


@dataclass(frozen=True, eq=False)
class Sighting:
    """A tag that was read on or beside the board.

    `corners_px` (4, 2) are its symbol's own top-left, top-right, bottom-right and bottom-left corner in the picture;
    `centre_mm` its centre on the board, corrected for the tag's height; `turn_deg` (0 <= turn < 360) how far its top
    edge is turned clockwise from the board's up direction. `cell` is the cell under its centre, None off the grid,
    and `offset_mm` the centre's distance (right, down) from the middle of that cell.
    """

    tag: Tag
    corners_px: Points
    centre_mm: tuple[float, float]
    turn_deg: float
    cell: str | None
    offset_mm: tuple[float, float] | None
    by: Finder


@dataclass(frozen=True, eq=False)
class Reading:
    """All that one picture shows.

    `sightings` are the tags read, reference tags excluded; a tag that is seen at two places is there twice.
    `unreadable` are cells, in the grid's order, on which something lies that could not be read; `foreign` counts the
    codes that are none of the catalogue's; `notes` are sentences about what was odd but not in the way; `cell_mm` is
    the side of the board's cells.
    """

    registration: Registration
    sightings: tuple[Sighting, ...]
    unreadable: tuple[str, ...]
    foreign: int
    cell_mm: float
    notes: tuple[str, ...] = ()


#: Which further cells a tag's piece covers beside the one under the tag.
Covers = Callable[[Sighting], Collection[str]]


def read_picture(
    image: Pixels,
    catalogue: Catalogue,
    profile: CameraProfile | None = None,
    *,
    focal_px: float | None = None,
    covers: Covers | None = None,
) -> Reading:
    """Read a picture (BGR or grey).

    `focal_px` is what the camera itself says of its focal length (see `Picture`), used if there is no `profile`.
    `covers` tells which cells the piece of a sighting covers, for pieces larger than one cell. Raises
    BoardNotFoundError, MirroredPictureError, and ProfileError if the profile is for another kind of picture.
    """
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8) if image.ndim == 3 else image
    codes = find_codes(grey)
    known = [code for code in codes if code.text in catalogue.by_payload]
    catalogue = _in_seen_symbology(catalogue, known)
    seen = _refined(grey, catalogue, known)
    references = [tag for tag in seen if tag.tag.placement_mm is not None]
    others = [tag for tag in seen if tag.tag.placement_mm is None]
    if not references:
        raise BoardNotFoundError(_nothing(codes, catalogue))
    height, width = grey.shape
    registration = register(references, others, catalogue, (width, height), profile, focal_px)
    sightings = tuple(_sighting(tag, registration, catalogue, "zxing") for tag in others)
    foreign = sum(code.text is not None and code.text not in catalogue.by_payload for code in codes)
    return Reading(registration, sightings, (), foreign, catalogue.grid.cell_mm, registration.notes)


def _in_seen_symbology(catalogue: Catalogue, codes: Sequence[Code]) -> Catalogue:
    """The catalogue in the symbology that most of the codes seen are printed in."""
    micro = sum(code.code == "micro" for code in codes)
    code: CodeType = "micro" if 2 * micro > len(codes) else "qr"
    return catalogue if code == catalogue.code or not codes else replace(catalogue, code=code)


def _refined(grey: Grey, catalogue: Catalogue, codes: Sequence[Code]) -> list[SeenTag]:
    """The tags of these codes with their corners to a fraction of a pixel. Raises MirroredPictureError."""
    if not codes:
        return []
    codes = [code for code in codes if code.code == catalogue.code]
    payloads = [str(code.text) for code in codes]
    rough = np.array([code.corners for code in codes])
    fine = refine_corners(grey, payloads, catalogue.code, rough)
    tags = []
    for code, payload, corners in zip(codes, payloads, fine, strict=True):
        tags.append(SeenTag(catalogue.by_payload[payload], corners, replace(code, corners=corners).centre))
    return tags


def _nothing(codes: Sequence[Code], catalogue: Catalogue) -> str:
    names = ", ".join(tag.id for tag in catalogue.references)
    advice = f"show the whole board with its reference tags ({names}), in focus and well lit."
    if not codes:
        return f"no code is seen in the picture; {advice}"
    count = f"{len(codes)} codes are" if len(codes) > 1 else "a code is"
    return f"{count} seen in the picture, but none of the reference tags; {advice}"


def _sighting(seen: SeenTag, registration: Registration, catalogue: Catalogue, by: Finder) -> Sighting:
    height = seen.tag.height_mm
    x, y = registration.camera.on_plane(seen.centre_px, height)[0]
    corners = registration.camera.on_plane(seen.corners_px, height)
    # Both sides' directions and the diagonal's together: right is from left to right, up from bottom to top.
    right = corners[1] + corners[2] - corners[0] - corners[3]
    down = corners[3] + corners[2] - corners[0] - corners[1]
    turn = math.degrees(math.atan2(right[1] - down[0], right[0] + down[1])) % 360.0
    cell = catalogue.grid.cell_at(x, y)
    offset = None
    if cell is not None:
        middle = catalogue.grid.centre(cell)
        offset = (float(x - middle[0]), float(y - middle[1]))
    return Sighting(seen.tag, seen.corners_px, (float(x), float(y)), turn, cell, offset, by)
