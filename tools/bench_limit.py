"""Measure reading at the limit: single tags seen too coarsely, blurred, covered.

The reader is compared with the libraries.

python -m tools.bench_limit [--tags N] [--code micro|april]
"""

import argparse
import statistics
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import cv2
import numpy as np
import zxingcpp

from companion.games.finstere_flure.payloads import tag_payloads
from tools.false_things import PAYLOADS
from tools.limit_scenes import OFFSET_MODULES, Conditions, Grey, LimitShot, printed_tag, rectified_part, shoot
from vision.decode.april import find_april_codes
from vision.decode.codebook import match_symbol
from vision.model.april_payloads import APRIL_DICTIONARY, april_payload
from vision.symbology import SYMBOL_MODULES, SYMBOLOGIES, Symbology

#: The sweep. All are turned by any angle and lie up to three modules from the expected place, on textured ground.
SWEEP: dict[str, Conditions] = {
    "1.5 px a module, blur σ 0.9": Conditions(1.5, sigma_px=0.9),
    "1.3 px a module, blur σ 0.6": Conditions(1.3, sigma_px=0.6),
    "2.5 px, σ 0.6, a third under glare": Conditions(2.5, sigma_px=0.6, cover="glare", covered=1 / 3),
    "2.5 px, σ 0.6, a third under a finger": Conditions(2.5, sigma_px=0.6, cover="finger", covered=1 / 3),
    "1.1 px, σ 0.5": Conditions(1.1, sigma_px=0.5),
    "1.3 px, σ 0.9": Conditions(1.3, sigma_px=0.9),
    "2.0 px, σ 0.6": Conditions(2.0, sigma_px=0.6),
    "2.0 px, out of focus (disc of 1.5 px)": Conditions(2.0, sigma_px=0.3, defocus_px=1.5),
    "2.0 px, σ 0.5, moved by 3 px": Conditions(2.0, sigma_px=0.5, motion_px=3.0),
    "1.5 px, σ 0.6, JPEG 60": Conditions(1.5, sigma_px=0.6, jpeg=60),
    "1.5 px, σ 0.6, noise of 8 grey levels": Conditions(1.5, sigma_px=0.6, noise=8.0),
    "1.5 px, σ 0.6, seen from 40° aside": Conditions(1.5, sigma_px=0.6, tilt_deg=40.0),
    "1.0 px, σ 0.6": Conditions(1.0, sigma_px=0.6),
    "1.1 px, σ 0.9": Conditions(1.1, sigma_px=0.9),
}


def april(dark_px: float, **more: Any) -> Conditions:
    """Return a tag whose black border is so many pixels wide."""
    return Conditions(dark_px / SYMBOL_MODULES["april"], offset_modules=OFFSET_MODULES["april"], **more)


#: The same for AprilTags, whose modules are larger on a sticker of the same size: the width of the dark symbol counts.
APRIL_SWEEP: dict[str, Conditions] = {
    "15 px wide, blur σ 0.6": april(15, sigma_px=0.6),
    "12 px, σ 0.6": april(12, sigma_px=0.6),
    "15 px, σ 0.9": april(15, sigma_px=0.9),
    "21 px, σ 0.9, noise of 4 grey levels": april(21, sigma_px=0.9, noise=4.0),
    "23 px, σ 0.6, a third under a finger": april(23, sigma_px=0.6, cover="finger", covered=1 / 3),
    "23 px, σ 0.6, a third under glare": april(23, sigma_px=0.6, cover="glare", covered=1 / 3),
    "42 px, σ 0.6, a third under a finger": april(42, sigma_px=0.6, cover="finger", covered=1 / 3),
    "21 px, out of focus (disc of 1.5 px)": april(21, sigma_px=0.3, defocus_px=1.5),
    "21 px, σ 0.5, moved by 3 px": april(21, sigma_px=0.5, motion_px=3.0),
    "21 px, σ 0.6, JPEG 60": april(21, sigma_px=0.6, jpeg=60),
    "21 px, σ 0.6, noise of 8 grey levels": april(21, sigma_px=0.6, noise=8.0),
    "21 px, σ 0.6, seen from 40° aside": april(21, sigma_px=0.6, tilt_deg=40.0),
}


def ours(shot: LimitShot, code: Symbology) -> str | None:
    """Rectifying and comparison with all symbols."""
    part, sides, _ = rectified_part(shot, code)
    match = match_symbol(part, sides, code, PAYLOADS[code])
    return match.text if match is not None else None


def larger(grey: Grey) -> Grey:
    """Twice as large, which helps the libraries with coarse tags."""
    return np.asarray(cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8)


def by_zxing(shot: LimitShot, _code: Symbology) -> str | None:
    """zxing-cpp on the twice enlarged picture."""
    return next((found.text for found in zxingcpp.read_barcodes(larger(shot.grey))), None)


def by_pyzbar(shot: LimitShot, _code: Symbology) -> str | None:
    """Return the library pyzbar on the twice enlarged picture."""
    from pyzbar import pyzbar

    found = pyzbar.decode(larger(shot.grey), symbols=[pyzbar.ZBarSymbol.QRCODE])
    return found[0].data.decode("ascii", "replace") if found else None


def by_opencv(shot: LimitShot, _code: Symbology) -> str | None:
    """Detect AprilTags by OpenCV as set by default, on the twice enlarged picture."""
    _, numbers, _ = cv2.aruco.ArucoDetector(APRIL_DICTIONARY).detectMarkers(larger(shot.grey))
    return april_payload(int(numbers.ravel()[0])) if numbers is not None else None


def by_our_opencv(shot: LimitShot, _code: Symbology) -> str | None:
    """Return the same detector as it is set here, and what it finds under our gates."""
    return next((found.text for found in find_april_codes(larger(shot.grey))), None)


Reader = Callable[[LimitShot, Symbology], str | None]
READERS: Mapping[str, Reader] = MappingProxyType({"ours": ours, "zxing-cpp": by_zxing, "pyzbar": by_pyzbar})
APRIL_READERS: Mapping[str, Reader] = MappingProxyType(
    {"ours": ours, "OpenCV": by_opencv, "OpenCV as set here": by_our_opencv}
)


def bench_limit(tags: int, code: Symbology = "qr") -> list[str]:
    """Return one row a kind of picture: tags read, wrong, and ms of processor a tag, by reader."""
    readers = APRIL_READERS if code == "april" else READERS
    names = list(readers)
    lines = [
        f"| tag seen at |{''.join(f' {name}: read / wrong | ms |' for name in names)} ours vs {names[1]} |",
        "|:--|" + "--:|" * (2 * len(names) + 1),
    ]
    payloads = list(tag_payloads(code).values())
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    for name, seen in (APRIL_SWEEP if code == "april" else SWEEP).items():
        rng = np.random.default_rng(21)
        read, wrong = [0, 0, 0], [0, 0, 0]
        spent: list[list[float]] = [[], [], []]
        for _ in range(tags):
            payload = str(rng.choice(payloads))
            shot = shoot(printed_tag(payload, code), code, seen, rng)
            for place, reader in enumerate(readers.values()):
                start = time.thread_time()
                text = reader(shot, code)
                spent[place].append(time.thread_time() - start)
                read[place] += text == payload
                wrong[place] += text not in (None, payload)
        ms = [1000 * statistics.median(times) for times in spent]
        cells = " | ".join(f"{read[place]}/{tags} / {wrong[place]} | {ms[place]:.1f}" for place in range(3))
        lines.append(f"| {name} | {cells} | {ms[0] / ms[1]:.2f} x |")
        print(lines[-1], flush=True)
    cv2.setNumThreads(threads)
    return lines


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Measures reading at the limit.")
    parser.add_argument("--tags", type=int, default=300, help="tags in each row")
    parser.add_argument("--code", choices=SYMBOLOGIES, default="qr")
    args = parser.parse_args()
    bench_limit(args.tags, args.code)


if __name__ == "__main__":
    main()
