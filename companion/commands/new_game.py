"""``companion new-game``: a folder with a small game that says what to change."""

import argparse
import keyword
import re
from importlib.util import find_spec
from pathlib import Path
from string import Template

from companion.device.errors import UserError
from companion.games import game_ids, program
from companion.games.grid_check import unused_prefix

#: The folder with the files that games are made of.
_FILES = Path(__file__).parent
#: The folder with `run`.
_ROOT = _FILES.parents[1]
KINDS = ("cells", "cards")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("name", metavar="NAME", help="the game's id: small letters and hyphens, such as my-game")
    parser.add_argument("--kind", choices=KINDS, default=KINDS[0], help="pieces on cells, or cards (default: cells)")
    parser.add_argument(
        "--out", type=Path, default=Path(), metavar="DIR", help="where its folder is made (default: here)"
    )


def run(args: argparse.Namespace) -> int:
    """Write the folder, and print what to do with it."""
    folder = args.out / args.name
    _check(args.name, folder)
    package = args.name.replace("-", "_")
    title = args.name.replace("-", " ").title()
    values = {
        "id": args.name,
        "package": package,
        "title": title,
        "name": title.replace(" ", ""),
        "prefix": unused_prefix(args.name),
        "folder": str(folder),
        "pip": program("pip"),
        "companion": "./run companion" if Path.cwd() == _ROOT else program("companion"),
    }
    texts = {
        "pyproject.toml": _filled("pyproject", values),
        "README.md": _filled("readme", values),
        f"{package}/__init__.py": f'"""{title} for the table\'s companion."""\n',
        f"{package}/game.py": _filled(args.kind, values),
    }
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    print(f"{folder}: {', '.join(texts)}")
    print(f"The game is {folder / package / 'game.py'}; its comments with CHANGE say what to make your own.")
    print(f"Install it:  {values['pip']} install -e {folder}")
    print(f"Check it:    {values['companion']} check-game {args.name}")
    print(f"Play it:     {values['companion']} play --game {args.name} --virtual")
    return 0


def _check(name: str, folder: Path) -> None:
    """Raise UserError for a name that no new game can have, or a folder that is there."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        better = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-0123456789") or "my-game"
        raise UserError(f"the name {name!r} is no game's id: small letters and hyphens, such as {better}")
    package = name.replace("-", "_")
    if name in game_ids() or keyword.iskeyword(package) or find_spec(package) is not None:
        raise UserError(f"the name {name} is taken, by a game or by Python; choose another one, such as {name}-game")
    if folder.exists():
        raise UserError(f"{folder} is there already; choose another name, or another --out")


def _filled(name: str, values: dict[str, str]) -> str:
    return Template((_FILES / f"new_game_{name}.txt").read_text(encoding="utf-8")).substitute(values)
