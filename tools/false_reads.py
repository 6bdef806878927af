"""Search for wrong answers: a million foreign, torn or halved tags, textures, noise.

    python -m tools.false_reads --tags 1000000 --seed 1

Known tags that are seen badly are among them. Every tag has its own number, from which it is drawn, so that the
work can be interrupted and taken up again: results are kept in the output file, a small JSON with counts, the
worst scores, and histograms for tools/limit_plot.py.
"""

import argparse
import hashlib
import json
import math
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.device.files import write_whole
from tools.april_things import APRIL_THINGS
from tools.false_things import PAYLOADS, THINGS, two_halves
from tools.limit_scenes import (
    LARGER,
    OFFSET_MODULES,
    Conditions,
    rectified_part,
    shoot,
)
from vision.decode.april import find_april_codes
from vision.decode.codebook import best_match
from vision.decode.match import ALONE, EVERYWHERE, LEAST_NEG_LOG_P, LEAST_PAYLOAD_MARGIN, RECOGNISED
from vision.symbology import Symbology

ROOT = Path(__file__).resolve().parent.parent
#: Tags are done in blocks of so many.
BLOCK = 500
#: Histograms of these figures of a match, the gates' and the margin by which it passes them, have so many bins from 0
#: to 1: bin n begins at n / BINS. Each has its name in the output file, and the attribute of a match.
FIGURES: Mapping[str, str] = {
    "score": "score",
    "ahead": "payload_margin",
    "alone": "alone",
    "least": "least",
    "margin": "gate_margin",
}
BINS = 50


def any_conditions(code: Symbology, rng: np.random.Generator) -> Conditions:
    """Return conditions from easy to far beyond the limit."""
    return Conditions(
        module_px=rng.uniform(1.1, 2.6) * LARGER[code],
        offset_modules=OFFSET_MODULES[code],
        sigma_px=rng.uniform(0.3, 1.0),
        defocus_px=rng.uniform(0.5, 2.0) if rng.random() < 0.1 else 0.0,
        motion_px=rng.uniform(1.0, 3.5) if rng.random() < 0.05 else 0.0,
        noise=rng.uniform(0.5, 8.0),
        jpeg=60 if rng.random() < 0.2 else 0,
        cover=str(rng.choice(["finger", "glare"])) if rng.random() < 0.05 else "",
        covered=rng.uniform(0.1, 0.5),
        tilt_deg=rng.uniform(0, 40) if rng.random() < 0.3 else 0.0,
    )


def run_block(seed: int, block: int, tags: int = BLOCK, april: bool = False) -> dict[str, Any]:
    """Return the tally of one block of tags: AprilTags, or else QR and Micro QR tags."""
    things = APRIL_THINGS if april else THINGS
    tally: dict[str, Any] = {}
    names, shares = list(things), [share for share, _ in things.values()]
    for number in range(block * tags, (block + 1) * tags):
        rng = np.random.default_rng([seed, number])
        code: Symbology = "april" if april else "micro" if number % 4 == 3 else "qr"
        thing = str(rng.choice(names, p=shares))
        picture, payloads = things[thing][1](code, rng)
        seen = any_conditions(code, rng)
        # A finger over one of two halves leaves half a tag.
        shot = shoot(picture, code, replace(seen, cover="") if things[thing][1] is two_halves else seen, rng)
        part, sides, _ = rectified_part(shot, code)
        match = best_match(part, sides, code, PAYLOADS[code])
        entry = tally.setdefault(f"{code}: {thing}", _nothing())
        entry["tags"] += 1
        right = match.code.text in payloads
        entry["right" if right else "wrong"] += match.sure
        if april and not match.sure:
            decoded = {found.text for found in find_april_codes(part)} & set(PAYLOADS[code])
            entry["wrong"] += bool(decoded - payloads)
            entry["right"] += bool(decoded & payloads)
        figures = {name: getattr(match, attribute) for name, attribute in FIGURES.items()}
        if not right:
            rounded = {name: round(value, 3) for name, value in figures.items()}
            entry["worst"] = _worst([*entry["worst"], {**rounded, "number": number}])
        for name, value in figures.items():
            counts = entry["right_at" if right else "others_at"][name]
            place = str(math.floor(value * BINS))
            counts[place] = counts.get(place, 0) + 1
    return tally


def _nothing() -> dict[str, Any]:
    histograms: dict[str, dict[str, dict[str, int]]] = {
        side: {name: {} for name in FIGURES} for side in ("right_at", "others_at")
    }
    return {"tags": 0, "right": 0, "wrong": 0, "worst": [], **histograms}


def _worst(found: Sequence[dict[str, float]]) -> list[dict[str, float]]:
    """Return the five that came nearest to passing all gates."""
    return sorted(found, key=lambda entry: -entry["margin"])[:5]


def add(total: dict[str, Any], block: dict[str, Any]) -> None:
    """Add a block's tally to the total, in place."""
    for thing, entry in block.items():
        into = total.setdefault(thing, _nothing())
        for count in ("tags", "right", "wrong"):
            into[count] += entry[count]
        into["worst"] = _worst([*into["worst"], *entry["worst"]])
        for side in ("right_at", "others_at"):
            for name in FIGURES:
                for place, count in entry[side][name].items():
                    into[side][name][place] = into[side][name].get(place, 0) + count


def gates_of(codes: Sequence[Symbology]) -> dict[str, dict[str, float]]:
    """Return the gates of these symbologies as the output file names them."""
    gates = {
        "recognised": RECOGNISED,
        "ahead": LEAST_PAYLOAD_MARGIN,
        "alone": ALONE,
        "everywhere": EVERYWHERE,
        "beyond_chance": LEAST_NEG_LOG_P,
    }
    return {name: {code: gate[code] for code in codes} for name, gate in gates.items()}


def digest_of(codes: Sequence[Symbology]) -> str:
    """Tell whether a file is of the same payloads."""
    texts = "\n".join(text for code in codes for text in PAYLOADS[code])
    return hashlib.sha256(texts.encode()).hexdigest()[:16]


def one_thread() -> None:
    """Keep OpenCV to one thread: several processes share the processors better so."""
    cv2.setNumThreads(1)


def main() -> None:
    """Run until so many tags are done; what the output file holds is not done again."""
    parser = argparse.ArgumentParser(description="Looks for tags that are read wrong.")
    parser.add_argument("--tags", type=int, default=1_000_000, help="how many in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--april", action="store_true", help="AprilTags instead of QR and Micro QR tags")
    parser.add_argument("--out", type=Path, help="default: docs/false_reads.json or docs/false_reads_april.json")
    args = parser.parse_args()
    codes: tuple[Symbology, ...] = ("april",) if args.april else ("qr", "micro")
    out = args.out or ROOT / "docs" / ("false_reads_april.json" if args.april else "false_reads.json")
    fixed = {"seed": args.seed, "gates": gates_of(codes), "payloads": digest_of(codes)}
    state: dict[str, Any] = {**fixed, "blocks": 0, "seconds": 0.0, "things": {}}
    if out.exists():
        kept = json.loads(out.read_text(encoding="utf-8"))
        if any(kept.get(name) != value for name, value in fixed.items()):
            parser.error(f"{out} is of another seed, other gates or other payloads; remove it or give another --out.")
        state = kept
    with ProcessPoolExecutor(args.jobs, initializer=one_thread) as pool:
        while state["blocks"] * BLOCK < args.tags:
            start = time.monotonic()
            blocks = range(state["blocks"], state["blocks"] + 2 * args.jobs)
            run = partial(run_block, args.seed, april=args.april)
            for tally in pool.map(run, blocks):
                add(state["things"], tally)
            state["blocks"] = blocks.stop
            state["seconds"] = round(state["seconds"] + time.monotonic() - start, 1)
            write_whole(out, (json.dumps(state) + "\n").encode())
            wrong = sum(entry["wrong"] for entry in state["things"].values())
            print(f"{state['blocks'] * BLOCK} tags, {wrong} wrong, {state['seconds']:.0f} s", flush=True)


if __name__ == "__main__":
    main()
