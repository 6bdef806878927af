"""Archive of the companion: copied to a folder of root's own and checked there, before anything of it is run.

    python3 archive.py take ARCHIVE FOLDER CURRENT [--trust]   copies and checks it; prints where it lies
    python3 archive.py signers SOURCE                          prints the keys that a version trusts
    python3 archive.py newest FOLDER                           prints where its newest archive lies, if it has one

It is checked by the version that is installed, whose folder is CURRENT; its file `signers` holds the keys that are
trusted. Needs nothing but Python's own modules and ssh-keygen.
"""

import argparse
import base64
import hashlib
import os
import re
import shutil
import stat
import struct
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

NAME = "finstere-flure-companion"
NAMESPACE = f"archive@{NAME}"
"""What a signature is for: one of the same key for another purpose does not count."""
RELEASE_NAMESPACE = f"release@{NAME}"
"""The same for the list of checksums beside the files of a release."""
CHECKSUMS = "SHA256SUMS"
SIGNATURE = f"{CHECKSUMS}.sig"
RELEASE_KEYS = "install/release-keys"
"""Keys of the makers of releases, which come with each version."""
ARCHIVE = re.compile(rf"{NAME}-[0-9A-Za-z][0-9A-Za-z._+-]{{0,60}}\.tar")
_MOST_VERSION = 40
_VERSION = re.compile(r"(0*[1-9][0-9]*!)?[0-9]+(\.[0-9]+)*((a|b|rc)[0-9]+)?(\.post[0-9]+)?(\.dev[0-9]+)?")
"""Version as it may be installed: the public form of PEP 440."""
_ORDERED = re.compile(
    r"v?(?:(?P<epoch>[0-9]+)!)?(?P<release>[0-9]+(?:\.[0-9]+)*)"
    r"(?:[-_.]?(?P<stage>alpha|a|beta|b|preview|pre|c|rc)[-_.]?(?P<stage_number>[0-9]*))?"
    r"(?P<post>-(?P<bare_post>[0-9]+)|[-_.]?(?:post|rev|r)[-_.]?(?P<post_number>[0-9]*))?"
    r"(?P<dev>[-_.]?dev[-_.]?(?P<dev_number>[0-9]*))?"
    r"(?:\+(?P<local>[a-z0-9]+(?:[-_.][a-z0-9]+)*))?",
    re.ASCII | re.IGNORECASE,
)
"""Version as PEP 440 reads it, in whatever spelling: names of files and earlier versions have such."""
_MOST_ORDERED = 255
_STAGES = {"a": 1, "b": 2, "c": 3, "p": 3, "r": 3}
"""Stages before a release, by their first letter."""
_RELEASED = 4
_NEEDED = {"install/install.sh", "pyproject.toml"}
MOST_BYTES = 1 << 30
_MOST_FILES = 20_000
_MOST_NAME = 255
"""Most bytes of one part of a path."""
_MOST_PATH = 1024
_MOST_PARTS = 16
"""Most folders, one within the other, with the file: whatever walks through them later is no deeper."""
_MOST_SUMS = 4 << 20
_MOST_PROJECT = 1 << 16
_MOST_SIGNATURE = 16_384
_SPARE_BYTES = 64 << 20
"""Room on the disk that an archive leaves."""
_PIECE = 1 << 20
_BLOCK = 512


class RefusedError(Exception):
    """Refusal of an archive; `reason` is a word for it."""

    def __init__(self, reason: str, sentence: str) -> None:
        self.reason = reason
        super().__init__(sentence)


@dataclass(frozen=True)
class Taken:
    """An archive that was copied and is whole."""

    tree: Path
    version: str
    checksum: str
    """Of its list of checksums and their signature: a name for exactly these files, signed so."""
    signer: str
    """Who signed it: a name if it is trusted, else the key's fingerprint; empty if nobody did."""
    trusted: bool


def open_regular(name: str, folder: int) -> BinaryIO:
    """Open the regular file `name` of a folder that is open; follow no link and wait for no pipe. Raises OSError."""
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
    file = os.fdopen(os.open(name, flags, dir_fd=folder), "rb")
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(f"{name} is no regular file")
    return file


def newest_archive(folder: Path) -> str:
    """Return the name of the newest archive in a folder by its name, or nothing."""
    try:
        names = [name for name in os.listdir(folder) if ARCHIVE.fullmatch(name)]
    except OSError:
        names = []
    return max(names, key=lambda name: (version_key(name[len(NAME) + 1 : -len(".tar")]), name), default="")


def version_key(version: str) -> tuple[object, ...]:
    """Return what versions are ordered by, as PEP 440 does; what it does not know comes before all others."""
    match = _ORDERED.fullmatch(version) if len(version) <= _MOST_ORDERED else None
    if not match:
        return (False, version)
    found = match.groupdict("")
    release = [int(number) for number in found["release"].split(".")]
    while release and not release[-1]:
        release.pop()
    if found["stage"]:
        stage = _STAGES[found["stage"][0].lower()]
    else:
        # What is developed towards a release comes before its first stage.
        stage = 0 if found["dev"] and not found["post"] else _RELEASED
    return (
        True,
        int(found["epoch"] or 0),
        tuple(release),
        (stage, int(found["stage_number"] or 0)),
        int(found["bare_post"] or found["post_number"] or 0) if found["post"] else -1,
        (not found["dev"], int(found["dev_number"] or 0)),
        tuple((part.isdigit(), int(part) if part.isdigit() else part) for part in _local_parts(found["local"])),
    )


def _local_parts(local: str) -> list[str]:
    return re.findall("[a-z0-9]+", local.lower())


def installed_version(current: Path) -> str:
    """Return the version that the link leads to, or nothing: its folder's name has a checksum behind."""
    try:
        return os.path.basename(os.readlink(current)).rpartition("-")[0]
    except OSError:
        return ""


def take(source: BinaryIO, folder: Path, signers: Path) -> Taken:
    """Copy an archive into the folder, which is new, and check it. Raises RefusedError.

    Each byte of the source is read once: whatever becomes of it later, what was checked is what is installed.
    """
    size = os.fstat(source.fileno()).st_size
    if size > MOST_BYTES:
        raise RefusedError("too-large", "the archive is too large")
    if shutil.disk_usage(folder).free < size + _SPARE_BYTES:
        raise RefusedError("no-room", "there is no room for the archive")
    top, sums = _unpack(source, folder)
    tree = folder / top
    listed = sums.pop(CHECKSUMS, None)
    signature = sums.pop(SIGNATURE, "")
    if listed is None or not sums.keys() >= _NEEDED:
        raise RefusedError("no-archive", "this is no archive of the companion")
    _compare(_listed_sums(tree / CHECKSUMS), sums)
    signer, trusted = find_signer(tree, signers)
    checksum = hashlib.sha256(f"{listed} {signature}".encode()).hexdigest()
    return Taken(tree, _version_of(tree), checksum, signer, trusted)


def _unpack(source: BinaryIO, folder: Path) -> tuple[str, dict[str, str]]:
    """Unpack plain files below one folder; return its name and the files' checksums. Raises RefusedError."""
    top, total, sums = "", 0, dict[str, str]()
    for name, size, executable in _members(source):
        parts = name.split("/")
        if (
            len(parts) < 2
            or any(part in ("", ".", "..") for part in parts)
            or not name.isprintable()
            or _is_long(parts)
        ):
            raise RefusedError("not-ours", f"the archive holds a file at a wrong place: {name[:80]!r}")
        total += size
        if parts[0] != (top or parts[0]) or len(sums) >= _MOST_FILES or total > MOST_BYTES:
            raise RefusedError("not-ours", "the archive holds too much, or more than one folder")
        top = parts[0]
        try:
            (folder / name).parent.mkdir(mode=0o755, parents=True, exist_ok=True)
            with open(folder / name, "xb") as file:
                sums["/".join(parts[1:])] = _copy(source, file, size)
                os.fchmod(file.fileno(), 0o755 if executable else 0o644)
        except (FileExistsError, NotADirectoryError):
            raise RefusedError("not-ours", f"the archive holds a file twice: {name[:80]}") from None
        except OSError as error:
            raise RefusedError("damaged", f"the archive cannot be read or unpacked: {error.strerror}") from None
    if not sums:
        raise RefusedError("damaged", "the archive is empty or cut off")
    return top, sums


def _is_long(parts: list[str]) -> bool:
    """Return whether a path is deeper or longer than any of an archive of the companion."""
    lengths = [len(part.encode()) for part in parts]
    return len(parts) > _MOST_PARTS or max(lengths) > _MOST_NAME or sum(lengths) + len(parts) > _MOST_PATH


def _members(source: BinaryIO) -> Iterator[tuple[str, int, bool]]:
    """Yield name, size and whether it is a program of each file; the reader reads its bytes. Raises RefusedError.

    A tar knows links, devices, pipes and holes, too. Nothing of that is in an archive of the companion.
    """
    long_name = ""
    while True:
        block = _read(source, _BLOCK)
        if not block.strip(b"\0"):
            return
        try:
            entry = tarfile.TarInfo.frombuf(block, "utf-8", "strict")
        except (tarfile.HeaderError, UnicodeError):
            raise RefusedError("damaged", "the archive is damaged") from None
        if entry.type == tarfile.XHDTYPE and 0 <= entry.size <= 8 * _BLOCK and not long_name:
            long_name = _name_in(_read(source, entry.size))
        elif entry.type in (tarfile.REGTYPE, tarfile.AREGTYPE) and entry.size >= 0:
            yield long_name or entry.name, entry.size, bool(entry.mode & 0o100)
            long_name = ""
        else:
            raise RefusedError("not-ours", f"the archive holds what is no plain file: {entry.name[:80]!r}")
        _read(source, -entry.size % _BLOCK)


def _name_in(records: bytes) -> str:
    """Return the name in a header of records, which may hold nothing else. Raises RefusedError."""
    length, _, rest = records.partition(b" ")
    if length != b"%d" % len(records) or not rest.startswith(b"path=") or rest.find(b"\n") != len(rest) - 1:
        raise RefusedError("not-ours", "the archive is not written as archives of the companion are")
    try:
        return rest.removeprefix(b"path=").decode()[:-1]
    except UnicodeError:
        raise RefusedError("damaged", "the archive is damaged") from None


def _read(source: BinaryIO, size: int) -> bytes:
    try:
        data = source.read(size)
    except OSError:
        data = b""
    if len(data) != size:
        raise RefusedError("damaged", "the archive is cut off or cannot be read")
    return data


def _copy(source: BinaryIO, file: BinaryIO, size: int) -> str:
    """Copy so many bytes; return their checksum."""
    checksum = hashlib.sha256()
    while size:
        piece = _read(source, min(size, _PIECE))
        checksum.update(piece)
        file.write(piece)
        size -= len(piece)
    return checksum.hexdigest()


def _listed_sums(path: Path) -> dict[str, str]:
    """Return the checksums of the archive's own list. Raises RefusedError."""
    listed: dict[str, str] = {}
    if path.stat().st_size > _MOST_SUMS:
        raise RefusedError("damaged", "the archive's list of checksums is too long")
    for line in path.read_bytes().decode("utf-8", "replace").splitlines():
        checksum, _, name = line.partition("  ")
        if name in listed or not re.fullmatch("[0-9a-f]{64}", checksum):
            raise RefusedError("damaged", "the archive's list of checksums is damaged")
        listed[name] = checksum
    return listed


def _compare(listed: dict[str, str], sums: dict[str, str]) -> None:
    """Raise RefusedError if any file is not in the list, is missing or has another checksum."""
    if extra := sorted(sums.keys() - listed.keys()):
        raise RefusedError("not-ours", f"the archive holds files that its list does not name: {extra[0][:80]}")
    if wrong := sorted(name for name, checksum in listed.items() if sums.get(name) != checksum):
        raise RefusedError("damaged", f"files of the archive are damaged or missing: {wrong[0][:80]!r}")


def _version_of(tree: Path) -> str:
    """Return the version that an archive says it is. Raises RefusedError."""
    project = tree / "pyproject.toml"
    if project.stat().st_size > _MOST_PROJECT:
        raise RefusedError("no-archive", "the archive's pyproject.toml is too long")
    try:
        version = tomllib.loads(project.read_text("utf-8"))["project"]["version"]
    except (ValueError, KeyError, TypeError, RecursionError):
        version = ""
    if not isinstance(version, str) or len(version) > _MOST_VERSION or not _VERSION.fullmatch(version):
        raise RefusedError("no-archive", "the archive does not say which version it is")
    return version


def find_signer(tree: Path, signers: Path) -> tuple[str, bool]:
    """Return who signed the list of checksums, and whether that key is trusted. Raises RefusedError.

    Without a signature nobody did. One that does not fit is worse than none: the archive was changed afterwards.
    """
    signature = tree / SIGNATURE
    if not signature.exists():
        return "", False
    if signature.stat().st_size > _MOST_SIGNATURE:
        raise RefusedError("altered", "the archive's signature is damaged")
    good = _ssh_keygen(tree, "check-novalidate")
    fingerprint = re.search(r"key (SHA256:[A-Za-z0-9+/]{43})", good or "")
    if not fingerprint:
        raise RefusedError("altered", "the archive was changed after it was signed, or is signed for something else")
    if signers.is_file():
        names = (_ssh_keygen(tree, "find-principals", "-f", str(signers)) or "").split()
        if names and _ssh_keygen(tree, "verify", "-f", str(signers), "-I", names[0]) is not None:
            return names[0], True
    return fingerprint[1], False


def _ssh_keygen(tree: Path, what: str, *options: str) -> str | None:
    """Return what ssh-keygen says of the list and its signature, or None if it is not content."""
    command = ["ssh-keygen", "-Y", what, *options, "-n", NAMESPACE, "-s", SIGNATURE]
    with open(tree / CHECKSUMS, "rb") as listed:
        try:
            done = subprocess.run(command, stdin=listed, cwd=tree, capture_output=True, timeout=60, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise RefusedError("not-checked", f"the signature cannot be checked: {error}") from None
    return None if done.returncode else done.stdout.decode("utf-8", "replace")


def trusted_keys(source: Path) -> str:
    """Return the keys that a version trusts: those of its makers, and the one that its own archive is signed with."""
    released = source / RELEASE_KEYS
    lines = released.read_text().splitlines() if released.is_file() else []
    keys = [line for line in lines if line and not line.startswith("#")]
    try:
        if (source / CHECKSUMS).exists() and find_signer(source, released)[0]:
            keys.append(f'archive namespaces="{NAMESPACE}" {_key_of((source / SIGNATURE).read_text())}')
    except RefusedError as error:
        print(f"<4>{error}", file=sys.stderr)
    return "".join(f"{key}\n" for key in keys)


def _key_of(signature: str) -> str:
    """Return the public key in a signature of OpenSSH, as files of keys have it."""
    data = base64.b64decode("".join(signature.split("-----")[2].split()))
    # The magic word and a version stand before it; it begins with its kind.
    start = len(b"SSHSIG") + 4
    (length,) = struct.unpack_from(">I", data, start)
    key = data[start + 4 : start + 4 + length]
    (length,) = struct.unpack_from(">I", key)
    return f"{key[4 : 4 + length].decode()} {base64.b64encode(key).decode()}"


def doubts(taken: Taken, current: Path) -> list[str]:
    """Return what is to be confirmed before the archive is installed: a sentence for each."""
    said = []
    if not taken.trusted:
        signed = f"is signed with a key that is not known here, {taken.signer}" if taken.signer else "is not signed"
        said.append(f"The archive {signed}; whoever made it gets the whole machine.")
    if is_older(taken, current):
        said.append(f"Version {taken.version} is older than {installed_version(current)}.")
    return said


def is_older(taken: Taken, current: Path) -> bool:
    """Return whether it is a downgrade."""
    installed = installed_version(current)
    return bool(installed) and version_key(taken.version) < version_key(installed)


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description="Checks archives of the companion.")
    commands = parser.add_subparsers(dest="command", required=True)
    taking = commands.add_parser("take")
    for name in ("archive", "folder", "current"):
        taking.add_argument(name, type=Path)
    taking.add_argument("--trust", action="store_true")
    commands.add_parser("signers").add_argument("source", type=Path)
    commands.add_parser("newest").add_argument("folder", type=Path)
    args = parser.parse_args()
    os.umask(0o022)
    if args.command == "signers":
        print(trusted_keys(args.source), end="")
        return 0
    if args.command == "newest":
        if name := newest_archive(args.folder):
            print(args.folder / name)
        return 0
    try:
        with open(args.archive, "rb") as source:
            taken = take(source, Path(tempfile.mkdtemp(dir=args.folder)), args.current / "signers")
    except RefusedError as error:
        print(f"{args.archive}: {error}. What was there stays.", file=sys.stderr)
        return 2
    if (said := doubts(taken, args.current)) and not args.trust:
        print(*said, "To install it all the same, add --trust. What was there stays.", file=sys.stderr)
        return 2
    print(taken.tree)
    return 0


if __name__ == "__main__":
    sys.exit(main())
