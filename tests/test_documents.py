"""Documents: their links lead somewhere, their commands exist, and they stay short."""

import contextlib
import fnmatch
import importlib.util
import io
import json
import re
import shlex
from functools import cache
from pathlib import Path

import pytest

from companion.main import all_commands, main
from tests import ROOT

EXAMPLES = ("chess", "classics", "fox-and-geese", "mouse-and-elephant")
DOCUMENTS = (
    *(ROOT / name for name in ("README.md", "BENCHMARKS.md", "CHANGELOG.md", "CONTRIBUTING.md", "THIRD-PARTY.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *(ROOT / name / "README.md" for name in ("systemd", *(f"examples/{name}" for name in EXAMPLES))),
    ROOT / "tools" / "evidence" / "NOTEBOOK.md",
)
CODE = ("companion", "engine", "hardware", "vision", "tools", "tests", "examples")
#: Headings that every game's page has, in this order.
SHAPE = [
    "An evening",
    "Variants",
    "With a camera",
    "At the virtual table",
    "Secrets",
    "Other commands",
    "Game file",
]


def words(path: Path) -> int:
    """Number of words on a page; bars of tables and signs of headings and lists are none."""
    return sum(1 for word in path.read_text(encoding="utf-8").split() if any(map(str.isalnum, word)))


def anchors(path: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    text = re.sub(r"^    .*$|```.*?```", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if link.startswith(("http:", "https:")):
            continue
        file, _, anchor = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_the_index_leads_to_every_page() -> None:
    text = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    pages = {path.name for path in (ROOT / "docs").glob("*.md")} - {"index.md"}
    assert pages <= set(re.findall(r"\]\(([\w.-]+\.md)", text))


def test_each_game_has_one_page_of_the_same_shape() -> None:
    for game in ("finstere-flure", "lifeboat", "coach-ride", "betrayal"):
        text = (ROOT / "docs" / f"{game}.md").read_text(encoding="utf-8")
        assert re.findall(r"^## (.*)$", text, re.MULTILINE) == SHAPE, game


def test_the_documents_stay_short() -> None:
    assert words(ROOT / "README.md") <= 900
    pages = (path for path in (ROOT / "docs").glob("*.md") if not path.name.startswith("first-page."))
    assert sum(map(words, pages)) <= 31_000


@cache
def help_of(*command: str) -> str:
    """Return the words that `--help` prints of a command."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), pytest.raises(SystemExit):
        main([*command, "--help"])
    return printed.getvalue()


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_commands_that_are_shown_exist_with_their_options(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    shown = re.findall(r"^ {4,}(?:\./run )?companion ([^#\n|]*)", text, re.MULTILINE)
    for line in shown:
        name, *words = shlex.split(line)
        if name in ("--version", "COMMAND", "demo") or name.endswith(":"):
            continue
        assert name in all_commands(), line
        has_sub = name in ("games", "navigation") and words and re.fullmatch(r"[a-z][a-z-]*", words[0])
        sub = words[:1] if has_sub else []
        told = help_of(name) + (help_of(name, *sub) if sub else "")
        for option in (word for word in words if word.startswith("--") and "]" not in word):
            assert re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", told), line


def test_files_that_are_named_exist() -> None:
    files = [str(path) for top in CODE for path in (ROOT / top).rglob("*.py")]
    for path in (ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))):
        for name in re.findall(r"`([\w/*-]+\.py)`", path.read_text(encoding="utf-8")):
            assert fnmatch.filter(files, f"*/{name}"), f"{path.name}: {name}"


def test_tools_that_are_named_are_run_as_modules() -> None:
    """Run by its path, a script finds `tools.secrets` where Python looks for its own `secrets`."""
    pages = [*DOCUMENTS, *(ROOT / "tools").rglob("*.py")]
    shown = {
        name for path in pages for name in re.findall(r"python (?:-m )?(tools[./][\w./]+)", path.read_text("utf-8"))
    }
    assert [name for name in sorted(shown) if "/" in name] == []
    modules = [name.rstrip(".") for name in shown]
    assert [name for name in sorted(modules) if importlib.util.find_spec(name) is None] == []


def test_the_drawing_of_the_readme_is_a_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (drawing,) = re.findall(r"^ {7}h  i .*\n(?: {4}.*\n)+", (ROOT / "README.md").read_text(), re.MULTILINE)
    board = tmp_path / "table.txt"
    board.write_text(drawing)
    assert main(["monster", str(board), "--card", "8", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["card"] == "8"


def test_each_word_of_the_glossary_has_one_sentence() -> None:
    rows = [line.split("|") for line in (ROOT / "docs" / "glossary.md").read_text().splitlines() if "|" in line][2:]
    assert [row[0] for row in rows] == sorted({row[0] for row in rows}, key=str.lower)
    for word, sentence in rows:
        assert re.fullmatch(r"[A-Z(`].*[^.]\.", sentence), word
        assert ". " not in sentence, word
