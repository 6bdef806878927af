"""Run the benchmark's tables in turns in this checkout and in another, on one machine.

    .venv/bin/python -m tools.beside OTHER [--tables start rules ...] [--rounds N]

OTHER is a checkout of another version (`git worktree add OTHER COMMIT`). Both run with this checkout's
packages, each with its own code, its own pictures and its own tools.bench. Read the rows beside each other: on
a busy machine the rounds of one checkout differ as much as the two checkouts do.
"""

import argparse
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: How each table is asked of tools.bench, with how much work: enough for the medians to stand.
TABLES = {
    "start": "bench_start(9)",
    "rules": "bench_rules(150)",
    "virtual": "bench_virtual(20)",
    "watch": "bench_watch(60)",
    "window": "bench_window(6.0)",
    "reading": "bench_reading(1)",
}
#: The checkout comes first on the path, before the one that is installed.
PROGRAM = "import sys; sys.path.insert(0, '.'); from tools import bench; print(*bench.{call}, sep='\\n')"


def table(checkout: Path, name: str) -> str:
    """Return one table of that checkout's benchmark; raises CalledProcessError."""
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(call=TABLES[name])], cwd=checkout, check=True, stdout=subprocess.PIPE
    )
    return ran.stdout.decode()


def main() -> None:
    """Print the tables in turns."""
    parser = argparse.ArgumentParser(description="Runs the benchmark's tables in turns in two checkouts.")
    parser.add_argument("other", type=Path, help="the other checkout's folder")
    parser.add_argument("--tables", nargs="+", choices=sorted(TABLES), default=list(TABLES), help="all, unless given")
    parser.add_argument("--rounds", type=int, default=2, metavar="N", help="so often each (2)")
    args = parser.parse_args()
    for name in args.tables:
        for turn in range(1, args.rounds + 1):
            for checkout in (args.other.resolve(), ROOT):
                print(f"== {name}, {turn}: {checkout}", table(checkout, name), sep="\n", flush=True)


if __name__ == "__main__":
    main()
