"""Folders of the companion: systemd's, else those of the XDG base directory specification."""

import os
from pathlib import Path

from companion.device.errors import UserError

NAME = "finstere-flure-companion"


def state_folder() -> Path:
    """Return the folder of the games, which may not exist yet.

    Raises UserError if there is no home folder.
    """
    return _folder("STATE_DIRECTORY", "XDG_STATE_HOME", ".local/state")


def cache_folder() -> Path:
    """Return the folder of things that can be made again, which may not exist yet.

    Raises UserError as `state_folder`.
    """
    return _folder("CACHE_DIRECTORY", "XDG_CACHE_HOME", ".cache")


def settings_folder() -> Path:
    """Return the folder of the settings, which may not exist yet.

    Raises UserError as `state_folder`. A service may not write to its configuration folder, so that it keeps its
    settings with its state.
    """
    return _folder("STATE_DIRECTORY", "XDG_CONFIG_HOME", ".config")


def config_folder() -> Path:
    """Return the folder of the config file, which the companion only reads.

    Raises UserError as `state_folder`.
    """
    return _folder("CONFIGURATION_DIRECTORY", "XDG_CONFIG_HOME", ".config")


def _folder(service: str, base: str, default_folder: str) -> Path:
    """Return the folder named by systemd's variable `service`, else one of our own.

    Our own folder is in that of the variable `base`, or in `default_folder` in the home.
    """
    # systemd names a folder that is ours already; if a unit has several, they are set apart by colons.
    given = os.environ.get(service, "").split(":")[0]
    if given:
        return Path(given)
    chosen = Path(os.environ.get(base, ""))
    # The specification: a path that is not absolute must be ignored.
    if chosen.is_absolute():
        return chosen / NAME
    try:
        return Path.home() / default_folder / NAME
    except RuntimeError:
        raise UserError(f"there is no home folder to keep things in; set HOME or {base} to a folder") from None
