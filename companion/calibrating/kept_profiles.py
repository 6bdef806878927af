"""Camera profiles made at the table: one small file for each camera, saved with the games."""

import json
import re
from pathlib import Path

from companion.device.errors import UserError
from companion.device.files import write_whole
from companion.device.folders import state_folder
from companion.device.log import warn
from vision.addresses import masked
from vision.errors import ProfileError
from vision.model.profile import CameraProfile, load_profile, profile_to_json

_LONGEST_NAME = 100


def profile_path(source: str) -> Path:
    """Return the path of the profile of the camera `source`.

    Raises UserError if there is no home folder.
    """
    # Names of files are told in messages: no password is in them.
    return _path(masked(source))


def _path(source: str) -> Path:
    # Of a long path the end tells most.
    return state_folder() / "cameras" / f"{re.sub(r'[^A-Za-z0-9@]+', '-', source)[-_LONGEST_NAME:]}.json"


def looks_path() -> Path:
    """Return the path of the file that keeps how plain pieces look, beside the profiles.

    Raises UserError if there is no home folder.
    """
    return state_folder() / "cameras" / "plain-looks.json"


def kept_profile(source: str) -> CameraProfile | None:
    """Return the saved profile of the camera `source`.

    None if none was saved, or (with a warning) if it cannot be used.
    """
    try:
        path, before = profile_path(source), _path(source)
        if before.exists() and not path.exists():
            # Earlier versions had passwords or access tokens in the names and in what is kept.
            before.rename(path)
            save_profile(path, load_profile(path))
        return load_profile(path) if path.exists() else None
    except (UserError, ProfileError) as error:
        warn(str(error))
    except OSError as error:
        warn(f"{path}: cannot be written: {error.strerror}")
    return None


def keep_profile(source: str, profile: CameraProfile) -> None:
    """Keep the profile of the camera `source`, instead of an earlier one. Raises UserError."""
    path = profile_path(source)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from None
    save_profile(path, profile)


def save_profile(path: Path, profile: CameraProfile) -> None:
    """Write the profile whole or not at all, as JSON that people can read. Raises UserError."""
    data = profile_to_json(profile)
    # One line for each value: short lists are easier to read so than as json.dumps indents them.
    lines = ",\n".join(f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in data.items())
    write_whole(path, f"{{\n{lines}\n}}\n".encode())
