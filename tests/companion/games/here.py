"""All games of this project: the companion's own, and the examples, not installed."""

import tomllib
from collections.abc import Iterator, Mapping
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

from companion.games import GROUP, CompanionGame
from tests import ROOT


def _project(path: Path) -> Mapping[str, Any]:
    project: Mapping[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))["project"]
    return project


_EXAMPLES = [_project(path) for path in sorted(ROOT.glob("examples/*/pyproject.toml"))]


def _entries() -> Iterator[EntryPoint]:
    for project in (_project(ROOT / "pyproject.toml"), *_EXAMPLES):
        yield from (EntryPoint(name, value, GROUP) for name, value in project["entry-points"][GROUP].items())


#: By their ids.
ENTRIES: Mapping[str, EntryPoint] = {entry.name: entry for entry in _entries()}


def load_game(game_id: str) -> CompanionGame:
    """Return a game, installed or not."""
    game: CompanionGame = ENTRIES[game_id].load()
    return game


def install_examples(folder: Path) -> None:
    """Let a process that has this folder on its path find the examples as installed."""
    for project in _EXAMPLES:
        name = project["name"]
        about = folder / f"{name.replace('-', '_')}-{project['version']}.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Name: {name}\nVersion: {project['version']}\n", encoding="utf-8")
        lines = [f"{game_id} = {value}" for game_id, value in project["entry-points"][GROUP].items()]
        (about / "entry_points.txt").write_text("\n".join([f"[{GROUP}]", *lines]), encoding="utf-8")
