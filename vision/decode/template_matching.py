"""Normalised correlation of one part of a picture with many templates.

Each value is that of OpenCV's TM_CCOEFF_NORMED. The part is transformed once for all templates, and templates are
kept transformed.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.decode.alignment import Grey

Singles = npt.NDArray[np.float32]

#: Where shades differ by less than this from their mean (standard deviation, grey levels) nothing is alike.
_FLAT = 0.5


@dataclass(frozen=True, eq=False)
class Template:
    """Square template, transformed for parts that are padded to one size."""

    side: int
    spectrum: Singles


def make_template(shades: Grey, padded: int) -> Template:
    """Transform a square template for parts that are `padded` to so many pixels."""
    side = len(shades)
    whole = np.zeros((padded, padded), np.float32)
    off = shades.astype(np.float32) - float(shades.mean())
    whole[:side, :side] = off / max(float(np.linalg.norm(off)), 1e-6)
    return Template(side, np.asarray(cv2.dft(whole), np.float32))


class TransformedPart:
    """Part of a picture, transformed to be compared with templates.

    It is not larger than `padded` pixels either way.
    """

    def __init__(self, part: Grey) -> None:
        self.shape = height, width = part.shape
        self.padded = cv2.getOptimalDFTSize(max(part.shape))
        whole = np.zeros((self.padded, self.padded), np.float32)
        self._shades = whole[:height, :width]
        np.subtract(part, np.float32(part.mean()), out=self._shades)
        self._spectrum = cv2.dft(whole)
        self._inverse_spreads: dict[int, Singles] = {}

    def correlate(self, template: Template) -> Singles:
        """Return how alike (-1..1) the template is to each place where it lies wholly in the part.

        The places are those of its top-left pixel.
        """
        height, width = (side - template.side + 1 for side in self._shades.shape)
        product = cv2.mulSpectrums(self._spectrum, template.spectrum, 0, conjB=True)
        flags = cv2.DFT_INVERSE | cv2.DFT_SCALE | cv2.DFT_REAL_OUTPUT
        alike = cv2.dft(product, flags=flags)[:height, :width]
        return np.asarray(alike * self._inverse_spread(template.side)[:height, :width], np.float32)

    def _inverse_spread(self, side: int) -> Singles:
        """Return one over the norm of the shades, less their mean, of the square at each place."""
        if side not in self._inverse_spreads:
            window: dict[str, Any] = {"ksize": (side, side), "anchor": (0, 0), "borderType": cv2.BORDER_CONSTANT}
            mean = cv2.boxFilter(self._shades, cv2.CV_32F, **window)
            variance = cv2.sqrBoxFilter(self._shades, cv2.CV_32F, **window) - mean * mean
            inverse = cv2.pow(np.maximum(variance, _FLAT**2), -0.5) / side
            self._inverse_spreads[side] = np.asarray(inverse, np.float32)
        return self._inverse_spreads[side]
