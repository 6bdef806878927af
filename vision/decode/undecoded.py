"""Symbols that were located in a picture and not decoded."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.decode.alignment import Grey
from vision.decode.codebook import recognised
from vision.decode.rescan import merged
from vision.model.catalogue import Catalogue
from vision.model.code_detection import CodeDetection
from vision.symbology import SYMBOL_MODULES

#: No symbol has a side in the picture that is so many times as long as another.
_STRIP = 4.0


def undecoded_codes(codes: Sequence[CodeDetection]) -> list[CodeDetection]:
    """Return the symbols that were located where none was decoded or dropped."""
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
    """Tell whether a finder pattern by which a symbol was located belongs to a decoded code.

    Then the others are another's, too, or print: nothing hidden shows through a tag that is wholly seen.
    """
    own, right, _, below = blank.corners
    across, down = 3.5 / SYMBOL_MODULES[blank.code] * np.array([right - own, below - own])
    finders = [own + across + down]
    if blank.code == "qr":
        finders += [right - across + down, below + across - down]
    decoded = [code.corners.astype(np.float32) for code in codes if code.text is not None]
    return any(cv2.pointPolygonTest(quad, (float(x), float(y)), False) > 0 for quad in decoded for x, y in finders)


def recognise_codes(grey: Grey, catalogue: Catalogue, codes: Sequence[CodeDetection]) -> list[CodeDetection]:
    """Return the codes, the undecoded ones as what their modules tell, where they tell it.

    A symbol can be located more than once; it is there once.
    """
    payloads = catalogue.payloads_beside(catalogue.tags, [code.text for code in codes])
    found = [code for code in codes if code.text is not None]
    for code in codes:
        if code.text is None:
            may_be = code.code == catalogue.code and not _spans_symbols(code)
            seen = recognised(grey, code, payloads) if may_be else None
            found = merged(found, [seen]) if seen else [*found, code]
    return found


def _spans_symbols(code: CodeDetection) -> bool:
    """Return True if the located outline is too long for one symbol at any angle.

    It spans several symbols then.
    """
    sides = np.linalg.norm(code.corners - np.roll(code.corners, -1, axis=0), axis=1)
    return bool(sides.max() > _STRIP * sides.min())
