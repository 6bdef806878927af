"""Tests of webcams through OpenCV's capture, with a played one of its own pace.

It delivers whether anybody asks or not.
"""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.sources.fake_cameras import eventually
from vision.errors import CameraError, CameraFault
from vision.sources.webcam import LARGEST, WebCamera


class FakeCapture:
    """Stand-in for OpenCV's capture; each `grab` waits until the next frame is let through."""

    def __init__(self, *, opens: bool = True) -> None:
        self.opens = opens
        self.released = False
        self.set_to: dict[int, float] = {}
        self.sides: dict[int, float] = {}
        self.grabbed = self.decoded = 0
        self.damaged: set[int] = set()
        self.ends = False
        self._frames = threading.Semaphore(0)

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self.opens

    def set(self, what: int, value: float) -> bool:
        self.set_to[what] = value
        return True

    def get(self, what: int) -> float:
        return self.sides.get(what, 0.0)

    def let_through(self, frames: int = 1) -> None:
        """The camera takes so many frames more."""
        self._frames.release(frames)

    def pull_out(self) -> None:
        self.ends = True
        self.let_through()

    def grab(self) -> bool:
        self._frames.acquire()
        self.grabbed += not self.ends
        return not self.ends

    def retrieve(self) -> tuple[bool, Any]:
        self.decoded += 1
        if self.grabbed in self.damaged:
            return False, None
        return True, np.full((2, 3, 3), self.grabbed, np.uint8)

    def release(self) -> None:
        self.released = True


@pytest.fixture
def capture() -> Iterator[FakeCapture]:
    capture = FakeCapture()
    yield capture
    capture.pull_out()


def opened(capture: FakeCapture, source: int | str = 0, **options: Any) -> WebCamera:
    return WebCamera(source, open_capture=lambda _source: capture, **options)


def in_background(what: Callable[[], Any]) -> tuple[threading.Thread, list[Any]]:
    results: list[Any] = []
    thread = threading.Thread(target=lambda: results.append(what()))
    thread.start()
    return thread, results


def test_frames_that_nobody_asked_for_are_thrown_away_undecoded(capture: FakeCapture) -> None:
    camera = opened(capture)
    capture.let_through(30)
    eventually(lambda: capture.grabbed == 30)
    assert capture.decoded == 0
    thread, frames = in_background(camera.latest)
    eventually(lambda: camera._wanted)
    capture.let_through()
    thread.join(10)
    assert frames[0].pixels[0, 0, 0] == 31
    assert capture.decoded == 1


def test_a_camera_whose_frames_are_too_large_is_refused_before_one_is_decoded(capture: FakeCapture) -> None:
    capture.sides = {cv2.CAP_PROP_FRAME_WIDTH: 20_000, cv2.CAP_PROP_FRAME_HEIGHT: 20_000}
    with pytest.raises(CameraError, match="64 million"):
        opened(capture, "http://camera/video")
    assert capture.released
    assert capture.decoded == 0


def test_a_frame_is_no_older_than_it_says(capture: FakeCapture) -> None:
    ticks = iter(range(1000))
    camera = opened(capture, clock=lambda: float(next(ticks)))
    taken = []
    for _ in range(3):
        thread, frames = in_background(camera.latest)
        eventually(lambda: camera._wanted)
        capture.let_through()
        thread.join(10)
        taken += frames
    assert [frame.taken_s for frame in taken] == [0.0, 1.0, 2.0]


def test_a_damaged_frame_is_left_out(capture: FakeCapture) -> None:
    camera = opened(capture)
    capture.damaged = {1, 2}
    thread, frames = in_background(camera.latest)
    eventually(lambda: camera._wanted)
    capture.let_through(3)
    thread.join(10)
    assert frames[0].pixels[0, 0, 0] == 3


def test_a_camera_that_is_pulled_out_is_missing(capture: FakeCapture) -> None:
    camera = opened(capture)
    capture.pull_out()
    with pytest.raises(CameraError, match="is gone") as caught:
        camera.latest()
    assert caught.value.fault is CameraFault.MISSING
    assert capture.released


def test_a_camera_that_gives_nothing_is_silent(capture: FakeCapture) -> None:
    camera = opened(capture, patience_s=0.05)
    with pytest.raises(CameraError, match="no pictures") as caught:
        camera.latest()
    assert caught.value.fault is CameraFault.SILENT
    # Closing does not wait for it either.
    camera.close()
    camera.close()


@pytest.mark.parametrize(("asked", "expected"), [(None, LARGEST), ((1280, 720), (1280, 720))])
def test_a_webcam_is_asked_for_compressed_pictures_of_a_size(
    asked: tuple[int, int] | None, expected: tuple[int, int], capture: FakeCapture
) -> None:
    opened(capture, size_px=asked)
    order = list(capture.set_to)
    assert order.index(cv2.CAP_PROP_FOURCC) < order.index(cv2.CAP_PROP_FRAME_WIDTH)
    assert (capture.set_to[cv2.CAP_PROP_FRAME_WIDTH], capture.set_to[cv2.CAP_PROP_FRAME_HEIGHT]) == expected


def test_a_stream_from_an_address_is_taken_as_it_comes(capture: FakeCapture) -> None:
    opened(capture, "http://phone:8080/video")
    assert capture.set_to == {}


@pytest.mark.parametrize(
    ("source", "words", "fault"),
    [
        (97, "camera 97 is not there", CameraFault.MISSING),
        ("/dev/null", "another program", CameraFault.BUSY),
        ("http://127.0.0.1:1/video", "no pictures come from http://127.0.0.1:1/video", CameraFault.MISSING),
    ],
)
def test_what_cannot_be_opened_is_said_by_the_real_opencv_too(
    source: int | str, words: str, fault: CameraFault, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CameraError, match=words) as caught:
        WebCamera(source)
    assert caught.value.fault is fault
    assert capfd.readouterr().err == ""
