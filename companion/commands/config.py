"""``companion config``: shows, writes and checks the config file."""

import argparse
from pathlib import Path

from companion.device.config import WIRED, Config
from companion.device.config_file import config_text, default_config_path, load_config
from companion.device.errors import UserError
from companion.device.files import write_whole
from companion.device.log import warn
from companion.games import game_options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--write",
        metavar="FILE",
        nargs="?",
        const="",
        help="write the file instead of printing it (default: in its place)",
    )
    what.add_argument(
        "--check",
        metavar="FILE",
        nargs="?",
        const="",
        help="say what is wrong in a file (default: the one in its place)",
    )
    what.add_argument("--where", action="store_true", help="print where the file is looked for")
    parser.add_argument("--wired", action="store_true", help="for a box wired as docs/wiring.md shows")


def run(args: argparse.Namespace) -> int:
    """Do what was asked for; return the exit status. Raises UserError."""
    if args.where:
        print(default_config_path())
        return 0
    if args.check is not None:
        return _check(Path(args.check) if args.check else default_config_path())
    text = config_text(WIRED if args.wired else Config(), game_options())
    if args.write is None:
        print(text, end="")
        return 0
    path = Path(args.write) if args.write else default_config_path()
    if path.exists():
        raise UserError(f"{path}: is there already and stays as it is; --check checks it, --write FILE writes another")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from None
    write_whole(path, text.encode())
    print(f"written: {path}")
    return 0


def _check(path: Path) -> int:
    if not path.exists():
        raise UserError(f"{path}: there is no such file; companion config --write {path} makes one")
    _, problems = load_config(path, game_options())
    for problem in problems:
        warn(problem)
    if not problems:
        print(f"{path}: all is right")
    return 2 if problems else 0
