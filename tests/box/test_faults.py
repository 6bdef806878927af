"""Faults around the box: wrong clocks, missing parts, a full or read-only disk."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.box.conftest import UNIT, begin_game, choose_players
from tools.box.machine import Hardware, Machine

HARDWARE = {
    "no clock chip": Hardware(clock="1970-01-01T00:00:00"),
    "a clock of last year": Hardware(clock="2025-06-01T12:00:00"),
    "a clock months ahead": Hardware(clock="2027-06-01T12:00:00"),
    "no sound card": Hardware(sound=False),
    "no network": Hardware(network=False),
}
#: A file as large as what is left of the disk for everybody but root.
FILL = "fallocate -l $(df --output=avail -B1 / | tail -1) /var/tmp/full"
ENTRIES = f"""/opt/{UNIT}/current/bin/python -c "
import sqlite3
file = sqlite3.connect('file:/var/lib/{UNIT}/games.sqlite?mode=ro', uri=True)
print(*file.execute('SELECT count(*) FROM entries').fetchone())
" """


@pytest.mark.parametrize("fault", HARDWARE)
def test_the_first_page_comes_without_help(fault: str, switched_on: Callable[[Hardware], Machine]) -> None:
    box = switched_on(HARDWARE[fault])
    assert box.status() == "page first-language"
    assert box.shell("systemctl --failed --no-legend") == ""


def test_what_a_full_disk_kept_out_is_written_when_there_is_space(
    at_start: Machine, pictures: Path, note: Callable[[str, object], None]
) -> None:
    box = at_start
    choose_players(box)
    box.shell(FILL)
    begin_game(box)
    box.screen(pictures / "full-disk.png")
    note("entries in the journal while the disk is full", box.shell(ENTRIES))
    box.shell("rm /var/tmp/full; sync")
    box.await_true(lambda: box.shell(ENTRIES) == "2", "the game in the journal", 300)
    box.await_still()
    box.screen(pictures / "space-again.png")
    note("entries when there is space", box.shell(ENTRIES))
    assert box.shell(f"systemctl show -P NRestarts {UNIT}") == "0"


def test_pages_go_on_when_the_disk_becomes_read_only(box: Machine) -> None:
    box.shell("echo u >/proc/sysrq-trigger; sleep 2")
    assert " ro," in box.shell("grep ' / ' /proc/mounts")
    box.press("ret")
    box.await_page("first-screen")
    assert box.shell(f"systemctl show -P NRestarts {UNIT}") == "0"
