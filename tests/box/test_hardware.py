"""Scenes of parts that come and go: a camera, a screen's signal, a kernel that hangs."""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from tests.box.conftest import UNIT
from tools.box.image import Image
from tools.box.machine import Hardware, Machine, shows_page

#: Driver of the kernel's own test camera; taken from its driver it is gone, as if unplugged.
DRIVER = "/sys/bus/platform/drivers/vivid"
WEBCAM = f"""sed -i 's|^source = .*|source = "0"|' /etc/{UNIT}/config.toml"""
HELD = "ls -l /proc/[0-9]*/fd 2>/dev/null | grep -o '/dev/video[0-9]*' | sort -u"
#: A camera is let go and found within this time, on a slow machine, in seconds.
CAMERA_S = 300
#: The first start without a signal has failed by then, and some more.
STARTS = 3
#: Time after which the console would blank the screen, in minutes.
BLANK_MIN = 1


def test_a_camera_may_be_unplugged_and_plugged_in_again(at_start: Machine, pictures: Path) -> None:
    box = at_start
    box.shell(f"systemctl stop {UNIT}; modprobe vivid n_devs=1 node_types=0x1; {WEBCAM}")
    box.shell(f"systemctl start --no-block {UNIT}")
    box.await_page("start")
    box.await_true(lambda: box.shell(HELD) == "/dev/video0", "the camera in use", CAMERA_S)
    before = box.await_still()
    box.shell(f"echo vivid.0 >{DRIVER}/unbind")
    # Who holds a camera that is gone keeps its number from the one that comes, whatever socket that is in.
    box.await_true(lambda: box.shell(HELD) == "", "that nobody holds the old camera", CAMERA_S)
    box.await_true(lambda: not np.array_equal(box.screen(), before), "that the page says so", CAMERA_S)
    box.screen(pictures / "camera-unplugged.png")
    assert box.status() == "page start"
    box.shell(f"echo vivid.0 >{DRIVER}/bind")
    box.await_true(lambda: box.shell(HELD) == "/dev/video0", "the camera in use again", CAMERA_S)
    assert box.shell(f"systemctl show -P NRestarts {UNIT}") == "0"


def test_a_screen_without_a_signal_gets_its_page_when_it_has_one(
    image: Image, tmp_path: Path, note: Callable[[str, object], None]
) -> None:
    box = Machine(image, tmp_path, Hardware(kernel_words="cloud-init=disabled video=Virtual-1:d"))
    box.switch_on()
    try:
        box.await_true(
            lambda: int(box.shell(f"systemctl show -P NRestarts {UNIT}")) >= STARTS, "starts without a screen"
        )
        assert box.shell("systemctl --failed --no-legend") == ""
        box.shell("echo on >/sys/class/drm/card0-Virtual-1/status")
        box.await_page("first-language")
        assert shows_page(box.screen())
        note("starts until there was a screen", box.shell(f"systemctl show -P NRestarts {UNIT}"))
    finally:
        box.pull_plug()


def test_the_screen_does_not_blank(at_start: Machine) -> None:
    box = at_start
    box.shell(f"printf '\\033[9;{BLANK_MIN}]' >/dev/tty1; sleep {70 * BLANK_MIN}")
    assert shows_page(box.screen())


def test_a_hung_kernel_is_started_again_by_the_hardwares_watchdog(switched_on: Callable[[Hardware], Machine]) -> None:
    # A panic then ends in nothing. Counted, a minute of a kernel that spins would take a quarter of an hour.
    box = switched_on(Hardware(kernel_words="cloud-init=disabled panic=0", more="-device i6300esb", counts=False))
    assert box.shell("systemctl show -P RuntimeWatchdogUSec") == "1min"
    before = box.shell("cat /proc/sys/kernel/random/boot_id")
    box.shell("setsid -f sh -c 'sleep 2; echo c >/proc/sysrq-trigger' >/dev/null 2>&1")
    box.await_true(lambda: not shows_page(box.screen()), "a restart")
    box.await_true(lambda: shows_page(box.screen()), "a page on the screen")
    box.forget_console()
    box.await_page("first-language")
    assert box.shell("cat /proc/sys/kernel/random/boot_id") != before
