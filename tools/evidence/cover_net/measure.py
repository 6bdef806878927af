"""Counts how many bare and covered cells the network takes for covered, for some limits.

python -m tools.evidence.cover_net.measure --examples 930-tried
"""

import argparse
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tools.evidence.cover_net.examples import BARE_LABEL, COVERED_LABEL, FOLDER, Example
from vision.occupancy.cover_net import cover_logits
from vision.occupancy.ground import AROUND_CELLS

LIMITS = (0.01, 0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97)


def chances_of(files: Iterable[Path], *, look: bool) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return the chances of bare cells (n,) and of covered cells (m,) of examples.

    `look`: with or without the board's look.
    """
    bare, covered = [np.zeros(0)], [np.zeros(0)]
    for file in files:
        example = Example.load(file)
        # Of a picture that could be read in one way only the other example is missing: file names do not tell.
        if (example.view.known is not None) != look:
            continue
        inner = (slice(AROUND_CELLS, -AROUND_CELLS),) * 2
        chances = 1 / (1 + np.exp(-cover_logits(example.view)[inner].astype(np.float64)))
        bare.append(chances[example.labels == BARE_LABEL])
        covered.append(chances[example.labels == COVERED_LABEL])
    return np.concatenate(bare), np.concatenate(covered)


def main() -> None:
    """Print the counts without and with the look of the bare board."""
    parser = argparse.ArgumentParser(description="Counts what the network takes for covered.")
    parser.add_argument("--examples", default="930-tried", help="a folder of build/cover_net")
    args = parser.parse_args()
    files = sorted((FOLDER / args.examples).glob("*.npz"))
    for look, name in ((False, "without the look of the bare board"), (True, "with it")):
        bare, covered = chances_of(files, look=look)
        print(f"{name}: {len(bare)} bare cells, {len(covered)} covered ones")
        for limit in LIMITS:
            told, alarms = np.count_nonzero(covered > limit), np.count_nonzero(bare > limit)
            print(f"  more likely than {limit}: {told} covered, {alarms} bare")


if __name__ == "__main__":
    main()
