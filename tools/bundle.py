"""Make one archive that installs the companion without an index of Python packages.

``./run bundle`` writes ``dist/finstere-flure-companion-VERSION.tar`` and its checksum. Within: the sources that
``./run install`` needs, ``wheels/RELEASE-aarch64/`` for each release of Raspberry Pi OS in the locked versions,
``install/apt.txt`` with the packages of the system, ``sbom-RELEASE.json`` (CycloneDX) and ``SHA256SUMS``, which the
version that is installed checks before anything of the archive runs. ``--sign KEY`` signs that list with a key of
OpenSSH (``install/release-keys`` says which are known). The same sources give the same bytes.
"""

import argparse
import hashlib
import io
import os
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from packaging.utils import parse_wheel_filename

from companion.device.version import COMMIT_FILE
from install.archive import CHECKSUMS, NAME, NAMESPACE, RELEASE_KEYS, SIGNATURE, take
from tools.arm64_wheels import RELEASES, ROOT, Release

SOURCES = (
    *("run", "pyproject.toml", "constraints.txt", "README.md", "CHANGELOG.md", "LICENSE", "THIRD-PARTY.md"),
    *("companion", "engine", "hardware", "vision", "install", "systemd", "docs", "examples"),
)
"""What of the project goes along: all but tests and tools."""
MODIFIED_S = 946684800
"""Time of every file in the archive, the year 2000: zip files, which building makes, know none before 1980."""


def tracked_sources(project: Path) -> dict[str, Path]:
    """Return the files of `SOURCES` in git, by their path in the archive."""
    listed = subprocess.run(["git", "ls-files", "-z", *SOURCES], cwd=project, capture_output=True, check=True).stdout
    return {name: project / name for name in listed.decode().split("\0") if name}


def last_commit() -> bytes:
    """Return the line of the last commit for `COMMIT_FILE`."""
    return subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, check=True).stdout


def download_wheels(release: Release, folder: Path) -> dict[str, Path]:
    """Fetch the release's wheels into `folder`; return them by their path in the archive.

    Raises `SystemExit` if pip cannot, or if it chose others for a Raspberry Pi than those that are recorded.
    """
    command = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--dest", str(folder)]
    done = subprocess.run([*command, *release.pip_options], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{release.name}: {done.stderr.strip()}")
    recorded = release.record.read_text().split() if release.machine == "aarch64" else sorted(os.listdir(folder))
    if missing := [wheel for wheel in recorded if not (folder / wheel).exists()]:
        sys.exit(f"{release.name}: pip chose others than {', '.join(missing)}: run python -m tools.arm64_wheels")
    return {f"wheels/{release.name}-{release.machine}/{wheel}": folder / wheel for wheel in recorded}


def list_components(wheels: Mapping[str, Path], project: Path) -> bytes:
    """Return the CycloneDX list of these wheels, with their checksums, as JSON."""
    pins = []
    for path in wheels.values():
        name, version, *_ = parse_wheel_filename(path.name)
        pins.append(f"{name}=={version} --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n")
    command = [str(Path(sys.executable).with_name("cyclonedx-py")), "requirements", "-", "--output-reproducible"]
    done = subprocess.run(
        [*command, "--of", "JSON", "--pyproject", str(project / "pyproject.toml")],
        input="".join(pins).encode(),
        capture_output=True,
        check=True,
    )
    return done.stdout


def signing(key: Path, namespace: str = NAMESPACE) -> Callable[[bytes], bytes]:
    """Return a function that signs with a key of OpenSSH, for the purpose `namespace`.

    `key` is the private one, or the public one of a key that ssh-agent holds.

    Raises `SystemExit` if ssh-keygen cannot.
    """

    def sign(data: bytes) -> bytes:
        command = ["ssh-keygen", "-q", "-Y", "sign", "-f", str(key), "-n", namespace]
        done = subprocess.run(command, input=data, stdout=subprocess.PIPE, check=False)
        if done.returncode:
            sys.exit(f"{key} cannot sign")
        return done.stdout

    return sign


def write_archive(
    archive: Path,
    folder: str,
    contents: Mapping[str, Path | bytes] | Mapping[str, bytes],
    sign: Callable[[bytes], bytes] | None = None,
) -> None:
    """Write a tar of files below `folder`, with their checksums and a signature of these.

    The same files give the same bytes.
    """
    sums = []
    with tarfile.open(archive, "w", format=tarfile.PAX_FORMAT) as tar:

        def add(name: str, data: bytes, *, executable: bool = False) -> None:
            entry = tarfile.TarInfo(f"{folder}/{name}")
            entry.size, entry.mtime, entry.mode = len(data), MODIFIED_S, 0o755 if executable else 0o644
            tar.addfile(entry, io.BytesIO(data))

        for name, content in sorted(contents.items()):
            data = content if isinstance(content, bytes) else content.read_bytes()
            sums.append(f"{hashlib.sha256(data).hexdigest()}  {name}\n")
            add(name, data, executable=isinstance(content, Path) and bool(content.stat().st_mode & 0o100))
        listed = "".join(sums).encode()
        add(CHECKSUMS, listed)
        if sign:
            add(SIGNATURE, sign(listed))


def is_known(archive: Path) -> bool:
    """Return whether the archive is signed with one of the keys of releases."""
    with tempfile.TemporaryDirectory() as folder, archive.open("rb") as source:
        return take(source, Path(folder), ROOT / RELEASE_KEYS).trusted


def main(words: Sequence[str] | None = None) -> None:
    """Write the archive and its checksum, and say how large it is."""
    parser = argparse.ArgumentParser(prog="./run bundle", description="Make one archive with all that an update needs.")
    parser.add_argument("--to", metavar="FOLDER", type=Path, default=ROOT / "dist", help="where to (default: dist)")
    parser.add_argument("--machine", default="aarch64", help="for which processor: of a Raspberry Pi, or x86_64")
    parser.add_argument("--sign", metavar="KEY", type=Path, help="sign it with this key of OpenSSH")
    args = parser.parse_args(words)
    folder: Path = args.to
    folder.mkdir(parents=True, exist_ok=True)
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    contents: dict[str, Path | bytes] = {**tracked_sources(ROOT)}
    contents[f"companion/{COMMIT_FILE}"] = last_commit()
    for release in (replace(each, machine=args.machine) for each in RELEASES):
        wheels = download_wheels(release, ROOT / "build" / "wheels" / f"{release.name}-{release.machine}")
        contents |= wheels
        contents[f"sbom-{release.name}.json"] = list_components(wheels, ROOT)
    archive = folder / f"{NAME}-{version}.tar"
    write_archive(archive, f"{NAME}-{version}", contents, signing(args.sign) if args.sign else None)
    with archive.open("rb") as file:
        checksum = hashlib.file_digest(file, "sha256").hexdigest()
    archive.with_name(f"{archive.name}.sha256").write_text(f"{checksum}  {archive.name}\n")
    print(f"{archive}: {len(contents)} files, {archive.stat().st_size / 1e6:.0f} MB")
    if not args.sign:
        print("It is not signed: a box asks before it takes it. To sign it: --sign KEY")
    elif not is_known(archive):
        print(f"{RELEASE_KEYS} does not have this key: a box that was not installed from it asks before it takes it.")


if __name__ == "__main__":
    main()
