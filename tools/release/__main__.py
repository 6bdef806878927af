"""Make everything of a release from the last commit, the same bytes each time.

``./run release VERSION`` writes into ``dist/VERSION``: wheel and source distribution, Debian packages for each release
and processor, the archive for Raspberry Pis and their cards (``tools/bundle.py``), a list of parts of each package
(CycloneDX), the release notes, and ``SHA256SUMS``. ``--sign KEY`` signs the archive and that list.
"""

import argparse
import hashlib
import shutil
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

from install.archive import CHECKSUMS, NAME, RELEASE_NAMESPACE, SIGNATURE
from tools import bundle
from tools.arm64_wheels import RELEASES, ROOT
from tools.bundle import list_components, signing
from tools.release.debian import DEBIAN_MACHINES, TOOLS, build_package, download_parts
from tools.release.python_packages import build_sdist, build_wheel
from tools.release.sources import Sources, refuse_changes, release_notes, unpack_commit


def main() -> None:
    """Make the release and say where it lies."""
    parser = argparse.ArgumentParser(prog="./run release", description="Make everything of a release.")
    parser.add_argument("version", metavar="VERSION", help="as in pyproject.toml and CHANGELOG.md")
    parser.add_argument("--sign", metavar="KEY", type=Path, help="sign it with this key of OpenSSH")
    args = parser.parse_args()
    if missing := [tool for tool in TOOLS if not shutil.which(tool)]:
        sys.exit(f"Missing: {', '.join(missing)}. To have them: sudo apt install debhelper help2man")
    refuse_changes()
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    if args.version != version:
        sys.exit(f"pyproject.toml has version {version}, not {args.version}.")
    notes = release_notes((ROOT / "CHANGELOG.md").read_text(), version)
    to, work = ROOT / "dist" / version, ROOT / "build" / "release"
    for folder in (to, work):
        shutil.rmtree(folder, ignore_errors=True)
    to.mkdir(parents=True)
    (to / "release-notes.md").write_text(notes)
    sources = unpack_commit(work / "source")
    wheel = build_wheel(sources, to)
    shutil.rmtree(sources.folder)
    # Building leaves things beside the sources.
    build_sdist(unpack_commit(sources.folder), to)
    _build_packages(sources, wheel, work, to)
    bundle.main(["--to", str(to), *(["--sign", str(args.sign)] if args.sign else [])])
    (to / f"{NAME}-{version}.tar.sha256").unlink()
    _write_checksums(to, args.sign)
    print(f"{to}: {len(list(to.iterdir()))} files. To tag it: git tag v{version} && git push origin v{version}")


def _build_packages(sources: Sources, wheel: Path, work: Path, to: Path) -> None:
    """Build the Debian packages, and the list of parts of each."""
    for machine in DEBIAN_MACHINES:
        for release in (replace(each, machine=machine) for each in RELEASES):
            parts = download_parts(release, ROOT / "build" / "wheels" / f"{release.name}-{machine}")
            package = build_package(sources, release, [*parts.values(), wheel], work / "package", to)
            (to / f"{package.stem}.sbom.json").write_bytes(list_components(parts, ROOT))
            print(f"{package.name}: {package.stat().st_size / 1e6:.0f} MB", flush=True)


def _write_checksums(folder: Path, key: Path | None) -> None:
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(folder.iterdir())]
    listed = "".join(lines).encode()
    (folder / CHECKSUMS).write_bytes(listed)
    if key:
        (folder / SIGNATURE).write_bytes(signing(key, RELEASE_NAMESPACE)(listed))


if __name__ == "__main__":
    main()
