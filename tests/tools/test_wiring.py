"""The wiring in the docs is the wiring in the program: picture, tables, config."""

import re
from xml.etree import ElementTree

import pytest

from companion.device.config import WIRED
from hardware.pins import check_pins, default_board
from hardware.ring.ws2812 import CurrentBudget
from tests import ROOT
from tools.wiring import NAMES, PICTURE, picture, pin_of

DOCUMENT = (ROOT / "docs" / "wiring.md").read_text()


def test_the_picture_is_as_it_is_drawn() -> None:
    assert PICTURE.read_text() == picture(), "draw it again with tools/wiring.py"


def test_the_picture_shows_the_pins_of_the_config() -> None:
    words = [element.text for element in ElementTree.fromstring(picture()).iter() if element.tag.endswith("text")]
    for pin in (*WIRED.buttons.pins().values(), "GPIO10"):
        assert f"{pin} ({pin_of(pin)})" in words
    assert f"{WIRED.ring.count} lights" in words


def test_all_that_is_drawn_lies_within_the_picture() -> None:
    root = ElementTree.fromstring(picture())
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for element in root.iter():
        for name, most in (("x", width), ("cx", width), ("y", height), ("cy", height)):
            assert 0 <= float(element.attrib.get(name, 0)) <= most


def test_the_header_is_the_one_that_gpiozero_knows() -> None:
    board = default_board()
    for number, name in NAMES.items():
        (info,) = [info for _, info in board.find_pin(f"BOARD{number}")]
        assert name == ("ID" if info.name in ("GPIO0", "GPIO1") else info.name)


@pytest.mark.parametrize("button", ["advance", "draw", "back"])
def test_the_table_of_buttons_is_right(button: str) -> None:
    pin = WIRED.buttons.pins()[button]
    assert f"| {button.capitalize()} | {pin} | {pin_of(pin)} |" in DOCUMENT


def test_the_wired_pins_are_free() -> None:
    check_pins(WIRED.buttons.pins(), default_board(), (*WIRED.ring.reserved(), *WIRED.sound.reserved()))


def test_the_table_of_currents_is_what_the_program_computes() -> None:
    rows = re.findall(r"^\| (\d+) \| (\d+) \| (\d+) % \| (\d+) % \| (\d+) % \|$", DOCUMENT, re.MULTILINE)
    assert len(rows) == 6
    for count, supply_ma, *shares in (map(int, row) for row in rows):
        for (order, channel_ma), share in zip((("GRB", 20), ("GRB", 12), ("GRBW", 20)), shares, strict=True):
            assert share == round(100 * CurrentBudget(supply_ma, channel_ma).limit(count, order))
