"""Languages that there are: one folder each, with what is known of it in ``language.toml``.

A language is added by files alone: docs/languages.md tells translators how.
"""

import functools
import logging
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Self

#: ``<code>/language.toml``; ``<code>/LC_MESSAGES/companion.po`` for translators, the ``.mo`` for the program.
LOCALE_FOLDER = Path(__file__).parent.parent / "locale"
#: The language that the texts in the code are written in; it needs no catalogue.
ENGLISH = "en"
_FILE = "language.toml"
_READINGS = "readings.toml"
_CODE = re.compile("[a-z]{2,3}")
#: What in a pattern repeats or chooses: it could keep the voice for years over one sentence. A question mark behind an
#: opening bracket begins a condition such as ``(?=``.
_REPEATS_OR_CHOOSES = re.compile(r"[*+{|]|(?<!\()\?")
#: The slowest voice says so many letters in a second.
_SLOWEST = 1.0
#: The quickest voice says so many.
_QUICKEST = 50.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Language:
    """Traits of a language besides its texts; all but the code as its file says them."""

    code: str
    #: Its own name.
    name: str
    #: Whether all texts are translated, which tests then look after.
    complete: bool = False
    #: The word "Language" in it.
    title: str = ""
    #: The names of espeak-ng's voices, the best first; empty: its code.
    voices: tuple[str, ...] = ()
    #: A word that a voice of this language must be able to read; empty: its own name.
    voice_word: str = ""
    #: Letters and spaces that a voice says in a second.
    letters_per_s: float = 13.0
    #: What a voice reads wrongly, as a regular expression without repeats and choices, and what it reads rightly.
    read_as: tuple[tuple[str, str], ...] = ()
    #: Whether spaces stand between its words.
    spaces: bool = True
    #: What ends a sentence, and what stands before decimals.
    full_stop: str = "."
    decimal_point: str = "."
    #: The capital letters that it has besides A to Z, in groups of a few.
    letters: tuple[str, ...] = ()
    #: Files of fonts with its letters, the best first, and the Debian package that brings one; empty: ours has them.
    fonts: tuple[Path, ...] = ()
    font_package: str = ""
    #: Its voices as they are mended, compiled.
    mended: tuple[tuple[re.Pattern[str], str], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for wrong, _ in self.read_as:
            if _REPEATS_OR_CHOOSES.search(wrong):
                raise ValueError(f'"read_as" holds one of * + ? {{ |, write a line for each form instead: {wrong!r}')
        mended = tuple((re.compile(wrong), right) for wrong, right in self.read_as)
        for wrong_form, right in mended:
            # What stands for it may name groups that there are not.
            wrong_form.sub(right, "")
        object.__setattr__(self, "mended", mended)

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Read a language's file. Raises OSError, ValueError, which says what is wrong."""
        with (folder / _FILE).open("rb") as file:
            said = tomllib.load(file)
        if not said.get("name"):
            raise ValueError('"name" is missing: its own name')
        if not str(said["name"]).isprintable():
            raise ValueError('"name" cannot be shown')
        kinds = {known.name: known.type for known in fields(cls) if known.init and known.name != "code"}
        unknown = ", ".join(f'"{key}"' for key in said if key not in kinds)
        if unknown:
            raise ValueError(f"unknown: {unknown}")
        language = cls(folder.name, **{key: _value(key, said[key], kinds[key]) for key in said})
        if not _SLOWEST <= language.letters_per_s <= _QUICKEST:
            raise ValueError(f'"letters_per_s" is no number from {_SLOWEST:g} to {_QUICKEST:g}')
        return language


def _value(key: str, value: Any, kind: Any) -> Any:
    """Return a value of the file as the language keeps it.

    Raises ValueError for one of another kind.
    """
    match value:
        case bool() if kind is bool:
            return value
        case int() | float() if kind is float and not isinstance(value, bool) and value > 0:
            return float(value)
        case str() if kind is str:
            return value
        case list() if kind == tuple[str, ...] and all(isinstance(item, str) for item in value):
            return tuple(value)
        case list() if kind == tuple[Path, ...] and all(isinstance(item, str) for item in value):
            return tuple(map(Path, value))
        case list() if kind == tuple[tuple[str, str], ...] and all(_is_pair(item) for item in value):
            return tuple(map(tuple, value))
    raise ValueError(f'"{key}" cannot be {value!r}')


def _is_pair(item: object) -> bool:
    return isinstance(item, list) and len(item) == 2 and all(isinstance(text, str) for text in item)


def read_languages(folder: Path = LOCALE_FOLDER) -> Mapping[str, Language]:
    """Return the languages by code, English first.

    One whose file is wrong is left out, with a warning.
    """
    found = {}
    for file in sorted(folder.glob(f"*/{_FILE}"), key=lambda file: (file.parent.name != ENGLISH, file.parent.name)):
        try:
            if not _CODE.fullmatch(file.parent.name):
                raise ValueError("the folder's name is no code of a language, such as it")
            found[file.parent.name] = Language.read(file.parent)
        except (OSError, ValueError, TypeError, re.error, OverflowError, RecursionError) as error:
            _log.warning("%s: %s; this language is left out", file, error)
    return found if ENGLISH in found else {ENGLISH: Language(ENGLISH, "English"), **found}


@functools.cache
def readings_of(code: str, folder: Path = LOCALE_FOLDER) -> Mapping[str, str]:
    """Return the words that a language's voice cannot read, and how they are said.

    There are none without a file of them; one that is wrong is left out, with a warning.
    """
    file = folder / code / _READINGS
    try:
        said = tomllib.loads(file.read_text(encoding="utf-8"))
        wrong = next((word for word, reading in said.items() if not word or not isinstance(reading, str)), None)
        if wrong is not None:
            raise ValueError(f"{wrong!r} has no reading")
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        _log.warning("%s: %s; its words are not said", file, error)
        return {}
    return said


def with_readings(text: str, code: str) -> str:
    """Return the text with readings in place of words that the voice cannot read."""
    words = _words_to_read(code)
    return words.sub(lambda found: _word_break(found) + readings_of(code)[found[0]], text) if words else text


@functools.cache
def _words_to_read(code: str) -> re.Pattern[str] | None:
    words = sorted(readings_of(code), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, words))) if words else None


def _word_break(found: re.Match[str]) -> str:
    """Return a space where a Japanese word begins: behind kana but a small tsu."""
    before = found.string[found.start() - 1 : found.start()]
    return " " if "ぁ" <= before <= "ー" and before != "っ" else ""


#: All languages by code; those begun stay English, text by text, where a translation is missing.
LANGUAGES: Mapping[str, Language] = read_languages()
#: The codes of the languages with all texts.
COMPLETE = tuple(code for code, language in LANGUAGES.items() if language.complete)
