"""Detection of QR and Micro QR codes with zxing-cpp, and with pyzbar where zxing-cpp fails."""

from collections.abc import Sequence

import cv2
import numpy as np
import zxingcpp

from vision.decode.alignment import Floats, Grey, agreements, refine_corners
from vision.model.code_detection import CodeDetection
from vision.symbology import Symbology

try:
    from pyzbar import pyzbar
except Exception:  # The system library libzbar0 is missing, or another than the package expects: zxing-cpp alone then.
    pyzbar = None

#: The least share of a symbol's data modules that must be as its payload has them. Chance gives 0.5 with a standard
#: deviation of 0.03 (QR) or 0.05 (Micro QR).
TRUSTED_AGREEMENT = 0.75


def find_codes(grey: Grey, *, thorough: bool = False) -> list[CodeDetection]:
    """Find all QR and Micro QR codes in a grey picture with zxing-cpp, also undecodable ones.

    `thorough` also looks at smaller versions of the picture and for light codes on dark ground, which takes longer.
    """
    # Made anew each time, which costs nothing: what a module keeps of this library until Python ends, the library
    # complains of on standard error (from Python 3.12 on).
    formats = zxingcpp.BarcodeFormats((zxingcpp.BarcodeFormat.QRCode, zxingcpp.BarcodeFormat.MicroQRCode))
    barcodes = zxingcpp.read_barcodes(
        grey, formats=formats, try_downscale=thorough, try_invert=thorough, return_errors=True
    )
    codes = []
    for barcode in barcodes:
        place = barcode.position
        corners = np.array(
            [(p.x, p.y) for p in (place.top_left, place.top_right, place.bottom_right, place.bottom_left)], np.float64
        )
        code: Symbology = "micro" if barcode.format == zxingcpp.BarcodeFormat.MicroQRCode else "qr"
        # zxing-cpp counts pixels from their upper left corner, this package from their centre.
        codes.append(CodeDetection(barcode.text if barcode.valid else None, code, corners - 0.5))
    return codes


def find_codes_pyzbar(grey: Grey, payloads: Sequence[str]) -> list[CodeDetection]:
    """Find QR codes with pyzbar: known payloads in their corner order, others in any order.

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
        codes.append(CodeDetection(text, "qr", corners, "pyzbar"))
    return codes


def _quad(hull: Floats) -> Floats:
    """Return the four corners of a hull, clockwise on the screen.

    A hull with more than four corners gives its smallest rectangle.
    """
    if len(hull) != 4:
        hull = cv2.boxPoints(cv2.minAreaRect(hull.astype(np.float32))).astype(np.float64)
    spokes = hull - hull.mean(axis=0)
    return np.asarray(hull[np.argsort(np.arctan2(spokes[:, 1], spokes[:, 0]))], np.float64)
