"""Tests of wheel and source distribution: all files, the same bytes each time."""

import re
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests import ROOT
from tools.release.python_packages import build_sdist, build_wheel, repack
from tools.release.sources import unpack_commit

PACKAGES = ("companion", "engine", "hardware", "vision")


def test_an_archive_is_packed_anew_without_times_and_owners(tmp_path: Path) -> None:
    packed = []
    for name, time_s, files in (("one", 1_000_000, "ab"), ("two", 2_000_000, "ba")):
        folder = tmp_path / name
        folder.mkdir()
        archive = tmp_path / f"{name}.tar.gz"
        with tarfile.open(archive, "w:gz") as tar:
            for file in files:
                entry = tarfile.TarInfo(file)
                entry.mtime, entry.uid = time_s, time_s // 1_000
                tar.addfile(entry)
        repack(archive, 1_796_000_000)
        packed.append(archive.read_bytes())
    assert packed[0] == packed[1]


def tracked() -> set[str]:
    listed = subprocess.run(
        ["git", "ls-tree", "-r", "--name-only", "HEAD", *PACKAGES], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(listed.stdout.splitlines())


@pytest.mark.slow
@pytest.mark.thorough(but=["once"])
@pytest.mark.parametrize("turns", [("one",), ("one", "two")], ids=["once", "twice"])
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="this is no checkout")
def test_wheel_and_sources_hold_every_file_and_come_out_the_same(tmp_path: Path, turns: tuple[str, ...]) -> None:
    made = []
    for turn in turns:
        wheel = build_wheel(unpack_commit(tmp_path / turn / "for-wheel"), tmp_path / turn)
        sdist = build_sdist(unpack_commit(tmp_path / turn / "for-sdist"), tmp_path / turn)
        made.append((wheel.read_bytes(), sdist.read_bytes()))
    assert made[0] == made[-1]
    with zipfile.ZipFile(wheel) as opened:
        assert {name for name in opened.namelist() if name.startswith(PACKAGES)} == tracked()
        assert re.fullmatch("[0-9a-f]{40}\n", opened.read("companion/commit.txt").decode())
    with tarfile.open(sdist) as tar:
        names = {name.partition("/")[2] for name in tar.getnames()}
        assert names >= tracked() | {"pyproject.toml", "README.md", "LICENSE", "PKG-INFO"}
