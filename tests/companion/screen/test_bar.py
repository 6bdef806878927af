"""Labels of buttons can be read on a screen as narrow as a phone's, in every language."""

import ast
from collections.abc import Iterator
from functools import cache
from itertools import product, zip_longest
from pathlib import Path
from typing import Any

import pytest

import companion
from companion.device.language import COMPLETE, say, use_language
from companion.screen.fitting import fit_problems
from companion.screen.fonts import Fonts
from companion.screen.page_view import PageView
from companion.screen.pages import Keys, ListPage
from tests.companion.screen.plain_pictures import PlainPictures

pytestmark = pytest.mark.slow

PHONE = (390, 844)
#: What Back opens when held, on nearly all pages.
MENUS = {"Menu", "Main menu"}


def labels_in(value: ast.expr | None) -> set[str]:
    """Return the texts that a key may say."""
    calls = [node for node in ast.walk(value) if isinstance(node, ast.Call)] if value else []
    named = [(call.func.id, call.args) for call in calls if isinstance(call.func, ast.Name)]
    said = [args for name, args in named if name == "say"]
    said += [[ast.Constant("Undo")] for name, _ in named if name == "undo_label"]
    return {args[0].value for args in said if len(args) == 1 and isinstance(args[0], ast.Constant)} or {""}  # type: ignore[misc]


def pairs() -> Iterator[tuple[str, str, str]]:
    """Yield each key of a page of the code with what it says for a press and for a hold."""
    codes = [code for path in Path(companion.__path__[0]).rglob("*.py") if "Keys(" in (code := path.read_text())]
    for code in codes:
        for call in ast.walk(ast.parse(code)):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Keys":
                said = {keyword.arg: labels_in(keyword.value) for keyword in call.keywords}
                for key in ("advance", "draw", "back"):
                    holds = said.get(f"{key}_hold", {""}) | (MENUS if key == "back" else set())
                    yield from product([key], said.get(key, {""}), holds)


@cache
def found_pairs() -> frozenset[tuple[str, str, str]]:
    """Return the pairs, which are the same in each language."""
    return frozenset(pairs())


@pytest.mark.parametrize("language", COMPLETE)
def test_labels_can_be_read_on_a_narrow_screen(language: str) -> None:
    use_language(language)
    view = PageView(Fonts(), PlainPictures())
    found = found_pairs()
    assert ("back", "Undo", "Main menu") in found
    by_key = {key: [(press, hold) for of, press, hold in sorted(found) if of == key] for key, _, _ in found}
    faults: list[str] = []
    for pressed in zip_longest(*by_key.values(), fillvalue=("", "")):
        labels: dict[str, Any] = {}
        for key, (press, hold) in zip(by_key, pressed, strict=True):
            labels |= {key: press and say(press), f"{key}_hold": hold and say(hold)}
        faults += fit_problems(view.painted(PHONE, ListPage("", "", keys=Keys(**labels))))
    assert faults == []
