"""Versions of a game's rules: two tables play together only if they have the same ones."""

from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from typing import Any

from companion.table.game import TableGame
from companion.table.session import Session
from companion.two_tables.order import canonical


def rules_hash(table_game: TableGame[Session], first_event: dict[str, Any]) -> str:
    """Return the hash of the versions of companion and rules, and of a game's options."""
    packages = {"companion", type(table_game.rules).__module__.partition(".")[0]}
    versions = {package: _version(package) for package in packages}
    options = [option.id for option in table_game.options]
    told = {"versions": versions, "format": table_game.rules.format, "options": options, "first": first_event}
    return sha256(canonical(told)).hexdigest()


@cache
def _version(package: str) -> str:
    """Return the version of a package; empty for one that is not installed."""
    for name in packages_distributions().get(package, ()):
        with suppress(PackageNotFoundError):
            return version(name)
    return ""
