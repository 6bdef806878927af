"""``companion install-game``: games of others, from folders or wheels, and away again."""

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, distribution, entry_points
from importlib.util import find_spec
from pathlib import Path

from companion.device.errors import UserError
from companion.device.plain_text import plain
from companion.games import GROUP, game_ids, program
from companion.games.foreign_packages import OWN_PACKAGE, GamePackage, described, plain_name
from companion.games.replacing import check_files, needed_versions
from engine.suggestions import did_you_mean

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
    _check_replaced(package.name)
    check_files(package)
    for game_id in package.games:
        other = _package_of(game_id)
        if other and plain_name(other) != plain_name(package.name):
            raise UserError(f"the game {game_id} is there already: the package {other} has brought it")
    print(f"{package.name} {package.version} brings: {', '.join(package.games)}")
    if package.needs:
        print(f"It needs besides: {', '.join(package.needs)}")
    print(_TRUST)
    if not (args.yes or _agrees("Install it?")):
        print("Nothing was installed.")
        return 1
    _pip_install(Path(args.package).resolve(), package)
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
    if plain_name(name) == OWN_PACKAGE:
        raise UserError(f"the game {args.package} comes with the companion and cannot be taken away alone")
    games = [entry.name for entry in entry_points(group=GROUP) if entry.dist is not None and entry.dist.name == name]
    if not (args.yes or _agrees(f"Take {name} away, with {', '.join(games)}? Games in the journal stay.")):
        print("Nothing was taken away.")
        return 1
    _pip("uninstall", "--yes", name)
    print(f"Taken away: {', '.join(games)}")
    return 0


def _check_replaced(name: str) -> None:
    """Raise UserError if a package with this name is installed that brings no game.

    The companion may need that.
    """
    try:
        installed = distribution(name)
    except PackageNotFoundError:
        return
    if not any(entry.group == GROUP for entry in installed.entry_points):
        raise UserError(f"the package {name} is installed already and brings no game: this one would take its place")


def _package_of(game_id: str) -> str:
    """Return the package that has brought an installed game; empty: there is no such game."""
    found = [entry for entry in entry_points(group=GROUP) if entry.name == game_id]
    return found[0].dist.name if found and found[0].dist is not None else ""


def _agrees(question: str) -> bool:
    """Ask on the terminal. Raises UserError where nobody can answer."""
    if not sys.stdin.isatty():
        raise UserError(f"{question} Nobody can answer here; give --yes")
    return input(f"{question} [y/N] ").strip().lower() in _YES


def _pip_install(path: Path, package: GamePackage) -> None:
    """Install a folder or wheel, and leave all that the companion needs as it is.

    Raises UserError.
    """
    with tempfile.TemporaryDirectory() as temporary:
        wheel = _built(path, package, Path(temporary)) if path.is_dir() else path
        kept = Path(temporary) / "kept.txt"
        kept.write_text("".join(f"{name}=={version}\n" for name, version in needed_versions().items()))
        _pip("install", "--upgrade", "--constraint", str(kept), str(wheel))


def _built(folder: Path, package: GamePackage, temporary: Path) -> Path:
    """Build the wheel of a folder, in a copy, for building leaves files in it.

    Raises UserError, also if the wheel is another than the folder has said.
    """
    source = temporary / "source" / folder.name
    try:
        shutil.copytree(folder, source, ignore=shutil.ignore_patterns(*_NOT_COPIED))
    except (OSError, shutil.Error) as error:
        raise UserError(f"{folder}: cannot be copied to be built: {error}") from error
    _pip("wheel", "--no-deps", *_build_options(), "--wheel-dir", str(temporary), str(source))
    wheels = [*temporary.glob("*.whl")]
    if len(wheels) != 1:
        raise UserError(f"{folder}: builds no wheel")
    built = described(wheels[0])
    if (plain_name(built.name), built.games) != (plain_name(package.name), package.games):
        raise UserError(f"{folder}: builds another package than it says")
    check_files(built)
    return wheels[0]


def _build_options() -> Sequence[str]:
    """Return pip's options for a folder: what builds it is here already, as a rule."""
    return ("--no-build-isolation",) if find_spec("setuptools") is not None else ()


def _pip(*words: str) -> None:
    """Run pip for this program. Raises UserError with its last words."""
    command = [sys.executable, "-m", "pip", *words, "--disable-pip-version-check", "--quiet"]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=_PIP_S)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UserError(f"pip could not do it: {error}") from error
    if ran.returncode:
        said = [line for line in ran.stderr.splitlines() if line.startswith("ERROR")] or ran.stderr.splitlines()
        raise UserError(f"pip could not do it: {plain(said[-1]).removeprefix('ERROR: ') if said else ran.returncode}")


def _loads(game_id: str) -> bool:
    """Return True if a new process finds the game whole; what is wrong is printed."""
    code = f"from companion.games import find_game; find_game({game_id!r})"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=_PIP_S)
    if ran.returncode:
        print(f"{game_id}: installed, but it cannot be used: {plain(ran.stderr.strip().splitlines()[-1])}")
    return ran.returncode == 0
