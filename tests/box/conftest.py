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


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the number of pulled plugs."""
    parser.addoption("--plugs", type=int, default=5, help="box: so many times is the plug pulled in a game")


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
def first_page(image: "Image") -> "Machine":
    """Machine that was switched on and stands on its first page; scenes go on in copies."""
    folder = BUILD / RELEASE / "first-page"
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
    finally:
        machine.pull_plug()
    made.write_text(mark)
    return machine


@pytest.fixture
def box(first_page: "Machine", tmp_path: Path) -> "Iterator[Machine]":
    """Machine that stands on its first page."""
    machine = first_page.copy(tmp_path)
    machine.switch_on(saved="first-page")
    yield machine
    machine.pull_plug()


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
