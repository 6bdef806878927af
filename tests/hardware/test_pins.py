"""Tests of pins: any spelling, none twice, none in other use; and a folder for lgpio's pipe."""

import os
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from hardware.errors import HardwareError
from hardware.pins import I2S, SPI0, SPI1, Pin, Reserved, check_pins, default_board, machine_pins

BOARDS = [default_board(), MockFactory().board_info]


@pytest.mark.parametrize("board", BOARDS)
def test_pins_of_their_own_are_right(board: object) -> None:
    check_pins({"a": 17, "b": "GPIO27", "c": "BOARD15", "d": "J8:40"}, board, (SPI0,))


@pytest.mark.parametrize("twin", [17, "17", "GPIO17", "BCM17", "BOARD11", "J8:11", "WPI0"])
def test_one_pin_for_two_things_is_refused_however_it_is_written(twin: Pin) -> None:
    with pytest.raises(HardwareError, match="is given twice, for the bell and for the lamp: give each its own"):
        check_pins({"the bell": "GPIO17", "the lamp": twin}, default_board())


@pytest.mark.parametrize("pin", [28, "GPIO99", "BOARD41", "J9:1", "", "eleven"])
def test_a_pin_that_is_not_there_is_refused(pin: Pin) -> None:
    with pytest.raises(HardwareError, match=r"There is no pin .* for the bell on this board"):
        check_pins({"the bell": pin}, default_board())


@pytest.mark.parametrize(("pin", "name"), [("BOARD1", "3V3"), ("J8:2", "5V"), ("BOARD6", "GND"), ("5V", "5V")])
def test_a_supply_is_no_pin_to_switch(pin: str, name: str) -> None:
    with pytest.raises(HardwareError, match=f"for the bell is {name}, which cannot be switched"):
        check_pins({"the bell": pin}, default_board())


@pytest.mark.parametrize(
    ("pin", "reserved", "words"),
    [
        (10, (SPI0,), "needed by SPI, which drives the ring"),
        ("BOARD26", (SPI0,), "needed by SPI"),
        ("J8:40", (SPI1,), "needed by the second SPI bus"),
        ("GPIO18", (SPI0, I2S), "needed by the sound card on the header"),
        (0, (), "needed by the Raspberry Pi itself"),
        ("BOARD28", (), "needed by the Raspberry Pi itself"),
    ],
)
def test_a_pin_that_something_else_needs_is_refused(pin: Pin, reserved: tuple[Reserved, ...], words: str) -> None:
    with pytest.raises(HardwareError, match=f"{words}.*: choose another"):
        check_pins({"the bell": pin}, default_board(), reserved)


def test_what_nothing_needs_is_free() -> None:
    check_pins({f"thing {number}": number for number in range(2, 28)}, default_board())


# --- lgpio's pipe ----------------------------------------------------------------------------------------------------


@pytest.fixture
def mock_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with mock pins, and nothing said yet about folders."""
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    # Set first, so that they are as before after the test, whatever it does.
    for name in ("LG_WD", "RUNTIME_DIRECTORY"):
        monkeypatch.setenv(name, "")


@pytest.mark.usefixtures("mock_machine")
def test_lgpio_puts_its_pipe_into_the_services_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", f"{tmp_path}:/run/other")
    machine_pins()
    assert os.environ["LG_WD"] == str(tmp_path)


@pytest.mark.usefixtures("mock_machine")
def test_without_a_service_it_gets_a_folder_of_its_own() -> None:
    machine_pins()
    folder = Path(os.environ["LG_WD"])
    assert folder.is_dir()
    assert folder.stat().st_mode & 0o777 == 0o700
    assert folder != Path.cwd()


@pytest.mark.usefixtures("mock_machine")
def test_a_folder_that_was_chosen_stays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LG_WD", str(tmp_path))
    monkeypatch.setenv("RUNTIME_DIRECTORY", "/run/other")
    machine_pins()
    assert os.environ["LG_WD"] == str(tmp_path)
