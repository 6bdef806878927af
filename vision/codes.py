"""Finding QR and Micro QR codes in a picture with zxing-cpp, and with pyzbar where that does not succeed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import cv2
import numpy as np
import zxingcpp

from vision.alignment import Floats, Grey, agreements, data_modules, data_shades, refine_corners
from vision.catalogue import CodeType

try:
    from pyzbar import pyzbar
except ImportError:  # The Python package is there, but the system library libzbar0 is not: zxing-cpp alone then.
    pyzbar = None

#: How a code was read; `modules`: zxing-cpp located the symbol, and its modules agree with one payload only.
Finder = Literal["zxing", "pyzbar", "modules"]

_FORMATS = zxingcpp.BarcodeFormats((zxingcpp.BarcodeFormat.QRCode, zxingcpp.BarcodeFormat.MicroQRCode))

#: The least share of a symbol's data modules that must be as its payload has them. Chance gives 0.5 with a standard
#: deviation of 0.03 (QR) or 0.05 (Micro QR).
TRUSTED_AGREEMENT = 0.75
#: A located symbol is recognised by its modules if they correlate so well with a payload's, and with all others' so
#: much worse.
_RECOGNISED = 0.55
_RECOGNISED_AHEAD = 0.2


@dataclass(frozen=True, eq=False)
class Code:
    """A code in a picture.

    `corners` (4, 2) are the pixels of the symbol's own top-left, top-right, bottom-right and bottom-left corner,
    without quiet zone. `text` is None for a symbol that was located but could not be decoded.
    """

    text: str | None
    code: CodeType
    corners: Floats
    by: Finder = "zxing"

    @property
    def side_px(self) -> float:
        """The mean length of the symbol's four sides."""
        return float(np.linalg.norm(self.corners - np.roll(self.corners, -1, axis=0), axis=1).mean())

    def same_place(self, other: "Code") -> bool:
        """Whether the other code is at the same place in the picture."""
        apart = np.linalg.norm(self.corners.mean(axis=0) - other.corners.mean(axis=0))
        return bool(apart < 0.5 * max(self.side_px, other.side_px))


def find_codes(grey: Grey, *, thorough: bool = False) -> list[Code]:
    """All QR and Micro QR codes that zxing-cpp finds in a grey picture, also those that it cannot decode.

    `thorough` also looks at smaller versions of the picture and for light codes on dark ground, which takes longer.
    """
    barcodes = zxingcpp.read_barcodes(
        grey, formats=_FORMATS, try_downscale=thorough, try_invert=thorough, return_errors=True
    )
    codes = []
    for barcode in barcodes:
        place = barcode.position
        corners = np.array(
            [(p.x, p.y) for p in (place.top_left, place.top_right, place.bottom_right, place.bottom_left)], np.float64
        )
        code: CodeType = "micro" if barcode.format == zxingcpp.BarcodeFormat.MicroQRCode else "qr"
        # zxing-cpp counts pixels from their upper left corner, this package from their centre.
        codes.append(Code(barcode.text if barcode.valid else None, code, corners - 0.5))
    return codes


def find_codes_pyzbar(grey: Grey, payloads: Sequence[str]) -> list[Code]:
    """The QR codes that pyzbar finds: known payloads with their own corner order, others in any order.

    pyzbar gives a hull without order, so the symbol's known modules tell which corner is its top-left. A known
    payload whose symbol does not fit in any of its four turns is left out. Empty if the library libzbar is missing.
    """
    if pyzbar is None:
        return []
    codes = []
    for found in pyzbar.decode(grey, symbols=[pyzbar.ZBarSymbol.QRCODE]):
        text = found.data.decode("utf-8", errors="replace")
        hull = np.array([(p.x, p.y) for p in found.polygon], np.float64)
        if len(hull) < 4:
            continue
        corners = _quad(hull)
        if text in payloads:
            turns = np.array([np.roll(corners, -quarter, axis=0) for quarter in range(4)])
            refined = refine_corners(grey, [text] * 4, "qr", turns)
            fits = agreements(grey, [text] * 4, "qr", refined)
            if fits.max() < TRUSTED_AGREEMENT:
                continue
            corners = refined[int(np.argmax(fits))]
        codes.append(Code(text, "qr", corners, "pyzbar"))
    return codes


def _quad(hull: Floats) -> Floats:
    """The four corners of a hull, or of its smallest rectangle if it has more, clockwise on the screen."""
    if len(hull) != 4:
        hull = cv2.boxPoints(cv2.minAreaRect(hull.astype(np.float32))).astype(np.float64)
    spokes = hull - hull.mean(axis=0)
    return np.asarray(hull[np.argsort(np.arctan2(spokes[:, 1], spokes[:, 0]))], np.float64)


def recognised(grey: Grey, located: Code, payloads: Sequence[str]) -> Code | None:
    """The code of a symbol that was located but not decoded, if its modules agree with one of the payloads only.

    A decoder must get every bit right but for those that the error correction mends. Here a handful of payloads has
    to be told apart by some hundred modules, so that far more of them may be blurred or hidden.
    """
    turns = np.array([np.roll(located.corners, -quarter, axis=0) for quarter in range(4)])
    shades = data_shades(grey, located.code, turns)
    shades = shades - shades.mean(axis=1, keepdims=True)
    shades /= np.maximum(np.linalg.norm(shades, axis=1, keepdims=True), 1e-9)
    likeness = shades @ _patterns(tuple(payloads), located.code).T
    turn, best = np.unravel_index(int(likeness.argmax()), likeness.shape)
    rivals = np.delete(likeness, best, axis=1)
    ahead = likeness[turn, best] - (rivals.max() if rivals.size else 0.0)
    if likeness[turn, best] < _RECOGNISED or ahead < _RECOGNISED_AHEAD:
        return None
    return Code(payloads[int(best)], located.code, turns[int(turn)], "modules")


@lru_cache(maxsize=4)
def _patterns(payloads: tuple[str, ...], code: CodeType) -> Floats:
    """Each payload's data modules as a vector of mean 0 and length 1, light being positive: (payloads, n)."""
    patterns = np.array([np.where(data_modules(payload, code), -1.0, 1.0) for payload in payloads])
    patterns -= patterns.mean(axis=1, keepdims=True)
    return np.asarray(patterns / np.linalg.norm(patterns, axis=1, keepdims=True), np.float64)


def find_codes_in(grey: Grey, box: tuple[int, int, int, int], payloads: Sequence[str]) -> list[Code]:
    """The codes in a part of the picture (left, top, right, bottom), enlarged, sharpened and its contrast stretched.

    Tries ever dearer ways and stops at the first that reads a known payload.
    """
    left, top, right, bottom = box
    part = grey[top:bottom, left:right]
    if min(part.shape) < 8:
        return []
    found: list[Code] = []
    for scale, sharpen in ((3.0, 1.0), (4.0, 1.0), (3.0, 2.5), (2.0, 0.0)):
        large = enlarged(part, scale, sharpen)
        codes = find_codes(large)
        codes += [code for code in (recognised(large, c, payloads) for c in codes if c.text is None) if code]
        found += [_moved(code, scale, left, top) for code in codes if code.text is not None]
        if any(code.text in payloads for code in found):
            return found
    scale = 3.0
    return found + [_moved(code, scale, left, top) for code in find_codes_pyzbar(enlarged(part, scale, 0.0), payloads)]


def enlarged(part: Grey, scale: float, sharpen: float) -> Grey:
    """A part of a picture, `scale` times as large, from black to white, its edges raised by `sharpen`."""
    low, high = np.percentile(part, (1, 99))
    stretched = np.clip((part - low) * (255.0 / max(high - low, 16.0)), 0, 255).astype(np.float32)
    large = cv2.resize(stretched, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    if sharpen:
        large += sharpen * (large - cv2.GaussianBlur(large, (0, 0), 0.8 * scale))
    return np.asarray(np.clip(large, 0, 255), np.uint8)


def _moved(code: Code, scale: float, left: int, top: int) -> Code:
    """A code found in an enlarged part, in the whole picture's pixels."""
    return replace(code, corners=(code.corners + 0.5) / scale - 0.5 + (left, top))
