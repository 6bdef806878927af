"""Camera profiles that were made at the table: one small file for each camera, kept with the games."""

import re
from pathlib import Path

from companion.box.errors import UserError
from companion.box.folders import state_folder
from companion.box.log import warn
from companion.commands.calibrate import save_profile
from vision.errors import ProfileError
from vision.profile import CameraProfile, load_profile

_LONGEST_NAME = 100


def profile_path(source: str) -> Path:
    """Where the profile of the camera `source` is kept. Raises UserError if there is no home folder."""
    # Of a long path the end tells most.
    return state_folder() / "cameras" / f"{re.sub(r'[^A-Za-z0-9@]+', '-', source)[-_LONGEST_NAME:]}.json"


def kept_profile(source: str) -> CameraProfile | None:
    """The profile of the camera `source`; None if none was kept, or (with a warning) if it cannot be used."""
    try:
        path = profile_path(source)
        return load_profile(path) if path.exists() else None
    except (UserError, ProfileError) as error:
        warn(str(error))
        return None


def keep_profile(source: str, profile: CameraProfile) -> None:
    """Keeps the profile of the camera `source`, instead of an earlier one. Raises UserError."""
    path = profile_path(source)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from None
    save_profile(path, profile)
