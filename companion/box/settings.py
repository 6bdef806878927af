"""The players' settings, kept from game to game in a small TOML file."""

import json
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from companion.box.errors import UserError
from companion.box.files import write_whole
from companion.box.folders import settings_folder
from companion.box.language import LANGUAGES, say, system_language

TALKS = ("all", "phases", "quiet")
SLOWEST, FASTEST = 0.5, 3.0
LOUDEST = 100
#: Whether a camera reads the table: the one that is there, or none, and all is played by hand.
AUTOMATIC_CAMERA, NO_CAMERA = CAMERAS = ("automatic", "none")
#: How the floor comes about.
SET_UPS = ("basic", "expert")
LONGEST_NAME = 100


def usual_path() -> Path:
    """The settings' place if no other is asked for. Raises UserError if there is no home folder."""
    return settings_folder() / "settings.toml"


@dataclass(frozen=True)
class Settings:
    """What players can choose.

    `volume` is in percent; `speed` is that of the animation, 1 being the usual one; `talk` says how much is said
    aloud: everything, the phases only, nothing. `camera` is one of `CAMERAS`. `set_up`, `dm`, `five_as_three` and
    `real_deck` are the variants that are usually played: a new game proposes them.
    """

    language: str = field(default_factory=system_language)
    volume: int = 70
    speed: float = 1.0
    talk: str = "all"
    camera: str = AUTOMATIC_CAMERA
    full_screen: bool = False
    set_up: str = "basic"
    dm: bool = False
    five_as_three: bool = False
    real_deck: bool = False


def load_settings(path: Path, usual: Settings | None = None) -> tuple[Settings, tuple[str, ...]]:
    """The settings in the file, and a sentence for each thing in it that is not right.

    What is missing or not right is as in `usual`. A file that cannot be read as TOML at all is kept under another name.
    Never raises because of the file.
    """
    usual = usual or Settings()
    try:
        text = path.read_bytes().decode()
        found = tomllib.loads(text)
    except FileNotFoundError:
        return usual, ()
    except OSError as error:
        reason = error.strerror
        return usual, (say("{file} cannot be read: {reason}. The usual settings hold.", file=path, reason=reason),)
    except (ValueError, RecursionError) as error:
        return usual, (_set_aside(path, str(error)),)
    values: dict[str, Any] = {}
    warnings = []
    for key, value in found.items():
        if key not in _ALLOWED:
            warnings.append(
                say(
                    "{file}: there is no setting {key}; the settings are {settings}.",
                    file=path,
                    key=repr(key)[:LONGEST_NAME],
                    settings=", ".join(_ALLOWED),
                )
            )
        elif not _ALLOWED[key].fits(value):
            warnings.append(
                say(
                    "{file}: {key} is {value}, but should be {allowed}.",
                    file=path,
                    key=key,
                    value=repr(value)[:LONGEST_NAME],
                    allowed=_ALLOWED[key].wording(),
                )
            )
        else:
            values[key] = float(value) if key == "speed" else value
    return replace(usual, **values), tuple(warnings)


def save_settings(settings: Settings, path: Path, usual: Settings | None = None) -> None:
    """Writes the settings to the file, whole or not at all; those that are as in `usual` are left out.

    Raises UserError.
    """
    # JSON writes these values just as TOML does; `fits` keeps out the letters that it would write otherwise.
    values = {key.name: getattr(settings, key.name) for key in fields(settings)}
    changed = {key: value for key, value in values.items() if usual is None or value != getattr(usual, key)}
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in changed.items()]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from None
    write_whole(path, "".join(f"{line}\n" for line in lines).encode())


@dataclass(frozen=True)
class _Allowed:
    """Which values a setting may have, and how that is said."""

    fits: Callable[[object], bool]
    wording: Callable[[], str]


def _is_number(value: object, least: float, most: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most


def _one_of(values: tuple[str, ...]) -> _Allowed:
    return _Allowed(lambda value: value in values, lambda: say("one of {values}", values=", ".join(values)))


_YES_OR_NO = _Allowed(lambda value: isinstance(value, bool), _one_of(("true", "false")).wording)

_ALLOWED = {
    "language": _one_of(tuple(LANGUAGES)),
    "volume": _Allowed(
        lambda value: isinstance(value, int) and _is_number(value, 0, LOUDEST),
        lambda: say("a whole number from {least} to {most}", least=0, most=LOUDEST),
    ),
    "speed": _Allowed(
        lambda value: _is_number(value, SLOWEST, FASTEST),
        lambda: say("a number from {least} to {most}", least=SLOWEST, most=FASTEST),
    ),
    "talk": _one_of(TALKS),
    "camera": _one_of(CAMERAS),
    "full_screen": _YES_OR_NO,
    "set_up": _one_of(SET_UPS),
    "dm": _YES_OR_NO,
    "five_as_three": _YES_OR_NO,
    "real_deck": _YES_OR_NO,
}


def _set_aside(path: Path, reason: str) -> str:
    """Gives a file that cannot be read another name; returns the sentence that says so."""
    number = 1
    while (aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    try:
        path.rename(aside)
    except OSError:
        return say("{file} cannot be read: {reason}. The usual settings hold.", file=path, reason=reason)
    return say(
        "{file} cannot be read: {reason}. It is kept as {aside}, and the usual settings hold.",
        file=path,
        reason=reason,
        aside=aside,
    )
