"""Fixtures of the scenes in the virtual machine, which ./run box test alone runs."""

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

RELEASE = os.environ.get("COMPANION_BOX", "")
if not RELEASE:
    collect_ignore_glob = ["test_*.py"]
else:
    from tools.box.image import BUILD, Image, build_image
    from tools.box.machine import Hardware, Machine, shows_page
    from tools.box.report import PICTURES, keep_figure, write_report


UNIT = "finstere-flure-companion"
#: Settings that are there, if nothing stands in them, end the first run.
END_FIRST_RUN = f"""systemctl stop {UNIT}
install -o finstere-flure -g finstere-flure -m 600 /dev/null /var/lib/{UNIT}/settings.toml
systemctl start --no-block {UNIT}"""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the number of pulled plugs."""
    parser.addoption("--plugs", type=int, default=5, help="box: so many times is the plug pulled in a game")


def choose_players(box: "Machine") -> None:
    """Lead from the start page to the row that begins a game of two players."""
    box.press("ret")
    box.await_page("players")
    # Green, red, and on to Start.
    box.press("ret", "d", "ret", *["d"] * 6)
    box.await_still()


def begin_game(box: "Machine") -> None:
    """Begin the game; there is no camera that could see the table."""
    box.press("ret")
    box.await_page("set-up")
    box.hold("ret")
    box.await_page("tokens")
    box.await_still()


@pytest.fixture(scope="session")
def image() -> "Image":
    """Disk of the machine."""
    return build_image(RELEASE)


@pytest.fixture(scope="session")
def pictures() -> Path:
    """Folder for the pictures of the report."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    return PICTURES


@pytest.fixture
def note(request: pytest.FixtureRequest) -> Callable[[str, object], None]:
    """Keep a figure of this scene for the report."""
    return partial(keep_figure, RELEASE, request.node.name)


@pytest.fixture(scope="session", autouse=True)
def report() -> Iterator[None]:
    """Write the report when all scenes are over."""
    yield
    write_report()


@pytest.fixture(scope="session")
def kept(image: "Image") -> "Machine":
    """Machine whose disk holds two states, from which scenes go on in copies.

    "first-page" is the first page ever, "start" the one after the first run.
    """
    folder = BUILD / RELEASE / "kept"
    machine = Machine(image, folder)
    mark = f"{image.disk.stat().st_mtime_ns}"
    made = folder / "made"
    if made.exists() and made.read_text() == mark:
        return machine
    machine.new_disk()
    machine.switch_on()
    try:
        machine.await_true(lambda: shows_page(machine.screen()), "a page on the screen")
        machine.shell("true")
        machine.await_still()
        machine.save("first-page")
        machine.shell(END_FIRST_RUN)
        machine.await_page("start")
        machine.await_true(lambda: shows_page(machine.screen()), "the page on the screen")
        machine.await_still()
        machine.save("start")
    finally:
        machine.pull_plug()
    made.write_text(mark)
    return machine


@pytest.fixture
def box(kept: "Machine", tmp_path: Path) -> "Iterator[Machine]":
    """Machine that stands on its first page ever."""
    yield from _gone_on(kept, tmp_path, "first-page")


@pytest.fixture
def at_start(kept: "Machine", tmp_path: Path) -> "Iterator[Machine]":
    """Machine whose first run is over."""
    yield from _gone_on(kept, tmp_path, "start")


def _gone_on(kept: "Machine", folder: Path, state: str) -> "Iterator[Machine]":
    """Yield a copy of the machine that goes on from this state; pull its plug."""
    machine = kept.copy(folder)
    machine.switch_on(saved=state)
    yield machine
    machine.pull_plug()
    machine.disk.unlink()


@pytest.fixture
def switched_on(image: "Image", tmp_path: Path) -> "Iterator[Callable[[Hardware], Machine]]":
    """Switch on new machines with such hardware; wait for their first page."""
    machines: list[Machine] = []

    def switch_on(hardware: Hardware) -> Machine:
        machine = Machine(image, tmp_path / str(len(machines)), hardware)
        machine.switch_on()
        machines.append(machine)
        machine.await_true(lambda: shows_page(machine.screen()), "a page on the screen")
        return machine

    yield switch_on
    for machine in machines:
        machine.pull_plug()
