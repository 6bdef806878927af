"""Scene of the disk that the layer for rpi-image-gen makes: only /var can be written to."""

import subprocess
from collections.abc import Callable
from pathlib import Path

from tests.box.conftest import UNIT
from tools.box.image import ENTER, Image, run

STATE = f"/var/lib/{UNIT}"
#: Mounts the root as it is there, and does the rest below it.
MOUNT = """mount -o loop,ro "$1" "$2"; mount -o loop "$3" "$2/var"; mount -t tmpfs run "$2/run"; root=$2; shift 3
set -- "$root" "$@"
"""
#: The table runs for a while as the service starts it, is told to stop, and a game plays itself.
PLAY = f"""install -d -o finstere-flure /run/{UNIT}; ! touch /written 2>/dev/null; cd {STATE}
export HOME={STATE} STATE_DIRECTORY={STATE} RUNTIME_DIRECTORY=/run/{UNIT} SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy
start() {{ runuser -u finstere-flure -- timeout --preserve-status -s TERM "$@"; }}
start 60 /opt/{UNIT}/start play --kiosk
start 600 /opt/{UNIT}/start play --virtual --autoplay --headless --seed 5 --players 2 >/dev/null
ls {STATE}
"""


def test_the_table_runs_on_a_read_only_root(image: Image, tmp_path: Path, note: Callable[[str, object], None]) -> None:
    disk, var, root = tmp_path / "disk.raw", tmp_path / "var.raw", tmp_path / "root"
    root.mkdir()
    run("cp", "--sparse=always", image.disk, disk)
    run("mount", "-o", "loop", disk, root)
    try:
        run("chroot", root, "install", "-d", "-o", "finstere-flure", "-g", "finstere-flure", "-m", "755", STATE)
        run("mkfs.ext4", "-q", "-d", root / "var", var, "1G")
    finally:
        run("umount", root)
    words = ["sh", "-euc", MOUNT + ENTER, "sh", str(disk), str(root), str(var), "sh", "-euc", PLAY]
    done = subprocess.run(["unshare", "--mount", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "games.sqlite" in done.stdout.split()
    note("kept in the writable part", " ".join(done.stdout.split()))
