"""Scene of an update whose plug is pulled at many moments: the table stands each time.

The update runs below another root, on a disk that a program of its own serves: while that is stopped, the disk is as
if the plug had been pulled.
"""

import json
import os
import signal
import subprocess
import tarfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from companion.games import find_game
from companion.games.finstere_flure.virtual_table.game import some_game
from companion.journal import Journal
from install.archive import CHECKSUMS
from tests.box.conftest import RELEASE, UNIT
from tools.box.image import BUILD, ENTER, Image, run
from tools.bundle import write_archive

OPT = f"/opt/{UNIT}"
STATE = f"/var/lib/{UNIT}"
USER = "finstere-flure"
ARCHIVES = "/var/tmp/new"
VERSION = "9.9.9"
#: What the service does: a start that fails is tried again. A game that plays itself stands for an evening.
START = f"""cd {STATE}
export HOME={STATE} STATE_DIRECTORY={STATE} SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy
start() {{ runuser -u {USER} -- {OPT}/start "$@"; }}
for attempt in 1 2 3 4; do
    if start play --virtual --autoplay --headless --seed 5 --players 2 >/dev/null; then
        start games --json --journal games.sqlite
        exit
    fi
done
exit 1
"""
#: Mean time from one moment to the next, in seconds: while the version is built, and once it is whole.
EVERY_S = 15.0
EVERY_AT_SWITCH_S = 0.1
#: Time between two looks for whether the new version is whole, in seconds.
LOOK_EVERY_S = 0.05
#: So many disks are kept at a time; each takes two gigabytes.
MOST_KEPT = 12
#: Longest time of an update, in seconds.
PATIENCE_S = 1800.0


@contextmanager
def mounted(disk: Path, folder: Path) -> Iterator[Path]:
    folder.mkdir(exist_ok=True)
    run("mount", "-o", "loop", disk, folder)
    try:
        yield folder
    finally:
        run("umount", folder)


@contextmanager
def served(disk: Path, front: Path) -> "Iterator[subprocess.Popen[bytes]]":
    """Serve the disk as the file `front`."""
    front.touch()
    blocks = f"driver=file,filename={disk},node-name=disk"
    export = f"type=fuse,id=disk,node-name=disk,mountpoint={front},writable=on"
    with subprocess.Popen(["qemu-storage-daemon", "--blockdev", blocks, "--export", export]) as server:
        while not front.stat().st_size:
            time.sleep(0.1)
        yield server
        server.terminate()


def enter(root: Path, *command: str) -> "subprocess.Popen[str]":
    """Begin a command of root in the system below `root`."""
    words = ["unshare", "--mount", "sh", "-euc", ENTER, "sh", str(root), *command]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)


def archived() -> dict[str, bytes]:
    """Return the files of the archive that was installed, without their checksums."""
    with tarfile.open(next((BUILD / RELEASE).glob(f"{UNIT}-*.tar"))) as tar:
        files = {member.name.split("/", 1)[1]: tar.extractfile(member) for member in tar}
        return {name: file.read() for name, file in files.items() if file is not None and name != CHECKSUMS}


def newer() -> dict[str, bytes]:
    """Return the files of an archive like that, of a version that is not there yet."""
    contents = archived()
    contents["pyproject.toml"] = contents["pyproject.toml"].replace(
        b'\nversion = "', f'\nversion = "{VERSION}.'.encode(), 1
    )
    return contents


def furnish(root: Path) -> None:
    """Put a game into the machine, and the archive of a new version."""
    game = find_game("finstere-flure")
    journal = Journal.open(root / STATE[1:] / "games.sqlite")
    journal.start(game.rules.id, json.dumps(game.rules.event_to_json(some_game(2, 5))))
    journal.close()
    run("chroot", root, "chown", "-R", f"{USER}:{USER}", STATE)
    folder = root / ARCHIVES[1:]
    folder.mkdir()
    write_archive(folder / f"{UNIT}-{VERSION}.tar", f"{UNIT}-{VERSION}", newer())


def stands(moment: Path, folder: Path) -> str:
    """Start the table of this disk and look for its game; return its version."""
    mended = subprocess.run(["e2fsck", "-p", moment], capture_output=True, text=True, check=False)
    # One stands for what it could mend.
    assert mended.returncode in (0, 1), mended.stdout
    with mounted(moment, folder) as root:
        starting = enter(root, "sh", "-c", START)
        said, _ = starting.communicate()
        assert starting.returncode == 0, said
        assert said.count('"started"') == 1, said
        return (root / OPT[1:] / "current").readlink().name


def await_whole_version(root: Path, updating: "subprocess.Popen[str]") -> None:
    """Wait until the update has built the new version and is about to take it."""
    versions = root / OPT[1:] / "versions"
    while not list(versions.glob(f"{VERSION}*/complete")):
        assert updating.poll() is None, updating.communicate()[0]
        time.sleep(LOOK_EVERY_S)


def pull_plugs(disk: Path, folder: Path, moments: Path, most: int, rng: Random, *, at_switch: bool) -> None:
    """Update the table on this disk; keep the disk as it is at random moments, at most so many."""
    front, root = folder / "front.raw", folder / "root"
    every_s = EVERY_AT_SWITCH_S if at_switch else EVERY_S
    with served(disk, front) as server, mounted(front, root):
        updating = enter(root, "sh", f"{OPT}/update", "--from", ARCHIVES, "--trust", "--lite")
        if at_switch:
            await_whole_version(root, updating)
        for number in range(most):
            try:
                updating.wait(rng.uniform(0, 2 * every_s))
                break
            except subprocess.TimeoutExpired:
                # The update's time stands still meanwhile: it is for seconds.
                os.killpg(updating.pid, signal.SIGSTOP)
                server.send_signal(signal.SIGSTOP)
                try:
                    run("cp", "--sparse=always", disk, moments / f"{number}.raw")
                finally:
                    server.send_signal(signal.SIGCONT)
                    os.killpg(updating.pid, signal.SIGCONT)
        said, _ = updating.communicate(timeout=PATIENCE_S)
        assert updating.returncode == 0, said


@pytest.mark.parametrize("when", ["while it is built", "around the switch"])
def test_the_table_stands_whenever_the_plug_is_pulled_in_an_update(
    when: str, image: Image, tmp_path: Path, pytestconfig: pytest.Config, note: Callable[[str, object], None]
) -> None:
    before, disk, moments = tmp_path / "before.raw", tmp_path / "disk.raw", tmp_path / "moments"
    moments.mkdir()
    run("cp", "--sparse=always", image.disk, before)
    with mounted(before, tmp_path / "root") as root:
        furnish(root)
        old = (root / OPT[1:] / "current").readlink().name
    plugs = pytestconfig.getoption("--plugs")
    # Another number of plugs is pulled at other moments.
    rng = Random(plugs)
    versions: list[str] = []
    while len(versions) < plugs:
        run("cp", "--sparse=always", before, disk)
        most = min(MOST_KEPT, plugs - len(versions))
        pull_plugs(disk, tmp_path, moments, most, rng, at_switch=when == "around the switch")
        for moment in sorted(moments.iterdir()):
            versions.append(stands(moment, tmp_path / "pulled"))
            moment.unlink()
            note("plugs pulled in an update", len(versions))
            note("afterwards the new version runs", len(versions) - versions.count(old))
