"""Finds every text that players see or hear, brings the catalogues up to date and compiles them.

    .venv/bin/python -m tools.messages

It reads the code in ``companion`` and collects what stands in calls of `say`, `say_as`, `say_count` and `later`. New
texts come into each ``companion/locale/<language>/LC_MESSAGES/companion.po``, untranslated; texts that are gone from
the code are dropped; what has a translation keeps it. Then the ``.mo`` files that the program reads are written, and
what is still to be translated is listed. Run it after every change of a text or a translation.
"""

import ast
import io
import itertools
import string
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.box.language import ENGLISH, LANGUAGES, LOCALE_FOLDER

ROOT = Path(__file__).parent.parent
CODE = ROOT / "companion"
#: The languages with a catalogue.
TRANSLATED = tuple(code for code in LANGUAGES if code != ENGLISH)
#: How many texts come first in a call, by the function's name.
_TEXTS = {"say": 1, "later": 1, "say_as": 2, "say_count": 2}


@dataclass(frozen=True)
class Message:
    """A text in the code: for one thing and for many if `plural` is not empty; `context` tells apart equal texts."""

    text: str
    plural: str = ""
    context: str = ""

    @property
    def key(self) -> str | tuple[str, str]:
        """As catalogues name it."""
        return (self.text, self.plural) if self.plural else self.text


@dataclass(frozen=True)
class Call:
    """A call of one of the functions: where, with which text, or what is wrong with it."""

    file: str
    line: int
    message: Message | None
    problem: str = ""


def calls(code: Path = CODE) -> list[Call]:
    """Every call of `say`, `say_as`, `say_count` and `later` in the Python files of a folder, in order."""
    found: list[Call] = []
    for path in sorted(code.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _TEXTS:
                found += _read_call(path.relative_to(code.parent).as_posix(), node, node.func.id)
    return sorted(found, key=lambda call: (call.file, call.line))


def _read_call(file: str, node: ast.Call, function: str) -> Iterator[Call]:
    for texts in itertools.product(*(_choices(text) for text in node.args[: _TEXTS[function]])):
        written = [text for text in texts if isinstance(text, str)]
        if len(written) == _TEXTS[function]:
            message = _message(function, written)
            yield Call(file, node.lineno, message, "" if function == "later" else _missing_values(node, message))
        elif function != "say" or not isinstance(texts[0], ast.Name | ast.Attribute | ast.Subscript | ast.Call):
            yield Call(file, node.lineno, None, "the text must be written out in the call")
        # Otherwise `say` shows a text that `later` marked elsewhere.


def _choices(text: ast.expr) -> list[str | ast.expr]:
    """The text of an argument, or both of ``one if so else other``; the expression itself where it is no text."""
    if isinstance(text, ast.IfExp):
        return [*_choices(text.body), *_choices(text.orelse)]
    return [text.value if isinstance(text, ast.Constant) and isinstance(text.value, str) else text]


def _message(function: str, texts: list[str]) -> Message:
    match function:
        case "say_count":
            return Message(texts[0], plural=texts[1])
        case "say_as":
            return Message(texts[1], context=texts[0])
        case _:
            return Message(texts[0])


def _missing_values(node: ast.Call, message: Message) -> str:
    if any(keyword.arg is None for keyword in node.keywords):
        return ""
    given = {keyword.arg for keyword in node.keywords} | ({"n"} if message.plural else set())
    missing = sorted((placeholders(message.text) | placeholders(message.plural)) - given)
    return f"no value for {', '.join(missing)}" if missing else ""


def placeholders(text: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def template() -> Catalog:
    """All texts of the code, each with the files that it stands in."""
    catalog = Catalog()
    for call in calls():
        if call.message and call.message.text:
            catalog.add(call.message.key, locations=[(call.file, 0)], context=call.message.context or None)
    return catalog


def catalogue_path(language: str) -> Path:
    """Where a language's translations are."""
    return LOCALE_FOLDER / language / "LC_MESSAGES" / "companion.po"


def read_catalogue(language: str) -> Catalog:
    """A language's translations, none if it has no file yet."""
    path = catalogue_path(language)
    if not path.exists():
        return Catalog(
            locale=language,
            project="finstere-flure-companion",
            header_comment=f"# What players see and hear, in {LANGUAGES[language]}.",
            msgid_bugs_address="see docs/languages.md",
            last_translator="",
            language_team="",
            fuzzy=False,
        )
    with path.open("rb") as file:
        return read_po(file, locale=language)


def untranslated(catalog: Catalog) -> list[str]:
    """The English texts without a (certain) translation into each form."""
    return [
        message.id if isinstance(message.id, str) else message.id[0]
        for message in catalog
        if message.id and (message.fuzzy or not message.string or not all(_forms(message.string)))
    ]


def _forms(translation: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return (translation,) if isinstance(translation, str) else tuple(translation)


def compiled(catalog: Catalog) -> bytes:
    """The content of the ``.mo`` file."""
    file = io.BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def main() -> int:
    """Brings every catalogue up to date; the exit status is 1 while something is left to translate or to mend."""
    problems = [f"{call.file}:{call.line}: {call.problem}" for call in calls() if call.problem]
    texts = template()
    for language in TRANSLATED:
        catalog = read_catalogue(language)
        catalog.update(texts, no_fuzzy_matching=True, update_creation_date=False)
        catalog.obsolete.clear()
        path = catalogue_path(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalog, width=100)
        path.with_suffix(".mo").write_bytes(compiled(catalog))
        problems += [f"{language}: not translated: {text}" for text in untranslated(catalog)]
    print("\n".join(problems) or f"{len(texts)} texts, complete in {', '.join(TRANSLATED)}.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
