"""Score boards printed with photographs unseen by the network, and hands over them.

python -m tools.evidence.cover_net.other_prints PHOTOGRAPH... [--pictures 30] [--seed 777]
"""

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from unittest import mock

import cv2

from tools.evidence import prints, rooms
from tools.evidence.measure import PictureCounts
from tools.evidence.score import print_sums, score_picture

KINDS = ("photograph print", "hand on a foreign print")


def scored(kind: str, number: int, seed: int, files: tuple[Path, ...]) -> dict[str, PictureCounts]:
    """Count one picture of a board printed with one of the photographs."""
    pictures = [cv2.imread(str(file), cv2.IMREAD_COLOR) for file in files]
    with (
        mock.patch.object(prints, "photographs", return_value=pictures),
        mock.patch.object(rooms, "_any_print", return_value="photograph"),
    ):
        return score_picture(rooms.photo(kind, number, seed=seed))


def main() -> None:
    """Print what was reached for each kind, without and with the profile."""
    parser = argparse.ArgumentParser(description="Scores boards printed with other photographs.")
    parser.add_argument("photographs", nargs="+", type=Path)
    parser.add_argument("--pictures", type=int, default=30, help="of each kind")
    parser.add_argument("--seed", type=int, default=777)
    args = parser.parse_args()
    for file in args.photographs:
        if cv2.imread(str(file), cv2.IMREAD_COLOR) is None:
            parser.error(f"{file} is no picture that can be read")
    units = [(kind, number) for number in range(args.pictures) for kind in KINDS]
    score = partial(scored, seed=args.seed, files=tuple(args.photographs))
    with ProcessPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        kinds, numbers = zip(*units, strict=True)
        print_sums(zip(kinds, pool.map(score, kinds, numbers), strict=True))


if __name__ == "__main__":
    main()
