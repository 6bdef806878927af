"""Write BENCHMARKS.md from its template and the kept tables; take printed tables.

python -m tools.benchmarks                                            (writes the page)
python -m tools.balance --games 12 | python -m tools.benchmarks --take balance "python -m tools.balance --games 12"
"""

import argparse
import sys

from tools.benchmarks import keep_measured, write_page


def main() -> None:
    """Take tables from standard input, if that is asked for, and write the page."""
    parser = argparse.ArgumentParser(description="Writes BENCHMARKS.md from its template and the kept tables.")
    parser.add_argument("--take", nargs=2, metavar=("NAME", "COMMAND"), help="keep the tables on standard input")
    args = parser.parse_args()
    if args.take:
        name, command = args.take
        keep_measured(name, sys.stdin.read().splitlines, command)
    write_page()


if __name__ == "__main__":
    main()
