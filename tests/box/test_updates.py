"""Scenes of updates that are no good: a table stands afterwards."""

import base64
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.box.conftest import RELEASE, UNIT
from tests.box.test_update_plugs import archived
from tools.box.image import BUILD, run
from tools.box.machine import Machine
from tools.bundle import write_archive

OPT = f"/opt/{UNIT}"
STATE = f"/var/lib/{UNIT}"
#: What the start of a version does that was installed and is on trial.
FAILING = {
    "fails": "exit 1",
    "ends at once as if all were well": "exit 0",
    "hangs when it is ready": """exec python3 -c "import os, socket, time
socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b'READY=1', os.environ['NOTIFY_SOCKET'])
time.sleep(1000)" """,
    "eats the journal": "rm -f games.sqlite*; exit 1",
    "fills the disk": "fallocate -l $(df --output=avail -B1 . | tail -1) full; exit 1",
}
#: What install/versions.sh leaves when it has taken a version, whose program is this script (in base64).
TAKE = f"""set -e; cd {OPT}; mkdir -p versions/bad/bin
echo PROGRAM | base64 -d >versions/bad/bin/companion; chmod 755 versions/bad/bin/companion
ln -sfn "$(readlink current)" previous; ln -sfn versions/bad current
install -d -o finstere-flure -g finstere-flure {STATE}/trial {STATE}/trial/bad
for number in 1 2 3; do install -o finstere-flure -g finstere-flure /dev/null {STATE}/trial/bad/$number; done
systemctl restart --no-block {UNIT}"""
Note = Callable[[str, object], None]


def uptime(box: Machine) -> float:
    return float(box.shell("cut -d' ' -f1 /proc/uptime"))


@pytest.mark.parametrize("fault", FAILING)
def test_after_three_failed_starts_the_version_before_runs_again(fault: str, at_start: Machine, note: Note) -> None:
    box = at_start
    program = base64.b64encode(f"#!/bin/sh\n{FAILING[fault]}\n".encode()).decode()
    box.shell(TAKE.replace("PROGRAM", program).replace("\n", "; "))
    began = uptime(box)
    box.await_true(lambda: int(box.shell(f"systemctl show -P NRestarts {UNIT}")) >= 3, "three starts")
    box.await_page("start")
    note("until the version before shows its page (s)", round(uptime(box) - began))
    assert box.shell(f"systemctl show -P NRestarts {UNIT}") == "3"
    assert "does not run" in box.shell(f"journalctl -b -o cat -u {UNIT} -g 'does not run'")


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


def mislabel(archive: Path) -> None:
    archive.with_name(f"{archive.name}.sha256").write_text(f"{'0' * 64}  {archive.name}\n")


def swap_wheels(archive: Path) -> None:
    """Make the archive anew with one wheel under the name of another; its checksums are right."""
    contents = archived()
    first, second = [name for name in contents if name.endswith(".whl")][:2]
    contents[first] = contents[second]
    write_archive(archive, archive.stem, contents)


#: What the log says of each harm.
HARMS: dict[Callable[[Path], None], str] = {
    cut: "cannot be unpacked",
    damage: "Files of this version are damaged",
    mislabel: "is damaged: copy it again",
    swap_wheels: "Python packages could not be installed",
}


@pytest.mark.parametrize("harm", HARMS)
def test_a_damaged_archive_on_a_stick_is_refused(
    harm: Callable[[Path], None], at_start: Machine, tmp_path: Path
) -> None:
    box = at_start
    folder = tmp_path / "stick"
    folder.mkdir()
    made = next((BUILD / RELEASE).glob(f"{UNIT}-*.tar"))
    archive = Path(shutil.copy(made, folder / f"{UNIT}-9.9.9.tar"))
    harm(archive)
    before = box.shell(f"readlink {OPT}/current; ls {OPT}/versions")
    stick(folder, box)
    # A stick counts once its file system is known.
    box.await_true(lambda: "/dev/sda ext4" in box.shell("lsblk -rnpo NAME,FSTYPE"), "the stick")
    box.shell(f"printf update >/run/wish; mv /run/wish /run/{UNIT}/stick")
    box.await_true(lambda: box.shell(f"cat /run/{UNIT}/stick-answer 2>/dev/null || true") != "", "an answer")
    assert box.shell(f"cat /run/{UNIT}/stick-answer") == "not-installed"
    assert HARMS[harm] in box.shell("journalctl -b -o cat -u finstere-flure-stick")
    assert box.shell(f"readlink {OPT}/current; ls {OPT}/versions") == before
    assert box.status() == "page start"
