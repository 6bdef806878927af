"""Tests that only a session writes its attributes; other code calls its methods."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import ROOT

#: Names under which code knows a session.
SESSIONS = ("session", "_session")
#: Without it no attribute of a session is written, and the code need not be parsed.
ATTRIBUTE = re.compile(r"session\.|\b(?:set|del)attr\b")
READ = [path for folder in ("companion", "examples", "tools") for path in sorted((ROOT / folder).rglob("*.py"))]


def is_session(node: ast.expr) -> bool:
    return (isinstance(node, ast.Name) and node.id in SESSIONS) or (
        isinstance(node, ast.Attribute) and node.attr in SESSIONS
    )


def written(code: str) -> Iterator[str]:
    """Yield the attributes of a session that the code writes or deletes, in any statement."""
    if not ATTRIBUTE.search(code):
        return
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load) and is_session(node.value):
            yield node.attr
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("setattr", "delattr")
            and is_session(node.args[0])
        ):
            yield ast.unparse(node.args[1])


@pytest.mark.parametrize(
    "code",
    [
        "session.game = None",
        "self.session.game = None",
        "room._session.game = None",
        "session.now += 1.0",
        "session.game: Game | None = None",
        "session.game, others = None, ()",
        "for session.now in times: pass",
        "with opened() as session.game: pass",
        "del session.game",
        "setattr(session, 'game', None)",
    ],
)
def test_each_way_of_writing_is_found(code: str) -> None:
    assert len(list(written(code))) == 1


@pytest.mark.parametrize("code", ["self.session = session", "session.step.answers = ()", "game = session.game"])
def test_what_writes_no_attribute_of_a_session_is_left_alone(code: str) -> None:
    assert list(written(code)) == []


@pytest.mark.slow
def test_nobody_writes_the_attributes_of_a_session_from_outside() -> None:
    assert len(READ) > 400
    writers: dict[Path, list[str]] = {path: list(written(path.read_text(encoding="utf-8"))) for path in READ}
    assert {path.relative_to(ROOT): names for path, names in writers.items() if names} == {}
