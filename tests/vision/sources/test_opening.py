"""Tests of the text for a camera, and of its result."""

from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.errors import CameraError, CameraFault
from vision.sources import opening
from vision.sources.files import PictureCamera
from vision.sources.opening import camera_opener, device_opener, open_camera


@pytest.mark.parametrize(
    ("source", "kind", "arguments"),
    [
        ("pi", "PiCamera", (0, None)),
        ("pi:1", "PiCamera", (1, None)),
        ("pi@2304x1296", "PiCamera", (0, (2304, 1296))),
        ("pi:1@4608x2592", "PiCamera", (1, (4608, 2592))),
        ("0", "WebCamera", (0, None)),
        ("2@1920x1080", "WebCamera", (2, (1920, 1080))),
        ("/dev/video2", "WebCamera", ("/dev/video2", None)),
        ("http://phone:8080/video", "_open_web_address", ("http://phone:8080/video",)),
        ("rtsp://user:word@cam/1", "WebCamera", ("rtsp://user:word@cam/1",)),
    ],
)
def test_a_source_names_a_camera(
    source: str, kind: str, arguments: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = MagicMock()
    monkeypatch.setattr(opening, kind, made)
    opener = device_opener(source)
    assert opener is not None
    assert opener() is made.return_value
    # A camera in a network has its own ways.
    mains = {} if "://" in source else {"mains_hz": 50}
    made.assert_called_once_with(*arguments, **mains)


@pytest.mark.slow
def test_a_camera_that_is_not_there_yet_is_a_source_all_the_same() -> None:
    camera_opener("97")
    with pytest.raises(CameraError, match="camera 97 is not there") as caught:
        open_camera("97")
    assert caught.value.fault is CameraFault.MISSING


@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="there is no folder among devices")
def test_a_folder_among_devices_is_no_device() -> None:
    assert device_opener("/dev/shm") is None


def test_a_folder_and_a_picture_are_cameras_too(tmp_path: Path) -> None:
    file = tmp_path / "table@1x1.png"
    cv2.imwrite(str(file), np.zeros((200, 300, 3), np.uint8))
    assert isinstance(open_camera(str(file)), PictureCamera)
    assert isinstance(open_camera(str(tmp_path)), PictureCamera)


def _is_no_source(text: str) -> bool:
    looks_like_one = text.startswith(("pi", "http", "rtsp", "rtmp", "udp", "tcp", "/dev/"))
    return not (looks_like_one or "\0" in text or text.split("@")[0].isdecimal() or Path(text or ".").exists())


@given(st.text(max_size=12).filter(_is_no_source))
def test_what_is_no_source_is_one_sentence(text: str) -> None:
    with pytest.raises(CameraError, match="is no camera, folder or file") as caught:
        camera_opener(text)
    assert "\n" not in str(caught.value)
