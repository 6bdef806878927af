"""Games that are installed: also new ones, each with what pip leaves of a package."""

import argparse
import sys
import tempfile
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from companion import games
from companion.commands import new_game
from companion.games import CompanionGame, GamePart
from companion.games.foreign_packages import described
from tools.walk.window import FILES

#: Folders of the games that were written, until this process ends.
_FOLDERS: list[tempfile.TemporaryDirectory[str]] = []


def installed_games() -> dict[str, CompanionGame]:
    """Return the games that are installed, also a new one of each kind."""
    written = [f"walked-{kind}" for kind in new_game.KINDS]
    if not {*written} <= {*games.game_ids()}:
        # Another process that plays them has this path too, and finds them there.
        folder = tempfile.TemporaryDirectory(prefix="walk-", dir=FILES)
        _FOLDERS.append(folder)
        for kind, game_id in zip(new_game.KINDS, written, strict=True):
            _install(Path(folder.name), kind, game_id)
        games._found.cache_clear()
    return dict(games.ask_each_game(lambda game: game, GamePart.VIRTUAL))


def uninstall() -> None:
    """Take the games away that were written, from disk and from this process."""
    for folder in _FOLDERS:
        places = [path for path in sys.path if path.startswith(folder.name)]
        for place in places:
            sys.path.remove(place)
            for package in Path(place).glob("*/__init__.py"):
                name = package.parent.name
                for module in [known for known in sys.modules if f"{known}.".startswith(f"{name}.")]:
                    del sys.modules[module]
        folder.cleanup()
    _FOLDERS.clear()
    games._found.cache_clear()


def _install(folder: Path, kind: str, game_id: str) -> None:
    """Write a game, and beside its package what pip writes of it."""
    with redirect_stdout(StringIO()):
        new_game.run(argparse.Namespace(name=game_id, kind=kind, out=folder))
    package = described(folder / game_id)
    info = folder / game_id / f"{package.name.replace('-', '_')}-{package.version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Name: {package.name}\nVersion: {package.version}\n")
    name = game_id.replace("-", "_")
    (info / "entry_points.txt").write_text(f"[{games.GROUP}]\n{game_id} = {name}.game:GAME\n")
    sys.path.append(str(folder / game_id))
