"""Tests of a Debian package: programs of its processor, a desktop entry in all languages."""

from configparser import RawConfigParser
from pathlib import Path

import pytest

from companion.device.languages import COMPLETE
from tests import ROOT
from tools.release.debian import refuse_foreign_programs


def library(path: Path, machine: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x03\0" + machine.to_bytes(2, "little") + bytes(40))


def test_libraries_of_the_processor_and_texts_pass(tmp_path: Path) -> None:
    library(tmp_path / "a/one.so", 183)
    (tmp_path / "a/text.py").write_text("x = 1\n")
    (tmp_path / "a/python3").symlink_to("/usr/bin/python3")
    refuse_foreign_programs(tmp_path, "aarch64")


def test_a_library_of_another_processor_is_named(tmp_path: Path) -> None:
    library(tmp_path / "a/one.so", 183)
    library(tmp_path / "b/two.so.1", 62)
    with pytest.raises(SystemExit, match=r"b/two\.so\.1 does not run on aarch64"):
        refuse_foreign_programs(tmp_path, "aarch64")
    with pytest.raises(SystemExit, match=r"a/one\.so does not run on x86_64"):
        refuse_foreign_programs(tmp_path, "x86_64")


def test_a_program_of_windows_is_named(tmp_path: Path) -> None:
    (tmp_path / "tool.exe").write_bytes(b"MZ")
    with pytest.raises(SystemExit, match=r"tool\.exe does not run on x86_64"):
        refuse_foreign_programs(tmp_path, "x86_64")


def test_the_desktop_entry_speaks_all_languages() -> None:
    entry = RawConfigParser()
    entry.optionxform = str  # type: ignore[assignment,method-assign]
    entry.read(ROOT / "install/debian/finstere-flure-companion.desktop", encoding="utf-8")
    languages = {"zh_CN" if code == "zh" else code for code in COMPLETE} - {"en"}
    for section in entry.sections():
        keys = {key for key in entry[section] if key in ("Name", "GenericName", "Comment")}
        assert entry[section].keys() >= {f"{key}[{language}]" for key in keys for language in languages}
