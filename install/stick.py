#!/usr/bin/python3 -EsB
"""Wishes of the screen for a USB stick: an update, or a report. Run by root.

    stick.py            does the wish that the companion left (finstere-flure-stick.service)
    stick.py install    installs what was checked, and confirmed where need be (finstere-flure-install.service)
    stick.py failed     answers in place of one of them that was ended

A wish lies in the runtime folder of the companion, which is another user's: no link there is followed. Answers and
the archive that was copied lie in folders of root's own. Without a stick an update is what lies on the card.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from archive import NAME, RefusedError, Taken, doubts, installed_version, is_older, newest_archive, open_regular, take

HERE = Path(__file__).resolve().parent
CURRENT = HERE / "current"
RUNTIME = Path(os.environ.get("RUNTIME_FOLDER", f"/run/{NAME}"))
"""The companion's: with its wish, and what its doctor said."""
ANSWERS = Path(os.environ.get("ANSWER_FOLDER", "/run/finstere-flure-stick"))
KEPT = Path(os.environ.get("KEPT_FOLDER", "/var/lib/finstere-flure-stick"))
"""For the archive, from its copy until it is installed or forgotten."""
STICK = os.environ.get("STICK_FOLDER", "")
"""A folder in place of a stick, to try it out."""
CARD = Path(os.environ.get("CARD_FOLDER", f"/boot/firmware/{NAME}"))
"""On the card's boot partition, which every computer can write."""
OPTIONS = os.environ.get("INSTALL_OPTIONS", "--lite").split()
FILE_SYSTEMS = {"vfat": "vfat", "exfat": "exfat", "ntfs": "ntfs3", "ext2": "ext4", "ext3": "ext4", "ext4": "ext4"}
"""Those that sticks have, and the kernel's name for them; no others are mounted."""
WISH = re.compile(r"(update|report|install|forget)(?: ([0-9a-f]{16}))?(?: ([0-9a-f]{64}))?")
"""With a number of its own, which the answer names. Versions up to 0.3 have none, and cannot confirm anything."""
MOST_WISH_BYTES = 200
MOST_REPORT_BYTES = 1 << 20
LOG_LINES = "5000"
#: Whatever a stick does: no command that looks at it takes longer, in seconds.
COMMAND_LASTS_S = 60


#: No word of an answer is longer: whoever reads it takes 4096 bytes, and JSON writes a letter with up to six.
MOST_LETTERS = 100


class AnsweredError(Exception):
    """Failure of a wish; its text is the word of the answer."""


def log(sentence: str, level: int = 5) -> None:
    """Leave a line in the system's journal, with a number of syslog."""
    print(f"<{level}>{sentence}", file=sys.stderr, flush=True)


def open_user_folder() -> int:
    """Return the open folder of the companion."""
    return os.open(RUNTIME, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)


def read_of_user(name: str, most_bytes: int) -> str:
    """Return what the companion's user has left in its folder. Raises OSError if it is not a small file of its own."""
    folder = open_user_folder()
    try:
        with open_regular(name, folder) as file:
            status = os.fstat(file.fileno())
            if status.st_uid != os.fstat(folder).st_uid or status.st_nlink != 1 or status.st_size > most_bytes:
                raise OSError(f"{name} is too large or not the user's own")
            return file.read(most_bytes).decode("utf-8", "replace")
    finally:
        os.close(folder)


def take_wish() -> str:
    """Return the wish, or nothing if it is none; whatever lies there is gone.

    Or the path unit would start this again and again.
    """
    try:
        wish = read_of_user("stick", MOST_WISH_BYTES)
    except OSError as error:
        log(f"the wish cannot be read: {error}", 4)
        wish = ""
    folder = open_user_folder()
    try:
        os.unlink("stick", dir_fd=folder)
    except IsADirectoryError:
        remove("stick", folder=folder)
    except FileNotFoundError:
        pass
    finally:
        os.close(folder)
    return wish


def write_answer(wish: str, answer: str, **about: str) -> None:
    """Leave an answer in root's own folder, in one piece; and where versions up to 0.3 look for it."""
    words = {name: word[:MOST_LETTERS] for name, word in about.items()}
    put(ANSWERS / "answer", json.dumps({"wish": wish, "answer": answer, **words}))
    if not wish:
        answer_old_version("not-installed" if answer == "confirm" else answer)


def answer_old_version(answer: str) -> None:
    """Leave the word in the companion's folder, as a new file: no link or pipe of its user's is written to."""
    folder = open_user_folder()
    try:
        with suppress(FileNotFoundError):
            os.unlink("stick-answer.new", dir_fd=folder)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        with os.fdopen(os.open("stick-answer.new", flags, 0o644, dir_fd=folder), "w") as file:
            file.write(answer)
        os.rename("stick-answer.new", "stick-answer", src_dir_fd=folder, dst_dir_fd=folder)
    except OSError as error:
        log(f"the answer cannot be left: {error}", 4)
    finally:
        os.close(folder)


def put(path: Path, text: str) -> None:
    """Write a file that everybody may read, in one piece."""
    part = path.with_name(f"{path.name}.new")
    part.unlink(missing_ok=True)
    part.write_text(text)
    part.chmod(0o644)
    part.replace(path)


def forget() -> None:
    """Remove the archive that was copied, and withdraw its installation if that has not begun."""
    try:
        (ANSWERS / "install").unlink(missing_ok=True)
        folder = os.open(KEPT, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    except OSError as error:
        log(f"what was copied cannot be removed: {error}", 4)
        return
    try:
        remove(*os.listdir(folder), folder=folder)
    finally:
        os.close(folder)


def remove(*names: str, folder: int) -> None:
    """Remove what a folder that is open holds, however deep it is; what cannot be removed is logged, not raised.

    By rm, which calls itself for no folder and follows no link.
    """
    if not names:
        return
    # The folder's number leads to it there, too, until rm begins.
    place = f"/proc/self/fd/{folder}"
    try:
        done = subprocess.run(["rm", "-rf", "--", *names], cwd=place, capture_output=True, check=False)
    except OSError as error:
        log(f"what lies there cannot be removed: {error}", 4)
        return
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        log(f"what lies there cannot be removed: {said[-1][:200] if said else done.returncode}", 4)


# --- the stick -------------------------------------------------------------------------------------------------------


@contextmanager
def mounted(way: str) -> Iterator[Path | None]:
    """Mount the first partition on USB that is not in use, ``ro`` or ``rw``; yield None if there is none."""
    if STICK:
        yield Path(STICK)
        return
    place = tempfile.mkdtemp()
    try:
        if not any(_mount(device, kind, way, place) for device, kind in _partitions()):
            yield None
            return
        try:
            yield Path(place)
        finally:
            subprocess.run(["umount", place], capture_output=True, timeout=COMMAND_LASTS_S, check=False)
    finally:
        # Only the empty place: while a stick is still mounted there, what it holds is people's.
        with suppress(OSError):
            os.rmdir(place)


def _partitions() -> Iterator[tuple[str, str]]:
    """Yield device and file system of what is on USB and not mounted.

    By the kernel's path: what lsblk calls HOTPLUG no stick is for util-linux 2.41 where a socket says nothing of
    itself.
    """
    for line in _done("lsblk", "-rnpo", "NAME,FSTYPE,MOUNTPOINT").splitlines():
        device, kind, place = (*line.split(" "), "", "")[:3]
        path = _done("readlink", "-f", f"/sys/class/block/{os.path.basename(device)}")
        if kind in FILE_SYSTEMS and not place and re.search(r"/usb[0-9]", path):
            yield device, FILE_SYSTEMS[kind]


def _mount(device: str, kind: str, way: str, place: str) -> bool:
    options = f"{way},nosuid,nodev,noexec,nosymfollow"
    try:
        _done("mount", "-t", kind, "-o", options, device, place)
    except subprocess.SubprocessError:
        return False
    return True


def _done(*command: str) -> str:
    """Return what the command says. Raises subprocess.SubprocessError."""
    return subprocess.run(command, capture_output=True, text=True, timeout=COMMAND_LASTS_S, check=True).stdout


# --- wishes ----------------------------------------------------------------------------------------------------------


def update(wish: str) -> None:
    """Copy and check the archive; have it installed, or ask first. Raises RefusedError and AnsweredError."""
    if is_read_only(HERE):
        raise AnsweredError("read-only")
    with mounted("ro") as stick:
        place = stick or CARD
        name = newest_archive(place)
        if not name:
            raise AnsweredError("no-archive" if stick else "no-stick")
        folder = os.open(place, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            with open_regular(name, folder) as source:
                KEPT.mkdir(mode=0o700, exist_ok=True)
                taken = take(source, Path(tempfile.mkdtemp(dir=KEPT)), CURRENT / "signers")
        except OSError as error:
            raise RefusedError("damaged", f"{name} cannot be read: {error}") from None
        finally:
            os.close(folder)
    put(KEPT / "about", json.dumps({"tree": str(taken.tree), "checksum": taken.checksum, "version": taken.version}))
    said = doubts(taken, CURRENT)
    log(f"{name}: version {taken.version}, signed by {taken.signer or 'nobody'}. {' '.join(said)}")
    if said:
        ask(wish, name, taken)
    else:
        have_installed(wish, taken.checksum)


def is_read_only(folder: Path) -> bool:
    """Return whether the file system itself is read-only, as on an image; the unit's own lock does not count."""
    mounts = [line.split() for line in Path("/proc/self/mountinfo").read_text().splitlines()]
    over = [words for words in mounts if folder.is_relative_to(words[4])]
    innermost = max(reversed(over), key=lambda words: len(words[4]))
    return "ro" in innermost[-1].split(",")


def ask(wish: str, name: str, taken: Taken) -> None:
    """Answer that people at the box must confirm it, and what they must know."""
    write_answer(
        wish,
        "confirm",
        archive=name,
        checksum=taken.checksum,
        version=taken.version,
        signer=taken.signer,
        trusted="yes" if taken.trusted else "",
        installed=installed_version(CURRENT) if is_older(taken, CURRENT) else "",
    )


def confirm(wish: str, checksum: str) -> None:
    """Have the archive installed that was copied, if it is the one that was shown. Raises AnsweredError."""
    about = kept(checksum)
    log(f"version {about['version']} was confirmed at the box")
    have_installed(wish, checksum)


def kept(checksum: str) -> dict[str, str]:
    """Return what is known of the archive that was copied. Raises AnsweredError if it is another."""
    about = read_object(KEPT / "about")
    if not checksum or about.get("checksum") != checksum:
        raise AnsweredError("gone")
    return about


def read_object(path: Path) -> dict[str, str]:
    """Return what a file of root's says; empty if it is not there or says nothing."""
    try:
        said = json.loads(path.read_text())
    except (OSError, ValueError):
        return {}
    return said if isinstance(said, dict) else {}


def have_installed(wish: str, checksum: str) -> None:
    """Leave the wish for finstere-flure-install.service, with the checksum of what was checked: nothing else is run."""
    put(ANSWERS / "install", json.dumps({"wish": wish, "checksum": checksum}))


def install() -> None:
    """Install what was checked: the only thing that needs an installer's rights."""
    asked = read_object(ANSWERS / "install")
    (ANSWERS / "install").unlink(missing_ok=True)
    try:
        about = kept(asked.get("checksum", ""))
    except AnsweredError as answer:
        log("nothing is installed: what was to be installed is gone", 4)
        answer_waiting(asked.get("wish"), str(answer))
        return
    command = ["sh", str(Path(about["tree"], "install", "install.sh")), *OPTIONS]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, check=False)
    forget()
    log(f"version {about['version']} is {'not ' if done.returncode else ''}installed", 4 if done.returncode else 5)
    write_answer(asked["wish"], "not-installed" if done.returncode else "installed")


def answer_waiting(wish: str | None, answer: str) -> None:
    """Answer a wish that is worked at, or whichever is if none is named; one that is answered keeps its answer."""
    said = read_object(ANSWERS / "answer")
    if said.get("answer") == "working" and wish in (None, said["wish"]):
        write_answer(said["wish"], answer)


def report() -> None:
    """Write what the companion's doctor said, and the log, to the stick. Raises AnsweredError."""
    with mounted("rw") as stick:
        if not stick:
            raise AnsweredError("no-stick")
        try:
            files = {"log.txt": _done("journalctl", "-u", NAME, "-n", LOG_LINES, "--no-pager")}
            with suppress(FileNotFoundError):
                files["doctor.txt"] = read_of_user("doctor.txt", MOST_REPORT_BYTES)
            write_report(stick / time.strftime(f"{NAME}-%Y%m%d-%H%M%S"), files)
        except (OSError, subprocess.SubprocessError) as error:
            log(f"the report cannot be written: {error}", 4)
            raise AnsweredError("not-written") from None
    raise AnsweredError("written")


def write_report(folder: Path, files: dict[str, str]) -> None:
    """Write files into a new folder, and have them on the stick when this returns. Raises OSError."""
    folder.mkdir()
    for name, text in files.items():
        with open(folder / name, "x", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())


def do_wish() -> None:
    """Do what the companion wished for, and answer."""
    match = WISH.fullmatch(take_wish().strip())
    if not match:
        write_answer("", "")
        return
    what, wish, checksum = match.groups("")
    write_answer(wish, "working")
    if what != "install":
        forget()
    try:
        match what:
            case "update":
                update(wish)
            case "report":
                report()
            case "install":
                confirm(wish, checksum)
            case "forget":
                raise AnsweredError("")
    except AnsweredError as answer:
        write_answer(wish, str(answer))
    except RefusedError as error:
        log(f"refused: {error}", 4)
        forget()
        write_answer(wish, error.reason)


def answer_failure() -> None:
    """Answer what nobody will answer any more."""
    result = os.environ.get("SERVICE_RESULT", "failed")
    if result != "success" and read_object(ANSWERS / "answer").get("answer") == "working":
        answer_waiting(None, "too-slow" if result == "timeout" else "not-installed")
        forget()


if __name__ == "__main__":
    os.umask(0o022)
    {"": do_wish, "install": install, "failed": answer_failure}["".join(sys.argv[1:])]()
