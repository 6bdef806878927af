"""Check that a Raspberry Pi compiles nothing: dependencies have a wheel or are in apt.

``python -m tools.arm64_wheels`` asks pip (over the network) what it would install from pyproject.toml on 64-bit
Raspberry Pi OS, wheels only, and writes the answer to ``install/arm64-RELEASE.txt``, one wheel a line.
``tests/tools/test_arm64_wheels.py`` checks these files without a network.
"""

import json
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Release:
    """A release of Raspberry Pi OS: its Python and the newest glibc that its wheels may ask for."""

    name: str
    python: tuple[int, int]
    glibc: tuple[int, int]
    machine: str = "aarch64"

    @property
    def constraints(self) -> Path:
        """File that constrains pip in `./run install` there."""
        return ROOT / "install" / f"constraints-{self.name}.txt"

    @property
    def record(self) -> Path:
        """File that lists the wheels."""
        return ROOT / "install" / f"arm64-{self.name}.txt"

    @property
    def platforms(self) -> list[str]:
        """The platform tags that fit, newest first."""
        newer = [f"manylinux_{self.glibc[0]}_{minor}_{self.machine}" for minor in range(self.glibc[1], 16, -1)]
        return [*newer, f"manylinux2014_{self.machine}"]

    @property
    def wheel_options(self) -> list[str]:
        """Options by which pip chooses wheels for that Python there."""
        platforms = [word for platform in self.platforms for word in ("--platform", platform)]
        version = ["--implementation", "cp", "--python-version", ".".join(map(str, self.python))]
        return ["--only-binary=:all:", *version, *platforms]

    @property
    def pip_options(self) -> list[str]:
        """The same in the locked versions."""
        return [*self.wheel_options, "--require-hashes", "-r", str(self.constraints)]


RELEASES = (Release("bookworm", (3, 11), (2, 36)), Release("trixie", (3, 13), (2, 41)))


def dependencies() -> list[str]:
    """Return the run-time dependencies in pyproject.toml."""
    listed: list[str] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    return listed


def wheels(release: Release) -> list[str]:
    """Return the file names of the wheels that pip would install there.

    Raises `SystemExit` with pip's words if one is missing.
    """
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        words = ["--dry-run", "--ignore-installed", "--target", folder, "--report", str(report)]
        command = [sys.executable, "-m", "pip", "install", "-q", *words, *release.pip_options]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{release.name}: {done.stderr.strip()}")
        installed = json.loads(report.read_text())["install"]
    return sorted(
        (entry["download_info"]["url"].rpartition("/")[2].partition("#")[0] for entry in installed), key=str.lower
    )


def main() -> None:
    """Ask for each release and write the answers down."""
    for release in RELEASES:
        found = wheels(release)
        release.record.write_text("".join(f"{wheel}\n" for wheel in found))
        print(
            f"{release.record.relative_to(ROOT)}: {len(found)} wheels for Python {'.'.join(map(str, release.python))}"
        )


if __name__ == "__main__":
    main()
