"""Sources of a release: the files of the last commit, with its time."""

import re
import subprocess
import sys
import tarfile
import tomllib
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from tools.arm64_wheels import ROOT

_HEADING = re.compile(r"## \[(.+)\] - \d{4}-\d\d-\d\d")


@dataclass(frozen=True)
class Sources:
    """Files of a commit in a folder of their own."""

    folder: Path
    version: str
    commit_s: int
    """Time of the commit (Unix time, seconds): that of every file which is made of it."""

    @property
    def environment(self) -> dict[str, str]:
        """Variables by which packaging tools write the same bytes each time."""
        return {"SOURCE_DATE_EPOCH": str(self.commit_s), "LC_ALL": "C.UTF-8", "TZ": "UTC"}


def _git(*words: str) -> bytes:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=True).stdout


def unpack_commit(folder: Path) -> Sources:
    """Unpack the files of the last commit, with its name in them, into a new folder."""
    folder.mkdir(parents=True)
    with tarfile.open(fileobj=BytesIO(_git("archive", "HEAD"))) as tar:
        for entry in tar.getmembers():
            # Whatever git's own umask for archives is.
            entry.mode = 0o755 if entry.mode & 0o100 else 0o644
        tar.extractall(folder)
    version = tomllib.loads((folder / "pyproject.toml").read_text())["project"]["version"]
    return Sources(folder, version, int(_git("log", "-1", "--format=%ct")))


def refuse_changes() -> None:
    """Raise `SystemExit` if files of the checkout differ from the last commit."""
    if changed := _git("status", "--porcelain").decode().splitlines():
        sys.exit(f"A release is made from a commit: commit or remove {changed[0][3:]} first ({len(changed)} in all).")


def release_notes(changelog: str, version: str) -> str:
    """Return the section of this version in a changelog, without its heading.

    Raises `SystemExit` if it is not the newest release there.
    """
    for section in re.split(r"^(?=## )", changelog, flags=re.MULTILINE):
        heading, _, text = section.partition("\n")
        if found := _HEADING.fullmatch(heading):
            if found[1] != version:
                sys.exit(f"CHANGELOG.md has {heading.removeprefix('## ')} as its newest release, not {version}.")
            return f"{text.strip()}\n"
    sys.exit("CHANGELOG.md has no release.")
