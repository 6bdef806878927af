"""Drawing of tags: modules of a QR, Micro QR or AprilTag symbol, and exact pictures.

A picture is exact to the pixel.
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt
import segno

from vision.decode.qr_masks import best_mask
from vision.model.april_payloads import APRIL_DICTIONARY, april_number
from vision.symbology import QUIET_MODULES, SYMBOL_MODULES, Symbology

#: Error correction: H (30 %) is the most a QR version 1 holds; M (15 %) the most of a Micro QR M2.
_VERSION_AND_LEVEL: dict[Symbology, tuple[int | str, str]] = {"qr": (1, "h"), "micro": ("M2", "m")}


@lru_cache(maxsize=1024)
def symbol_modules(payload: str, code: Symbology) -> npt.NDArray[np.bool_]:
    """Return the symbol's modules, True where dark, without quiet zone. Not to be written to.

    Remembered, because drawing a symbol takes longer than finding it in a picture.

    21 x 21 for QR version 1, 13 x 13 for Micro QR M2, 8 x 8 for an AprilTag. Raises ValueError if the payload is too
    long for the symbol or none of an AprilTag (`april_payload`).
    """
    if code == "april":
        side = SYMBOL_MODULES[code]
        modules = np.asarray(APRIL_DICTIONARY.generateImageMarker(april_number(payload), side) == 0, np.bool_)
    else:
        version, level = _VERSION_AND_LEVEL[code]
        # A Micro QR has masks of its own; there are few of them, and they are soon chosen.
        mask = None if code == "micro" else best_mask(_drawn(payload, version, level, code, 0))
        modules = _drawn(payload, version, level, code, mask).astype(np.bool_)
    modules.flags.writeable = False
    return modules


def _drawn(payload: str, version: int | str, level: str, code: Symbology, mask: int | None) -> npt.NDArray[np.uint8]:
    """Return the symbol as segno draws it, 1 where dark; None lets segno choose the mask."""
    micro = code == "micro"
    symbol = segno.make(payload, version=version, error=level, mask=mask, boost_error=False, micro=micro)
    return np.array([list(row) for row in symbol.matrix], np.uint8)


def tag_picture(payload: str, code: Symbology, module_px: int = 8) -> npt.NDArray[np.uint8]:
    """Draw the tag with its quiet zone: 0 where dark, 255 where light.

    A module is `module_px` pixels wide.
    """
    modules = np.pad(symbol_modules(payload, code), QUIET_MODULES[code])
    shades = np.where(modules, 0, 255).astype(np.uint8)
    return np.kron(shades, np.ones((module_px, module_px), np.uint8))
