"""Check of games' packages: they replace nothing that the companion needs.

Nor do they bring, or take away, files among those of other packages.
"""

import sysconfig
from collections.abc import Iterator, Mapping
from importlib.metadata import Distribution, PackageNotFoundError, distribution, distributions
from pathlib import Path, PurePosixPath

from companion.device.errors import UserError
from companion.device.packages import OWN
from companion.device.plain_text import plain
from companion.games.foreign_packages import OWN_PACKAGE, GamePackage, needed_name, plain_name

#: Games are built and installed with these.
_INSTALLERS = ("pip", "setuptools")


def check_files(package: GamePackage) -> None:
    """Check that what comes and goes with a wheel is the package's alone.

    Raises UserError with the first file that is not, or may not be.
    """
    owners = _owners(package.name)
    for file in package.files:
        parts = PurePosixPath(file).parts
        # Data of a wheel goes anywhere.
        if not parts or ".." in parts or parts[0] == "/" or parts[0].endswith(".data"):
            raise UserError(f"{package.name}: its file {plain(file, 120)} lies outside of its own folders")
        if (owner := owners.get(_top(parts[0]))) is not None:
            raise UserError(
                f"{package.name}: its file {plain(file, 120)} lies among those of the package {owner}, which is "
                "installed already"
            )
    own = {entry.name for other in distributions() if _is_called(other, package.name) for entry in other.entry_points}
    for command in package.commands:
        if command not in own and (Path(sysconfig.get_path("scripts")) / command).exists():
            raise UserError(f"{package.name}: its command {plain(command, 120)} is there already")


def needed_versions() -> Mapping[str, str]:
    """Return the versions of the installed packages that the companion needs, by their names.

    With them those that it can do without.
    """
    found: dict[str, str] = {}
    ahead = [OWN_PACKAGE, *_INSTALLERS]
    while ahead:
        name = ahead.pop()
        if name in found:
            continue
        try:
            installed = distribution(name)
        except PackageNotFoundError:
            continue
        found[name] = installed.version
        ahead += map(needed_name, installed.requires or ())
    return found


def _owners(name: str) -> Mapping[str, str]:
    """Return the packages by their folders and modules, without the one of this name."""
    others = [other for other in distributions() if not _is_called(other, name)]
    found = {top: str(other.name) for other in others for top in _tops(other)}
    return {**found, **dict.fromkeys(OWN, OWN_PACKAGE)}


def _is_called(installed: Distribution, name: str) -> bool:
    return plain_name(installed.name or "") == plain_name(name)


def _tops(installed: Distribution) -> Iterator[str]:
    """Yield how the folders and modules of an installed package are imported."""
    # Those that are installed from their own folder have no list of files. Reading the first names alone is quick.
    yield from (installed.read_text("top_level.txt") or "").split()
    tops = {line.lstrip('"').partition("/")[0] for line in (installed.read_text("RECORD") or "").splitlines()}
    yield from filter(None, map(_top, tops))


def _top(part: str) -> str:
    """Return the name with which a folder or module is imported."""
    return part.partition(".")[0]
