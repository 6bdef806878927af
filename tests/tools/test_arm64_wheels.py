"""Tests that a Raspberry Pi never compiles: each recorded package is a wheel that fits.

The record lists what pip installs there.
"""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.tags import Tag, compatible_tags, cpython_tags
from packaging.utils import canonicalize_name, parse_wheel_filename
from packaging.version import Version

from tools.arm64_wheels import RELEASES, ROOT, Release, dependencies

#: What needs a compiler or the system's own build, and is left to apt (install/install.sh).
BY_APT = {"picamera2", "lgpio", "spidev"}


def wheels(release: Release) -> dict[str, tuple[Version, frozenset[Tag]]]:
    """Return the packages that pip installs, by name: version and tags of the wheel."""
    found = {}
    for line in release.record.read_text().splitlines():
        name, version, _, tags = parse_wheel_filename(line)
        found[str(name)] = (version, tags)
    return found


def constraints(release: Release) -> dict[str, Requirement]:
    pins = [line.removesuffix(" \\") for line in release.constraints.read_text().splitlines() if "==" in line]
    return {canonicalize_name(each.name): each for each in map(Requirement, pins)}


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)
def test_each_wheel_fits_that_python_on_arm64(release: Release) -> None:
    fits = {*cpython_tags(release.python, platforms=release.platforms), *compatible_tags(release.python, "cp")}
    for name, (_, tags) in wheels(release).items():
        assert tags & fits, f"{name} has no wheel for Python {release.python} on arm64"


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)
def test_every_dependency_is_among_them_in_the_version_that_is_installed(release: Release) -> None:
    installed, held = wheels(release), constraints(release)
    assert set(installed) == set(held)
    for requirement in [*map(Requirement, dependencies()), *held.values()]:
        version, _ = installed[canonicalize_name(requirement.name)]
        assert version in requirement.specifier, requirement


def test_what_needs_a_compiler_comes_by_apt() -> None:
    asked_for = {Requirement(text).name for text in dependencies()}
    assert not asked_for & BY_APT
    packages = (ROOT / "install" / "apt.txt").read_text()
    assert all(f"python3-{name} " in packages for name in BY_APT)


def test_on_bookworm_numpy_is_the_one_that_the_camera_package_was_built_for() -> None:
    bookworm = next(release for release in RELEASES if release.name == "bookworm")
    assert wheels(bookworm)["numpy"][0] < Version("2")
    assert str(constraints(bookworm)["numpy"].specifier) == "==1.24.2"


def test_the_pythons_are_those_that_the_project_is_for() -> None:
    project = tomllib.loads((Path(ROOT) / "pyproject.toml").read_text())["project"]
    (least,) = re.findall(r">=3\.(\d+)", project["requires-python"])
    assert min(release.python for release in RELEASES) == (3, int(least))
