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
UPRIGHT = (640, 720)
#: What a press does on a list: only a hold is replaced there.
OF_LISTS = {"advance": "Choose", "draw": "Next", "back": "Back"}
#: What Back opens when held, on nearly all pages.
MENUS = {"Menu", "Main menu"}


def labels_in(value: ast.expr | None, named: dict[str, set[str]]) -> set[str]:
    """Return the texts that a key may say; `named`: those of variables."""
    nodes = [*ast.walk(value)] if value else []
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    said = [call.args for call in calls if isinstance(call.func, ast.Name) and call.func.id == "say"]
    texts = {args[0].value for args in said if len(args) == 1 and isinstance(args[0], ast.Constant)}
    texts |= {"Undo" for call in calls if isinstance(call.func, ast.Name) and call.func.id == "undo_label"}
    texts |= {text for node in nodes if isinstance(node, ast.Name) for text in named.get(node.id, ())}
    return texts or {""}  # type: ignore[return-value]


@cache
def pairs() -> frozenset[tuple[str, str, str]]:
    """Return all that keys say on pages."""
    return frozenset(said_on_pages())


def said_on_pages() -> Iterator[tuple[str, str, str]]:
    """Yield each key of a page of the code with what it says for a press and for a hold.

    Where only the hold is replaced, a press does what it does on a list.
    """
    for path in Path(companion.__path__[0]).rglob("*.py"):
        nodes = [*ast.walk(ast.parse(path.read_text()))]
        named: dict[str, set[str]] = {}
        for node in nodes:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                named.setdefault(node.targets[0].id, set()).update(labels_in(node.value, {}))
        for call in nodes:
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in {"Keys", "replace"}:
                said = {keyword.arg: labels_in(keyword.value, named) for keyword in call.keywords}
                for key in ("advance", "draw", "back"):
                    if call.func.id == "Keys" or f"{key}_hold" in said:
                        holds = said.get(f"{key}_hold", {""}) | (MENUS if key == "back" else set())
                        usual = OF_LISTS[key] if call.func.id == "replace" else ""
                        yield from product([key], said.get(key, {usual}), holds)


@pytest.mark.parametrize(("size", "type_size"), [(PHONE, 1.0), (UPRIGHT, 1.4)])
@pytest.mark.parametrize("language", COMPLETE)
def test_labels_can_be_read_on_a_narrow_screen(language: str, size: tuple[int, int], type_size: float) -> None:
    use_language(language)
    view = PageView(Fonts(), PlainPictures())
    view.type_size = type_size
    found = pairs()
    assert ("back", "Undo", "Main menu") in found
    assert ("advance", "Choose", "Hear everything") in found
    by_key = {key: [(press, hold) for of, press, hold in sorted(found) if of == key] for key, _, _ in found}
    faults: list[str] = []
    for pressed in zip_longest(*by_key.values(), fillvalue=("", "")):
        labels: dict[str, Any] = {}
        for key, (press, hold) in zip(by_key, pressed, strict=True):
            labels |= {key: press and say(press), f"{key}_hold": hold and say(hold)}
        faults += fit_problems(view.painted(size, ListPage("", "", keys=Keys(**labels))))
    assert faults == []
