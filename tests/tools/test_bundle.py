"""Tests of the bundle in a small form: a few files, and an empty stand-in for a wheel."""

import hashlib
import importlib.util
import json
import subprocess
import tarfile
from pathlib import Path

import pytest

from tests import ROOT
from tools.bundle import list_components, tracked_sources, write_archive

WHEEL = "segno-1.6.6-py3-none-any.whl"


@pytest.fixture
def contents(tmp_path: Path) -> dict[str, Path | bytes]:
    wheel = tmp_path / WHEEL
    wheel.write_bytes(b"a wheel")
    return {"run": ROOT / "run", "README.md": ROOT / "README.md", f"wheels/{WHEEL}": wheel, "sbom.json": b"{}"}


def test_the_same_files_give_the_same_bytes(contents: dict[str, Path | bytes], tmp_path: Path) -> None:
    write_archive(tmp_path / "one.tar", "companion-1", contents)
    (tmp_path / WHEEL).touch()
    write_archive(tmp_path / "two.tar", "companion-1", dict(reversed(contents.items())))
    assert (tmp_path / "one.tar").read_bytes() == (tmp_path / "two.tar").read_bytes()


def test_the_checksums_within_hold_and_find_a_changed_byte(contents: dict[str, Path | bytes], tmp_path: Path) -> None:
    write_archive(tmp_path / "one.tar", "companion-1", contents)
    with tarfile.open(tmp_path / "one.tar") as tar:
        assert tar.getmember("companion-1/run").mode == 0o755
    subprocess.run(["tar", "-xf", "one.tar"], cwd=tmp_path, check=True)
    check = ["sha256sum", "--check", "--quiet", "--strict", "SHA256SUMS"]
    folder = tmp_path / "companion-1"
    assert subprocess.run(check, cwd=folder, capture_output=True, check=False).returncode == 0
    (folder / "wheels" / WHEEL).write_bytes(b"a heels")
    assert subprocess.run(check, cwd=folder, capture_output=True, check=False).returncode == 1


@pytest.mark.skipif(not importlib.util.find_spec("cyclonedx_py"), reason="cyclonedx-bom is not installed")
def test_the_list_of_parts_names_each_wheel_with_its_checksum(tmp_path: Path) -> None:
    wheel = tmp_path / WHEEL
    wheel.write_bytes(b"a wheel")
    listed = json.loads(list_components({"wheels": wheel}, ROOT))
    assert listed["bomFormat"] == "CycloneDX"
    assert listed["metadata"]["component"]["name"] == "finstere-flure-companion"
    (component,) = listed["components"]
    assert (component["name"], component["version"]) == ("segno", "1.6.6")
    checksum = hashlib.sha256(b"a wheel").hexdigest()
    assert component["externalReferences"][0]["hashes"] == [{"alg": "SHA-256", "content": checksum}]
    assert list_components({"wheels": wheel}, ROOT) == list_components({"wheels": wheel}, ROOT)


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="this is no checkout")
def test_what_the_installer_needs_goes_along_and_the_tests_stay() -> None:
    names = set(tracked_sources(ROOT))
    assert {"run", "install/install.sh", "install/apt.txt", "install/constraints-trixie.txt"} <= names
    assert {name.partition("/")[0] for name in names}.isdisjoint({"tests", "tools", ".venv", "dist"})
