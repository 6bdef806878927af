"""Tests of the Raspberry Pi's camera: by our picamera2, or its real signatures if installed."""

import importlib
import importlib.util
import logging
import sys
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock, create_autospec

import pytest

from tests.vision.sources.fake_picamera2 import MODES, FakePicamera2
from vision.errors import CameraError, CameraFault
from vision.sources.pi import BRIGHTEST, DARKEST, DEFAULT_FOCUS, RESETTLE_S, PiCamera

#: Makes the class that stands for Picamera2 from the camera that it opens.
ClassOf = Callable[[FakePicamera2], Any]


@pytest.fixture(scope="module")
def real_class() -> Iterator[Any]:
    """Real class Picamera2, with its hardware libraries replaced.

    Skips if the package is not installed.
    """

    class Anything(ModuleType):
        def __init__(self, name: str) -> None:
            super().__init__(name)
            self.__path__ = []

        def __getattr__(self, name: str) -> Any:
            if name.startswith("__"):
                raise AttributeError(name)
            return MagicMock()

    names = ("libcamera", "libcamera.controls", "prctl", "pykms")
    missing = [name for name in names if name not in sys.modules and not _installed(name)]
    sys.modules.update({name: Anything(name) for name in missing})
    logging.getLogger("picamera2").setLevel(logging.CRITICAL + 1)
    try:
        # What is installed must be there: only where it is not, nothing can be compared.
        if importlib.util.find_spec("picamera2") is None:
            pytest.skip("picamera2 is not installed (.ci/run installs it)")
        yield importlib.import_module("picamera2").Picamera2
    finally:
        for name in missing:
            del sys.modules[name]


def _installed(name: str) -> bool:
    try:
        importlib.import_module(name)
    except ImportError:
        return False
    return True


@pytest.fixture(params=["as we know it", "real signatures"])
def class_of(request: pytest.FixtureRequest) -> ClassOf:
    if request.param == "as we know it":
        return lambda device: MagicMock(return_value=device)
    real = request.getfixturevalue("real_class")

    def held_to_the_real(device: FakePicamera2) -> Any:
        """Return the fake, failing calls that the real class would not take."""
        instance = create_autospec(real, instance=True)
        for name in dir(device):
            if not name.startswith("_") and callable(getattr(device, name)):
                getattr(instance, name).side_effect = getattr(device, name)
        instance.sensor_resolution, instance.sensor_modes = device.sensor_resolution, device.sensor_modes
        instance.camera_controls = device.camera_controls
        return create_autospec(real, return_value=instance)

    return held_to_the_real


def opened(device: FakePicamera2, class_of: ClassOf, size_px: tuple[int, int] | None = None) -> PiCamera:
    return PiCamera(0, size_px, load=lambda: class_of(device), clock=lambda: device.now_s)


def test_it_gives_the_highest_resolution_and_a_small_picture_of_its_own(class_of: ClassOf) -> None:
    device = FakePicamera2()
    frame = opened(device, class_of).latest()
    assert frame.size_px == (4608, 2592)
    assert frame.grey.shape == (2592, 4608)
    assert frame.grey.base is not None
    assert frame.small.shape == (324, 576)
    assert frame.lower is not None
    wanted = device.configuration["wanted"]
    assert wanted["sensor"] == {"output_size": (4608, 2592), "bit_depth": 10}
    assert wanted["main"]["format"] == "YUV420"
    assert wanted["raw"] is None


@pytest.mark.parametrize("size", [(2304, 1296), (1920, 1080), (1641, 1233)])
def test_a_lower_resolution_can_be_asked_for(size: tuple[int, int], class_of: ClassOf) -> None:
    device = FakePicamera2()
    frame = opened(device, class_of, size).latest()
    even = (size[0] // 2 * 2, size[1] // 2 * 2)
    assert frame.size_px == even
    assert frame.picture.shape == (even[1], even[0], 3)
    sensor = device.configuration["wanted"]["sensor"]
    assert sensor.get("output_size") == (even if any(mode["size"] == even for mode in MODES) else None)


def test_focus_exposure_and_white_balance_settle_and_are_then_locked(class_of: ClassOf) -> None:
    device = FakePicamera2()
    opened(device, class_of)
    assert device.focused == 1
    assert (device.set["AfMode"], device.set["LensPosition"]) == (0, 2.9)
    assert (device.set["AeEnable"], device.set["AwbEnable"]) == (False, False)
    assert device.set["ColourGains"] == (1.9, 1.6)
    # The light is that of a settled picture, not that of the first frame.
    assert device.set["ExposureTime"] == pytest.approx(1100, rel=0.03)


@pytest.mark.parametrize("focusing", [False, None], ids=["nothing found", "hunts without end"])
def test_in_dim_light_the_lens_is_set_to_the_usual_height(focusing: bool | None, class_of: ClassOf) -> None:
    device = FakePicamera2()
    device.focusing = focusing
    opened(device, class_of).latest()
    assert (device.set["AfMode"], device.set["LensPosition"]) == (0, DEFAULT_FOCUS)
    assert ("cancel" in device.calls) is (focusing is None)


@pytest.mark.parametrize("offers", [True, False])
@pytest.mark.parametrize(("mains_hz", "period_us"), [(50, 10_000), (60, 8333), (0, None)])
def test_exposure_follows_the_mains_where_the_camera_can(
    mains_hz: int, period_us: int | None, offers: bool, class_of: ClassOf
) -> None:
    device = FakePicamera2()
    names = ("AeFlickerMode", "AeFlickerPeriod")
    if offers:
        device.camera_controls |= dict.fromkeys(names, (0, 1, 0))
    PiCamera(load=lambda: class_of(device), clock=lambda: device.now_s, mains_hz=mains_hz)
    told = {name: device.set[name] for name in names if name in device.set}
    assert told == ({"AeFlickerMode": 1, "AeFlickerPeriod": period_us} if offers and mains_hz else {})


def test_a_lens_without_a_motor_is_left_alone(class_of: ClassOf) -> None:
    device = FakePicamera2(motor=False)
    opened(device, class_of).latest()
    assert device.focused == 0
    assert "AfMode" not in device.set


def test_a_frame_has_the_time_at_which_the_sensor_took_it(class_of: ClassOf) -> None:
    device = FakePicamera2()
    camera = opened(device, class_of)
    assert camera.latest().taken_s == pytest.approx(device.now_s - 0.04)


@pytest.mark.parametrize(
    ("light", "settles"), [(3.0, True), (BRIGHTEST / 110 - 0.1, False), (DARKEST / 110 + 0.05, False), (0.05, True)]
)
def test_when_a_lamp_goes_on_or_off_exposure_is_settled_anew(light: float, settles: bool, class_of: ClassOf) -> None:
    device = FakePicamera2()
    camera = opened(device, class_of)
    locked = device.set["ExposureTime"]
    device.brightness *= light
    device.now_s += RESETTLE_S
    mean = camera.latest().small.mean()
    assert (device.set["ExposureTime"] != locked) is settles
    if settles:
        assert mean == pytest.approx(110, abs=6)
        assert device.set["AeEnable"] is False


def test_a_camera_that_hangs_is_an_error_in_time_and_can_be_closed(class_of: ClassOf) -> None:
    device = FakePicamera2()
    camera = opened(device, class_of)
    device.hangs = True
    with pytest.raises(CameraError, match="no pictures any more") as caught:
        camera.latest()
    assert caught.value.fault is CameraFault.SILENT
    camera.close()
    assert device.calls == ["cancel", "stop", "close"]


def test_a_camera_that_hangs_while_it_is_set_up_is_closed_again(class_of: ClassOf) -> None:
    device = FakePicamera2()
    device.hangs = True
    with pytest.raises(CameraError) as caught:
        opened(device, class_of)
    assert caught.value.fault is CameraFault.SILENT
    assert device.calls[-3:] == ["cancel", "stop", "close"]


def _busy() -> RuntimeError:
    error = RuntimeError("Camera __init__ sequence did not complete.")
    error.__cause__ = RuntimeError("Failed to acquire camera: Device or resource busy")
    return error


@pytest.mark.parametrize(
    ("error", "fault", "words"),
    [
        (IndexError("list index out of range"), CameraFault.MISSING, "is not there"),
        (RuntimeError("No camera number 0 found"), CameraFault.MISSING, "is not there"),
        (_busy(), CameraFault.BUSY, "another program"),
        (RuntimeError("something else"), CameraFault.UNUSABLE, "something else"),
        (RuntimeError("three\nlines\n\x1b[2J"), CameraFault.UNUSABLE, r"opened: three lines \[2J\.$"),
    ],
)
def test_why_it_cannot_be_opened_is_said(error: Exception, fault: CameraFault, words: str) -> None:
    with pytest.raises(CameraError, match=words) as caught:
        PiCamera(load=lambda: MagicMock(side_effect=error))
    assert caught.value.fault is fault


def test_too_little_memory_is_said_with_what_to_do(class_of: ClassOf, monkeypatch: pytest.MonkeyPatch) -> None:
    device = FakePicamera2()
    no_memory = OSError(12, "Cannot allocate memory")
    monkeypatch.setattr(device, "configure", MagicMock(side_effect=no_memory))
    with pytest.raises(CameraError, match="pi@2304x1296"):
        opened(device, class_of)


def test_without_picamera2_one_sentence_says_how_to_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    # None in sys.modules is how Python itself marks what cannot be imported.
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError, match="apt install python3-picamera2") as caught:
        PiCamera()
    assert caught.value.fault is CameraFault.UNUSABLE
