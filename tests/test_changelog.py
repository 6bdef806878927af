"""CHANGELOG.md has the form of keepachangelog.com, short items, and the current version.

The version of pyproject.toml stands on top.
"""

import re
import tomllib
from datetime import date

import pytest

from companion.main import main
from tests import ROOT

LINES = (ROOT / "CHANGELOG.md").read_text().splitlines()
HEADINGS = [line for line in LINES if line.startswith("## ")]


def test_releases_stand_newest_first_with_version_and_date() -> None:
    assert HEADINGS[0] == "## [Unreleased]"
    found = [re.fullmatch(r"## \[(\d+)\.(\d+)\.(\d+)\] - (\S+)", line) for line in HEADINGS[1:]]
    assert all(found)
    versions = [tuple(int(number) for number in match.groups()[:3]) for match in found if match]
    dates = [date.fromisoformat(match[4]) for match in found if match]
    assert versions == sorted(set(versions), reverse=True)
    assert dates == sorted(dates, reverse=True)


def test_the_newest_release_is_the_version_of_the_project() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert HEADINGS[1].startswith(f"## [{version}] ")


def test_each_item_is_one_short_line_under_one_of_the_usual_headings() -> None:
    first = LINES.index(HEADINGS[0])
    for line in LINES[first:]:
        assert re.match(r"- |## |### (Added|Changed|Deprecated|Removed|Fixed|Security)$|$", line), line
        assert len(line) <= 200, line


def test_the_version_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert re.fullmatch(r"companion \d+\.\d+\.\d+( \(commit [0-9a-f]{12}(-dirty)?\))?\n", capsys.readouterr().out)
