"""Sown leaks of secrets: texts that take the place of others, each a fault of its own."""

import re
import tomllib
from pathlib import Path

from tools.mutation.mutants import Mutant

_SOWN = Path(__file__).with_name("leaks.toml")
#: What stands for the hidden cards of a session.
_HIDDEN = 'str(__import__("companion.table.bots", fromlist=["bots"]).whole_state({session}))'
_PLACEHOLDER = re.compile(r"HIDDEN\(([\w.]+)\)")
#: Quick tests of secrets; most play games with sound views, tables and phones.
LEAK_TESTS = (
    "tests/companion/phones/test_hint_secrecy.py",
    "tests/companion/phones/test_news.py",
    "tests/tools/secrets/test_views.py::test_views_tell_nothing",
    "tests/tools/secrets/test_evenings.py::test_nothing_is_told",
    "tests/tools/secrets/test_evenings.py::test_nothing_is_told_of_moves_that_are_kept",
    "tests/tools/secrets/test_evenings.py::test_notes_of_another_side_are_found",
)


def leaks(root: Path) -> dict[str, Mutant]:
    """Return the sown leaks by name. Raises ValueError for a text that stands not just once."""
    found = {}
    for leak in tomllib.loads(_SOWN.read_text(encoding="utf-8"))["leak"]:
        name, path, before = leak["name"], leak["path"], leak["before"]
        source = (root / path).read_text(encoding="utf-8")
        if source.count(before) != 1:
            raise ValueError(f"{name}: its text stands {source.count(before)} times in {path}")
        start = source.index(before)
        line = source[:start].count("\n") + 1
        after = _PLACEHOLDER.sub(lambda match: _HIDDEN.format(session=match[1]), leak["after"])
        end = start + len(before)
        found[name] = Mutant(path, line, range(line, line + 1), start, end, after, before, f"{before} -> {after}")
    return found
