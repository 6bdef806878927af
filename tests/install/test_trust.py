"""Attacks by a stick, and by the service's user: nothing of theirs runs as root unasked.

Below another root. What an archive's installer does when it runs is to leave a file `ran`.
"""

import hashlib
import io
import itertools
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.version import Version

from companion.device.stick import MOST_ANSWER_BYTES
from install.archive import _VERSION, CHECKSUMS, NAME, NAMESPACE, SIGNATURE, trusted_keys, version_key
from tests import ROOT
from tools.bundle import is_known, signing, write_archive

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="ssh-keygen is not installed"),
]

#: The number of a wish.
NUMBER = "0123456789abcdef"
TOP = f"{NAME}-2.0.0"
#: A tar has no room for it beside the other things about a file.
LONG_NAME = f"wheels/{'long' * 40}-ü.whl"


def make_key(path: Path) -> Path:
    """Make a pair of keys; return the private one."""
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", str(path)], check=True)
    return path


class Box:
    """Folders that stand for the installed version 1.0.0 and a stick."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.key = make_key(folder / "key")
        self.opt, self.stick, self.runtime = folder / "opt", folder / "stick", folder / "runtime"
        self.answers, self.kept = folder / "answers", folder / "kept"
        version = self.opt / "versions" / "1.0.0-0123456789ab"
        for made in (version, self.stick, self.runtime, self.answers):
            made.mkdir(parents=True)
        (self.opt / "current").symlink_to(f"versions/{version.name}")
        public = self.key.with_name("key.pub").read_text()
        (version / "signers").write_text(f'maker namespaces="{NAMESPACE}" {public}')
        for name in ("archive.py", "stick.py"):
            shutil.copy(ROOT / "install" / name, self.opt)
        self.archive = self.stick / f"{TOP}.tar"

    def files(self, version: str = "2.0.0") -> dict[str, bytes]:
        """Return what an archive of this version holds."""
        project = f'[project]\nversion = "{version}"\n'.encode()
        installer = f"touch {self.folder}/ran\n".encode()
        return {"pyproject.toml": project, "install/install.sh": installer, LONG_NAME: b"a wheel"}

    def wish(self, wish: str, path: str = "") -> dict[str, str]:
        """Do a wish, as the units do; return the answer."""
        (self.runtime / "stick").write_text(wish)
        return self.look(path)

    def look(self, path: str = "") -> dict[str, str]:
        """Do what both units do when something lies where wishes do; return the answer.

        `path`: a folder with programs that stand for the system's.
        """
        for words in ((), ("install",)):
            if not words or (self.answers / "install").exists():
                self.run(*words, path=path)
        return self.answered()

    def run(self, *words: str, path: str = "", **more: str) -> None:
        """Run the script as one of the units does; `more` of its environment."""
        places = {
            "RUNTIME_FOLDER": str(self.runtime),
            "ANSWER_FOLDER": str(self.answers),
            "KEPT_FOLDER": str(self.kept),
            "STICK_FOLDER": str(self.stick),
            "CARD_FOLDER": str(self.folder / "nowhere"),
            "PATH": f"{path}:{os.environ['PATH']}",
        }
        done = subprocess.run(
            [sys.executable, "-E", "-s", "-B", str(self.opt / "stick.py"), *words],
            env={**os.environ, **places, **more},
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        self.journal = done.stderr

    def answered(self) -> dict[str, str]:
        """Return the answer."""
        said: dict[str, str] = json.loads((self.answers / "answer").read_text())
        return said

    def ran(self) -> bool:
        """Return True if the archive's installer ran as root."""
        return (self.folder / "ran").exists()


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    box = Box(tmp_path)
    yield box
    # Deep folders, which pytest cannot remove.
    subprocess.run(["rm", "-rf", str(box.kept), str(box.runtime)], check=True)


def sign(box: Box, data: bytes, namespace: str = NAMESPACE) -> bytes:
    """Return the maker's signature of these bytes for some purpose."""
    command = ["ssh-keygen", "-q", "-Y", "sign", "-f", str(box.key), "-n", namespace]
    return subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True).stdout


def listed(files: Mapping[str, bytes]) -> bytes:
    """Return the list of checksums of these files."""
    return "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in files.items()).encode()


def forge(box: Box, *entries: "tuple[tarfile.TarInfo | str, bytes]") -> None:
    """Write an archive with any entries; plain names are files below its folder."""
    with tarfile.open(box.archive, "w") as tar:
        for entry, data in entries:
            info = tarfile.TarInfo(f"{TOP}/{entry}") if isinstance(entry, str) else entry
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))


def forge_signed(box: Box, *more: "tuple[tarfile.TarInfo | str, bytes]") -> None:
    """Write an archive that the maker signed, and something more."""
    sums = listed(box.files())
    forge(box, *box.files().items(), (CHECKSUMS, sums), (SIGNATURE, sign(box, sums)), *more)


def special(name: str, kind: bytes, target: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


# --- archives that are refused whoever holds the box -----------------------------------------------------------------


def empty_list(box: Box) -> None:
    forge(box, *box.files().items(), (CHECKSUMS, b""))


def changed_after_signing(box: Box) -> None:
    sums = listed(box.files())
    files = box.files() | {"install/install.sh": f"touch {box.folder}/ran # evil\n".encode()}
    forge(box, *files.items(), (CHECKSUMS, sums), (SIGNATURE, sign(box, sums)))


def changed_with_its_list(box: Box) -> None:
    files = box.files() | {"install/install.sh": f"touch {box.folder}/ran # evil\n".encode()}
    signature = sign(box, listed(box.files()))
    write_archive(box.archive, TOP, files, lambda _: signature)


def signed_for_something_else(box: Box) -> None:
    write_archive(box.archive, TOP, box.files(), lambda data: sign(box, data, "file"))


def signature_of_another_file(box: Box) -> None:
    write_archive(box.archive, TOP, box.files(), lambda _: sign(box, b"a letter"))


def garbage_for_a_signature(box: Box) -> None:
    write_archive(box.archive, TOP, box.files(), lambda _: b"-----BEGIN SSH SIGNATURE-----\nAAAA\n")


def file_more(box: Box) -> None:
    forge_signed(box, ("install/common.sh", b"touch ran\n"))


def link_more(box: Box) -> None:
    forge_signed(box, (special(f"{TOP}/companion", tarfile.SYMTYPE, "/etc"), b""))


def hard_link(box: Box) -> None:
    forge_signed(box, (special(f"{TOP}/passwd", tarfile.LNKTYPE, "/etc/passwd"), b""))


def pipe(box: Box) -> None:
    forge_signed(box, (special(f"{TOP}/pipe", tarfile.FIFOTYPE), b""))


def device(box: Box) -> None:
    forge_signed(box, (special(f"{TOP}/disk", tarfile.BLKTYPE), b""))


def outside(box: Box) -> None:
    forge_signed(box, (tarfile.TarInfo(f"{TOP}/../../../outside"), b"x"))


def absolute(box: Box) -> None:
    forge_signed(box, (tarfile.TarInfo(f"{box.folder}/outside"), b"x"))


def two_folders(box: Box) -> None:
    forge_signed(box, (tarfile.TarInfo("other/install/install.sh"), b"x"))


def same_file_twice(box: Box) -> None:
    forge_signed(box, ("install/install.sh", f"touch {box.folder}/ran # evil\n".encode()))


def cut(box: Box) -> None:
    forge_signed(box)
    box.archive.write_bytes(box.archive.read_bytes()[:1500])


def no_bytes(box: Box) -> None:
    box.archive.write_bytes(b"")


def something_else(box: Box) -> None:
    write_archive(box.archive, TOP, {"README.md": b"Nothing.\n"})


def odd_version(box: Box) -> None:
    write_archive(box.archive, TOP, box.files("2.0.0 signed by the maker"), signing(box.key))


def digits_without_end(box: Box) -> None:
    write_archive(box.archive, TOP, box.files("9" * 5000))


def long_version(box: Box) -> None:
    write_archive(box.archive, TOP, box.files(f"2.{'0' * 39}"), signing(box.key))


def project(box: Box, text: bytes) -> None:
    write_archive(box.archive, TOP, box.files() | {"pyproject.toml": text}, signing(box.key))


def deep_project(box: Box) -> None:
    project(box, b"a = " + b"[" * 5000 + b"]" * 5000 + b"\n" + box.files()["pyproject.toml"])


def long_project(box: Box) -> None:
    project(box, box.files()["pyproject.toml"] + b"#" * (1 << 16) + b"\n")


def long_list(box: Box) -> None:
    sums = listed(box.files()) + b"".join(b"%064x  %d\n" % (number, number) for number in range(60_000))
    forge(box, *box.files().items(), (CHECKSUMS, sums))


def deep(box: Box) -> None:
    """An archive whose own folders are deeper than a program that calls itself for each can go."""
    files = box.files() | {f"{'d/' * depth}f": b"" for depth in range(300, 2000, 300)}
    write_archive(box.archive, TOP, files)


def deeper_than_ours(box: Box) -> None:
    write_archive(box.archive, TOP, box.files() | {f"{'d/' * 15}f": b""}, signing(box.key))


def long_part(box: Box) -> None:
    write_archive(box.archive, TOP, box.files() | {"ü" * 128: b""}, signing(box.key))


def long_path(box: Box) -> None:
    write_archive(box.archive, TOP, box.files() | {f"{'d' * 200}/" * 5 + "f": b""}, signing(box.key))


def archive_is_a_link(box: Box) -> None:
    write_archive(box.folder / "elsewhere", TOP, box.files(), signing(box.key))
    box.archive.symlink_to(box.folder / "elsewhere")


def archive_is_a_pipe(box: Box) -> None:
    os.mkfifo(box.archive)


def archive_is_endless(box: Box) -> None:
    with box.archive.open("wb") as file:
        file.truncate(1 << 41)


REFUSED: dict[str, tuple[Callable[[Box], None], str]] = {
    "an empty list of checksums": (empty_list, "not-ours"),
    "a file changed after signing": (changed_after_signing, "damaged"),
    "a file and its checksum changed after signing": (changed_with_its_list, "altered"),
    "a signature for another purpose": (signed_for_something_else, "altered"),
    "a signature of another file": (signature_of_another_file, "altered"),
    "garbage for a signature": (garbage_for_a_signature, "altered"),
    "a file that is not listed": (file_more, "not-ours"),
    "a link": (link_more, "not-ours"),
    "a hard link": (hard_link, "not-ours"),
    "a pipe": (pipe, "not-ours"),
    "a device": (device, "not-ours"),
    "a file above its folder": (outside, "not-ours"),
    "a file at an absolute place": (absolute, "not-ours"),
    "a second folder": (two_folders, "not-ours"),
    "a file twice": (same_file_twice, "not-ours"),
    "an end too soon": (cut, "damaged"),
    "nothing": (no_bytes, "damaged"),
    "something else": (something_else, "no-archive"),
    "words for a version": (odd_version, "no-archive"),
    "digits without end for a version": (digits_without_end, "no-archive"),
    "a long version": (long_version, "no-archive"),
    "lists within lists": (deep_project, "no-archive"),
    "a long project": (long_project, "no-archive"),
    "a long list of checksums": (long_list, "damaged"),
    "folders within folders": (deep, "not-ours"),
    "a folder deeper than ours": (deeper_than_ours, "not-ours"),
    "a long name": (long_part, "not-ours"),
    "a long path": (long_path, "not-ours"),
    "a link in its place": (archive_is_a_link, "damaged"),
    "a pipe in its place": (archive_is_a_pipe, "damaged"),
    "no end": (archive_is_endless, "too-large"),
}


@pytest.mark.parametrize("attack", REFUSED)
def test_an_archive_with_a_trick_is_refused(attack: str, box: Box) -> None:
    trick, reason = REFUSED[attack]
    trick(box)
    assert box.wish(f"update {NUMBER}")["answer"] == reason
    assert "<4>refused: " in box.journal
    assert (attack in ("a link", "a hard link", "a pipe", "a device")) is ("is no plain file" in box.journal)
    assert (attack in ("a long project", "a long list of checksums")) is ("is too long" in box.journal)
    assert not box.ran()
    assert not (box.folder / "outside").exists()
    assert list(box.kept.glob("*")) == []


def test_an_archive_that_the_card_has_no_room_for_is_refused(box: Box) -> None:
    signed(box)
    box.kept.mkdir()
    small = ["mount", "-t", "tmpfs", "-o", "size=1M", "tmpfs", str(box.kept)]
    if subprocess.run(small, capture_output=True, check=False).returncode:
        pytest.skip("nothing may be mounted here")
    try:
        assert box.wish(f"update {NUMBER}")["answer"] == "no-room"
        assert not box.ran()
    finally:
        subprocess.run(["umount", str(box.kept)], check=True)


# --- archives that people are asked about ----------------------------------------------------------------------------


def signed(box: Box, version: str = "2.0.0", key: Path | None = None) -> None:
    write_archive(box.archive, TOP, box.files(version), signing(key or box.key))


def test_what_a_known_key_signed_is_installed_unasked(box: Box) -> None:
    signed(box)
    assert box.wish(f"update {NUMBER}") == {"wish": NUMBER, "answer": "installed"}
    assert box.ran()
    assert list(box.kept.glob("*")) == []


def test_the_same_version_made_anew_is_installed_unasked(box: Box) -> None:
    signed(box, "1.0.0")
    assert box.wish(f"update {NUMBER}")["answer"] == "installed"


def unsigned(box: Box) -> None:
    write_archive(box.archive, TOP, box.files())


def signed_by_another(box: Box) -> None:
    signed(box, key=make_key(box.folder / "another"))


def older(box: Box) -> None:
    signed(box, "0.9.10")


ASKED: dict[str, tuple[Callable[[Box], None], dict[str, str]]] = {
    "unsigned": (unsigned, {"version": "2.0.0", "signer": "", "trusted": "", "installed": ""}),
    "of another key": (signed_by_another, {"version": "2.0.0", "trusted": "", "installed": ""}),
    "older": (older, {"version": "0.9.10", "signer": "maker", "trusted": "yes", "installed": "1.0.0"}),
}


@pytest.mark.parametrize("doubt", ASKED)
def test_a_doubtful_archive_is_named_and_waits_for_people(doubt: str, box: Box) -> None:
    make, told = ASKED[doubt]
    make(box)
    said = box.wish(f"update {NUMBER}")
    assert (said["answer"], said["archive"]) == ("confirm", box.archive.name)
    assert told.items() <= said.items()
    if doubt == "of another key":
        shown = subprocess.run(
            ["ssh-keygen", "-l", "-f", box.folder / "another"], capture_output=True, text=True, check=True
        ).stdout
        assert said["signer"] == shown.split()[1]
    assert not box.ran()
    assert said["version"] in box.journal
    assert "Version 0.9.10 is older" in box.journal or "whoever made it gets the whole machine" in box.journal
    # What is confirmed is what was shown, whatever is on the stick by now.
    box.archive.write_bytes(b"something else")
    said = box.wish(f"install {NUMBER} {said['checksum']}")
    assert said["answer"] == "installed"
    assert box.ran()


@pytest.mark.parametrize("wish", [f"install {NUMBER}", f"install {NUMBER} {'0' * 64}", f"install {NUMBER} ../../etc"])
def test_nothing_is_installed_that_was_not_shown(wish: str, box: Box) -> None:
    unsigned(box)
    assert box.wish(f"update {NUMBER}")["answer"] == "confirm"
    assert box.wish(wish)["answer"] in ("gone", "")
    assert not box.ran()


def test_what_was_declined_can_not_be_confirmed_any_more(box: Box) -> None:
    unsigned(box)
    checksum = box.wish(f"update {NUMBER}")["checksum"]
    box.wish(f"forget {NUMBER}")
    assert list(box.kept.glob("*")) == []
    assert box.wish(f"install {NUMBER} {checksum}")["answer"] == "gone"
    assert not box.ran()


NEXT = NUMBER[::-1]


def test_what_waits_for_people_is_not_installed_in_the_place_of_what_nobody_doubts(box: Box) -> None:
    """Installing of the first has not begun when the second comes."""
    signed(box)
    (box.runtime / "stick").write_text(f"update {NUMBER}")
    box.run()
    asked = (box.answers / "install").read_text()
    unsigned(box)
    (box.runtime / "stick").write_text(f"update {NEXT}")
    box.run()
    assert not (box.answers / "install").exists()
    # Nor if it has been asked for all the same.
    for left in ("", asked):
        if left:
            (box.answers / "install").write_text(left)
        box.run("install")
        assert "nothing is installed" in box.journal
        assert not box.ran()
    # The question still stands, and can be answered.
    said = box.answered()
    assert (said["wish"], said["answer"]) == (NEXT, "confirm")
    assert box.wish(f"install {NEXT} {said['checksum']}")["answer"] == "installed"


@pytest.mark.parametrize("left", ["", NUMBER, "1234567812345678", "[]"])
def test_what_is_gone_is_not_installed_and_told(left: str, box: Box) -> None:
    """`left`: what asks for it, in whatever form an earlier version has written it."""
    signed(box)
    (box.runtime / "stick").write_text(f"update {NUMBER}")
    box.run()
    shutil.rmtree(box.kept)
    if left:
        (box.answers / "install").write_text(left)
    box.run("install")
    assert box.answered() == {"wish": NUMBER, "answer": "gone"}
    assert not (box.answers / "install").exists()


def test_what_was_declined_is_not_installed_either(box: Box) -> None:
    signed(box)
    for wish in (f"update {NUMBER}", f"forget {NEXT}"):
        (box.runtime / "stick").write_text(wish)
        box.run()
    box.run("install")
    assert box.answered() == {"wish": NEXT, "answer": ""}
    assert box.journal == "<4>nothing is installed: what was to be installed is gone\n"
    assert not box.ran()


def test_an_answer_is_never_longer_than_the_companion_reads(box: Box) -> None:
    """Names of the installed version and of its signers are as long as they like."""
    installed = box.opt / "versions" / f"{'9' * 240}-0123456789ab"
    shutil.copytree(box.opt / "current", installed)
    (box.opt / "current").unlink()
    (box.opt / "current").symlink_to(f"versions/{installed.name}")
    signers = (installed / "signers").read_text()
    (installed / "signers").write_text(signers.replace("maker", "\x01" * 1000, 1))
    signed(box, "2.0.0")
    assert box.wish(f"update {NUMBER}")["answer"] == "confirm"
    assert (box.answers / "answer").stat().st_size <= MOST_ANSWER_BYTES


def make_deep(folder: Path) -> None:
    """Make folders within each other, deeper than a program that calls itself for each can go."""
    folder.mkdir(exist_ok=True)
    outer = os.open(folder, os.O_RDONLY)
    for _ in range(3000):
        os.mkdir("d", dir_fd=outer)
        within = os.open("d", os.O_RDONLY, dir_fd=outer)
        os.close(outer)
        outer = within
    os.close(outer)


def test_whatever_an_earlier_version_has_left_is_removed(box: Box) -> None:
    make_deep(box.kept)
    signed(box)
    assert box.wish(f"update {NUMBER}")["answer"] == "installed"
    assert list(box.kept.glob("*")) == []
    make_deep(box.kept)
    (box.answers / "answer").write_text(json.dumps({"wish": NUMBER, "answer": "working"}))
    box.run("failed", SERVICE_RESULT="exit-code")
    assert box.answered()["answer"] == "not-installed"
    assert list(box.kept.glob("*")) == []


def test_what_cannot_be_removed_is_told_and_stops_nothing(box: Box) -> None:
    programs = box.folder / "programs"
    programs.mkdir()
    (programs / "rm").write_text("#!/bin/sh\necho first >&2\necho Input/output error >&2\nexit 1\n")
    (programs / "rm").chmod(0o755)
    (box.kept / "old").mkdir(parents=True)
    unsigned(box)
    assert box.wish(f"update {NUMBER}", str(programs))["answer"] == "confirm"
    assert "<4>what lies there cannot be removed: Input/output error\n" in box.journal


def test_what_a_stick_holds_is_left_when_it_cannot_be_unmounted(box: Box) -> None:
    programs = box.folder / "programs"
    programs.mkdir()
    scripts = {
        "lsblk": "echo '/dev/sda1 vfat '",
        "readlink": "echo /sys/devices/usb1/sda1",
        "mount": 'for place; do :; done; echo "$place" >"$MOUNTED"; touch "$place/photo"',
        "umount": "exit 1",
        "journalctl": "echo a line",
    }
    for name, script in scripts.items():
        (programs / name).write_text(f"#!/bin/sh\n{script}\n")
        (programs / name).chmod(0o755)
    (box.runtime / "stick").write_text(f"report {NUMBER}")
    box.run(path=str(programs), STICK_FOLDER="", TMPDIR=str(box.folder), MOUNTED=str(box.folder / "mounted"))
    assert box.answered()["answer"] == "written"
    (place,) = (box.folder / "mounted").read_text().split()
    assert (Path(place) / "photo").exists()


@pytest.mark.parametrize("doubt", ASKED)
def test_in_a_terminal_it_takes_a_word_more(doubt: str, box: Box) -> None:
    ASKED[doubt][0](box)
    root = box.folder / "root"
    (root / "opt").mkdir(parents=True)
    shutil.copytree(box.opt, root / f"opt/{NAME}", symlinks=True)
    command = ["sh", str(ROOT / "install/update.sh"), "--from", str(box.archive), "--root", str(root)]
    refused = subprocess.run(command, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "add --trust" in refused.stderr
    assert not box.ran()
    subprocess.run([*command, "--trust"], capture_output=True, check=True)
    assert box.ran()


def test_versions_are_ordered_by_their_numbers() -> None:
    versions = ["?", "0.9.9", "0.10.0.dev1", "0.10.0a1", "0.10.0rc9", "0.10.0rc10", "0.10.0", "0.10.0+1", "0.10.0-1"]
    versions += ["0.10.1", "1.0", "1.0.0.1", "10.0", "1!0.1"]
    for older, newer in itertools.pairwise(versions):
        assert version_key(older) < version_key(newer)
    assert version_key("1.0") == version_key("1.0.0")
    assert version_key("9" * 5000) < version_key("0.1")


NUMBERS = st.integers(0, 11).map(str)
MAYBE_NUMBERS = st.just("") | NUMBERS
SEPARATORS = st.sampled_from(["", ".", "-", "_"])
STAGES = st.sampled_from(["a", "b", "c", "rc", "alpha", "beta", "pre", "preview", "RC"])
AFTER = st.sampled_from(["post", "rev", "r"])


def some(*parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Return words that are these parts in a row, or nothing."""
    return st.just("") | st.tuples(*parts).map("".join)


SPELLINGS = st.tuples(
    some(st.just("v")),
    some(NUMBERS, st.just("!")),
    st.lists(NUMBERS, min_size=1, max_size=4).map(".".join),
    some(SEPARATORS, STAGES, SEPARATORS, MAYBE_NUMBERS),
    some(st.just("-"), NUMBERS) | some(SEPARATORS, AFTER, SEPARATORS, MAYBE_NUMBERS),
    some(SEPARATORS, st.just("dev"), SEPARATORS, MAYBE_NUMBERS),
    some(st.just("+"), st.sampled_from(["1", "2.10", "2.9", "a", "a.1", "B-c", "2_x"])),
).map("".join)


@given(SPELLINGS, SPELLINGS)
def test_versions_are_ordered_as_python_packages_are(first: str, second: str) -> None:
    keys, versions = (version_key(first), version_key(second)), (Version(first), Version(second))
    assert (keys[0] < keys[1], keys[0] == keys[1]) == (versions[0] < versions[1], versions[0] == versions[1])


@given(SPELLINGS)
def test_a_version_that_is_installed_is_written_as_python_packages_are(version: str) -> None:
    wanted = Version(version)
    assert bool(_VERSION.fullmatch(version)) == (re.sub("[0-9]+", "0", version) == re.sub("[0-9]+", "0", wanted.public))


@pytest.mark.parametrize(
    ("older", "newest"),
    [("2.0.0rc9", "2.0.0rc10"), ("2.0.0rc10", "2.0.0")],
)
def test_the_newest_archive_is_taken_from_a_stick_and_in_a_terminal(older: str, newest: str, box: Box) -> None:
    box.archive = box.stick / f"{NAME}-{older}.tar"
    signed(box, "0.1")
    box.archive = box.stick / f"{NAME}-{newest}.tar"
    unsigned(box)
    assert box.wish(f"update {NUMBER}")["archive"] == box.archive.name
    command = ["sh", str(ROOT / "install/update.sh"), "--from", str(box.stick), "--root", str(box.folder)]
    refused = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "The archive is not signed" in refused.stderr
    project = box.folder / "project"
    shutil.copytree(ROOT / "install", project / "install")
    shutil.copytree(box.stick, project / "dist")
    for name in ("cmdline.txt", "config.txt"):
        (box.folder / name).write_text("words\n")
    card = ["sh", str(project / "install/card.sh"), str(box.folder)]
    said = subprocess.run(card, capture_output=True, text=True, check=True).stdout
    assert f"Archive: {project}/dist/{box.archive.name}\n" in said


def test_a_version_trusts_its_makers_and_who_signed_its_own_archive(box: Box, tmp_path: Path) -> None:
    """Next archive of the same key is taken unasked, as the installer has written it down."""
    another = make_key(tmp_path / "another")
    source = tmp_path / "source"
    (source / "install").mkdir(parents=True)
    release = box.opt / "current" / "signers"
    shutil.copy(release, source / "install" / "release-keys")
    assert trusted_keys(source) == release.read_text()
    (source / CHECKSUMS).write_bytes(b"x")
    (source / SIGNATURE).write_bytes(signing(another)(b"x"))
    release.write_text(trusted_keys(source))
    assert release.read_text().count("ssh-ed25519") == 2
    for key in (another, box.key):
        signed(box, key=key)
        assert box.wish(f"update {NUMBER}")["answer"] == "installed"
    # A signature that does not fit makes nobody known.
    (source / CHECKSUMS).write_bytes(b"y")
    assert trusted_keys(source).count("ssh-ed25519") == 1


def test_no_private_key_and_no_unknown_release_key_is_in_the_project(box: Box) -> None:
    keys = (ROOT / "install" / "release-keys").read_text()
    for line in keys.splitlines():
        assert line.startswith("#") or f'namespaces="{NAMESPACE}' in line
    assert "PRIVATE" not in keys
    signed(box)
    assert not is_known(box.archive)


# --- an attacker who is the service's user ---------------------------------------------------------------------------


def a_link(box: Box, name: str) -> None:
    (box.runtime / name).symlink_to(box.folder / "roots")


def a_hard_link(box: Box, name: str) -> None:
    os.link(box.folder / "roots", box.runtime / name)


def a_pipe(box: Box, name: str) -> None:
    os.mkfifo(box.runtime / name)


def a_large_file(box: Box, name: str) -> None:
    with (box.runtime / name).open("wb") as file:
        file.truncate(1 << 40)


def a_folder(box: Box, name: str) -> None:
    (box.runtime / name / "within").mkdir(parents=True)
    (box.runtime / name / "within" / "link").symlink_to(box.folder)
    make_deep(box.runtime / name / "deep")


TRAPS = [a_link, a_hard_link, a_pipe, a_large_file, a_folder]


@pytest.fixture
def roots(box: Box) -> Path:
    """Return a file of root's with a wish in it: who follows a link does it."""
    path = box.folder / "roots"
    path.write_text(f"update {NUMBER}")
    return path


@pytest.mark.parametrize("trap", TRAPS)
def test_a_wish_that_is_no_file_of_the_users_own_is_none(
    trap: Callable[[Box, str], None], box: Box, roots: Path
) -> None:
    signed(box)
    trap(box, "stick")
    began = time.monotonic()
    assert box.look()["answer"] == ""
    assert time.monotonic() - began < 10
    assert not box.ran()
    assert not os.path.lexists(box.runtime / "stick")
    assert roots.read_text() == f"update {NUMBER}"
    assert box.key.exists()


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a file away")
def test_a_wish_of_another_user_is_none(box: Box) -> None:
    signed(box)
    (box.runtime / "stick").write_text(f"update {NUMBER}")
    os.chown(box.runtime / "stick", 65534, 65534)
    assert box.look()["answer"] == ""
    assert not box.ran()


@pytest.mark.parametrize(
    ("trap", "name"), [(trap, ("stick-answer", "stick-answer.new")[number % 2]) for number, trap in enumerate(TRAPS)]
)
def test_no_answer_is_written_through_what_lies_in_the_users_folder(
    trap: Callable[[Box, str], None], name: str, box: Box, roots: Path
) -> None:
    trap(box, name)
    # Without a number, as versions before this one left it: they are answered there.
    box.wish("update")
    assert roots.read_text() == f"update {NUMBER}"
    assert stat.S_IMODE(roots.stat().st_mode) == 0o644
    assert roots.stat().st_nlink <= 2
    box.wish(f"update {NUMBER}")
    assert json.loads((box.answers / "answer").read_text())["answer"] == "no-archive"


@pytest.mark.parametrize("trap", TRAPS)
def test_no_file_of_roots_is_carried_away_with_a_report(
    trap: Callable[[Box, str], None], box: Box, roots: Path
) -> None:
    programs = box.folder / "programs"
    programs.mkdir()
    (programs / "journalctl").write_text("#!/bin/sh\necho a line\n")
    (programs / "journalctl").chmod(0o755)
    trap(box, "doctor.txt")
    said = box.wish(f"report {NUMBER}", str(programs))
    assert said["answer"] == "not-written"
    assert all(roots.read_bytes() not in path.read_bytes() for path in box.stick.rglob("*") if path.is_file())


def test_a_unit_that_was_ended_is_answered_for(box: Box) -> None:
    for result, answer in (("timeout", "too-slow"), ("oom-kill", "not-installed"), ("success", "working")):
        (box.answers / "answer").write_text(json.dumps({"wish": NUMBER, "answer": "working"}))
        box.run("failed", SERVICE_RESULT=result)
        assert box.answered()["answer"] == answer
