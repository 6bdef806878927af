"""The words of the program in the language of the players: every text that people see or hear goes through here.

Texts stand in the code in English, each a whole sentence with its values in braces, written out in the call so that
``tools/messages.py`` finds it. What is made once, at import, is marked with `later` and translated when it is shown.
The translations are gettext catalogues in ``companion/locale``; docs/languages.md tells how they are kept.
"""

import copy
import functools
import gettext
import logging
import os
from collections.abc import Mapping
from pathlib import Path

#: The languages that there are, by code, each under its own name.
LANGUAGES: Mapping[str, str] = {"en": "English", "de": "Deutsch", "fr": "Français", "zh": "中文"}
#: The language that the texts in the code are written in; it needs no catalogue.
ENGLISH = "en"
#: ``<code>/LC_MESSAGES/companion.po`` for translators, the ``.mo`` beside it for the program.
LOCALE_FOLDER = Path(__file__).parent.parent / "locale"

_log = logging.getLogger(__name__)
#: The catalogues of games that bring their own, in folders like `LOCALE_FOLDER`.
_own_folders: list[Path] = []
_language = ENGLISH
_catalogue = gettext.NullTranslations()


def say(text: str, /, **values: object) -> str:
    """The text in the chosen language, its values filled in."""
    translated = _catalogue.gettext(text) if text else ""
    return translated.format(**values) if values else translated


def say_as(context: str, text: str, /, **values: object) -> str:
    """As `say`, for an English text that other languages put differently elsewhere; `context` tells which one it is."""
    translated = _catalogue.pgettext(context, text)
    return translated.format(**values) if values else translated


def say_count(one: str, many: str, n: int, /, **values: object) -> str:
    """The text for one thing or that for `n` things, as the chosen language counts; ``{n}`` is filled in too."""
    return _catalogue.ngettext(one, many, n).format(n=n, **values)


def later(text: str) -> str:
    """The text itself: marks one that is translated only where it is shown, with `say`."""
    return text


def use_language(code: str) -> None:
    """Everything that is said from now on is said in this language, one of `LANGUAGES`.

    A catalogue that is missing or broken is logged once; its texts then stay English. Raises ValueError for a code
    that is none of `LANGUAGES`.
    """
    global _language, _catalogue
    if code not in LANGUAGES:
        raise ValueError(f"no language {code!r}; there are {', '.join(LANGUAGES)}")
    _language = code
    _catalogue = gettext.NullTranslations() if code == ENGLISH else _read_catalogues(code)


def use_catalogues(folder: Path) -> None:
    """From now on the catalogues of this folder are used, too: ``<folder>/<code>/LC_MESSAGES/companion.mo``.

    What a language lacks stays English.
    """
    if folder not in _own_folders:
        _own_folders.append(folder)
        use_language(_language)


def languages_in(folder: Path) -> tuple[str, ...]:
    """The codes of the languages of which a folder has a catalogue, and English."""
    return tuple(code for code in LANGUAGES if code == ENGLISH or _path(code, folder).exists())


def is_translated(text: str, plural: str = "", context: str = "") -> bool:
    """Whether the language in use has a translation of this English text; English itself needs none."""
    if _language == ENGLISH:
        return True
    missing = _Missing()
    asked = _read_catalogues(_language)
    asked.add_fallback(missing)
    if plural:
        asked.ngettext(text, plural, 2)
    elif context:
        asked.pgettext(context, text)
    else:
        asked.gettext(text)
    return not missing.asked


class _Missing(gettext.NullTranslations):
    """Stands behind all catalogues and notes whether one of them had to ask."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = False

    def gettext(self, message: str) -> str:
        """The text itself."""
        self.asked = True
        return message

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002 - as gettext has it
        """The text itself."""
        self.asked = True
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The text itself."""
        self.asked = True
        return msgid1 if n == 1 else msgid2


def language_in_use() -> str:
    """The code of the language that everything is said in now."""
    return _language


def system_language(environment: Mapping[str, str] = os.environ) -> str:
    """The code of the first language that the system's settings wish and that we have; else English."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wish in environment.get(variable, "").split(":"):
            code = wish[:2].lower()
            if code in LANGUAGES and not wish[2:3].isalpha():
                return code
    return ENGLISH


def _path(code: str, folder: Path) -> Path:
    return folder / code / "LC_MESSAGES" / "companion.mo"


def _read_catalogues(code: str) -> gettext.NullTranslations:
    """The companion's own catalogue, then those of games: what the first lacks is looked for in the next."""
    # Copies, because each gets another one behind it.
    catalogue = copy.copy(_read_catalogue(code, LOCALE_FOLDER))
    for folder in _own_folders:
        if _path(code, folder).exists():
            catalogue.add_fallback(copy.copy(_read_catalogue(code, folder)))
    return catalogue


@functools.cache
def _read_catalogue(code: str, folder: Path) -> gettext.NullTranslations:
    """The catalogue of a language, an empty one where it cannot be read: an untranslated game is better than none."""
    path = _path(code, folder)
    try:
        with path.open("rb") as file:
            return gettext.GNUTranslations(file)
    # A damaged file fails in many ways: OSError, struct.error, UnicodeDecodeError, IndexError...
    except Exception as error:
        _log.warning("%s: the words in %s cannot be read (%s); English is used", path, LANGUAGES[code], error)
        return gettext.NullTranslations()
