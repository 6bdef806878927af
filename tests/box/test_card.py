"""Scene of a card that ./run card prepared: the first switch-on installs and tells."""

import subprocess
from collections.abc import Callable
from pathlib import Path

from tests.box.conftest import RELEASE, UNIT
from tools.box.image import BUILD, ROOT, build_card, run
from tools.box.machine import Hardware, Machine, shows_page

#: What a freshly written card of Raspberry Pi OS trixie has on its boot partition, and what its owner has added.
BOOT = {
    "cmdline.txt": "console=serial0,115200 console=tty1 root=PARTUUID=12345678-02 rootfstype=ext4 rootwait\n",
    "config.txt": "#dtparam=spi=on\ncamera_auto_detect=1\n",
    "meta-data": "dsmode: local\ninstance_id: rpios-image\n",
    "user-data": "#cloud-config\nhostname: box\n",
    "network-config": "# Nothing.\n",
}
#: An emulated processor installs for the better part of an hour, or longer where others use it too.
INSTALLING_S = 7200.0
#: Words on the console that the screen shows, one after the other.
STEPS = ("Step 2 of 3", "Step 3 of 3")


def make_boot_partition(folder: Path) -> Path:
    """Prepare a boot partition with ./run card; return the disk with it."""
    boot = folder / "boot"
    boot.mkdir()
    for name, text in BOOT.items():
        (boot / name).write_text(text)
    archive = next((BUILD / RELEASE).glob(f"{UNIT}-*.tar"))
    subprocess.run(["./run", "card", boot, archive], cwd=ROOT, check=True)
    disk = folder / "boot.img"
    run("mkfs.ext4", "-q", "-L", "bootfs", "-d", boot, disk, "512M")
    return disk


def test_the_first_switch_on_installs_and_tells_how_far_it_is(
    tmp_path: Path, pictures: Path, note: Callable[[str, object], None]
) -> None:
    more = f"-drive if=virtio,format=raw,file={make_boot_partition(tmp_path)}"
    # As on a Raspberry Pi the screen is the last console: what is told there goes to it. The installer gives the new
    # version's check fifteen minutes, by the machine's clock.
    hardware = Hardware(kernel_words="console=tty1", more=more)
    box = Machine(build_card(RELEASE), tmp_path / "machine", hardware)
    box.switch_on()
    try:
        for step in STEPS:
            box.await_true(lambda words=step: words in box.shell("cat /dev/vcs1"), step)  # type: ignore[misc]
            box.screen(pictures / f"first-switch-on-{step[5]}.png")
        box.await_true(lambda: shows_page(box.screen()), "the first page, after a restart", INSTALLING_S)
        box.forget_console()
        box.await_page("first-language")
        box.await_still()
        box.screen(pictures / "first-switch-on-done.png")
        note("until the first page (s)", round(float(box.shell("cut -d' ' -f1 /proc/uptime"))))
        assert box.shell("systemctl --failed --no-legend") == ""
        assert box.shell(f"ls -1 /boot/firmware/{UNIT}") == "first-start.done\nfirst-start.log"
        assert "status: done" in box.shell("cloud-init status")
    finally:
        box.pull_plug()
