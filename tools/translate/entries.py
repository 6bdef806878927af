"""Entries of a language's catalogues: what each lacks, and what is wrong with it."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from babel.messages.catalog import Message

from companion.device.language import fills_plain_names
from companion.device.texts_in_code import placeholders
from tools.messages import Domain, forms_of, read_catalogue

_ENDS = {".": ".。", "?": "?？;", "!": "!！", ":": ":："}
_END_NAMES = {".": "full stop", "?": "question mark", "!": "exclamation mark", ":": "colon"}


@dataclass(frozen=True)
class CatalogueText:
    """Text of a catalogue, with its translation in all forms.

    `file` and `line` say where it stands there, `package` whose code says it. `errors` would show or say something
    wrong; `doubts` are for the translator to judge.
    """

    package: str
    file: Path
    line: int
    context: str
    english: tuple[str, ...]
    translation: tuple[str, ...]
    errors: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()

    @property
    def is_translated(self) -> bool:
        """Return True if every form has a translation."""
        return all(self.translation)

    @property
    def shown(self) -> tuple[str, ...]:
        """The translation, or the English text where there is none."""
        return self.translation if self.is_translated else self.english


def read_terms(code: str, folder: Path) -> Mapping[str, Sequence[str]]:
    """Return a language's words for the terms of the rules; none if it has no list of them."""
    path = folder / code / "terms.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def read_entries(domain: Domain, code: str) -> Iterator[CatalogueText]:
    """Yield a catalogue's entries with what is wrong with them."""
    catalogue, terms = read_catalogue(domain, code), read_terms(code, domain.translations.folder)
    for message in catalogue:
        if not message.id:
            continue
        english = forms_of(message.id)
        forms = () if message.fuzzy else forms_of(message.string or "")
        entry = CatalogueText(
            domain.code.name,
            domain.catalogue_path(code),
            message.lineno or 0,
            message.context or "",
            english,
            forms or ("",),
        )
        if not entry.is_translated:
            yield entry
            continue
        errors = [*_wrong_values(english, forms), *_wrong_forms(message, forms, catalogue.num_plurals)]
        yield replace(entry, errors=tuple(errors), doubts=tuple(_doubts(entry, terms)))


def _wrong_values(english: Sequence[str], forms: Sequence[str]) -> Iterator[str]:
    wanted = placeholders(english[-1])
    for form in forms:
        try:
            found, is_plain = placeholders(form), fills_plain_names(form)
        except ValueError as error:
            yield f"a brace is wrong ({error})"
            continue
        if not is_plain:
            yield "nothing but names may stand in braces"
            continue
        # "One token" need not say how many.
        free = {"n"} if len(english) > 1 and form is not forms[-1] else set[str]()
        if lacking := wanted - found - free:
            yield f"without {_braces(lacking)}"
        if more := found - wanted - free:
            yield f"{_braces(more)} is not in the English text"


def _braces(names: set[str] | frozenset[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names))


def _wrong_forms(message: Message, forms: Sequence[str], wanted: int) -> Iterator[str]:
    if message.pluralizable and len(forms) != wanted:
        yield f"{len(forms)} forms of the plural instead of {wanted}"
    for form in forms:
        if form != form.strip():
            yield "a space at its beginning or end"


def _doubts(entry: CatalogueText, terms: Mapping[str, Sequence[str]]) -> Iterator[str]:
    if entry.context != "short":
        for english, form in zip(entry.english, entry.translation, strict=False):
            if english[-1] in _ENDS and form[-1] not in _ENDS[english[-1]]:
                yield f"has no {_END_NAMES[english[-1]]} at its end"
    text = re.sub(r"\{\w*\}", " ", " ".join(entry.english)).lower()
    said = " ".join(entry.translation).lower()
    # A long term is not also the short one in it.
    for term in sorted(terms, key=len, reverse=True):
        text, found = re.subn(rf"\b{re.escape(term.lower())}(?:s|es)?\b", " ", text)
        words = terms[term]
        if found and words and not any(word.lower() in said for word in words):
            yield f"“{term}” is {' or '.join(words)} in terms.toml"
