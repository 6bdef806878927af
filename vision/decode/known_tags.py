"""Detection of the catalogue's tags among the codes of a picture."""

from collections.abc import Sequence

import numpy as np

from vision.decode.alignment import Grey, agreements, refine_corners
from vision.decode.codes import TRUSTED_AGREEMENT
from vision.errors import MirroredPictureError, NegativePictureError
from vision.model.catalogue import Catalogue
from vision.model.code_detection import CodeDetection
from vision.model.detections import TagDetection
from vision.symbology import SYMBOLOGIES


def detect_tags(grey: Grey, catalogue: Catalogue, codes: Sequence[CodeDetection]) -> list[TagDetection]:
    """Return the codes' known tags of the catalogue, their corners to a fraction of a pixel.

    Raises MirroredPictureError if their symbols are mirror images of what they should be, and NegativePictureError if
    dark and light are swapped in them.
    """
    tags = []
    for kind in SYMBOLOGIES:
        known = [code for code in codes if code.code == kind and code.text in catalogue.by_payload]
        if not known:
            continue
        payloads = [str(code.text) for code in known]
        rough = np.array([code.corners for code in known])
        fine = refine_corners(grey, payloads, kind, rough)
        fixed = np.array([catalogue.by_payload[payload].placement_mm is not None for payload in payloads])
        if fixed.any():
            # All else hangs on the references.
            names = [payload for payload, is_fixed in zip(payloads, fixed, strict=True) if is_fixed]
            fine[fixed] = refine_corners(grey, names, kind, fine[fixed], borders=160, steps=4)
        fits = agreements(grey, payloads, kind, fine) >= TRUSTED_AGREEMENT
        if not fits.any():
            # Decoders read mirrored symbols, too; their second and fourth corner are swapped then.
            swapped = rough[:, [0, 3, 2, 1]]
            swapped_fits = agreements(grey, payloads, kind, swapped) >= TRUSTED_AGREEMENT
            if swapped_fits.any():
                raise MirroredPictureError
            # They read negatives, too.
            negative = np.asarray(255 - grey, np.uint8)
            corners = refine_corners(negative, payloads, kind, rough)
            if (agreements(negative, payloads, kind, corners) >= TRUSTED_AGREEMENT).any():
                raise NegativePictureError
        # Where the modules do not fit, the tag was drawn by another program: the decoder's corners are all there is.
        corners = np.where(fits[:, None, None], fine, rough)
        tags += [
            TagDetection(catalogue.by_payload[payload], kind, quad, code.by)
            for code, payload, quad in zip(known, payloads, corners, strict=True)
        ]
    return tags
