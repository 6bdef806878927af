"""Measure reading, rules, start-up and window; keep a table each and write BENCHMARKS.md.

    ./run bench                    (about eight minutes)
    ./run bench reading watching   (these tables only)
    ./run bench --quick            (fewer frames; prints only)

Speeds are compared with each other within one run, on the same frames, because machines differ.
"""

import argparse
import json
import math
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.reading.readings import READINGS
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.scene import required_points, scene_from_position, shot_truth
from companion.table.photo import photo_of
from engine.finstere_flure.cards import parse_card
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.moves import token_moves
from engine.finstere_flure.position import Position
from engine.finstere_flure.positionfile import position_to_json
from tools.bench_forecast import bench_forecast
from tools.bench_idle import bench_idle
from tools.bench_limit import bench_limit
from tools.bench_pictures import MOST_ENLARGED_PX, best_of_three, by_size, compare, enlarged_texts, zxing_texts
from tools.bench_pictures import table as comparison_table
from tools.bench_rules import measure
from tools.bench_virtual import bench_virtual
from tools.bench_watch import bench_watch
from tools.bench_window import bench_lifted, bench_window
from tools.benchmarks import keep_measured, write_page
from tools.evidence.rooms import photos
from vision.model.catalogue import Catalogue
from vision.picture import Picture, Pixels, in_grey
from vision.symbology import SYMBOL_MODULES
from vision.virtual import PictureLook, Viewpoint, render, view_at_scale

PX_PER_MODULE = (1.5, 2.0, 2.5, 3.0, 4.0)
TILTS_DEG = (0.0, 20.0, 40.0)
#: This would need a picture of 66 megapixels, which no camera for this makes.
LEFT_OUT = {(4.0, 40.0)}
#: Sizes and kinds of the realistic pictures, and their seed, on which nothing is tuned.
REALISTIC_SIZES = ((1640, 1232), (2304, 1296), (4608, 2592))
REALISTIC_KINDS = ("good light", "hand", "photograph print", "text print", "lamp on satin", "low sun", "mood light")
REALISTIC_SEED = 61
ROOT = Path(__file__).resolve().parent.parent


@dataclass
class Tally:
    """Result of one reader on the frames of one kind."""

    read: int = 0
    wrong: int = 0
    unreadable: int = 0
    times_ms: list[float] = field(default_factory=list)

    @property
    def ms(self) -> float:
        """Median over the frames of the best processor's time of each."""
        return statistics.median(self.times_ms)


def timed(call: Callable[..., Any], *args: Any) -> tuple[Any, float]:
    """Return the call's result and how long it took, in seconds."""
    began = time.perf_counter()
    result = call(*args)
    return result, time.perf_counter() - began


def make_frame(catalogue: Catalogue, px_per_module: float, tilt_deg: float, seed: int) -> tuple[Pixels, dict[str, Any]]:
    """Return a frame with all 43 pieces, and the expected reading of each by its tag id.

    No piece hides another.
    """
    for attempt in range(100):
        rng = random.Random(f"{seed} {attempt}")
        position = random_table(rng, everything=True)
        view = view_with_modules(catalogue, px_per_module, tilt_deg, rng.uniform(0, 360), rng.uniform(-180, 180))
        shot = render(scene_from_position(position, catalogue, seed=seed), view, PictureLook(), seed)
        pieces = shot_truth(shot, position)["pieces"]
        if all(entry["visible"] > 0.999 for entry in pieces):
            return shot.picture, {entry["id"]: facts(entry) for entry in pieces}
    raise RuntimeError("no table found on which every piece is in sight")


def view_with_modules(
    catalogue: Catalogue, px_per_module: float, tilt_deg: float, azimuth_deg: float, roll_deg: float
) -> Viewpoint:
    """Return a view in which a module of a token's tag is `px_per_module` wide.

    This holds where and in the direction it is smallest.
    """

    def view(px_per_mm: float) -> Viewpoint:
        return view_at_scale(
            required_points(catalogue), px_per_mm, tilt_deg=tilt_deg, azimuth_deg=azimuth_deg, roll_deg=roll_deg
        )

    token = next(tag for tag in catalogue.tags if tag.kind == "token")
    module_mm = catalogue.symbol_mm(token) / SYMBOL_MODULES[catalogue.code]
    centres = [(*catalogue.grid.centre(cell), token.height_mm) for cell in catalogue.grid.cells]
    camera = view(1.0).camera
    around = [camera.project(np.add(centres, step)) for step in ((0, 0, 0), (1, 0, 0), (0, 1, 0))]
    jacobians = np.stack([around[1] - around[0], around[2] - around[0]], axis=2)
    least_px_per_mm = np.linalg.svd(jacobians, compute_uv=False)[:, 1].min()
    return in_camera_shape(view(px_per_module / module_mm / float(least_px_per_mm)))


def in_camera_shape(view: Viewpoint) -> Viewpoint:
    """Return the view as a camera's landscape picture: table is added until its shape is 4:3.

    It is added at two sides.
    """
    width, height = view.size_px
    width, height = max(width, 2 * math.ceil(height * 2 / 3)), max(height, 2 * math.ceil(width * 3 / 8))
    matrix = view.camera.matrix.copy()
    matrix[:2, 2] = (width - 1) / 2, (height - 1) / 2
    return Viewpoint(replace(view.camera, matrix=matrix), (width, height))


def facts(entry: dict[str, Any]) -> tuple[Any, ...]:
    """Return the facts of a piece that must be right: its cells and its direction."""
    return tuple(entry.get("cells", [entry.get("cell")])), entry.get("facing"), entry.get("arrow")


def read_ours(frame: Pixels, catalogue: Catalogue, pieces: dict[str, Any], tally: Tally) -> None:
    """Read a whole frame: board found, pieces on cells with their facing, unreadable cells."""
    photo, times = best_of_three(lambda: photo_of(frame, catalogue, READINGS))
    tally.times_ms.append(times.processor_ms)
    tally.unreadable += len(photo.table.reading.unreadable)
    for piece in photo.table.pieces:
        arrow = piece.facing if piece.kind == "teleporter" else None
        facing = piece.facing if piece.kind == "monster" else None
        right = pieces.get(piece.id) == (piece.cells, facing, arrow)
        tally.read += right
        tally.wrong += not right


def pyzbar_texts(grey: Pixels) -> list[str]:
    """Return texts that pyzbar reads in a grey picture, asked for QR codes only."""
    from pyzbar import pyzbar

    found = pyzbar.decode(grey, symbols=[pyzbar.ZBarSymbol.QRCODE])
    return [code.data.decode("ascii", "replace") for code in found]


def read_plain(
    decode: Callable[[Pixels], list[str]], grey: Pixels, catalogue: Catalogue, pieces: dict[str, Any], tally: Tally
) -> None:
    """Read a picture by a library: only the texts count, no cells and no facing."""
    texts, times = best_of_three(lambda: decode(grey))
    tally.times_ms.append(times.processor_ms)
    ids = {catalogue.by_payload[text].id for text in texts if text in catalogue.by_payload}
    found = {tag_id for tag_id in ids if not tag_id.startswith("ref-")}
    tally.read += len(found & pieces.keys())
    tally.wrong += len(found - pieces.keys())


def bench_reading(frames: int) -> list[str]:
    """Return one row for each scale and tilt, the readers side by side, each on one thread."""
    lines = [
        "| px/module | tilt | picture | ours: read / wrong / unreadable | ms | zxing-cpp: read / wrong | ms |"
        " twice enlarged: read / wrong | ms | pyzbar: read / wrong | ms | ours vs zxing-cpp | pyzbar vs ours |",
        "|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    catalogue = make_catalogue()
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    for px in PX_PER_MODULE:
        for tilt in TILTS_DEG:
            if (px, tilt) in LEFT_OUT:
                continue
            ours, zxing, enlarged, zbar = Tally(), Tally(), Tally(), Tally()
            for seed in range(frames):
                frame, pieces = make_frame(catalogue, px, tilt, seed)
                grey = in_grey(frame)
                read_ours(frame, catalogue, pieces, ours)
                read_plain(zxing_texts, grey, catalogue, pieces, zxing)
                read_plain(pyzbar_texts, grey, catalogue, pieces, zbar)
                if grey.size <= MOST_ENLARGED_PX:
                    read_plain(enlarged_texts, grey, catalogue, pieces, enlarged)
            height, width = frame.shape[:2]
            total = 43 * frames
            twice = f"{enlarged.read} / {enlarged.wrong} | {enlarged.ms:.0f}" if enlarged.times_ms else "- | -"
            lines.append(
                f"| {px} | {tilt:.0f}° | {width}x{height} | {ours.read}/{total} / {ours.wrong} / {ours.unreadable} |"
                f" {ours.ms:.0f} | {zxing.read} / {zxing.wrong} | {zxing.ms:.0f} | {twice} |"
                f" {zbar.read} / {zbar.wrong} | {zbar.ms:.0f} | {ours.ms / zxing.ms:.2f} x |"
                f" {zbar.ms / ours.ms:.1f} x |"
            )
            print(lines[-1], flush=True)
    cv2.setNumThreads(threads)
    return lines


def bench_realistic(pictures: int) -> list[str]:
    """Return one row for each size of realistic pictures, so many of each kind."""
    catalogue = make_catalogue()
    compared = [
        compare(Picture(taken.picture, taken.focal_px), catalogue, closely=True)
        for size in REALISTIC_SIZES
        for kind in REALISTIC_KINDS
        for taken in photos(kind, pictures, seed=REALISTIC_SEED, size_px=size)
    ]
    return list(comparison_table(by_size(compared)))


def all_moves(position: Position) -> int:
    """Count all moves that `companion moves` finds."""
    return sum(len(token_moves(position, token.id)) for token in position.tokens)


def bench_rules(positions: int) -> list[str]:
    """Return microseconds for a monster's move and for all moves of all tokens."""
    tables = [random_table(random.Random(seed)) for seed in range(positions)]
    full = [random_table(random.Random(seed), everything=True) for seed in range(positions)]
    lines = ["| what | µs (median) |", "|:--|--:|"]
    for name in ("8", "XX", "20"):
        card = parse_card(name)
        spent = [timed(move_monster, table, card)[1] for table in tables]
        lines.append(f"| monster's move, card {name} | {1e6 * statistics.median(spent):.0f} |")
    bare, whole, one_token_us = measure([position_to_json(table) for table in full])
    lines.append(f"| monster's move, card 8, all pieces on the board | {bare:.0f} |")
    lines.append(f"| the same from JSON to JSON, in bare moves | {whole / bare:.1f} times |")
    lines.append(f"| all moves of one token | {one_token_us:.0f} |")
    token_moves.cache_clear()
    every = [timed(all_moves, table)[1] for table in full]
    lines.append(f"| all moves of all 25 tokens (`moves`) | {1e6 * statistics.median(every):.0f} |")
    return lines


def run_quietly(command: Sequence[str]) -> None:
    """Run a command to its end."""
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def bench_start(runs: int) -> list[str]:
    """Return milliseconds from the start of the process to its JSON."""
    companion = Path(sys.executable).with_name("companion")
    with tempfile.TemporaryDirectory() as folder:
        position = Path(folder) / "position.json"
        position.write_text(json.dumps(position_to_json(random_table(random.Random(1)))), encoding="utf-8")
        commands = {
            "python -c pass (for comparison)": [sys.executable, "-c", "pass"],
            "companion monster --json": [str(companion), "monster", str(position), "--card", "8", "--json"],
            "companion moves --json": [str(companion), "moves", str(position), "--json"],
        }
        lines = ["| from process start to the end of the JSON | ms (median) |", "|:--|--:|"]
        for name, command in commands.items():
            spent = [timed(run_quietly, command)[1] for _ in range(runs)]
            lines.append(f"| `{name}` | {1000 * statistics.median(spent):.0f} |")
    return lines


#: Tables by name: what each measures; with true few frames do.
MEASURES: Mapping[str, Callable[[bool], Sequence[str]]] = {
    "start": lambda quick: bench_start(3 if quick else 15),
    "rules": lambda quick: bench_rules(20 if quick else 300),
    "forecast": lambda _: bench_forecast(),
    "reading": lambda quick: bench_reading(1 if quick else 4),
    "realistic": lambda quick: bench_realistic(1 if quick else 3),
    "limit": lambda quick: bench_limit(20 if quick else 300),
    "limit-april": lambda quick: bench_limit(20 if quick else 100, "april"),
    "watching": lambda quick: bench_watch(20 if quick else 200),
    "window": lambda quick: bench_window(2.0 if quick else 20.0),
    "window-lifted": lambda _: bench_lifted(),
    "virtual": lambda quick: bench_virtual(10 if quick else 60),
    "idle": lambda quick: bench_idle(2.0 if quick else 8.0, 1 if quick else 2),
}


def main() -> None:
    """Measure the tables that are named, or all; keep them and write the page."""
    parser = argparse.ArgumentParser(description="Measures reading, rules, start-up and the window.")
    parser.add_argument("names", nargs="*", metavar="TABLE", help=f"one of {', '.join(MEASURES)}; all if none is named")
    parser.add_argument("--quick", action="store_true", help="few frames; nothing is kept")
    args = parser.parse_args()
    if unknown := [name for name in args.names if name not in MEASURES]:
        parser.error(f"there is no table {unknown[0]!r}")
    for name in args.names or MEASURES:
        measure = partial(MEASURES[name], args.quick)
        lines = measure() if args.quick else keep_measured(name, measure, f"./run bench {name}")
        print("\n".join((f"{name}:", *lines)), end="\n\n", flush=True)
    if not args.quick:
        write_page()


if __name__ == "__main__":
    main()
