"""Tests of what a release is made from: the notes of its section in the changelog."""

import pytest

from tests import ROOT
from tools.release.sources import release_notes

CHANGELOG = """# Changelog

## [Unreleased]

### Added
- What comes next.

## [1.1.0] - 2026-11-30

### Fixed
- A card.

## [1.0.0] - 2026-11-20

### Added
- All.
"""


def test_the_notes_are_the_section_of_the_version_alone() -> None:
    assert release_notes(CHANGELOG, "1.1.0") == "### Fixed\n- A card.\n"


@pytest.mark.parametrize("version", ["1.0.0", "1.2.0", "1.1"])
def test_another_version_than_the_newest_is_refused_with_the_one_that_stands_there(version: str) -> None:
    with pytest.raises(SystemExit, match=r"\[1\.1\.0\] - 2026-11-30 as its newest release, not"):
        release_notes(CHANGELOG, version)


def test_a_changelog_without_releases_is_refused() -> None:
    with pytest.raises(SystemExit, match=r"no release"):
        release_notes("# Changelog\n\n## [Unreleased]\n", "1.0.0")


def test_the_changelog_of_the_project_has_notes() -> None:
    heading = next(line for line in (ROOT / "CHANGELOG.md").read_text().splitlines() if line.startswith("## [0"))
    version = heading[heading.index("[") + 1 : heading.index("]")]
    assert release_notes((ROOT / "CHANGELOG.md").read_text(), version).startswith("### Added\n- ")
