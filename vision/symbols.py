"""Drawing tags: the modules of a payload's QR or Micro QR symbol, and its pixel-exact picture."""

import numpy as np
import numpy.typing as npt
import segno

from vision.catalogue import QUIET_MODULES, Symbology

#: Error correction: H (30 %) is the most a QR version 1 holds; M (15 %) the most of a Micro QR M2.
_VERSION_AND_LEVEL: dict[Symbology, tuple[int | str, str]] = {"qr": (1, "h"), "micro": ("M2", "m")}


def symbol_modules(payload: str, code: Symbology) -> npt.NDArray[np.bool_]:
    """The symbol's modules, True where dark, without quiet zone: 21 x 21 for QR version 1, 13 x 13 for Micro QR M2.

    Raises ValueError if the payload is too long for the symbol.
    """
    version, level = _VERSION_AND_LEVEL[code]
    symbol = segno.make(payload, version=version, error=level, boost_error=False, micro=code == "micro")
    return np.array([list(row) for row in symbol.matrix], dtype=np.bool_)


def tag_picture(payload: str, code: Symbology, module_px: int = 8) -> npt.NDArray[np.uint8]:
    """The tag's picture with its quiet zone, `module_px` pixels a module, 0 where dark and 255 where light."""
    modules = np.pad(symbol_modules(payload, code), QUIET_MODULES[code])
    shades = np.where(modules, 0, 255).astype(np.uint8)
    return np.kron(shades, np.ones((module_px, module_px), np.uint8))
