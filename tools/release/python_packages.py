"""Wheel and source distribution of the companion: the same commit gives the same bytes."""

import gzip
import os
import subprocess
import sys
import tarfile
from pathlib import Path

from tools.release.sources import Sources

_BUILD = "from setuptools.build_meta import build_sdist, build_wheel; import sys; build_{}(sys.argv[1])"


def build_wheel(sources: Sources, to: Path) -> Path:
    """Build the wheel into `to`; return its path."""
    _build("wheel", sources, to)
    (wheel,) = to.glob("*.whl")
    return wheel


def build_sdist(sources: Sources, to: Path) -> Path:
    """Build the source distribution into `to`; return its path."""
    _build("sdist", sources, to)
    (sdist,) = to.glob("*.tar.gz")
    repack(sdist, sources.commit_s)
    return sdist


def _build(kind: str, sources: Sources, to: Path) -> None:
    to.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-c", _BUILD.format(kind), str(to.resolve())],
        cwd=sources.folder,
        env={**os.environ, **sources.environment},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"The {kind} could not be built: {done.stderr.strip()}")


def repack(archive: Path, time_s: int) -> None:
    """Write a tar.gz anew with one time and no owners; setuptools keeps the time of building."""
    packed = archive.with_name(f"{archive.name}.new")
    with (
        tarfile.open(archive) as old,
        packed.open("wb") as file,
        gzip.GzipFile("", "wb", fileobj=file, mtime=time_s) as stream,
        tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for entry in sorted(old.getmembers(), key=lambda entry: entry.name):
            entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = time_s, 0, 0, "", ""
            entry.pax_headers = {}
            new.addfile(entry, old.extractfile(entry))
    packed.replace(archive)
