"""Fonts: the program's own, and those of the system for the characters it lacks."""

import functools
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path

import pygame

from companion.device.language import ENGLISH, LANGUAGES, language_in_use
from companion.device.log import warn
from companion.fonts import BOLD, REGULAR, TITLE
from companion.screen.theme import Rgb

#: Fonts draw this character, which is none, as they draw all that they lack.
_NO_CHARACTER = "\uffff"
#: Files of fonts of the system, by language.
_FONTS = {code: language.fonts for code, language in LANGUAGES.items()}
#: At this size (pixels) no two characters of a font have the same measures by chance.
_PROBE_SIZE = 200
#: So many sizes of a typeface are kept open: a page that is painted anew looks for letters of about fifty.
_MOST_OPEN = 64


class Fonts:
    """Typeface of the program in any size.

    If its files are missing, pygame's own font is used, with one warning.
    `others` are font files for characters that the typeface lacks, by language: the first of each that can be opened
    serves, that of the language in use before the others. Chinese and Japanese write one character differently.
    `title` is the file of the typeface for titles; None: there is none of their own.
    """

    def __init__(
        self,
        regular: Path = REGULAR,
        bold: Path = BOLD,
        others: Mapping[str, Sequence[Path]] = _FONTS,
        title: Path | None = TITLE,
    ) -> None:
        pygame.font.init()
        missing = [path for path in (regular, bold) if not path.is_file()]
        if missing:
            warn(f"{missing[0]}: font missing, using a plain one instead")
        self._paths: dict[bool, Path | None] = {False: None, True: None} if missing else {False: regular, True: bold}
        found = {code: next((path for path in files if _opens(path)), None) for code, files in others.items()}
        self._others = [*dict.fromkeys(path for path in found.values() if path)]
        self._probes = [_Probe(self._paths[False]), *map(_Probe, self._others)]
        #: The number of the font for a language's own characters: 0 is the typeface itself, then come the others.
        self._first = {code: 1 + self._others.index(path) for code, path in found.items() if path}
        #: The number of each character's font, by language in use.
        self._font_of: dict[str, dict[str, int]] = {}
        self._titles = Fonts(title, title, others, None) if title and title.is_file() else None
        # Pages of all kinds and languages need some hundred sizes in an evening, each a file and up to a quarter of a
        # megabyte; opening one takes as long as setting some lines.
        self._load = functools.lru_cache(maxsize=_MOST_OPEN)(self._open)
        # Setting a text measures the same words again and again.
        self._measure = functools.lru_cache(maxsize=2_000)(self._width)

    def for_title(self, text: str) -> "Fonts":
        """Return the fonts for a title: the typeface of titles, if it has all its characters itself."""
        titles = self._titles
        if titles is None or not titles.can_show(text):
            return self
        # A digit among Chinese characters stands in the typeface of other pages.
        return self if any(other for other, _ in titles._runs(text)) else titles

    def get(self, size: int, bold: bool = False) -> pygame.font.Font:
        """Return the font whose letters are `size` pixels high, from the lowest to the highest."""
        return self._load(size, bold, 0)

    def width(self, text: str, size: int, bold: bool = False) -> int:
        """Return the width (pixels) of the text in one line."""
        return self._measure(text, size, bold, language_in_use())

    def _width(self, text: str, size: int, bold: bool, _language: str) -> int:
        return sum(self._load(size, bold, other).size(run)[0] for other, run in self._runs(text))

    def render(self, text: str, size: int, bold: bool, colour: Rgb) -> pygame.Surface:
        """Return the text in one line, as high as the font; each character in the font that has it."""
        runs = [(self._load(size, bold, other), run) for other, run in self._runs(text)]
        if len(runs) == 1 and runs[0][0] is self.get(size, bold):
            return runs[0][0].render(text, True, colour)
        own = self.get(size, bold)
        pictures = [(font, font.render(run, True, colour)) for font, run in runs]
        whole = pygame.Surface((sum(picture.get_width() for _, picture in pictures), own.get_height()), pygame.SRCALPHA)
        left = 0
        for font, picture in pictures:
            # On one line, whatever room a font keeps above its letters.
            whole.blit(picture, (left, own.get_ascent() - font.get_ascent()))
            left += picture.get_width()
        return whole

    def can_show(self, text: str) -> bool:
        """Return True if there is a font for every character of the text."""
        return all(any(probe.has(character) for probe in self._probes) for character in text if not character.isspace())

    def _runs(self, text: str) -> list[tuple[int, str]]:
        """Cut the text where the font changes; return each part with its font's number."""
        if text and text.isascii():
            # Every typeface has these.
            return [(0, text)]
        language = language_in_use()
        font_of = self._font_of.setdefault(language, {})
        for character in text:
            if character not in font_of:
                numbers = (0, self._first.get(language, 0), *range(1, len(self._probes)))
                font_of[character] = next((number for number in numbers if self._probes[number].has(character)), 0)
        return [(number, "".join(run)) for number, run in groupby(text, key=font_of.__getitem__)]

    def _open(self, size: int, bold: bool, number: int) -> pygame.font.Font:
        # Other fonts come in one weight only: made bold, the strokes of Chinese characters would touch.
        return pygame.font.Font(self._others[number - 1] if number else self._paths[bold], max(size, 5))


def languages_shown(fonts: Fonts) -> tuple[str, ...]:
    """Return the codes of the languages for whose characters there is a font."""
    return tuple(code for code, known in LANGUAGES.items() if fonts.can_show("".join((known.name, *known.letters))))


def language_or_english(fonts: Fonts, code: str) -> str:
    """Return the language, or English, and a warning, if its characters cannot be shown."""
    if code in languages_shown(fonts):
        return code
    package = LANGUAGES[code].font_package
    advice = f"; on Debian and Raspberry Pi OS: sudo apt install {package}" if package else ""
    warn(f"no font here has the characters of {LANGUAGES[code].name}, English is used{advice}")
    return ENGLISH


class _Probe:
    """Probe for the characters that a font file has."""

    def __init__(self, path: Path | None) -> None:
        self._font = pygame.font.Font(path, _PROBE_SIZE)
        self._lacking = self._font.metrics(_NO_CHARACTER)

    def has(self, character: str) -> bool:
        metrics = self._font.metrics(character)
        return metrics != self._lacking and bool(metrics) and metrics[0] is not None


def _opens(path: Path) -> bool:
    try:
        pygame.font.Font(path, _PROBE_SIZE)
    except (OSError, pygame.error):
        return False
    return True
