"""Finding QR and Micro QR codes in a picture with zxing-cpp, and with pyzbar where that does not succeed."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt
import zxingcpp

from vision.alignment import Floats, Grey, agreement, refine_corners
from vision.catalogue import CodeType

try:
    from pyzbar import pyzbar
except ImportError:  # The Python package is there, but the system library libzbar0 is not: zxing-cpp alone then.
    pyzbar = None

#: Which decoder found a code; `modules` means that zxing-cpp found the symbol and its modules gave it away.
Finder = Literal["zxing", "pyzbar", "modules"]

_FORMATS: dict[zxingcpp.BarcodeFormat, CodeType] = {
    zxingcpp.BarcodeFormat.QRCode: "qr",
    zxingcpp.BarcodeFormat.MicroQRCode: "micro",
}
#: Model 1 and 2 are told apart from zxing-cpp 3 on.
for _name in ("QRCodeModel1", "QRCodeModel2"):
    if hasattr(zxingcpp.BarcodeFormat, _name):
        _FORMATS[getattr(zxingcpp.BarcodeFormat, _name)] = "qr"


@dataclass(frozen=True, eq=False)
class Code:
    """A code in a picture.

    `corners` (4, 2) are the pixels of the symbol's own top-left, top-right, bottom-right and bottom-left corner,
    without quiet zone. `text` is None for a symbol that was found but could not be decoded.
    """

    text: str | None
    code: CodeType
    corners: Floats
    by: Finder = "zxing"

    @property
    def centre(self) -> Floats:
        """Where the symbol's diagonals cross, shape (2,)."""
        a, b, c, d = self.corners
        across, other = c - a, d - b
        turn = across[0] * other[1] - across[1] * other[0]
        if abs(turn) < 1e-9:
            return np.asarray(self.corners.mean(axis=0), np.float64)
        offset = b - a
        reach = (offset[0] * other[1] - offset[1] * other[0]) / turn
        return np.asarray(a + across * reach, np.float64)

    @property
    def side_px(self) -> float:
        """The mean length of the symbol's four sides."""
        return float(np.linalg.norm(self.corners - np.roll(self.corners, -1, axis=0), axis=1).mean())


def find_codes(grey: Grey, *, thorough: bool = False) -> list[Code]:
    """All QR and Micro QR codes that zxing-cpp finds in a grey picture, also those that it cannot decode.

    `thorough` also looks at smaller versions of the picture and for light codes on dark ground, which takes longer.
    """
    barcodes = zxingcpp.read_barcodes(
        grey,
        formats=zxingcpp.BarcodeFormats((zxingcpp.BarcodeFormat.QRCode, zxingcpp.BarcodeFormat.MicroQRCode)),
        try_downscale=thorough,
        try_invert=thorough,
        return_errors=True,
    )
    codes = []
    for barcode in barcodes:
        place = barcode.position
        corners = np.array(
            [(p.x, p.y) for p in (place.top_left, place.top_right, place.bottom_right, place.bottom_left)], np.float64
        )
        # zxing-cpp counts pixels from their upper left corner, this package from their centre.
        text = barcode.text if barcode.valid else None
        codes.append(Code(text, _FORMATS.get(barcode.format, "qr"), corners - 0.5))
    return codes


def find_codes_pyzbar(grey: Grey, payloads: Collection[str]) -> list[Code]:
    """The QR codes that pyzbar finds: known payloads with their own corner order, others in any order.

    pyzbar gives a hull without order, so the symbol's known modules tell which corner is its top-left. A code whose
    symbol cannot be recognised in any of its four turns is left out. Empty if the library libzbar is missing.
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
        if text not in payloads:
            codes.append(Code(text, "qr", corners, "pyzbar"))
            continue
        turned = best_turn(grey, text, "qr", corners)
        if turned is not None:
            codes.append(Code(text, "qr", turned, "pyzbar"))
    return codes


def _quad(hull: Floats) -> Floats:
    """The four corners of a hull's smallest rectangle, or the hull itself if it has four, clockwise on the screen."""
    if len(hull) != 4:
        hull = cv2.boxPoints(cv2.minAreaRect(hull.astype(np.float32))).astype(np.float64)
    spokes = hull - hull.mean(axis=0)
    return hull[np.argsort(np.arctan2(spokes[:, 1], spokes[:, 0]))]


def best_turn(grey: Grey, payload: str, code: CodeType, corners: Floats) -> Floats | None:
    """The corners rolled so that the payload's symbol fits the picture, and refined; None if it fits in no turn."""
    turns = np.array([np.roll(corners, -quarter, axis=0) for quarter in range(4)])
    refined = refine_corners(grey, [payload] * 4, code, turns)
    fits = [agreement(grey, payload, code, quad) for quad in refined]
    best = int(np.argmax(fits))
    return refined[best] if fits[best] >= TRUSTED_AGREEMENT else None


#: The least share of a symbol's data modules that must be as its payload has them. Chance gives 0.5 with a standard
#: deviation of 0.03 (QR) or 0.05 (Micro QR).
TRUSTED_AGREEMENT = 0.75

Crop = npt.NDArray[np.uint8]


def find_codes_in_crop(grey: Grey, box: tuple[int, int, int, int], payloads: Collection[str]) -> list[Code]:
    """Codes in a part of the picture (left, top, right, bottom), looked at enlarged and with its contrast stretched.

    Tries ever dearer ways and stops at the first that decodes a code of the catalogue; a code that is none of the
    catalogue's is returned, too.
    """
    left, top, right, bottom = box
    crop = grey[top:bottom, left:right]
    if min(crop.shape) < 8:
        return []
    found: list[Code] = []
    for scale, sharpen in ((2.0, 0.0), (3.0, 1.0)):
        large = _enlarge(crop, scale, sharpen)
        found = find_codes(large)
        if not any(code.text in payloads for code in found):
            found += find_codes_pyzbar(large, payloads)
        found = [_moved(code, scale, left, top) for code in found]
        if any(code.text in payloads for code in found):
            break
    return found


def _enlarge(crop: Crop, scale: float, sharpen: float) -> Crop:
    low, high = np.percentile(crop, (1, 99))
    stretched = np.clip((crop - low) * (255.0 / max(high - low, 16.0)), 0, 255).astype(np.float32)
    large = cv2.resize(stretched, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    if sharpen:
        large += sharpen * (large - cv2.GaussianBlur(large, (0, 0), 0.8 * scale))
    return np.asarray(np.clip(large, 0, 255), np.uint8)


def _moved(code: Code, scale: float, left: int, top: int) -> Code:
    """A code found in an enlarged crop, in the whole picture's pixels."""
    corners = (code.corners + 0.5) / scale - 0.5 + (left, top)
    return Code(code.text, code.code, corners, code.by)
