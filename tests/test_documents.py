"""Documents: their links lead somewhere, their commands exist, and they stay short."""

import re
import shlex
from pathlib import Path

import pytest

from companion.main import all_commands
from tests import ROOT

DOCUMENTS = (
    *(ROOT / name for name in ("README.md", "BENCHMARKS.md", "CHANGELOG.md", "CONTRIBUTING.md", "THIRD-PARTY.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *(ROOT / name / "README.md" for name in ("systemd", "examples/fox-and-geese")),
)
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
    return len(path.read_text(encoding="utf-8").split())


def anchors(path: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
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
    assert pages <= set(re.findall(r"\]\(([\w-]+\.md)", text))


def test_each_game_has_one_page_of_the_same_shape() -> None:
    for game in ("finstere-flure", "lifeboat", "coach-ride", "betrayal"):
        text = (ROOT / "docs" / f"{game}.md").read_text(encoding="utf-8")
        assert re.findall(r"^## (.*)$", text, re.MULTILINE) == SHAPE, game


def test_the_documents_stay_short() -> None:
    assert words(ROOT / "README.md") <= 900
    assert sum(words(path) for path in (ROOT / "docs").glob("*.md")) <= 25_000


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_commands_that_are_shown_exist(path: Path) -> None:
    if path.name == "CHANGELOG.md":
        return
    shown = re.findall(r"^    (?:\./run )?(companion [^#\n\[|]*)", path.read_text(encoding="utf-8"), re.MULTILINE)
    for line in shown:
        name = shlex.split(line)[1]
        assert name in all_commands() or name == "COMMAND", line
