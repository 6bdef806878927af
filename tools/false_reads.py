"""Looks for wrong answers: a million tags that are foreign, torn, halved, textures or noise, and known ones seen badly.

    python -m tools.false_reads --tags 1000000 --seed 1

Every tag has its own number, from which it is drawn, so that the work can be interrupted and taken up again: what was
done is kept in the output file, a small JSON with counts, the worst scores, and histograms for tools/limit_plot.py.
"""

import argparse
import json
import math
import string
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import segno

from companion.box.files import write_whole
from companion.games.finstere_flure.tags import make_catalogue
from tools.limit_scenes import PRINT_PX, Conditions, Grey, printed_tag, rectified_part, shoot
from vision.alignment import data_area, known_modules
from vision.catalogue import QUIET_MODULES, SYMBOL_MODULES, Symbology
from vision.codebook import AHEAD, ALONE, EVERYWHERE, RECOGNISED, best_match
from vision.symbols import tag_picture

ROOT = Path(__file__).resolve().parent.parent
PAYLOADS = tuple(tag.payload for tag in make_catalogue().tags)
#: Tags are done in blocks of so many.
BLOCK = 500
#: Histograms of these figures of a match, the gates' and the margin by which it passes them, have so many bins from 0
#: to 1: bin n begins at n / BINS.
FIGURES = ("score", "ahead", "alone", "least", "margin")
BINS = 50

_LETTERS = string.ascii_uppercase + string.digits
Mask = npt.NDArray[np.bool_]
#: What is laid on the table, and which known tags of it are there, at least by half: to read another one is wrong.
_Thing = tuple[Grey, frozenset[str]]
_NONE: frozenset[str] = frozenset()


def known(code: Symbology, rng: np.random.Generator) -> _Thing:
    """A tag of the catalogue; to read another one is wrong."""
    payload = str(rng.choice(PAYLOADS))
    return printed_tag(payload, code), frozenset({payload})


def torn(code: Symbology, rng: np.random.Generator) -> _Thing:
    """Half of a known tag, the table in place of the rest; to read another one is wrong."""
    picture, there = known(code, rng)
    gone = _half(picture.shape[0], rng, 0.5)
    table = cv2.resize(rng.integers(0, 255, (9, 9), np.uint8), picture.shape, interpolation=cv2.INTER_LINEAR)
    return np.where(gone, table, picture).astype(np.uint8), there


def two_halves(code: Symbology, rng: np.random.Generator) -> _Thing:
    """Two halves of known tags, joined so exactly that they make one symbol; to read a third is wrong.

    Halves of what tells symbols apart: a tag of which only the finder patterns are hidden by another is no half.
    """
    telling = np.pad(data_area(code), QUIET_MODULES[code])
    while True:
        texts = [str(payload) for payload in rng.choice(PAYLOADS, 2, replace=False)]
        first, second = (np.pad(known_modules(text, code), QUIET_MODULES[code]) for text in texts)
        quarter, shift = (0, (0, 0)) if rng.integers(2) else (int(rng.integers(4)), rng.integers(-1, 2, 2))
        second, telling_too = (np.roll(np.rot90(of, quarter), shift, axis=(0, 1)) for of in (second, telling))
        half = _half(len(first), rng, rng.uniform(0.4, 0.6))
        unlike = (first != second) & (telling | telling_too)
        shares = (~half[telling]).mean(), half[telling_too].mean(), half[unlike].mean()
        if all(0.45 <= share <= 0.55 for share in shares):
            return _print(np.where(half, second, first)), frozenset(texts)


def near_foreign(code: Symbology, rng: np.random.Generator) -> _Thing:
    """A code that differs in one character from one of the catalogue."""
    while True:
        text = str(rng.choice(PAYLOADS))
        at = int(rng.integers(len(text)))
        text = text[:at] + str(rng.choice(list(_LETTERS))) + text[at + 1 :]
        if text not in PAYLOADS:
            return tag_picture(text, code, PRINT_PX), _NONE


def foreign(code: Symbology, rng: np.random.Generator) -> _Thing:
    """Any text in a symbol of the same size, with any mask and error correction."""
    text = _text(rng, int(rng.integers(1, 6 if code == "micro" else 10)))
    mask = int(rng.integers(4 if code == "micro" else 8))
    level = str(rng.choice(["l", "m"] if code == "micro" else ["l", "m", "q", "h"]))
    version = "M2" if code == "micro" else 1
    return _symbol(segno.make(text, version=version, error=level, mask=mask, boost_error=False), code), _NONE


def other_kind(code: Symbology, rng: np.random.Generator) -> _Thing:
    """A larger QR or another Micro QR code."""
    text = _text(rng, int(rng.integers(2, 6)))
    version: int | str = int(rng.integers(1, 5))
    if rng.integers(2):
        text, version = str(rng.integers(10, 99999)), str(rng.choice(["M1", "M2", "M3", "M4"]))
    return _symbol(segno.make(text, version=version), code), _NONE


def mirrored(code: Symbology, rng: np.random.Generator) -> _Thing:
    """A known tag as in a mirror, or dark and light exchanged."""
    picture, _ = known(code, rng)
    return np.ascontiguousarray(picture[:, ::-1] if rng.integers(2) else 255 - picture), _NONE


def random_modules(code: Symbology, rng: np.random.Generator) -> _Thing:
    """The finder patterns of a known tag with random modules for the rest."""
    modules = SYMBOL_MODULES[code]
    picture = printed_tag(PAYLOADS[0], code).copy()
    low, high = QUIET_MODULES[code] * PRINT_PX, (QUIET_MODULES[code] + modules) * PRINT_PX
    random = np.kron(rng.integers(0, 2, (modules, modules), np.uint8) * np.uint8(255), _MODULE)
    finders = np.zeros((modules, modules), np.bool_)
    finders[:8, :8] = True
    if code == "qr":
        finders[:8, -8:] = finders[-8:, :8] = True
    symbol = picture[low:high, low:high]
    symbol[:] = np.where(np.kron(finders, _MODULE), symbol, random)
    return picture, _NONE


def texture(code: Symbology, rng: np.random.Generator) -> _Thing:
    """Stripes, checks, letters and blotches."""
    size = printed_tag(PAYLOADS[0], code).shape[0]
    kind = rng.integers(4)
    y, x = np.mgrid[:size, :size] / rng.uniform(0.7, 3.0) / PRINT_PX
    if kind == 0:
        shades = np.sin(x * np.pi) * (np.sin(y * np.pi) if rng.integers(2) else 1.0) * 127 + 128
    elif kind == 1:
        shades = (np.floor(x) + np.floor(y)) % 2 * 255
    elif kind == 2:
        blotches = rng.integers(0, 256, (size // 8, size // 8)).astype(np.float32)
        shades = cv2.resize(blotches, (size, size), interpolation=cv2.INTER_CUBIC)
    else:
        shades = np.full((size, size), 255, np.uint8)
        for line in range(1, 6):
            text = _text(rng, 12)
            cv2.putText(shades, text, (0, line * size // 6), cv2.FONT_HERSHEY_SIMPLEX, size / 240, 0, 2)
    return np.clip(shades, 0, 255).astype(np.uint8), _NONE


def noise(code: Symbology, rng: np.random.Generator) -> _Thing:
    """Each pixel of the print by chance."""
    size = printed_tag(PAYLOADS[0], code).shape[0]
    return rng.integers(0, 256, (size, size), np.uint8), _NONE


THINGS: dict[str, tuple[float, Callable[[Symbology, np.random.Generator], _Thing]]] = {
    "known tags, seen well or badly": (0.15, known),
    "half a known tag": (0.1, torn),
    "two halves of known tags": (0.1, two_halves),
    "one character off": (0.2, near_foreign),
    "foreign codes of the same size": (0.2, foreign),
    "foreign codes of other sizes": (0.05, other_kind),
    "known tags mirrored or inverted": (0.05, mirrored),
    "random modules between finder patterns": (0.05, random_modules),
    "textures and print": (0.05, texture),
    "noise": (0.05, noise),
}
_MODULE = np.ones((PRINT_PX, PRINT_PX), np.uint8)


def _text(rng: np.random.Generator, length: int) -> str:
    return "".join(rng.choice(list(_LETTERS), length))


def _half(size: int, rng: np.random.Generator, share: float) -> Mask:
    """One side of a straight line in any direction, with this share of a square."""
    turn = rng.uniform(0, 2 * np.pi)
    y, x = np.mgrid[:size, :size] - (size - 1) / 2
    along = x * np.cos(turn) + y * np.sin(turn)
    return np.asarray(along < np.quantile(along, share))


def _symbol(symbol: segno.QRCode, code: Symbology) -> Grey:
    return _print(np.pad(np.array([list(row) for row in symbol.matrix], np.bool_), QUIET_MODULES[code]))


def _print(modules: Mask) -> Grey:
    return np.kron(np.where(modules, 0, 255).astype(np.uint8), _MODULE)


def any_conditions(rng: np.random.Generator) -> Conditions:
    """From easy to far beyond the limit."""
    return Conditions(
        module_px=rng.uniform(1.1, 2.6),
        sigma_px=rng.uniform(0.3, 1.0),
        defocus_px=rng.uniform(0.5, 2.0) if rng.random() < 0.1 else 0.0,
        motion_px=rng.uniform(1.0, 3.5) if rng.random() < 0.05 else 0.0,
        noise=rng.uniform(0.5, 8.0),
        jpeg=60 if rng.random() < 0.2 else 0,
        cover=str(rng.choice(["finger", "glare"])) if rng.random() < 0.05 else "",
        covered=rng.uniform(0.1, 0.5),
        tilt_deg=rng.uniform(0, 40) if rng.random() < 0.3 else 0.0,
    )


def run_block(seed: int, block: int, tags: int = BLOCK) -> dict[str, Any]:
    """The tally of one block of tags."""
    tally: dict[str, Any] = {}
    names, shares = list(THINGS), [share for share, _ in THINGS.values()]
    for number in range(block * tags, (block + 1) * tags):
        rng = np.random.default_rng([seed, number])
        code: Symbology = "micro" if number % 4 == 3 else "qr"
        thing = str(rng.choice(names, p=shares))
        picture, there = THINGS[thing][1](code, rng)
        seen = any_conditions(rng)
        # A finger over one of two halves leaves half a tag.
        shot = shoot(picture, code, replace(seen, cover="") if THINGS[thing][1] is two_halves else seen, rng)
        part, sides, _ = rectified_part(shot, code)
        match = best_match(part, sides, code, PAYLOADS)
        entry = tally.setdefault(f"{code}: {thing}", _nothing())
        entry["tags"] += 1
        right = match.code.text in there
        entry["right" if right else "wrong"] += match.sure
        figures = {name: getattr(match, name) for name in FIGURES}
        if not right:
            rounded = {name: round(value, 3) for name, value in figures.items()}
            entry["worst"] = _worst([*entry["worst"], {**rounded, "number": number}])
        for name, value in figures.items():
            counts = entry["right_at" if right else "others_at"][name]
            place = str(math.floor(value * BINS))
            counts[place] = counts.get(place, 0) + 1
    return tally


def _nothing() -> dict[str, Any]:
    histograms = {side: {name: {} for name in FIGURES} for side in ("right_at", "others_at")}
    return {"tags": 0, "right": 0, "wrong": 0, "worst": [], **histograms}


def _worst(found: Sequence[dict[str, float]]) -> list[dict[str, float]]:
    """The five that came nearest to passing all gates."""
    return sorted(found, key=lambda entry: -entry["margin"])[:5]


def add(total: dict[str, Any], block: dict[str, Any]) -> None:
    """Adds a block's tally to the total, in place."""
    for thing, entry in block.items():
        into = total.setdefault(thing, _nothing())
        for count in ("tags", "right", "wrong"):
            into[count] += entry[count]
        into["worst"] = _worst([*into["worst"], *entry["worst"]])
        for side in ("right_at", "others_at"):
            for name in FIGURES:
                for place, count in entry[side][name].items():
                    into[side][name][place] = into[side][name].get(place, 0) + count


def one_thread() -> None:
    """Several processes share the processors better without threads of their own."""
    cv2.setNumThreads(1)


def main() -> None:
    """Runs until so many tags are done; what the output file holds is not done again."""
    parser = argparse.ArgumentParser(description="Looks for tags that are read wrong.")
    parser.add_argument("--tags", type=int, default=1_000_000, help="how many in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "false_reads.json")
    args = parser.parse_args()
    gates = {"recognised": RECOGNISED, "ahead": dict(AHEAD), "alone": ALONE, "everywhere": dict(EVERYWHERE)}
    state: dict[str, Any] = {"seed": args.seed, "gates": gates, "blocks": 0, "seconds": 0.0, "things": {}}
    if args.out.exists():
        kept = json.loads(args.out.read_text(encoding="utf-8"))
        if (kept["seed"], kept["gates"]) != (args.seed, gates):
            parser.error(f"{args.out} is of another seed or other gates; remove it or give another --out.")
        state = kept
    with ProcessPoolExecutor(args.jobs, initializer=one_thread) as pool:
        while state["blocks"] * BLOCK < args.tags:
            start = time.monotonic()
            blocks = range(state["blocks"], state["blocks"] + 2 * args.jobs)
            for tally in pool.map(run_block, [args.seed] * len(blocks), blocks):
                add(state["things"], tally)
            state["blocks"] = blocks.stop
            state["seconds"] = round(state["seconds"] + time.monotonic() - start, 1)
            write_whole(args.out, (json.dumps(state) + "\n").encode())
            wrong = sum(entry["wrong"] for entry in state["things"].values())
            print(f"{state['blocks'] * BLOCK} tags, {wrong} wrong, {state['seconds']:.0f} s", flush=True)


if __name__ == "__main__":
    main()
