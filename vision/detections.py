"""A catalogue's tag as it was seen in a picture: the value that passes between the stages of reading."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.alignment import Grey, agreements, refine_corners
from vision.catalogue import QUIET_MODULES, SYMBOL_MODULES, SYMBOLOGIES, Catalogue, Symbology, Tag
from vision.codes import TRUSTED_AGREEMENT, CodeDetection, Finder
from vision.errors import MirroredPictureError, NegativePictureError
from vision.pinhole import Points

#: A picture is so large on a piece that is hardly larger.
_FACE_SHARE = 0.87


@dataclass(frozen=True, eq=False)
class TagDetection:
    """A tag in a picture: its symbol's corners (4, 2) in pixels, own top-left first, clockwise as printed."""

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
    """Where the diagonals of quads (n, 4, 2) cross, which is where the middle of a square is seen: (n, 2)."""
    a, b, c, d = np.moveaxis(corners, 1, 0)
    across, other, side = c - a, d - b, b - a
    turn = across[:, 0] * other[:, 1] - across[:, 1] * other[:, 0]
    flat = np.abs(turn) < 1e-9
    share = (side[:, 0] * other[:, 1] - side[:, 1] * other[:, 0]) / np.where(flat, 1.0, turn)
    return np.asarray(np.where(flat[:, None], corners.mean(axis=1), a + across * share[:, None]), np.float64)


def foreign_codes(codes: Iterable[CodeDetection], catalogue: Catalogue) -> list[CodeDetection]:
    """Those of the codes that were decoded and are none of the catalogue's."""
    return [code for code in codes if code.text is not None and code.text not in catalogue.by_payload]


def undecoded_codes(codes: Sequence[CodeDetection]) -> list[CodeDetection]:
    """The symbols that were located where none was decoded or dropped."""
    known = [code for code in codes if code.text is not None or code.dropped_px is not None]
    blank = [code for code in codes if code.text is None and code.dropped_px is None]
    if not blank or not known:
        return blank
    sides, known_sides = (np.array([code.side_px for code in of]) for of in (blank, known))
    middles, known_middles = (np.array([code.centre_px for code in of]) for of in (blank, known))
    apart = np.linalg.norm(middles[:, None] - known_middles, axis=2)
    alone = (apart >= 0.5 * np.maximum(sides[:, None], known_sides)).all(axis=1)
    return [code for code, is_alone in zip(blank, alone, strict=True) if is_alone]


def borrows_finder(blank: CodeDetection, codes: Sequence[CodeDetection]) -> bool:
    """Whether one of the finder patterns by which a symbol was located is that of one of the codes that were decoded.

    Then the others are another's, too, or print: nothing hidden shows through a tag that is wholly seen.
    """
    own, right, _, below = blank.corners
    across, down = 3.5 / SYMBOL_MODULES[blank.code] * np.array([right - own, below - own])
    finders = [own + across + down]
    if blank.code == "qr":
        finders += [right - across + down, below + across - down]
    decoded = [code.corners.astype(np.float32) for code in codes if code.text is not None]
    return any(cv2.pointPolygonTest(quad, (float(x), float(y)), False) > 0 for quad in decoded for x, y in finders)


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
