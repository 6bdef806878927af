"""Thorough search for codes, if too few locate the surface.

It uses slower decoders and looks for missing references.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.decode.alignment import Grey
from vision.decode.codes import find_codes_pyzbar
from vision.decode.known_tags import detect_tags
from vision.decode.rescan import SquareToRead, find_coarse_codes, merged, rescan_places
from vision.decode.symbologies import find_codes_of
from vision.errors import MirroredPictureError, NegativePictureError, OtherSymbologyError
from vision.locate.registration import rough_camera
from vision.model.catalogue import Catalogue
from vision.model.code_detection import CodeDetection
from vision.model.profile import CameraProfile
from vision.symbology import SYMBOLOGIES

#: With fewer references than this, the missing ones are looked for where they should be.
ENOUGH_REFERENCES = 4
#: Side of the square in which a reference is looked for, in sides of its tag, where the camera is known.
ROUND_TAG = 1.3
#: The same where the camera is not yet sure.
_ROUGHLY_ROUND_TAG = 1.6
#: So many decoded codes of another symbology tell that the tags are printed in that.
_OTHER_CODES = 4
#: Pictures of fewer pixels are also enlarged when too few references are seen in them.
_ENLARGE_BELOW_PX = 4_000_000


def search_thoroughly(grey: Grey, catalogue: Catalogue, codes: Sequence[CodeDetection]) -> list[CodeDetection]:
    """Return the codes, and what slower ways find in the whole picture.

    Raises MirroredPictureError, NegativePictureError.
    """
    found = merged(codes, find_codes_of(catalogue.code, grey, thorough=True))
    evened = np.asarray(cv2.createCLAHE(3.0, (8, 8)).apply(grey), np.uint8)
    found = merged(found, find_codes_of(catalogue.code, evened, thorough=True))
    if grey.size < _ENLARGE_BELOW_PX:
        found = merged(found, find_coarse_codes(grey, catalogue.code))
    if len(catalogue.references) - len(missing_references(catalogue, found, ROUND_TAG)) >= ENOUGH_REFERENCES:
        # What lies on the board is found when it is looked at again, cell by cell.
        return found
    if catalogue.code != "april":
        return merged(found, find_codes_pyzbar(evened, tuple(catalogue.by_payload)))
    if not found:
        # QR codes are found in both, and told from their modules.
        disguised = {MirroredPictureError: np.ascontiguousarray(grey[:, ::-1]), NegativePictureError: 255 - grey}
        for error, picture in disguised.items():
            if any(code.text in catalogue.by_payload for code in find_codes_of(catalogue.code, picture)):
                raise error
    return found


def search_references(
    grey: Grey,
    catalogue: Catalogue,
    codes: Sequence[CodeDetection],
    profile: CameraProfile | None,
    focal_px: float | None,
) -> list[CodeDetection]:
    """Return the codes, with missing references found where the visible references expect them."""
    found = list(codes)
    while True:
        seen = detect_tags(grey, catalogue, found)
        places = missing_references(catalogue, found, _ROUGHLY_ROUND_TAG)
        if not places or all(tag.tag.placement_mm is None for tag in seen):
            return found
        camera = rough_camera(seen, catalogue, (grey.shape[1], grey.shape[0]), profile, focal_px)
        new = rescan_places(grey, camera, catalogue, places, found).codes
        if not new:
            return found
        found += new


def missing_references(catalogue: Catalogue, codes: Sequence[CodeDetection], round_tag: float) -> list[SquareToRead]:
    """Return squares about references without a code.

    They are `round_tag` times as wide as their tags.
    """
    texts = {code.text for code in codes}
    return [
        SquareToRead(tag.placement_mm, round_tag * tag.size_mm, tag.height_mm, (tag,))
        for tag in catalogue.references
        if texts.isdisjoint(tag.payloads) and tag.placement_mm is not None
    ]


def refuse_other_symbology(grey: Grey, catalogue: Catalogue, codes: Sequence[CodeDetection]) -> None:
    """Raise OtherSymbologyError if no code is the catalogue's and enough have another symbology."""
    if any(code.text in catalogue.by_payload for code in codes):
        return
    # QR and Micro QR codes are found together.
    found = find_codes_of("qr" if catalogue.code == "april" else "april", grey)
    for symbology in SYMBOLOGIES:
        seen = sum(code.text is not None and code.code == symbology for code in (*codes, *found))
        if symbology != catalogue.code and seen >= _OTHER_CODES:
            raise OtherSymbologyError(symbology, catalogue.code)
