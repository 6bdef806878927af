"""Tests that all third-party parts are named with their licence."""

import re
import tomllib
from importlib import metadata

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests import ROOT

NOTICES = (ROOT / "THIRD-PARTY.md").read_text()


def test_every_package_that_is_installed_is_named() -> None:
    lines = re.findall(r"^[a-z].*==.*", (ROOT / "constraints.txt").read_text(), re.MULTILINE)
    for_developers = {"box", "browser", "bundle", "dev", "evidence"}
    extras = {line.partition("==")[0]: {*re.findall(r"extra == '(\w+)'", line)} for line in lines}
    locked = [name for name, asking in extras.items() if not asking or asking - for_developers]
    assert len(locked) > 9
    assert "pillow-heif" in locked
    assert [name for name in locked if not re.search(rf"\b{re.escape(name)}\b", NOTICES)] == []


def test_each_extra_has_all_that_its_packages_need() -> None:
    # Of the packages that are installed here, which say what they ask for.
    lines = re.findall(r"^[a-z].*==.*", (ROOT / "constraints.txt").read_text(), re.MULTILINE)
    extras = {line.partition("==")[0]: {*re.findall(r"extra == '(\w+)'", line)} for line in lines}
    looked_at = 0
    for name, asking in extras.items():
        try:
            needed = [Requirement(text) for text in metadata.requires(name) or ()]
        except metadata.PackageNotFoundError:
            continue
        for need in needed:
            if need.marker is None or need.marker.evaluate({"extra": ""}):
                looked_at += 1
                extras_of_needed = extras[canonicalize_name(need.name)]
                assert not extras_of_needed or (asking and asking <= extras_of_needed), f"{name} needs {need.name}"
    assert looked_at > 9


def test_every_version_has_the_hashes_of_its_files() -> None:
    for path in (ROOT / "constraints.txt", *(ROOT / "install").glob("constraints-*.txt")):
        pins = re.split(r"^(?=[a-z][\w.-]*==)", path.read_text(), flags=re.MULTILINE)[1:]
        assert pins, path.name
        assert [pin.partition(" ")[0] for pin in pins if "--hash=sha256:" not in pin] == [], path.name


def test_what_builds_the_companion_is_pinned_in_the_lock_alone() -> None:
    (asked,) = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    assert "==" not in asked
    for path in (ROOT / "constraints.txt", *(ROOT / "install").glob("constraints-*.txt")):
        (pinned,) = re.findall(r"^setuptools==(\S+) \\\n", path.read_text(), re.MULTILINE)
        assert pinned in Requirement(asked).specifier, path.name


def test_fonts_and_pictures_of_others_are_named() -> None:
    folders = {
        path.parent
        for kind in ("*.ttf", "*.jpg")
        for top in ("companion", "tools")
        for path in (ROOT / top).rglob(kind)
    }
    assert folders
    for folder in folders:
        assert f"`{folder.relative_to(ROOT)}`" in NOTICES
        assert any(folder.glob("LICENSE*")), folder
