"""Anti-flicker: exposure in whole pulses of lamps on alternating current, without stripes.

Lamps pulse twice in each turn of the mains. A Raspberry Pi's camera gets the time of one pulse, a webcam the
frequency of the mains, where camera and driver have such a setting.
"""

import contextlib
import os
import struct
import sys
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from vision.sources.v4l2 import Ioctl

#: libcamera's FlickerManual.
_FLICKER_BY_HAND = 1
#: The control of Video4Linux and its values (linux/v4l2-controls.h), requests, and struct v4l2_control.
POWER_LINE_FREQUENCY = 0x00980918
_V4L2_VALUES: Mapping[int, int] = MappingProxyType({50: 1, 60: 2})
#: Request of a control's value.
GET_CONTROL = 0xC008561B
#: Request to set a control.
SET_CONTROL = 0xC008561C
CONTROL = struct.Struct("=Ii")


def pi_controls(mains_hz: int) -> Mapping[str, Any]:
    """Return the controls of libcamera that avoid flicker with these mains; none for 0."""
    if not mains_hz:
        return {}
    return {"AeFlickerMode": _FLICKER_BY_HAND, "AeFlickerPeriod": round(1e6 / (2 * mains_hz))}


def set_power_line_frequency(device: str, mains_hz: int, ioctl: Ioctl | None = None) -> None:
    """Set the mains frequency of a webcam (a device file), if its driver has the setting.

    With 0 nothing is set.
    """
    if mains_hz:
        _control(device, SET_CONTROL, _V4L2_VALUES[mains_hz], ioctl)


def power_line_frequency(device: str, ioctl: Ioctl | None = None) -> int | None:
    """Return the mains frequency (Hz) that a webcam is set to.

    Returns 0 for another setting, None if the webcam has no such setting.
    """
    value = _control(device, GET_CONTROL, 0, ioctl)
    if value is None:
        return None
    return next((hz for hz, known in _V4L2_VALUES.items() if known == value), 0)


def has_pi_controls(load: Callable[[], Any], number: int) -> bool:
    """Return True if a Raspberry Pi's camera has the setting; opens the camera for a moment.

    Raises as picamera2 does.
    """
    device = load()(camera_num=number)
    try:
        return "AeFlickerPeriod" in device.camera_controls
    finally:
        with contextlib.suppress(RuntimeError, OSError):
            device.close()


def _control(device: str, request: int, value: int, ioctl: Ioctl | None) -> int | None:
    """Return the value of the control after the request; None if the device does not have it.

    Its driver may also lack it.
    """
    if ioctl is None:
        if sys.platform != "linux":
            return None
        import fcntl

        ioctl = fcntl.ioctl
    try:
        opened = os.open(device, os.O_RDWR | os.O_NONBLOCK)
        try:
            answer = bytearray(CONTROL.pack(POWER_LINE_FREQUENCY, value))
            ioctl(opened, request, answer)
        finally:
            os.close(opened)
    except OSError:
        return None
    return int(CONTROL.unpack(answer)[1])
