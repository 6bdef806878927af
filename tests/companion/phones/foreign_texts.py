"""Search a phone's messages for texts in another language, by platform and game catalogues."""

import gettext
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from companion.device.language import COMPLETE, ENGLISH, LOCALE_FOLDER

#: A template whose own words have fewer letters than this tells no language.
_LETTERS = 6
#: So many letters of a template's beginning find it among all.
_HEAD = 3
#: Keys of a value whose texts are ids, pictures or colours.
_NO_TEXTS = frozenset(
    {"id", "page", "tone", "board", "sign", "offer", "places", "parts_of", "seat", "taken", "why_not", "refused"}
    | {"number", "language", "wait", "awaited", "menu", "over", "done", "game", "any_order", "value_of"}
)


class _Words(NamedTuple):
    """Texts of one language: whole ones, and templates by the beginning of their own words."""

    whole: frozenset[str]
    templates: Mapping[str, tuple[re.Pattern[str], ...]]


def texts(value: Any) -> Iterator[str]:
    """Yield all texts of a phone's value that people read."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key not in _NO_TEXTS:
                yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)


class Catalogues:
    """Words of the platform and of one game in each language."""

    def __init__(self, game_locale: Path) -> None:
        self._folders, self._has = (game_locale, LOCALE_FOLDER), {ENGLISH}
        self._has |= {language for language in COMPLETE if (game_locale / language).is_dir()}
        self._words = {language: self._read(language) for language in COMPLETE}
        self.is_foreign = lru_cache(maxsize=None)(self._is_foreign)

    def _read(self, language: str) -> _Words:
        found = {text for folder in self._folders for text in _messages(folder, language)}
        templates: dict[str, list[re.Pattern[str]]] = {}
        for text in found:
            own = re.sub(r"\{\w+\}", "", text)
            if "{" in text and sum(letter.isalpha() for letter in own) >= (2 if language in ("ja", "zh") else _LETTERS):
                pattern = "(.+?)".join(map(re.escape, re.split(r"\{\w+\}", text)))
                head = text[:_HEAD] if "{" not in text[:_HEAD] else ""
                templates.setdefault(head, []).append(re.compile(pattern, re.DOTALL | re.IGNORECASE))
        whole = frozenset(text.casefold().rstrip(".。") for text in found if "{" not in text)
        return _Words(whole, {head: tuple(patterns) for head, patterns in templates.items()})

    def _is_said_in(self, text: str, language: str) -> bool:
        words = self._words[language]
        if text.casefold().rstrip(".。") in words.whole:
            return True
        heads = (text[:_HEAD], text[:1].lower() + text[1:_HEAD], "")
        return any(pattern.fullmatch(text) for head in heads for pattern in words.templates.get(head, ()))

    def _is_foreign(self, text: str, language: str) -> bool:
        if len(text) < 3 or not any(letter.isalpha() for letter in text) or self._is_said_in(text, language):
            return False
        if language not in self._has and self._is_said_in(text, ENGLISH):
            # A game need not have all languages: its own words are English then.
            return False
        return any(self._is_said_in(text, other) for other in COMPLETE if other != language)

    def foreign(self, value: Any, language: str) -> list[str]:
        """Return the texts of a value that are another language's."""
        pieces = {piece for text in texts(value) for piece in _pieces(text)}
        return sorted(piece for piece in pieces if self.is_foreign(piece, language))


def _pieces(text: str) -> Iterator[str]:
    """Yield a text, or its sentences and parts."""
    for part in re.split(r" · |\n|(?<=[.!?])\s+|(?<=[。！？])", text):
        if part and part.strip():
            yield part.strip()


@cache
def _messages(folder: Path, language: str) -> frozenset[str]:
    """Return the texts of a catalogue; for English those of the code."""
    other = "de" if language == ENGLISH else language
    path = folder / other / "LC_MESSAGES" / "companion.mo"
    if not path.exists():
        return frozenset()
    with path.open("rb") as file:
        catalogue: Mapping[Any, str] = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    found = set()
    for key, translated in catalogue.items():
        source = key[0] if isinstance(key, tuple) else key
        found.add(source.rpartition("\x04")[2] if language == ENGLISH else translated)
    if language == ENGLISH:
        found |= _plurals(path)
    return frozenset(text for text in found if text)


def _plurals(path: Path) -> set[str]:
    """Return the English texts for several things, which a catalogue's object does not keep."""
    source = path.with_suffix(".po").read_text(encoding="utf-8")
    found = re.findall(r'^msgid_plural ((?:".*"\n?)+)', source, re.MULTILINE)
    return {"".join(re.findall(r'"(.*)"', lines)).replace('\\"', '"') for lines in found}
