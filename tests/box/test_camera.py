"""Scenes of a table that a network camera watches: a round, and what watching takes."""

import base64
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.box.conftest import UNIT
from tests.box.recorded import BEGINNING, Act, NetworkCamera, record
from tests.box.test_faults import ENTRIES
from tools.box.image import ROOT
from tools.box.machine import PATIENCE_S, Machine

#: A round of two players has four tokens, a card and the first token of the next round.
EVENTS = 8
SOURCE = """cd /etc/{unit}; sed -i 's|^source = .*|source = "http://10.0.2.2:{port}/shot.jpg"|' config.toml
grep -q 10.0.2.2 config.toml; systemctl daemon-reload; systemctl restart --no-block {unit}"""
#: The table is watched for so long to see what that takes, in seconds.
WATCH_S = 30
#: Time that the processors were busy and idle, before and after.
WATCH = """count() {{ awk '/^cpu / {{print $2+$3+$4+$7+$8, $5+$6}}' /proc/stat; }}; count; sleep {s}; count"""


def copy_in(box: Machine, file: Path, place: str, *, owner: str = "root") -> None:
    """Copy a small file into the machine, by its console."""
    data = base64.b64encode(file.read_bytes()).decode()
    box.shell("rm -f /run/copy")
    for start in range(0, len(data), 2000):
        box.shell(f"echo {data[start : start + 2000]} >>/run/copy")
    box.shell(f"base64 -d /run/copy | install -D -o {owner} -g {owner} -m 644 /dev/stdin {place}")


@contextmanager
def begun(box: Machine, folder: Path, acts: list[Act]) -> Iterator[NetworkCamera]:
    """Lead to the recorded game, which the camera shows: the first row goes on with it."""
    camera = NetworkCamera()
    camera.show(acts[0].picture)
    with camera.switched_on():
        box.shell(f"systemctl stop {UNIT}; rm -f /var/lib/{UNIT}/games.sqlite*")
        copy_in(box, folder / "games.sqlite", f"/var/lib/{UNIT}/games.sqlite", owner="finstere-flure")
        drop_in = f"/etc/systemd/system/{UNIT}.service.d/network-camera.conf"
        copy_in(box, ROOT / "systemd" / "network-camera.conf", drop_in)
        box.shell(SOURCE.format(unit=UNIT, port=camera.port).replace("\n", "; "))
        box.await_page("start")
        yield camera


def test_a_round_is_read_by_the_camera(
    at_start: Machine, tmp_path: Path, pictures: Path, note: Callable[[str, object], None]
) -> None:
    box = at_start
    acts = record(tmp_path / "games.sqlite", events=EVENTS, seed=5)
    with begun(box, tmp_path, acts) as camera:
        box.screen(pictures / "game-goes-on.png")
        box.press("ret")
        for number, act in enumerate(acts):
            box.await_true(lambda wanted=str(act.events): box.shell(ENTRIES) == wanted, f"event {act.events}")  # type: ignore[misc]
            box.await_page(act.page)
            box.await_still()
            box.screen(pictures / f"camera-{number}-{act.page}.png")
            camera.show(act.picture) if act.picture else box.press(act.key)
        box.await_true(lambda: int(box.shell(ENTRIES)) == EVENTS, "the last event")
        note("events read by the camera", EVENTS - BEGINNING)
        box.hold("backspace")
        box.await_page("menu")
        box.screen(pictures / "menu.png")


def test_what_it_takes_to_watch(at_start: Machine, tmp_path: Path, note: Callable[[str, object], None]) -> None:
    box = at_start
    acts = record(tmp_path / "games.sqlite", events=EVENTS, seed=5)
    first, second, *_ = acts
    with begun(box, tmp_path, acts) as camera:
        box.press("ret")
        box.await_page(first.page)
        # What has been read once shows that the table is watched.
        camera.show(second.picture)
        box.await_true(lambda: int(box.shell(ENTRIES)) > BEGINNING, "the first event")
        box.await_still()
        counts = box.shell(WATCH.format(s=WATCH_S), PATIENCE_S).splitlines()
        before, after = (list(map(int, line.split())) for line in counts)
        busy, idle = (late - early for early, late in zip(before, after, strict=True))
        note(f"share of both processors while it watches for {WATCH_S} s (%)", round(100 * busy / (busy + idle)))
        note("memory in use while it watches (MB)", box.shell("free -m | awk '/Mem/ {print $3}'"))
        note("memory of the companion's unit (MB)", int(box.shell(f"systemctl show -P MemoryCurrent {UNIT}")) // 2**20)
