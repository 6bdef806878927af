"""Faults around the box: wrong clocks, missing parts, a full or read-only disk."""

from collections.abc import Callable

import pytest

from tests.box.test_evening import UNIT
from tools.box.machine import Hardware, Machine

HARDWARE = {
    "no clock chip": Hardware(clock="1970-01-01T00:00:00"),
    "a clock of last year": Hardware(clock="2025-06-01T12:00:00"),
    "a clock months ahead": Hardware(clock="2027-06-01T12:00:00"),
    "no sound card": Hardware(sound=False),
    "no network": Hardware(network=False),
}
DISK = {
    "full disk": "dd if=/dev/zero of=/var/tmp/full bs=1M status=none; sync; true",
    "disk that became read-only": "echo u >/proc/sysrq-trigger; sleep 2",
}


@pytest.mark.parametrize("fault", HARDWARE)
def test_the_first_page_comes_without_help(fault: str, switched_on: Callable[[Hardware], Machine]) -> None:
    box = switched_on(HARDWARE[fault])
    assert box.status() == "page first-language"
    assert box.shell("systemctl --failed --no-legend") == ""


@pytest.mark.parametrize("fault", DISK)
def test_pages_go_on(fault: str, box: Machine) -> None:
    box.shell(DISK[fault], timeout_s=1800)
    box.press("ret")
    box.await_page("first-screen")
    assert box.shell(f"systemctl show -P NRestarts {UNIT}") == "0"
