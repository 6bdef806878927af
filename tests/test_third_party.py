"""What of others comes along is named with its licence."""

import re

from tests import ROOT

NOTICES = (ROOT / "THIRD-PARTY.md").read_text()


def test_every_package_that_is_installed_is_named() -> None:
    constraints = "".join((ROOT / f"constraints{kind}.txt").read_text() for kind in ("", "-heic"))
    locked = re.findall(r"^([a-z][\w.-]*)==", constraints, re.MULTILINE)
    assert len(locked) > 9
    assert [name for name in locked if not re.search(rf"\b{re.escape(name)}\b", NOTICES)] == []


def test_every_version_has_the_hashes_of_its_files() -> None:
    for path in (*ROOT.glob("constraints*.txt"), *(ROOT / "install").glob("constraints-*.txt")):
        pins = re.split(r"^(?=[a-z][\w.-]*==)", path.read_text(), flags=re.MULTILINE)[1:]
        assert pins, path.name
        assert [pin.partition(" ")[0] for pin in pins if "--hash=sha256:" not in pin] == [], path.name


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
