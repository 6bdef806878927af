"""Scenes of updates that are no good: a table stands afterwards."""

import base64
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.box.conftest import RELEASE, UNIT
from tests.box.test_update_plugs import newer
from tools.box.image import BUILD, run
from tools.box.machine import PATIENCE_S, Machine
from tools.bundle import signing, write_archive

OPT = f"/opt/{UNIT}"
ANSWER = "/run/finstere-flure-stick/answer"
STATE = f"/var/lib/{UNIT}"
#: What the start of a version does that was installed and is on trial.
FAILING = {
    "fails": "exit 1",
    "ends at once as if all were well": "exit 0",
    "hangs when it is ready": """exec python3 -c "import os, socket, time
socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b'READY=1', os.environ['NOTIFY_SOCKET'])
time.sleep(1000)" """,
    "hangs before it is ready, and does not heed being told to stop": "trap '' TERM; sleep 1000",
    "is killed": "kill -9 $$",
    "takes all memory": "exec tail /dev/zero",
    "lacks its Python": "exec /nowhere/python",
    "deletes its trial": 'rm -rf "$COMPANION_TRIAL"; exit 1',
    "deletes itself": 'rm -rf "${0%/bin/*}"; exit 1',
    "eats the journal": "rm -f games.sqlite*; exit 1",
    "damages the journal": "echo nothing >games.sqlite; exit 1",
    "fills the disk": "fallocate -l $(df --output=avail -B1 . | tail -1) full; exit 1",
}
#: What install/versions.sh leaves when it has taken a version, whose program is this script (in base64).
TAKE = f"""set -e; cd {OPT}; mkdir -p versions/bad/bin
echo PROGRAM | base64 -d >versions/bad/bin/companion; chmod 755 versions/bad/bin/companion
touch versions/bad/tried
ln -sfn "$(readlink current)" previous; ln -sfn versions/bad current
install -d -o finstere-flure -g finstere-flure {STATE}/trial {STATE}/trial/bad {STATE}/trial/bad/sweep
for number in 1 2 3; do install -o finstere-flure -g finstere-flure /dev/null {STATE}/trial/bad/$number; done
systemctl restart --no-block {UNIT}"""
#: So often starts what has deleted its trial; anything else has three starts.
STARTS = {"deletes its trial": 1}
#: What filled the disk is gone again when so much is left, in megabytes.
LEFT_MB = 500
Note = Callable[[str, object], None]


def key() -> Path:
    """Return the private key of these scenes."""
    path = BUILD / "key"
    if not path.exists():
        run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", path)
    return path


def sign_with_key(data: bytes) -> bytes:
    return signing(key())(data)


def uptime(box: Machine) -> float:
    return float(box.shell("cut -d' ' -f1 /proc/uptime"))


@pytest.mark.parametrize("fault", FAILING)
def test_after_three_failed_starts_the_version_before_runs_again(fault: str, at_start: Machine, note: Note) -> None:
    box = at_start
    program = base64.b64encode(f"#!/bin/sh\n{FAILING[fault]}\n".encode()).decode()
    box.shell(TAKE.replace("PROGRAM", program).replace("\n", "; "))
    began = uptime(box)
    starts = STARTS.get(fault, 3)
    box.await_true(lambda: int(box.shell(f"systemctl show -P NRestarts {UNIT}")) >= starts, f"{starts} starts")
    box.await_page("start")
    note("until the version before shows its page (s)", round(uptime(box) - began))
    assert box.shell(f"systemctl show -P NRestarts {UNIT}") == str(starts)
    assert "does not run" in box.shell(f"journalctl -b -o cat -u {UNIT} -g 'does not run'")
    assert int(box.shell(f"df --output=avail -m {STATE} | tail -1")) > LEFT_MB


def stick(folder: Path, machine: Machine) -> None:
    """Plug a USB stick with the files of this folder in."""
    disk = folder.with_suffix(".img")
    run("mkfs.ext4", "-q", "-d", folder, disk, "300M")
    machine.plug_in(disk)


def cut(archive: Path) -> None:
    archive.write_bytes(archive.read_bytes()[: archive.stat().st_size // 2])


def damage(archive: Path) -> None:
    """Change a byte of what the archive's own list of checksums is about."""
    data = bytearray(archive.read_bytes())
    data[data.index(b"SDL_VIDEODRIVER=wayland")] ^= 1
    archive.write_bytes(data)


def swap_wheels(archive: Path) -> None:
    """Make the archive anew with one wheel under the name of another; its checksums are right."""
    contents = newer()
    first, second = [name for name in contents if name.endswith(".whl")][:2]
    contents[first] = contents[second]
    write_archive(archive, archive.stem, contents, sign_with_key)


def empty(archive: Path) -> None:
    archive.write_bytes(b"")


def exchange(archive: Path) -> None:
    """Put an archive of something else in its place."""
    write_archive(archive, archive.stem, {"README.md": b"Nothing.\n"})


def leave_out_wheel(archive: Path) -> None:
    contents = newer()
    del contents[next(name for name in contents if name.endswith(".whl"))]
    write_archive(archive, archive.stem, contents, sign_with_key)


def change(name: str, data: bytes) -> Callable[[Path], None]:
    """Return what makes the archive anew with these contents of a file; its checksums are right."""

    def changed(archive: Path) -> None:
        write_archive(archive, archive.stem, newer() | {name: data}, sign_with_key)

    return changed


#: What is done to the archive, the answer, and what the log says of it.
HARMS: dict[str, tuple[Callable[[Path], None], str, str]] = {
    "cut": (cut, "damaged", "the archive is cut off"),
    "empty": (empty, "damaged", "the archive is cut off"),
    "damaged": (damage, "damaged", "files of the archive are damaged"),
    "of something else": (exchange, "no-archive", "no archive of the companion"),
    "with wheels swapped": (swap_wheels, "not-installed", "Python packages could not be installed"),
    "without one of its wheels": (leave_out_wheel, "not-installed", "Python packages could not be installed"),
    "whose scripts do not start": (change("install/start.sh", b"exit 1\n"), "not-installed", "scripts do not work"),
    "whose program does not start": (change("companion/main.py", b"1 +\n"), "not-installed", "does not start"),
}


#: The number of a wish, which its answer names.
NUMBER = "0123456789abcdef"


def trust_key(box: Machine) -> None:
    """Let the version that is installed trust what is signed in these scenes."""
    public = key().with_name("key.pub").read_text().strip()
    box.shell(f"echo 'scenes {public}' >{OPT}/current/signers")


def wish(box: Machine, words: str) -> str:
    """Leave a wish as the companion does, which owns it; return the answer."""
    # A stick counts once its file system is known.
    box.await_true(lambda: "/dev/sda ext4" in box.shell("lsblk -rnpo NAME,FSTYPE"), "the stick")
    name = words.split()[0]
    left = (
        f"printf '{name} {NUMBER} {words[len(name) + 1 :]}' | sed 's/ $//' >/run/wish; chown finstere-flure: /run/wish"
    )
    box.shell(f"rm -f {ANSWER}; {left}; mv /run/wish /run/{UNIT}/stick")
    box.await_true(lambda: answered(box).get("answer", "working") != "working", "an answer", PATIENCE_S)
    return answered(box)["answer"]


def answered(box: Machine) -> dict[str, str]:
    said: dict[str, str] = json.loads(box.shell(f"cat {ANSWER} 2>/dev/null || echo '{{}}'"))
    return said


@pytest.mark.parametrize("harm", HARMS)
def test_a_damaged_archive_on_a_stick_is_refused(harm: str, at_start: Machine, tmp_path: Path) -> None:
    do_harm, answer, said = HARMS[harm]
    box = at_start
    folder = tmp_path / "stick"
    folder.mkdir()
    made = next((BUILD / RELEASE).glob(f"{UNIT}-*.tar"))
    archive = Path(shutil.copy(made, folder / f"{UNIT}-9.9.9.tar"))
    do_harm(archive)
    before = box.shell(f"readlink {OPT}/current; ls {OPT}/versions")
    trust_key(box)
    stick(folder, box)
    assert wish(box, "update") == answer
    assert said in box.shell("journalctl -b -o cat -u finstere-flure-stick -u finstere-flure-install")
    assert box.shell(f"readlink {OPT}/current; ls {OPT}/versions") == before
    assert box.shell("ls /var/lib/finstere-flure-stick") == ""
    assert box.status() == "page start"


def unsigned_stick(box: Machine, folder: Path) -> str:
    """Plug in a stick with an unsigned archive of a newer version; return the archive's name."""
    folder.mkdir()
    write_archive(folder / f"{UNIT}-9.9.9.tar", f"{UNIT}-9.9.9", newer())
    stick(folder, box)
    return f"{UNIT}-9.9.9.tar"


def test_an_unsigned_archive_is_installed_when_it_was_confirmed(at_start: Machine, tmp_path: Path) -> None:
    box = at_start
    archive = unsigned_stick(box, tmp_path / "stick")
    before = box.shell(f"readlink {OPT}/current")
    assert wish(box, "update") == "confirm"
    asked = answered(box)
    assert (asked["archive"], asked["signer"]) == (archive, "")
    assert box.shell(f"readlink {OPT}/current") == before
    assert wish(box, "install " + "0" * 64) == "gone"
    assert wish(box, f"install {asked['checksum']}") == "installed"
    assert box.shell(f"readlink {OPT}/current") != before
    box.await_page("start")


def test_a_report_is_written_to_a_stick(at_start: Machine, tmp_path: Path) -> None:
    box = at_start
    (tmp_path / "stick").mkdir()
    stick(tmp_path / "stick", box)
    box.shell(f"echo all is well >/run/{UNIT}/doctor.txt; chown finstere-flure: /run/{UNIT}/doctor.txt")
    assert wish(box, "report") == "written"
    box.shell("mount -o ro /dev/sda /mnt")
    assert box.shell(f"cat /mnt/{UNIT}-*/doctor.txt") == "all is well"
    assert "Started" in box.shell(f"cat /mnt/{UNIT}-*/log.txt")


@pytest.mark.parametrize("trap", ["ln -s /etc/shadow", "mkfifo", "mkdir"])
def test_a_trap_in_place_of_a_wish_is_taken_away(trap: str, at_start: Machine) -> None:
    box = at_start
    shadow = box.shell("sha256sum /etc/shadow")
    for name in ("stick-answer", "stick"):
        box.shell(f"runuser -u finstere-flure -- {trap} /run/{UNIT}/{name}")
    box.await_true(lambda: box.shell(f"ls -d /run/{UNIT}/stick || true") == "", "nothing in its place", 60)
    assert box.shell("systemctl is-active finstere-flure-stick.path") == "active"
    assert box.shell("sha256sum /etc/shadow") == shadow
