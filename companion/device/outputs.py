"""Output files of a command: never over its inputs or the program's own files.

They are reported when they are there.
"""

import argparse
import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from companion.device.errors import UserError
from companion.device.folders import config_folder, settings_folder

#: What the options are called that name a file or folder to be written.
OUTPUTS = frozenset({"out", "output", "export", "truth", "report", "write", "record", "events"})

#: How files of SQLite begin: journals, their backups and what was set aside of them, and the logs of such.
_DATABASE = (b"SQLite format 3\0", b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83", b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7")
#: How the names of files end that belong to the journal of the name before.
_BESIDE_DATABASE = ("-wal", "-shm", "-journal", ".in-use", ".high-water")
#: How the names of files end in which names of players, and the secret of the box's chance, are kept.
_BESIDE_JOURNAL = (".players.json", ".chance.key")
#: Files in the folder of a journal: phones of the evening, keys of games with other tables.
_IN_FOLDER_OF_JOURNAL = ("phones.json", "two-tables.json")
#: The files of hidden cards, which lie in a folder called virtual.
_HIDDEN_CARDS = re.compile(r".+-\d+\.json")


def check_outputs(args: argparse.Namespace) -> None:
    """Raise UserError if a command would overwrite an input, an own file, or another result.

    Own files are those in which the program keeps its data. The outputs are the arguments called as in `OUTPUTS`;
    every other text that names a file or folder counts as input.
    """
    values = {name: value for name, value in vars(args).items() if isinstance(value, str) and value}
    outputs = [value for name, value in values.items() if name in OUTPUTS]
    for place, output in enumerate(outputs):
        refuse_own_files(output)
        keep(output, (value for name, value in values.items() if name not in OUTPUTS))
        if any(_same(output, other) for other in outputs[:place]):
            raise UserError(f"{output}: two results cannot be written to one file; give each a name of its own")


def keep(output: str | Path, inputs: Iterable[str | Path]) -> None:
    """Raise UserError if `output` is one of the files or folders `inputs`."""
    if any(os.path.exists(source) and _same(output, source) for source in inputs):
        raise UserError(f"{output}: is read by this command, and would be written over; give another name to write to")


def refuse_own_files(output: str | Path) -> None:
    """Raise UserError if `output` is a file with games, hidden cards or settings."""
    try:
        own = _is_own(Path(output).resolve())
    except (OSError, ValueError, RuntimeError):
        # A name that no file can have is refused when it is used.
        return
    if own:
        raise UserError(
            f"{output}: is a file in which the companion keeps games or settings, and would be written over; give "
            "another name to write to"
        )


def _is_own(path: Path) -> bool:
    if _begins_like_database(path):
        return True
    for ending in _BESIDE_DATABASE:
        if path.name.endswith(ending) and _begins_like_database(path.with_name(path.name.removesuffix(ending))):
            return True
    # Also before they are there: what stood in them would count as what the companion has written.
    if path.name.endswith(_BESIDE_JOURNAL) or (
        path.name in _IN_FOLDER_OF_JOURNAL and any(path.parent.glob("*.sqlite"))
    ):
        return True
    if not path.is_file():
        return False
    if path.suffix == ".toml":
        return path.parent in (config_folder().resolve(), settings_folder().resolve())
    return path.parent.name == "virtual" and _HIDDEN_CARDS.fullmatch(path.name) is not None


def _begins_like_database(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_DATABASE[0])).startswith(_DATABASE)


def said(path: str | Path, what: str, *, as_json: bool = False) -> None:
    """Tell the user that `what` is written, and where; beside JSON on standard error."""
    print(f"{path}: {what}", file=sys.stderr if as_json else sys.stdout, flush=True)


def _same(path: str | Path, other: str | Path) -> bool:
    try:
        return os.path.samefile(path, other)
    except (OSError, ValueError):
        # One of them is not there yet; a name that no file can have is refused when it is used.
        return os.path.normcase(os.path.abspath(path)) == os.path.normcase(os.path.abspath(other))
