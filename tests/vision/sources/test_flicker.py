"""Webcams are told the frequency of the mains where their driver wants to know it."""

import errno

import pytest

from vision.sources.flicker import (
    CONTROL,
    POWER_LINE_FREQUENCY,
    SET_CONTROL,
    power_line_frequency,
    set_power_line_frequency,
)


class Driver:
    """A webcam's driver with the control, or without it."""

    def __init__(self, value: int | None) -> None:
        self.value = value

    def __call__(self, _device: int, request: int, answer: bytearray) -> None:
        control, value = CONTROL.unpack(answer)
        assert control == POWER_LINE_FREQUENCY
        if self.value is None:
            raise OSError(errno.EINVAL, "Invalid argument")
        if request == SET_CONTROL:
            self.value = value
        answer[:] = CONTROL.pack(control, self.value)


@pytest.mark.parametrize(("mains_hz", "value"), [(50, 1), (60, 2), (0, 3)])
def test_a_webcam_is_told_the_mains_or_left_as_it_is(mains_hz: int, value: int) -> None:
    driver = Driver(3)
    assert power_line_frequency("/dev/null", driver) == 0, "automatic"
    set_power_line_frequency("/dev/null", mains_hz, driver)
    assert driver.value == value
    assert power_line_frequency("/dev/null", driver) == mains_hz


def test_a_driver_without_the_setting_and_a_device_that_is_gone_are_left_alone() -> None:
    set_power_line_frequency("/dev/null", 50, Driver(None))
    assert power_line_frequency("/dev/null", Driver(None)) is None
    assert power_line_frequency("/dev/not-there", Driver(1)) is None
    # The real call: this is no camera.
    set_power_line_frequency("/dev/null", 50)
    assert power_line_frequency("/dev/null") is None
