"""``companion install-game``: games of others, from folders or wheels, and away again."""

import argparse
import configparser
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.parser import HeaderParser
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from companion.device.errors import UserError
from companion.device.files import read_text
from companion.games import GROUP, game_ids, program
from engine.suggestions import did_you_mean

#: The package with which this program itself comes.
_OWN = "finstere-flure-companion"
#: Files that describe a package are no longer (bytes).
_MOST_BYTES = 1_000_000
#: Time in which pip must be done (seconds).
_PIP_S = 900.0
#: What a folder's copy, in which it is built, does without.
_NOT_COPIED = (".git", ".venv", "build", "*.egg-info", "__pycache__")
#: Answers that mean yes.
_YES = ("y", "yes")
_TRUST = (
    "A game is a program: whatever you may do on this machine, it may do too, now and each time the companion starts. "
    "Install it only if you trust whoever made it."
)


@dataclass(frozen=True)
class GamePackage:
    """Package that brings games: name, version, ids of the games, what it needs besides."""

    name: str
    version: str
    games: Sequence[str]
    needs: Sequence[str]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("package", metavar="FOLDER|WHEEL|ID", help="the game's folder or wheel; with --remove its id")
    parser.add_argument("--remove", action="store_true", help="take an installed game away; its journals stay")
    parser.add_argument("--yes", action="store_true", help="you trust whoever made it: do not ask")


def run(args: argparse.Namespace) -> int:
    """Install a game or take it away; return the exit status."""
    if find_spec("pip") is None:
        raise UserError("games are installed with pip, which is not here: sudo apt install python3-pip, or ./run")
    return _remove(args) if args.remove else _install(args)


def _install(args: argparse.Namespace) -> int:
    package = described(Path(args.package))
    for game_id in package.games:
        other = _package_of(game_id)
        if other and _plain(other) != _plain(package.name):
            raise UserError(f"the game {game_id} is there already: the package {other} has brought it")
    print(f"{package.name} {package.version} brings: {', '.join(package.games)}")
    if package.needs:
        print(f"It needs besides: {', '.join(package.needs)}")
    print(_TRUST)
    if not (args.yes or _agrees("Install it?")):
        print("Nothing was installed.")
        return 1
    _pip_install(Path(args.package).resolve())
    broken = [game_id for game_id in package.games if not _loads(game_id)]
    if broken:
        print(f"Take it away again: {program('companion')} install-game --remove {broken[0]}")
        return 1
    for game_id in package.games:
        print(f"Installed. Check it: {program('companion')} check-game {game_id}")
        print(f"           Play it:  {program('companion')} play --game {game_id} --virtual")
    return 0


def _remove(args: argparse.Namespace) -> int:
    name = _package_of(args.package)
    if not name:
        raise UserError(f"there is no game {args.package!r}{did_you_mean(args.package, game_ids())}")
    if _plain(name) == _OWN:
        raise UserError(f"the game {args.package} comes with the companion and cannot be taken away alone")
    games = [entry.name for entry in entry_points(group=GROUP) if entry.dist is not None and entry.dist.name == name]
    if not (args.yes or _agrees(f"Take {name} away, with {', '.join(games)}? Games in the journal stay.")):
        print("Nothing was taken away.")
        return 1
    _pip("uninstall", "--yes", name)
    print(f"Taken away: {', '.join(games)}")
    return 0


def described(path: Path) -> GamePackage:
    """Return what a folder or wheel says of its package.

    Raises UserError for anything else, and for a package without a game.
    """
    if path.is_dir():
        project = _project_of(path)
        games = project.get("entry-points", {}).get(GROUP, {})
        needs, version = project.get("dependencies", ()), str(project.get("version", ""))
        package = GamePackage(str(project.get("name", path.name)), version, sorted(games), _others(needs))
    elif path.suffix == ".whl":
        package = _package_in(path)
    else:
        raise UserError(f"{path}: is neither the folder nor the wheel of a game")
    if not package.games:
        raise UserError(f"{path}: brings no game: nothing is named below [project.entry-points.{GROUP!r}]")
    return package


def _project_of(folder: Path) -> Mapping[str, Any]:
    path = folder / "pyproject.toml"
    if not path.is_file():
        raise UserError(f"{folder}: has no pyproject.toml, as each game's folder has")
    try:
        found = tomllib.loads(read_text(str(path), "a package's description", _MOST_BYTES))
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{path}: {error}") from error
    project = found.get("project", {})
    if not isinstance(project, dict):
        raise UserError(f"{path}: project is no table")
    return project


def _package_in(wheel: Path) -> GamePackage:
    try:
        with zipfile.ZipFile(wheel) as archive:
            named = {
                Path(entry.filename).name: entry for entry in archive.infolist() if ".dist-info/" in entry.filename
            }
            texts = {
                name: archive.read(named[name]).decode()
                for name in ("METADATA", "entry_points.txt")
                if name in named and named[name].file_size <= _MOST_BYTES
            }
    except (OSError, zipfile.BadZipFile, NotImplementedError, RuntimeError, UnicodeDecodeError) as error:
        raise UserError(f"{wheel}: cannot be read as a wheel: {error}") from error
    if "METADATA" not in texts:
        raise UserError(f"{wheel}: cannot be read as a wheel: it says nothing of its package")
    told = HeaderParser().parsestr(texts["METADATA"])
    entries = configparser.ConfigParser(delimiters=("=",), interpolation=None)
    try:
        entries.read_string(texts.get("entry_points.txt", ""))
    except configparser.Error as error:
        raise UserError(f"{wheel}: its entry points cannot be read") from error
    games = sorted(entries[GROUP]) if GROUP in entries else []
    needs = [need for need in told.get_all("Requires-Dist", []) if "extra ==" not in need]
    return GamePackage(told.get("Name", wheel.stem), told.get("Version", ""), games, _others(needs))


def _others(needs: Sequence[str]) -> list[str]:
    """Return what is needed besides the companion."""
    return [need for need in map(str, needs) if not _plain(need).startswith(_OWN)]


def _plain(name: str) -> str:
    """Return a package's name as all its spellings have it in common."""
    return name.replace("_", "-").replace(".", "-").lower()


def _package_of(game_id: str) -> str:
    """Return the package that has brought an installed game; empty: there is no such game."""
    found = [entry for entry in entry_points(group=GROUP) if entry.name == game_id]
    return found[0].dist.name if found and found[0].dist is not None else ""


def _agrees(question: str) -> bool:
    """Ask on the terminal. Raises UserError where nobody can answer."""
    if not sys.stdin.isatty():
        raise UserError(f"{question} Nobody can answer here; give --yes")
    return input(f"{question} [y/N] ").strip().lower() in _YES


def _pip_install(path: Path) -> None:
    """Install a folder or wheel; a folder is built in a copy, for building leaves files in it.

    Raises UserError.
    """
    with tempfile.TemporaryDirectory() as temporary:
        source = path
        if path.is_dir():
            source = Path(temporary) / path.name
            try:
                shutil.copytree(path, source, ignore=shutil.ignore_patterns(*_NOT_COPIED))
            except (OSError, shutil.Error) as error:
                raise UserError(f"{path}: cannot be copied to be built: {error}") from error
        _pip("install", "--upgrade", *_build_options(source), str(source))


def _build_options(path: Path) -> Sequence[str]:
    """Return pip's options for a folder: what builds it is here already, as a rule."""
    is_here = path.is_dir() and find_spec("setuptools") is not None
    return ("--no-build-isolation",) if is_here else ()


def _pip(*words: str) -> None:
    """Run pip for this program. Raises UserError with its last words."""
    command = [sys.executable, "-m", "pip", *words, "--disable-pip-version-check", "--quiet"]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=_PIP_S)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UserError(f"pip could not do it: {error}") from error
    if ran.returncode:
        said = [line for line in ran.stderr.splitlines() if line.startswith("ERROR")] or ran.stderr.splitlines()
        raise UserError(f"pip could not do it: {said[-1].removeprefix('ERROR: ') if said else ran.returncode}")


def _loads(game_id: str) -> bool:
    """Return True if a new process finds the game whole; what is wrong is printed."""
    code = f"from companion.games import find_game; find_game({game_id!r})"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=_PIP_S)
    if ran.returncode:
        print(f"{game_id}: installed, but it cannot be used: {ran.stderr.strip().splitlines()[-1]}")
    return ran.returncode == 0
