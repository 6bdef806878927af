"""Files that a command writes: never over what it reads, and said when they are there."""

import argparse
import os
import sys
from collections.abc import Iterable
from pathlib import Path

from companion.box.errors import UserError

#: What the options are called that name a file or folder to be written.
OUTPUTS = frozenset({"out", "output", "export", "truth", "report", "write", "record"})


def check_outputs(args: argparse.Namespace) -> None:
    """Raises UserError if a command would write over a file that it reads, or two results into one file.

    The outputs are the arguments called as in `OUTPUTS`; every other text that names a file or folder counts as input.
    """
    values = {name: value for name, value in vars(args).items() if isinstance(value, str) and value}
    outputs = [value for name, value in values.items() if name in OUTPUTS]
    for place, output in enumerate(outputs):
        keep(output, (value for name, value in values.items() if name not in OUTPUTS))
        if any(_same(output, other) for other in outputs[:place]):
            raise UserError(f"{output}: two results cannot be written to one file; give each a name of its own")


def keep(output: str | Path, inputs: Iterable[str | Path]) -> None:
    """Raises UserError if `output` is one of the files or folders `inputs`."""
    if any(os.path.exists(source) and _same(output, source) for source in inputs):
        raise UserError(f"{output}: is read by this command, and would be written over; give another name to write to")


def said(path: str | Path, what: str, *, as_json: bool = False) -> None:
    """Tells the user that `what` is written, and where; beside JSON on standard error."""
    print(f"{path}: {what}", file=sys.stderr if as_json else sys.stdout, flush=True)


def _same(one: str | Path, other: str | Path) -> bool:
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        # One of them is not there yet; a name that no file can have is refused when it is used.
        return os.path.normcase(os.path.abspath(one)) == os.path.normcase(os.path.abspath(other))
