"""Tests of connected cameras: a played driver for Linux, a played picamera2 for the Pi."""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.vision.sources.fake_picamera2 import FakePicamera2
from vision.errors import CameraError, CameraFault
from vision.sources.camera_discovery import FoundCamera, all_cameras, first_camera, is_raspberry_pi, pi_cameras
from vision.sources.v4l2 import (
    CAPABILITY,
    ENUMERATE_FORMATS,
    ENUMERATE_SIZES,
    FORMAT,
    QUERY_CAPABILITIES,
    SIZE,
    Webcam,
    webcams,
)

#: Code of the format MJPG.
MJPG = 0x47504A4D
#: Code of the format YUYV.
YUYV = 0x56595559
#: Bit of a device that captures pictures.
CAPTURE = 0x1
#: Bit of a device that gives metadata.
METADATA = 0x00800000


class Driver:
    """Answers of a driver about one device."""

    def __init__(self, name: str, card: str, bus: str, own: int, sizes: dict[int, list[tuple[int, ...]]]) -> None:
        self.name, self.card, self.bus, self.own, self.sizes = name, card, bus, own, sizes

    def __call__(self, _device: int, request: int, answer: bytearray) -> None:
        match request:
            case 0x80685600:
                assert request == QUERY_CAPABILITIES
                texts = (text.encode() for text in (self.name, self.card, self.bus))
                answer[:] = CAPABILITY.pack(*texts, 0x60C00, self.own | METADATA, self.own)
            case 0xC0405602:
                assert request == ENUMERATE_FORMATS
                index = FORMAT.unpack(answer)[0]
                if index >= len(self.sizes):
                    raise OSError(22, "Invalid argument")
                answer[:] = FORMAT.pack(index, 1, 0, b"a format", list(self.sizes)[index])
            case 0xC02C564A:
                assert request == ENUMERATE_SIZES
                index, pixel_format, *_ = SIZE.unpack(answer)
                sizes = self.sizes[pixel_format]
                if index >= len(sizes):
                    raise OSError(22, "Invalid argument")
                numbers = sizes[index]
                kind = 1 if len(numbers) == 2 else 3
                answer[:] = SIZE.pack(index, pixel_format, kind, *numbers, *[0] * (6 - len(numbers)))


C920 = Driver(
    "uvcvideo",
    "HD Pro Webcam C920",
    "usb-0000:00:14.0-1",
    CAPTURE,
    {YUYV: [(640, 480)], MJPG: [(640, 480), (1920, 1080)]},
)
METADATA_OF_IT = Driver("uvcvideo", "HD Pro Webcam C920", "usb-0000:00:14.0-1", METADATA, {})
SENSOR = Driver("rp1-cfe", "rp1-cfe", "platform:1f00110000.csi", CAPTURE, {YUYV: [(640, 480)]})
PHONE = Driver("v4l2 loopback", "Phone", "platform:v4l2loopback-000", CAPTURE, {YUYV: [(2, 8192, 1, 1, 4320, 1)]})


def ask(driver: Driver, folder: Path) -> list[Webcam]:
    """Ask the only device, whose number is that of a file that can be opened on every machine."""
    (folder / "video7").mkdir()
    return webcams(folder, driver)


@pytest.fixture(autouse=True)
def _any_device_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.open

    def instead(path: str | Path, flags: int) -> int:
        return real("/dev/null", os.O_RDONLY) if str(path).startswith("/dev/video") else real(path, flags)

    monkeypatch.setattr("vision.sources.v4l2.os.open", instead)


@pytest.mark.parametrize(
    ("driver", "expected"),
    [
        (C920, [Webcam(7, "HD Pro Webcam C920", ((1920, 1080), (640, 480)))]),
        (PHONE, [Webcam(7, "Phone", ((8192, 4320),))]),
        (METADATA_OF_IT, []),
        (SENSOR, []),
    ],
    ids=["webcam", "phone as a webcam", "a webcam's metadata", "the Pi's own sensor"],
)
def test_webcams_are_told_from_other_devices(driver: Driver, expected: list[Webcam], tmp_path: Path) -> None:
    assert ask(driver, tmp_path) == expected


def test_a_device_that_does_not_answer_is_none(tmp_path: Path) -> None:
    def fails(*_: object) -> None:
        raise OSError(19, "No such device")

    (tmp_path / "video0").mkdir()
    assert webcams(tmp_path, fails) == []


def test_without_video4linux_there_are_no_webcams(tmp_path: Path) -> None:
    assert webcams(tmp_path / "not there") == []


def no_picamera2() -> Any:
    raise CameraError("picamera2 is not there", CameraFault.UNUSABLE)


class TwoCameras(FakePicamera2):
    """Class Picamera2 on a machine with a camera of its own and a webcam.

    The instance is the first camera.
    """

    def __call__(self, camera_num: int) -> FakePicamera2:
        assert camera_num == 0
        return self

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return [
            {"Model": "imx708", "Id": "/base/axi/pcie@1000120000/rp1/i2c@88000/imx708@1a", "Num": 0},
            {"Model": "HD Pro Webcam C920", "Id": "/base/axi/pcie@1000120000/rp1/usb@200000-1", "Num": 1},
        ]


WEBCAM = Webcam(2, "HD Pro Webcam C920", ((1920, 1080), (640, 480)))


def test_the_pis_own_camera_comes_before_a_webcam() -> None:
    def pi() -> list[FoundCamera]:
        return pi_cameras(lambda: TwoCameras())

    assert first_camera(pi, lambda: [WEBCAM]) == "pi"
    assert first_camera(lambda: pi_cameras(no_picamera2), lambda: [WEBCAM], lambda: True) == "2"
    assert first_camera(lambda: pi_cameras(no_picamera2), list, lambda: True) is None


def test_a_laptops_webcam_is_not_opened_unasked() -> None:
    assert first_camera(lambda: pi_cameras(no_picamera2), lambda: [WEBCAM], lambda: False) is None


def test_a_raspberry_pi_knows_its_name(tmp_path: Path) -> None:
    model = tmp_path / "model"
    assert not is_raspberry_pi(model)
    model.write_text("Raspberry Pi 5 Model B Rev 1.0\0", encoding="utf-8")
    assert is_raspberry_pi(model)


def test_all_cameras_are_listed_with_their_modes() -> None:
    device = TwoCameras()
    assert all_cameras(lambda: device, lambda: [WEBCAM]) == [
        FoundCamera("pi", "imx708", ("4608x2592 14/s", "2304x1296 56/s", "1536x864 120/s")),
        FoundCamera("2", "HD Pro Webcam C920", ("1920x1080", "640x480")),
    ]
    assert device.calls == ["close"]
