"""Translation of all texts that people see or hear into the language of the players.

Texts stand in the code in English, each a whole sentence with its values in braces, written out in the call so
that ``tools/messages.py`` finds it. A text that is made once, at import, is marked with `later` and translated
when it is shown. The translations are gettext catalogues: the platform's in ``companion/locale``, a game's in a
folder of its own, which its `Translations` name. docs/languages.md explains how they are maintained.
"""

import contextlib
import functools
import gettext
import logging
import os
import re
import string
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path

from companion.device.languages import COMPLETE as COMPLETE
from companion.device.languages import ENGLISH as ENGLISH
from companion.device.languages import LANGUAGES as LANGUAGES
from companion.device.languages import LOCALE_FOLDER as LOCALE_FOLDER
from companion.device.languages import Language

_log = logging.getLogger(__name__)
_language = ENGLISH


class MarkedText(str):
    """Text made at import, with the translations in which it is looked up when it is shown."""

    __slots__ = ("translations",)
    translations: "Translations"


class TranslatedText(str):
    """Text that has been said, and can be said again in another language."""

    __slots__ = ("_say",)
    _say: Callable[[], str]

    def __new__(cls, text: str, say: Callable[[], str]) -> "TranslatedText":
        """`say`: makes the same text in the language then in use."""
        made = super().__new__(cls, text)
        made._say = say
        return made

    def again(self) -> str:
        """Return the same text in the language in use."""
        return self._say()

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        """Give another process the text alone."""
        return str, (str(self),)


def said_again(text: object) -> object:
    """Return a text that can be said again in the language in use; anything else as it is."""
    return text.again() if isinstance(text, TranslatedText) else text


def derived(text: str, change: Callable[[str], str]) -> str:
    """Return a changed text, which can be said again if the text can."""
    if not isinstance(text, TranslatedText):
        return change(text)
    return TranslatedText(change(text), lambda: change(text.again()))


def extended(text: str, more: str) -> str:
    """Return a text with more behind it that is the same in all languages, such as a number."""
    return derived(text, lambda said: said + more)


def _again(values: Mapping[str, object]) -> dict[str, object]:
    return {name: said_again(value) for name, value in values.items()}


class Translations:
    """Translations of the platform or of one game, in every language with a catalogue.

    The catalogues are in a folder. A text that a game's catalogue lacks is looked up in the platform's; a text that
    both lack stays English.
    """

    def __init__(self, folder: Path, fallback: "Translations | None" = None) -> None:
        self.folder = folder
        self._fallback = fallback

    @property
    def languages(self) -> tuple[str, ...]:
        """The codes of the languages with a catalogue here, besides English."""
        return tuple(code for code in LANGUAGES if code != ENGLISH and (self.folder / code).is_dir())

    def catalogue(self, code: str) -> gettext.NullTranslations:
        """Return the catalogue of a language, with what it falls back to."""
        return _read_catalogue(code, self.folder, self._fallback)

    def has(self, code: str, text: str, plural: str = "", context: str = "") -> bool:
        """Return True if this English text has a translation into a language.

        English needs none.
        """
        if code == ENGLISH or (self._fallback is not None and self._fallback.has(code, text, plural, context)):
            return True
        if code not in self.languages:
            return False
        asked, missing = _read_own(code, self.folder)
        missing.asked = False
        if plural:
            asked.ngettext(text, plural, 2)
        elif context:
            asked.pgettext(context, text)
        else:
            asked.gettext(text)
        return not missing.asked

    def say(self, text: str, /, **values: object) -> str:
        """Return the text in the chosen language, its values filled in."""
        owner = text.translations if isinstance(text, MarkedText) else self
        translated = owner.catalogue(_language).gettext(text) if text else ""
        if values:
            translated = _filled(translated, text, values)
        return TranslatedText(translated, lambda: self.say(text, **_again(values)))

    def say_as(self, context: str, text: str, /, **values: object) -> str:
        """Translate as `say`, but with a `context` for texts with several translations."""
        translated = self.catalogue(_language).pgettext(context, text)
        if values:
            translated = _filled(translated, text, values)
        return TranslatedText(translated, lambda: self.say_as(context, text, **_again(values)))

    def say_count(self, singular: str, plural: str, n: int, /, **values: object) -> str:
        """Return the text for one thing or for `n` things, by the plural rules of the language.

        ``{n}`` is filled in too.
        """
        english = singular if n == 1 else plural
        try:
            translated = self.catalogue(_language).ngettext(singular, plural, n)
        except ArithmeticError as error:
            # The rule for plurals is the catalogue's own.
            translated = english
            _warn_of_values(_language, english, f"{type(error).__name__}: {error}")
        translated = _filled(translated, english, {"n": n, **values})
        return TranslatedText(translated, lambda: self.say_count(singular, plural, n, **_again(values)))

    def later(self, text: str) -> str:
        """Mark a text: it is translated only where it is shown, with any `say`."""
        marked = MarkedText(text)
        marked.translations = self
        return marked


def _filled(translated: str, english: str, values: Mapping[str, object]) -> str:
    """Return a translation with its values.

    The English text stands for one that asks for other values, which is logged once.
    """
    try:
        if translated != english and not fills_plain_names(translated):
            raise ValueError("only plain names may stand in braces")
        return translated.format(**values)
    except (LookupError, ValueError, AttributeError) as error:
        if translated == english:
            raise
        _warn_of_values(_language, translated, f"{type(error).__name__}: {error}")
        return english.format(**values)


@functools.lru_cache(maxsize=10_000)
def fills_plain_names(text: str) -> bool:
    """Return True if nothing but names stands in a text's braces.

    A catalogue may come from anybody: it may neither look into the values nor set them a million letters wide. Raises
    ValueError for a brace that is wrong.
    """
    fields = [field for field in string.Formatter().parse(text) if field[1] is not None]
    return all(str(name).isidentifier() and not spec and not conversion for _, name, spec, conversion in fields)


@functools.cache
def _warn_of_values(code: str, translated: str, error: str) -> None:
    _log.warning("%s: “%s” asks for other values than the English text (%s); that is used", code, translated, error)


class _Missing(gettext.NullTranslations):
    """Stands behind a catalogue and notes whether that had to ask."""

    asked = False

    def gettext(self, message: str) -> str:
        """Return the text itself."""
        self.asked = True
        return message

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002 - as gettext has it
        """Return the text itself."""
        self.asked = True
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the text itself."""
        self.asked = True
        return msgid1 if n == 1 else msgid2


#: The platform's own texts; these four functions say them.
PLATFORM = Translations(LOCALE_FOLDER)
say, say_as, say_count, later = PLATFORM.say, PLATFORM.say_as, PLATFORM.say_count, PLATFORM.later


def game_translations(package: Path) -> Translations:
    """Return a game's translations, from the folder ``locale`` in its package.

    Texts that the platform has too need not stand there.
    """
    return Translations(package / "locale", PLATFORM)


def use_language(code: str) -> None:
    """Say everything from now on in this language, one of `LANGUAGES`.

    A catalogue that is missing or broken is logged once; its texts then stay English. Raises ValueError for a code
    that is none of `LANGUAGES`.
    """
    global _language
    if code not in LANGUAGES:
        raise ValueError(f"no language {code!r}; there are {', '.join(LANGUAGES)}")
    _language = code


@contextlib.contextmanager
def in_language(code: str) -> Iterator[None]:
    """Say everything in another language, one of `LANGUAGES`, as a context manager."""
    before = _language
    use_language(code)
    try:
        yield
    finally:
        use_language(before)


def language_in_use() -> str:
    """Return the code of the language that everything is said in now."""
    return _language


def traits_in_use() -> Language:
    """Return what is known of the language that everything is said in now."""
    return LANGUAGES[_language]


def system_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the code of the first language in the system's settings that we have.

    Otherwise it is English.
    """
    variables = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    return first_known(wish for variable in variables for wish in environment.get(variable, "").split(":"))


def first_known(wishes: Iterable[str], known: Collection[str] = LANGUAGES) -> str:
    """Return the code of the first wish that is known; otherwise English.

    A wish is such as ``de_CH.UTF-8`` or ``de-CH``.
    """
    codes = (re.split("[^a-z]", wish.lower(), maxsplit=1)[0] for wish in wishes)
    return next((code for code in codes if code in known), ENGLISH)


@functools.cache
def _read_catalogue(code: str, folder: Path, fallback: Translations | None) -> gettext.NullTranslations:
    """Read a catalogue; return an empty one if it cannot be read.

    An untranslated game is better than none.
    """
    catalogue = gettext.NullTranslations()
    path = folder / code / "LC_MESSAGES" / "companion.mo"
    # A game need not have all languages that the platform has; a language may just be begun.
    if code != ENGLISH and path.parent.is_dir():
        try:
            with path.open("rb") as file:
                catalogue = gettext.GNUTranslations(file)
        # A damaged file fails in many ways: OSError, struct.error, UnicodeDecodeError, IndexError...
        except Exception as error:
            _log.warning("%s: the words in %s cannot be read (%s); English is used", path, LANGUAGES[code].name, error)
    if fallback is not None:
        catalogue.add_fallback(fallback.catalogue(code))
    return catalogue


@functools.cache
def _read_own(code: str, folder: Path) -> tuple[gettext.NullTranslations, _Missing]:
    """Return a catalogue by itself, and what notes that it had no answer."""
    catalogue, missing = _read_catalogue.__wrapped__(code, folder, None), _Missing()
    catalogue.add_fallback(missing)
    return catalogue, missing
