"""Measure the cost of watching a table: processor and memory, still and with a moving hand.

    python -m tools.bench_watch

The frames are shot beforehand into a file, from which they are mapped, so that neither the virtual camera's
work nor its pictures count. Each case is watched by a process of its own, with as many worker threads as it
likes; all their time counts.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.reading.reading import covered_cells
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.placement import table_from_position
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.hands import reaching
from vision.picture import Pixels
from vision.reading import read_picture
from vision.sources.camera import Frame
from vision.watching import TableWatch

ROOT = Path(__file__).resolve().parent.parent
SIZES = ((2304, 1296), (4608, 2592))
FRAMES_PER_S = 10
#: Number of different frames without a hand that are shown again and again.
STILL = 4
#: Number of different frames with a hand, which goes there and back.
MOVING = 8
NOISE = 2.0


def bench_watch(frames: int) -> list[str]:
    """Return a table of what so many frames cost."""
    lines = [
        "| picture | at the table | share of one processor at 10 frames/s | ms of it a frame (median) "
        "| of a full reading | memory |",
        "|:--|:--|--:|--:|--:|--:|",
    ]
    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            path = Path(folder) / f"{size[0]}.npy"
            shoot(path, size)
            for moving in (False, True):
                command = [sys.executable, "-m", "tools.bench_watch", "--watch", str(path), str(frames)]
                said = subprocess.run(
                    [*command, *(["--moving"] if moving else [])], cwd=ROOT, check=True, capture_output=True, text=True
                ).stdout
                share, median_ms, part, memory_mb = map(float, said.split())
                lines.append(
                    f"| {size[0]}x{size[1]} | {'a hand moves' if moving else 'nothing moves'} | {share:.1%} "
                    f"| {median_ms:.1f} | {part:.2f} x | {memory_mb:.0f} MB |"
                )
            path.unlink()
    return lines


def shoot(path: Path, size: tuple[int, int]) -> None:
    """Write the frames (n, h, w, 3) into a file: the still ones, then those with a hand."""
    table = table_from_position(random_table(Random(1), everything=True), 1)
    camera = VirtualCamera(table, size_px=size)
    rng = np.random.default_rng(1)
    film = np.lib.format.open_memmap(path, "w+", np.uint8, (STILL + MOVING, size[1], size[0], 3))
    for number in range(STILL + MOVING):
        if number >= STILL:
            x_mm = 60.0 + 36.0 * (number - STILL)
            table.arm = reaching(table, (x_mm, 170.0), "flat")
        grain = rng.normal(0, NOISE, (size[1], size[0], 3)).astype(np.float32)
        film[number] = cv2.add(camera.latest().pixels, grain, dtype=cv2.CV_8U)
    film.flush()


def watch(path: Path, frames: int, *, moving: bool) -> None:
    """Watch `frames` frames and print the processor share, ms a frame, their ratio, and MB.

    The ratio is to the time of a full reading.
    """
    catalogue = make_catalogue()
    film: npt.NDArray[np.uint8] = np.lib.format.open_memmap(path, "r")
    watcher = TableWatch(catalogue, covers=covered_cells)
    for number in range(4):
        watcher.see(Frame(film[number % STILL], number / FRAMES_PER_S))
    there_and_back = [*range(MOVING), *range(MOVING - 2, 0, -1)]
    order = [STILL + step for step in there_and_back] if moving else list(range(STILL))
    spent: list[float] = []
    began = time.process_time()
    for number in range(frames):
        frame = Frame(film[order[number % len(order)]], 1.0 + number / FRAMES_PER_S)
        asked = time.process_time()
        state = watcher.see(frame)
        spent.append(time.process_time() - asked)
        assert state.settled is not moving, "a hand is told from none"
    share = (time.process_time() - began) * FRAMES_PER_S / frames
    readings: list[float] = []
    for number in range(7):
        asked = time.process_time()
        read_picture(Frame(film[number % STILL], 0.0).picture, catalogue, covers=covered_cells)
        readings.append(time.process_time() - asked)
    median, reading = statistics.median(spent), statistics.median(readings)
    print(share, 1000 * median, median / reading, memory_mb(film))


def memory_mb(film: Pixels) -> float:
    """Return the largest memory of the process, without mapped frames, with a camera's two.

    A camera holds two frames.
    """
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    peak_mb, frame_mb = int(status["VmHWM"].split()[0]) / 1024, int(film[0].nbytes) / 2**20
    return peak_mb - mapped_mb(film) + 2 * frame_mb


def mapped_mb(film: Pixels) -> float:
    """Return the part of the film that the process has mapped into its memory, in MB."""
    inside, name = False, str(getattr(film, "filename", ""))
    for line in Path("/proc/self/smaps").read_text().splitlines():
        if "-" in line.split(" ")[0]:
            inside = line.endswith(name)
        elif inside and line.startswith("Rss:"):
            return float(line.split()[1]) / 1024
    return 0.0


def main() -> None:
    """Print the table, or watch for it."""
    parser = argparse.ArgumentParser(description="Measures what watching costs.")
    parser.add_argument("--watch", nargs=2, metavar=("FILM", "FRAMES"), help=argparse.SUPPRESS)
    parser.add_argument("--moving", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.watch:
        watch(Path(args.watch[0]), int(args.watch[1]), moving=args.moving)
    else:
        print("\n".join(bench_watch(100)))


if __name__ == "__main__":
    main()
