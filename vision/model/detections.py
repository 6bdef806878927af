"""Catalogue's tag as seen in a picture: the value that passes between the stages of reading."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from vision.decode.alignment import Grey, agreements, refine_corners
from vision.decode.codes import TRUSTED_AGREEMENT, CodeDetection, Finder
from vision.errors import MirroredPictureError, NegativePictureError
from vision.model.catalogue import QUIET_MODULES, SYMBOL_MODULES, SYMBOLOGIES, Catalogue, Symbology, Tag
from vision.model.pinhole import Points

#: A picture is so large on a piece that is hardly larger.
_FACE_SHARE = 0.87


@dataclass(frozen=True, eq=False)
class TagDetection:
    """Tag in a picture: its symbol's corners (4, 2) in pixels.

    The symbol's own top-left corner is first, then clockwise as printed.
    """

    tag: Tag
    code: Symbology
    corners_px: Points
    by: Finder

    @property
    def symbol_mm(self) -> float:
        """The printed side of the symbol without quiet zone."""
        modules = SYMBOL_MODULES[self.code]
        return self.tag.size_mm * modules / (modules + 2 * QUIET_MODULES[self.code])

    @property
    def face_mm(self) -> float:
        """The side of the picture, or of as much of a larger piece."""
        left, _, right, _ = self.tag.piece_mm or (0.0, 0.0, 0.0, 0.0)
        return max(self.tag.size_mm, _FACE_SHARE * (right - left))


def middles_px(corners: Points) -> Points:
    """Return the crossings (n, 2) of the diagonals of quads (n, 4, 2).

    The middle of a square is seen there.
    """
    a, b, c, d = np.moveaxis(corners, 1, 0)
    across, other, side = c - a, d - b, b - a
    turn = across[:, 0] * other[:, 1] - across[:, 1] * other[:, 0]
    flat = np.abs(turn) < 1e-9
    share = (side[:, 0] * other[:, 1] - side[:, 1] * other[:, 0]) / np.where(flat, 1.0, turn)
    return np.asarray(np.where(flat[:, None], corners.mean(axis=1), a + across * share[:, None]), np.float64)


def foreign_codes(codes: Iterable[CodeDetection], catalogue: Catalogue) -> list[CodeDetection]:
    """Return the decoded codes that are none of the catalogue's."""
    return [code for code in codes if code.text is not None and code.text not in catalogue.by_payload]


def detect_tags(grey: Grey, catalogue: Catalogue, codes: Sequence[CodeDetection]) -> list[TagDetection]:
    """The tags of the codes that the catalogue knows, their corners to a fraction of a pixel.

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
