"""The players' settings, kept from game to game in a small TOML file.

The box's own settings stand at the top, those of each game in a section with the game's id. Version 0.1 knew one game
and wrote its settings at the top, too: they are taken over into that game's section.
"""

import json
import math
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.device.errors import UserError
from companion.device.files import write_whole
from companion.device.folders import settings_folder
from companion.device.language import LANGUAGES, later, say, system_language
from companion.device.options import (
    Option,
    Values,
    choice,
    flag,
    number,
    rename_former_options,
    whole_number,
    with_defaults,
)
from companion.device.plain_text import plain
from vision.bounded_files import decode_text, read_bounded

#: Setting with which the camera that is there reads the table.
AUTOMATIC_CAMERA = "automatic"
#: Setting with which no camera reads the table, and all is played by hand.
NO_CAMERA = "none"
LONGEST_NAME = 100
LONGEST_REASON = 200
#: No settings are larger.
MOST_BYTES = 200_000

LANGUAGE = choice("language", later("Language"), {code: language.name for code, language in LANGUAGES.items()}, "en")
VOLUME = whole_number("volume", later("Volume"), (0, 25, 50, 75, 100), 70, {0: later("off")}, later("{n} %"))
TALK = choice(
    "talk",
    later("What is spoken"),
    {"all": later("everything"), "phases": later("only the phases"), "quiet": later("nothing")},
    "all",
)
#: How much is said so that nobody has to look at the screen.
BY_EAR = choice(
    "by_ear",
    later("By ear"),
    {"off": later("off"), "short": later("short"), "full": later("in full")},
    "off",
)
#: How fast is spoken. The usual speed is a little slower than espeak-ng's own 175, to be understood across a table.
WORDS_PER_MINUTE = whole_number(
    "words_per_minute",
    later("Speed of speech"),
    (100, 125, 155, 185, 220, 260, 310, 370, 440),
    155,
    {},
    later("{n} words a minute"),
)
#: Who speaks: a variant of espeak-ng's voice of the language.
VOICE = choice(
    "voice",
    later("Voice"),
    {
        "usual": later("the usual one"),
        "f2": later("a woman's"),
        "f4": later("a woman's, lower"),
        "m3": later("a man's"),
        "m8": later("a man's, lower"),
    },
    "usual",
)
SPEED = number("speed", later("Speed of moves"), (0.5, 0.75, 1.0, 1.5, 2.0, 3.0), 1.0, later("× {n}"))
HURRY = number("hurry", later("Speed when nothing happens"), (1.0, 2.0, 4.0, 8.0), 4.0, later("× {n}"))
CAMERA = choice(
    "camera",
    later("Camera"),
    {AUTOMATIC_CAMERA: later("automatic"), NO_CAMERA: later("none: play by hand")},
    AUTOMATIC_CAMERA,
)
#: Which pieces have stickers, which a camera reads; the others are known by where they lie.
ALL_STICKERS = "all"
SOME_STICKERS = "some"
NO_STICKERS = "none"
STICKERS = choice(
    "stickers",
    later("Stickers"),
    {
        ALL_STICKERS: later("on all pieces"),
        SOME_STICKERS: later("on some pieces"),
        NO_STICKERS: later("none: plain pieces"),
    },
    ALL_STICKERS,
)
FULL_SCREEN = flag("full_screen", later("Full screen"))
MENU_LOCK = flag("menu_lock", later("Menu lock"), words={False: later("off"), True: later("hold two buttons")})
#: Colours of the screen, one of `companion.screen.theme.THEMES`.
THEME = choice(
    "theme",
    later("Colours"),
    {"usual": later("dark"), "contrast": later("high contrast"), "colour-blind": later("for colour-blind players")},
    "usual",
)
#: How many times as large as usual letters are on the screen.
TYPE_SIZE = number("type_size", later("Size of letters"), (1.0, 1.2, 1.4), 1.0, later("× {n}"))
#: How strong the bots are that are offered first.
OPPONENTS = choice(
    "opponents",
    later("Opponents"),
    {"easy": later("easy"), "medium": later("medium"), "strong": later("strong")},
    "medium",
)
#: How long what a bot has done can be read before the next bot acts.
PACE = choice(
    "pace",
    later("Pace of opponents"),
    {"slow": later("slow"), "normal": later("normal"), "fast": later("fast")},
    "normal",
)
HINTS = flag("hints", later("Hints"), True, words={False: later("forbidden"), True: later("allowed")})
#: Whether players who have names are rated by the games that they have finished.
RATING = flag("rating", later("Rating among friends"), words={False: later("off"), True: later("on")})
BOX_OPTIONS: tuple[Option[Any], ...] = (
    LANGUAGE,
    VOLUME,
    SPEED,
    HURRY,
    TALK,
    CAMERA,
    FULL_SCREEN,
    MENU_LOCK,
    OPPONENTS,
    PACE,
    HINTS,
    THEME,
    TYPE_SIZE,
    BY_EAR,
    WORDS_PER_MINUTE,
    VOICE,
    STICKERS,
    RATING,
)
"""The options that hold for every game, each a field of `Settings`."""

#: The options of each game, by the game's id.
GameOptions = Mapping[str, Sequence[Option[Any]]]


def default_settings_path() -> Path:
    """Return the usual place of the settings. Raises UserError if there is no home folder."""
    return settings_folder() / "settings.toml"


@dataclass(frozen=True)
class Settings:
    """Settings that players can choose.

    `volume` is in percent; `speed` is that of the animation, 1 being the default, and when nothing happens it is
    `hurry` times as fast; `talk` says how much is spoken, `by_ear` how much of what the screen shows is said besides,
    `voice` by whom. `stickers` says which pieces have some. `opponents` is the strength of bots that are offered first,
    `pace` how fast they act one after the other. `theme` and `type_size` are the screen's colours and letters. `games`
    has the chosen values of each game's options, by the game's id: a new game proposes them.
    """

    language: str = field(default_factory=system_language)
    volume: int = VOLUME.default
    speed: float = SPEED.default
    talk: str = TALK.default
    camera: str = CAMERA.default
    full_screen: bool = FULL_SCREEN.default
    games: Mapping[str, Values] = field(default_factory=dict)
    hurry: float = HURRY.default
    menu_lock: bool = MENU_LOCK.default
    hints: bool = HINTS.default
    opponents: str = OPPONENTS.default
    pace: str = PACE.default
    theme: str = THEME.default
    type_size: float = TYPE_SIZE.default
    by_ear: str = BY_EAR.default
    words_per_minute: int = WORDS_PER_MINUTE.default
    voice: str = VOICE.default
    stickers: str = STICKERS.default
    rating: bool = RATING.default

    @property
    def is_plain(self) -> bool:
        """True if pieces without stickers are known by where they lie.

        Those that have some are read as ever.
        """
        return self.stickers != ALL_STICKERS

    def of_game(self, game: str, options: Sequence[Option[Any]]) -> Values:
        """Return the values of all options of a game."""
        return with_defaults(options, self.games.get(game, {}))

    def with_game(self, game: str, values: Values) -> "Settings":
        """Return the same with these values of options of a game."""
        if not values:
            return self
        return replace(self, games={**self.games, game: {**self.games.get(game, {}), **values}})


def load_settings(
    path: Path, usual: Settings | None = None, games: GameOptions | None = None
) -> tuple[Settings, tuple[str, ...]]:
    """Return the settings in the file, and a sentence for each thing in it that is not right.

    What is missing or not right is as in `usual`. `games` are the options of the games that there are; without them
    only the box's own settings are looked at. A file that cannot be read as TOML at all is kept under another name.
    Never raises because of the file.
    """
    usual = usual or Settings()
    try:
        text = decode_text(read_bounded(path, MOST_BYTES))
        found = tomllib.loads(text)
    except FileNotFoundError:
        return usual, ()
    except OSError as error:
        reason = error.strerror
        return usual, (
            say("{file} cannot be read: {reason}. The default settings are used.", file=path, reason=reason),
        )
    except (ValueError, RecursionError) as error:
        return usual, (_set_aside(path, plain(str(error), LONGEST_REASON)),)
    reader = _Reader(path)
    own = {key: value for key, value in found.items() if key in _BOX}
    settings = replace(usual, **reader.values(own, _BOX))
    if games is None:
        return settings, tuple(reader.warnings)
    sections = {key: value for key, value in found.items() if key not in _BOX and isinstance(value, dict)}
    for game, options in games.items():
        known = {option.id: option for option in options}
        # Version 0.1 had them at the top.
        names = dict.fromkeys([*known, *(option.formerly for option in options)])
        before = {key: found.pop(key) for key in names if key in found and key not in {*_BOX, *sections}}
        chosen = rename_former_options({**before, **sections.pop(game, {})}, options)
        settings = settings.with_game(game, reader.values(chosen, known))
    for key in found:
        if key not in _BOX and not isinstance(found[key], dict):
            reader.unknown(key, _BOX)
    for game, values in sections.items():
        # The settings of a game that is not here now wait for it.
        settings = settings.with_game(
            game, {key: value for key, value in values.items() if _is_plain(value) and key.isprintable()}
        )
    return settings, tuple(reader.warnings)


class _Reader:
    """Reader of what fits in a file, with a sentence for all that does not."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.warnings: list[str] = []

    def values(self, found: Values, known: Mapping[str, Option[Any]]) -> dict[str, Any]:
        """Return the values that fit."""
        values = {}
        for key, value in found.items():
            if key not in known:
                self.unknown(key, known)
            elif not known[key].fits(value):
                self.warnings.append(
                    say(
                        "{file}: {key} is {value}, but should be {allowed}.",
                        file=self._path,
                        key=key,
                        value=repr(value)[:LONGEST_NAME],
                        allowed=known[key].allowed(),
                    )
                )
            else:
                values[key] = known[key].taken(value)
        return values

    def unknown(self, key: str, known: Mapping[str, Option[Any]]) -> None:
        """Warn of a key that does not exist."""
        self.warnings.append(
            say(
                "{file}: there is no setting {key}; the settings are {settings}.",
                file=self._path,
                key=repr(key)[:LONGEST_NAME],
                settings=", ".join(known),
            )
        )


_BOX = {option.id: option for option in BOX_OPTIONS}


def _is_plain(value: object) -> bool:
    """Return True for a value of an option that JSON and TOML write in the same way."""
    if isinstance(value, str):
        return value.isprintable()
    return isinstance(value, bool | int) or (isinstance(value, float) and math.isfinite(value))


def _toml_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


def save_settings(settings: Settings, path: Path, usual: Settings | None = None) -> None:
    """Write the settings to the file, whole or not at all.

    Values that equal those of `usual` are left out. Raises UserError.
    """
    lines = _lines(
        {key: getattr(settings, key) for key in _BOX}, {key: getattr(usual, key) for key in _BOX} if usual else {}
    )
    for game, values in sorted(settings.games.items()):
        changed = _lines(values, usual.games.get(game, {}) if usual else {})
        if changed:
            lines += ["", f"[{_toml_key(game)}]", *changed]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from None
    write_whole(path, "".join(f"{line}\n" for line in lines).encode())


def _lines(values: Values, usual: Values) -> list[str]:
    """Return a line for each value that differs from the default.

    JSON writes these values just as TOML does: see `_is_plain`.
    """
    return [
        f"{_toml_key(key)} = {json.dumps(value, ensure_ascii=False)}"
        for key, value in values.items()
        if key not in usual or value != usual[key]
    ]


def _set_aside(path: Path, reason: str) -> str:
    """Give a file that cannot be read another name; return the sentence that says so."""
    number = 1
    while (aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    try:
        path.rename(aside)
    except OSError:
        return say("{file} cannot be read: {reason}. The default settings are used.", file=path, reason=reason)
    return say(
        "{file} cannot be read: {reason}. It is kept as {aside}, and the default settings are used.",
        file=path,
        reason=reason,
        aside=aside,
    )
