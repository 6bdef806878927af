"""Scenes of an evening: first page, first run, a new game, a stopped and a hung service."""

from collections.abc import Callable
from pathlib import Path

from tests.box.conftest import UNIT, begin_game, choose_players
from tools.box.machine import Machine, shows_page

Note = Callable[[str, object], None]

#: Keys that answer the pages of the first run, in their order.
FIRST_RUN = {
    "first-language": ("ret",),
    "first-screen": ("ret",),
    "first-sound": ("ret",),
    "first-buttons": ("ret", "d", "backspace"),
    "first-ring": ("ret",),
}


def shown(machine: Machine, name: str) -> str:
    """Return a property of the companion's unit."""
    return machine.shell(f"systemctl show -P {name} {UNIT}")


def ready_s(machine: Machine) -> int:
    """Return the time from the kernel's start until the companion was ready, in seconds."""
    return int(shown(machine, "ActiveEnterTimestampMonotonic")) // 10**6


def test_the_first_page_is_on_the_screen_and_nothing_failed(box: Machine, pictures: Path, note: Note) -> None:
    box.screen(pictures / "first-page.png")
    assert box.status() == "page first-language"
    assert shown(box, "NRestarts") == "0"
    assert box.shell("systemctl --failed --no-legend") == ""
    assert box.shell("journalctl -b -o cat -g 'ordering cycle' || true") in ("", "-- No entries --")
    # The sound card is there.
    assert box.shell(f"journalctl -b -o cat -u {UNIT} -g 'cannot find card' || true") in ("", "-- No entries --")
    note("from the kernel's start until the companion is ready (s)", ready_s(box))
    note("memory in use (MB)", box.shell("free -m | awk '/Mem/ {print $3}'"))
    note("memory of the companion's unit (MB)", int(shown(box, "MemoryCurrent")) // 2**20)
    note("written to disk until then (MB)", int(box.shell("awk '{print $7}' /sys/block/vda/stat")) // 2048)


def test_the_first_run_leads_to_a_new_game(box: Machine, pictures: Path, note: Note) -> None:
    for page, keys in FIRST_RUN.items():
        box.await_page(page)
        box.press(*keys)
    # The machine has no camera: what asks for one is passed over.
    box.await_page("first-camera")
    box.hold("ret")
    for page in ("first-tags", "first-done"):
        box.await_page(page)
        box.press("ret")
    box.await_page("start")
    box.screen(pictures / "start.png")
    box.press("ret")
    box.await_true(lambda: box.status() != "page start", "another page")
    box.await_still()
    box.screen(pictures / "new-game.png")
    note("page after New game", box.status())


def test_the_service_stops_within_its_time(box: Machine, note: Note) -> None:
    took = box.shell(
        f"start=$(cut -d' ' -f1 /proc/uptime); systemctl stop {UNIT}; cut -d' ' -f1 /proc/uptime; echo $start"
    )
    end, start = map(float, took.split())
    note("time to stop (s)", round(end - start, 1))
    assert end - start < 9
    assert shown(box, "Result") == "success"


def test_the_watchdog_brings_a_hung_companion_back(box: Machine, note: Note) -> None:
    start = float(box.shell(f"systemctl kill --kill-whom=main --signal=STOP {UNIT}; cut -d' ' -f1 /proc/uptime"))
    box.await_true(lambda: shown(box, "NRestarts") == "1" and shown(box, "ActiveState") == "active", "a second start")
    note("from the hang until it is ready again (s)", round(float(box.shell("cut -d' ' -f1 /proc/uptime")) - start))
    box.await_page("first-language")


def test_a_game_goes_on_after_the_plug_was_pulled(at_start: Machine, pictures: Path, note: Note) -> None:
    box = at_start
    choose_players(box)
    begin_game(box)
    box.pull_plug()
    box.switch_on()
    box.await_true(lambda: shows_page(box.screen()), "a page on the screen")
    assert box.status() == "page start"
    note("from the kernel's start until Go on is on the screen (s)", ready_s(box))
    box.press("ret")
    # Nobody sees whether the pieces lie as they did.
    box.await_page("put-right")
    box.await_still()
    box.screen(pictures / "game-after-the-plug.png")
    box.hold("ret")
    box.await_page("tokens")


def test_the_start_page_switches_the_machine_off(at_start: Machine, pictures: Path) -> None:
    box = at_start
    # The row before the first is the last.
    box.hold("d")
    box.await_still()
    box.screen(pictures / "switch-off.png")
    box.press("ret")
    box.await_off()
