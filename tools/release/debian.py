"""Debian packages, made by debhelper from published wheels.

There is one for each release of Debian and each processor. A package holds an environment of Python of its own below
``/usr/lib``: Debian has not all that the companion needs, nor in the versions that are tested. Nothing is compiled, so
that one machine makes the packages of all.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from email.utils import formatdate
from pathlib import Path

from packaging.utils import parse_wheel_filename

from install.archive import NAME
from tools.arm64_wheels import Release
from tools.bundle import download_wheels
from tools.release.sources import Sources

TOOLS = ("dh", "help2man")
DEBIAN_MACHINES = {"x86_64": "amd64", "aarch64": "arm64"}
DEBIAN_NUMBERS = {"bookworm": 12, "trixie": 13}
#: The numbers of processors in programs and libraries (ELF's e_machine).
_ELF_MACHINES = {"x86_64": 62, "aarch64": 183}
#: How names of libraries and programs of other systems end.
_FOREIGN = (".dll", ".dylib", ".exe", ".pyd")
_LIBRARY = f"usr/lib/{NAME}"
_UNITS = (f"{NAME}.service", "finstere-flure-power-off.path", "finstere-flure-power-off.service")
_STARTER = f"""#!/{_LIBRARY}/bin/python3
import sys

from companion.main import run_process

sys.exit(run_process())
"""


def download_parts(release: Release, folder: Path) -> dict[str, Path]:
    """Download the wheels that a package holds besides the companion's own; return them by name."""
    # What builds the companion is among what is locked, and not needed to run it.
    downloaded = download_wheels(release, folder)
    return {name: path for name, path in downloaded.items() if not path.name.startswith("setuptools-")}


def build_package(sources: Sources, release: Release, wheels: Sequence[Path], folder: Path, to: Path) -> Path:
    """Build the package for a release of Debian; return its path.

    `wheels` are all that it needs, the companion's own among them; `folder` is where it is put together.

    Raises `SystemExit` with the tool's words if a tool fails, and for what another processor runs.
    """
    shutil.rmtree(folder, ignore_errors=True)
    _fill_environment(folder / "tree" / _LIBRARY, release, wheels)
    refuse_foreign_programs(folder / "tree", release.machine)
    machine = DEBIAN_MACHINES[release.machine]
    version = f"{sources.version}+deb{DEBIAN_NUMBERS[release.name]}"
    _fill_debian(folder, sources, release.name, version)
    major, minor = release.python
    environment = {
        **os.environ,
        **sources.environment,
        "PYTHON_DEPENDS": f"python3 (>= {major}.{minor}~), python3 (<< {major}.{minor + 1})",
    }
    # Build dependencies are Debian's debhelper alone, whose absence is told before; no compiler is needed for another
    # processor.
    _run(["dpkg-buildpackage", "-b", "-us", "-uc", "-d", "-a", machine], folder, environment)
    package = f"{NAME}_{version}_{machine}.deb"
    to.mkdir(parents=True, exist_ok=True)
    return Path(shutil.move(folder.parent / package, to / package))


def _run(command: Sequence[str], folder: Path, environment: dict[str, str]) -> bytes:
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"{command[0]}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def _fill_environment(library: Path, release: Release, wheels: Sequence[Path]) -> None:
    """Install wheels into a new environment, which also sees Debian's own packages."""
    major, minor = release.python
    site = library / "lib" / f"python{major}.{minor}" / "site-packages"
    (library / "bin").mkdir(parents=True)
    (library / "bin" / "python3").symlink_to("../../../bin/python3")
    starter = library / "bin" / "companion"
    starter.write_text(_STARTER)
    starter.chmod(0o755)
    (library / "pyvenv.cfg").write_text(
        f"home = /usr/bin\ninclude-system-site-packages = true\nversion = {major}.{minor}\n"
    )
    names = [f"{name}=={version}" for name, version, *_ in (parse_wheel_filename(wheel.name) for wheel in wheels)]
    places = [word for folder in sorted({wheel.parent for wheel in wheels}) for word in ("--find-links", str(folder))]
    command = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index", "--no-deps"]
    _run(
        [*command, *release.wheel_options, "--no-compile", "--target", str(site), *places, *names],
        library,
        {**os.environ},
    )
    shutil.rmtree(site / "bin", ignore_errors=True)


def refuse_foreign_programs(folder: Path, machine: str) -> None:
    """Raise `SystemExit` if a program or library below a folder is none of this processor's.

    Those of Windows and macOS are none either.
    """
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()):
        with path.open("rb") as file:
            head = file.read(20)
        is_elf = head.startswith(b"\x7fELF")
        if path.suffix in _FOREIGN or (is_elf and int.from_bytes(head[18:20], "little") != _ELF_MACHINES[machine]):
            sys.exit(f"{path.relative_to(folder)} does not run on {machine}.")


def _fill_debian(folder: Path, sources: Sources, release: str, version: str) -> None:
    """Write what debhelper reads: ``install/debian``, units, man page, changelog, places."""
    debian = shutil.copytree(sources.folder / "install" / "debian", folder / "debian")
    (debian / "rules").chmod(0o755)
    for unit in _UNITS:
        text = (sources.folder / "systemd" / unit).read_text()
        # apt brings updates: what looks for them on a stick is not part of the package.
        text = text.replace(f"/opt/{NAME}/start", "/usr/bin/companion")
        text = text.replace(" finstere-flure-stick.path finstere-flure-install.path", "")
        (debian / f"{NAME}.{unit}" if not unit.startswith(NAME) else debian / unit).write_text(text)
    shutil.copy(sources.folder / "systemd" / f"{NAME}.sysusers", debian)
    (debian / "companion.1").write_bytes(_man_page(sources, debian / "companion.h2m"))
    written = formatdate(sources.commit_s)
    maintainer = next(line for line in (debian / "control").read_text().splitlines() if line.startswith("Maintainer: "))
    (debian / "changelog").write_text(
        f"{NAME} ({version}) {release}; urgency=medium\n\n"
        f"  * Version {sources.version}: CHANGELOG.md tells what is new.\n\n"
        f" -- {maintainer.removeprefix('Maintainer: ')}  {written}\n"
    )
    for name in ("CHANGELOG.md", "THIRD-PARTY.md"):
        shutil.copy(sources.folder / name, folder)
    _write_lines(
        debian / "install",
        [
            "tree/usr /",
            f"debian/{NAME}.desktop usr/share/applications",
            f"debian/{NAME}.svg usr/share/icons/hicolor/scalable/apps",
        ],
    )
    _write_lines(debian / "links", [f"{_LIBRARY}/bin/companion usr/bin/companion"])
    _write_lines(debian / "manpages", ["debian/companion.1"])
    _write_lines(debian / "docs", ["CHANGELOG.md", "THIRD-PARTY.md"])


def _write_lines(path: Path, lines: Iterable[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines))


def _man_page(sources: Sources, parts: Path) -> bytes:
    """Return the man page: what the command says of itself, and the parts in a file."""
    program = str(Path(sys.executable).with_name("companion"))
    words = ["--no-info", f"--version-string={sources.version}", f"--include={parts}", program]
    return _run(["help2man", *words], sources.folder, {**os.environ, **sources.environment})
