"""Measures reading at the limit: single tags seen too coarsely, blurred, covered; against zxing-cpp and pyzbar.

python -m tools.bench_limit [--tags N] [--code micro]
"""

import argparse
import statistics
import time
from collections.abc import Callable

import cv2
import numpy as np
import zxingcpp

from companion.games.finstere_flure.tags import make_catalogue
from tools.limit_scenes import Conditions, Grey, Shot, printed_tag, rectified_part, shoot
from vision.catalogue import Symbology
from vision.codebook import match_symbol

PAYLOADS = tuple(tag.payload for tag in make_catalogue().tags)

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
}


def ours(shot: Shot, code: Symbology) -> str | None:
    """Rectifying and comparison with all symbols."""
    part, sides, _ = rectified_part(shot, code)
    match = match_symbol(part, sides, code, PAYLOADS)
    return match.text if match is not None else None


def larger(grey: Grey) -> Grey:
    """Twice as large, which helps the libraries with coarse tags."""
    return np.asarray(cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8)


def by_zxing(shot: Shot, _code: Symbology) -> str | None:
    """zxing-cpp on the twice enlarged picture."""
    return next((found.text for found in zxingcpp.read_barcodes(larger(shot.grey))), None)


def by_pyzbar(shot: Shot, _code: Symbology) -> str | None:
    """The library pyzbar on the twice enlarged picture."""
    from pyzbar import pyzbar

    found = pyzbar.decode(larger(shot.grey), symbols=[pyzbar.ZBarSymbol.QRCODE])
    return found[0].data.decode("ascii", "replace") if found else None


READERS: tuple[Callable[[Shot, Symbology], str | None], ...] = (ours, by_zxing, by_pyzbar)


def bench_limit(tags: int, code: Symbology = "qr") -> list[str]:
    """One row for each kind of picture: tags read, wrong, and the processor's milliseconds a tag, of each reader."""
    lines = [
        "| tag seen at | ours: read / wrong | ms | zxing-cpp: read / wrong | ms | pyzbar: read / wrong | ms |"
        " ours vs zxing-cpp |",
        "|:--|--:|--:|--:|--:|--:|--:|--:|",
    ]
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    for name, seen in SWEEP.items():
        rng = np.random.default_rng(20)
        read, wrong = [0, 0, 0], [0, 0, 0]
        spent: list[list[float]] = [[], [], []]
        for _ in range(tags):
            payload = str(rng.choice(PAYLOADS))
            shot = shoot(printed_tag(payload, code), code, seen, rng)
            for place, reader in enumerate(READERS):
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
    """Prints the table."""
    parser = argparse.ArgumentParser(description="Measures reading at the limit.")
    parser.add_argument("--tags", type=int, default=300, help="tags in each row")
    parser.add_argument("--code", choices=["qr", "micro"], default="qr")
    args = parser.parse_args()
    bench_limit(args.tags, args.code)


if __name__ == "__main__":
    main()
