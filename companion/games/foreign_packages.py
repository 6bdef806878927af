"""Packages of games of others, as their folders and wheels describe them.

Whoever made them is a stranger: what they say is checked, and shown without control codes.
"""

import configparser
import csv
import re
import tomllib
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from email.parser import HeaderParser
from pathlib import Path
from typing import Any

from companion.device.archives import unpacks_in_parts
from companion.device.errors import UserError
from companion.device.files import read_text
from companion.device.plain_text import plain
from companion.games import GROUP

#: The package with which this program itself comes.
OWN_PACKAGE = "finstere-flure-companion"
#: Files that describe a package are no longer (bytes).
_MOST_BYTES = 1_000_000
#: Parts of a wheel's description, which all stand in one folder of it.
_METADATA = "METADATA"
_ENTRY_POINTS = "entry_points.txt"
_RECORD = "RECORD"
#: Groups of entry points that become commands.
_COMMANDS = ("console_scripts", "gui_scripts")
#: Form of a game's id, and of the name with which a requirement begins.
_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?")
#: Needs of a part of a package that nobody has asked for.
_EXTRA = re.compile("extra *==")
#: What reading a wheel that is none, or a torn one, may raise.
_TORN = (
    OSError,
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
)


@dataclass(frozen=True)
class GamePackage:
    """Package that brings games: name, version, ids of the games, what it needs besides.

    Of a wheel the files that come and go with it, and its commands, too.
    """

    name: str
    version: str
    games: Sequence[str]
    needs: Sequence[str]
    files: Sequence[str] = ()
    commands: Sequence[str] = ()


def described(path: Path) -> GamePackage:
    """Return what a folder or wheel says of its package.

    Raises UserError for anything else, and for a package without a game.
    """
    if path.is_dir():
        package = _of_folder(path)
    elif path.suffix == ".whl" and path.is_file():
        package = _of_wheel(path)
    else:
        raise UserError(f"{path}: is neither the folder nor the wheel of a game")
    name, games = package.name, package.games
    if not _NAME.fullmatch(name):
        raise UserError(f"{path}: {plain(name, 80)!r} is no name of a package")
    if plain_name(name) == OWN_PACKAGE:
        raise UserError(f"{path}: is the companion itself, and no game")
    if path.suffix == ".whl" and plain_name(path.name.partition("-")[0]) != plain_name(name):
        # pip goes by the file's name, people by what is said here.
        raise UserError(f"{path}: says that it is {name}: its file should be named so")
    if not games:
        raise UserError(f"{path}: brings no game: nothing is named below [project.entry-points.{GROUP!r}]")
    for game_id in games:
        if not _ID.fullmatch(game_id):
            raise UserError(f"{path}: {plain(game_id, 80)!r} is no game's id: small letters and hyphens")
    for need in package.needs:
        # Whatever has this address would come, in the place of what the companion needs or with that among its needs.
        if "@" in need.partition(";")[0]:
            raise UserError(f"{path}: needs {plain(need, 120)!r}: say a version of it, not its address")
    needs = [need for need in package.needs if not _EXTRA.search(need)]
    others = [plain(need, 120) for need in needs if needed_name(need) != OWN_PACKAGE]
    return replace(package, version=plain(package.version, 40), games=sorted(games), needs=others)


def needed_name(need: str) -> str:
    """Return the name of the package that is needed."""
    return plain_name(_NAME.match(need))


def plain_name(name: str | re.Match[str] | None) -> str:
    """Return a package's name as all its spellings have it in common."""
    return re.sub(r"[-_.]+", "-", name if isinstance(name, str) else name[0] if name else "").lower()


def _of_folder(folder: Path) -> GamePackage:
    path = folder / "pyproject.toml"
    if not path.is_file():
        raise UserError(f"{folder}: has no pyproject.toml, as each game's folder has")
    try:
        found: Any = tomllib.loads(read_text(str(path), "a package's description", _MOST_BYTES))
        project = _table(found, "project")
        games = _table(_table(project, "entry-points"), GROUP)
        needs, name = project.get("dependencies", []), project.get("name", folder.name)
        if not isinstance(needs, list) or not all(isinstance(need, str) for need in needs):
            raise ValueError("dependencies is no list of texts")
        if not isinstance(name, str):
            raise ValueError("name is no text")
    except RecursionError as error:
        raise UserError(f"{path}: is nested too deeply") from error
    except ValueError as error:
        raise UserError(f"{path}: {plain(str(error), 200)}") from error
    return GamePackage(name, str(project.get("version", "")), [*games], needs)


def _table(values: dict[str, Any], name: str) -> dict[str, Any]:
    """Return a table of the description, empty where there is none.

    Raises ValueError for anything else.
    """
    found = values.get(name, {})
    if not isinstance(found, dict):
        raise ValueError(f"{name} is no table")
    return found


def _of_wheel(wheel: Path) -> GamePackage:
    try:
        files, texts = _texts_of(wheel)
        entries = configparser.ConfigParser(delimiters=("=",), default_section="", interpolation=None)
        entries.optionxform = str  # type: ignore[assignment,method-assign]
        entries.read_string(texts.get(_ENTRY_POINTS, ""))
        told = HeaderParser().parsestr(texts[_METADATA])
        # What is recorded is taken away with the wheel, whether it came with it or not.
        recorded = [row[0] for row in csv.reader(texts.get(_RECORD, "").splitlines()) if row]
    except KeyError as error:
        raise UserError(f"{wheel}: cannot be read as a wheel: it says nothing of its package") from error
    except configparser.Error as error:
        raise UserError(f"{wheel}: its entry points cannot be read") from error
    except csv.Error as error:
        raise UserError(f"{wheel}: its list of files cannot be read") from error
    except _TORN as error:
        raise UserError(f"{wheel}: cannot be read as a wheel: {plain(str(error), 200)}") from error
    games = [*entries[GROUP]] if GROUP in entries else []
    needs = [str(need) for need in told.get_all("Requires-Dist", [])]
    commands = [command for group in _COMMANDS if group in entries for command in entries[group]]
    name, version = str(told.get("Name", "")), str(told.get("Version", ""))
    return GamePackage(name, version, games, needs, sorted({*files, *recorded}), commands)


def _texts_of(wheel: Path) -> tuple[Sequence[str], dict[str, str]]:
    """Return the names of a wheel's files, and the parts of its description.

    Raises what is in `_TORN`.
    """
    with zipfile.ZipFile(wheel) as archive:
        entries = [(entry.filename.split("/"), entry) for entry in archive.infolist()]
        described_in = {parts[0] for parts, _ in entries if parts[0].endswith(".dist-info")}
        if len(described_in) > 1:
            raise ValueError("it describes more than one package")
        texts = {}
        for parts, entry in entries:
            if len(parts) == 2 and parts[0] in described_in and parts[1] in (_METADATA, _ENTRY_POINTS, _RECORD):
                if entry.file_size > _MOST_BYTES or parts[1] in texts:
                    raise ValueError("its description is too long, or there twice")
                if not unpacks_in_parts(entry):
                    raise ValueError("its description is packed in another way than those of wheels")
                with archive.open(entry) as file:
                    texts[parts[1]] = file.read(_MOST_BYTES).decode()
        return archive.namelist(), texts
