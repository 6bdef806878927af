"""Finder of texts for players in code: arguments of `say`, `say_as`, `say_count`, `later`."""

import ast
import functools
import itertools
import string
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

#: How many texts come first in a call, by the function's name.
_TEXTS = {"say": 1, "later": 1, "say_as": 2, "say_count": 2}


@dataclass(frozen=True)
class Message:
    """Text in the code; `plural` is the form for many, or empty.

    `context` distinguishes equal texts.
    """

    text: str
    plural: str = ""
    context: str = ""

    @property
    def key(self) -> str | tuple[str, str]:
        """Key of the text in catalogues."""
        return (self.text, self.plural) if self.plural else self.text


@dataclass(frozen=True)
class Call:
    """A call of one of the functions: where, with which text, or what is wrong with it."""

    file: str
    line: int
    message: Message | None
    problem: str = ""


def calls(code: Path, without: tuple[Path, ...] = ()) -> list[Call]:
    """Return every call of `say`, `say_as`, `say_count` and `later` in a folder, in order.

    The calls are those in its Python files.
    """
    found: list[Call] = []
    for path in sorted(code.rglob("*.py")):
        if any(path.is_relative_to(other) for other in without):
            continue
        found += _calls_in(path.read_text(encoding="utf-8"), path.relative_to(code.parent).as_posix())
    return sorted(found, key=lambda call: (call.file, call.line))


# Who checks one game after the other reads the platform's code again and again.
@functools.lru_cache(maxsize=2000)
def _calls_in(code: str, file: str) -> tuple[Call, ...]:
    return tuple(
        call
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _TEXTS
        for call in _read_call(file, node, node.func.id)
    )


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
    """Return the text of an argument, or both texts of ``one if so else other``.

    An expression that is no text is returned itself.
    """
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
    """Return the names in braces."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
