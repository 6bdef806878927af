"""Tests of a frozen camera: it repeats the same picture; a still table never does."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.vision.sources.fake_cameras import eventually
from vision.errors import CameraError, CameraFault
from vision.picture import Pixels
from vision.sources.camera import Camera, Frame
from vision.sources.freeze_check import FROZEN_S, FreezeCheck, may_repeat
from vision.sources.steady_camera import SteadyCamera

RNG = np.random.default_rng(1)
#: Pictures of a table on which nothing moves: only noise differs.
STILL = [np.asarray(100 + RNG.integers(0, 3, (90, 160, 3)), np.uint8) for _ in range(7)]


class PlayedCamera(Camera):
    """A camera that gives the pictures that it is told."""

    def __init__(self, picture: Callable[[], Pixels]) -> None:
        self._picture = picture
        self.closed = False

    def latest(self) -> Frame:
        return Frame(self._picture(), 0.0)

    def close(self) -> None:
        self.closed = True


class Clock:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def watched_for(seconds: float, picture: Callable[[int], Pixels]) -> None:
    """Ask a checked camera for ten pictures a second. Raises CameraError."""
    clock = Clock()
    count = iter(range(100_000))
    camera = FreezeCheck("0", clock=clock).opener(lambda: PlayedCamera(lambda: picture(next(count)).copy()))()
    for _ in range(round(10 * seconds) + 1):
        camera.latest()
        clock.now_s += 0.1


def test_the_same_picture_for_half_a_minute_is_that_of_a_frozen_camera() -> None:
    watched_for(FROZEN_S - 1, lambda _: STILL[0])
    with pytest.raises(CameraError, match="camera 0 has given the very same picture for 30 seconds") as caught:
        watched_for(FROZEN_S + 1, lambda _: STILL[0])
    assert caught.value.fault is CameraFault.FROZEN


def test_a_still_table_is_none() -> None:
    watched_for(60, lambda number: STILL[number % len(STILL)])


def test_one_other_picture_begins_the_time_anew() -> None:
    watched_for(50, lambda number: STILL[number == 250])


def test_a_camera_in_the_dark_is_not_frozen() -> None:
    watched_for(60, lambda _: np.zeros((90, 160, 3), np.uint8))


def test_a_frozen_camera_is_opened_again_and_none_until_another_picture_comes() -> None:
    """A frozen camera is opened again, and gives nothing until another picture comes.

    Otherwise it would show the same picture for another half minute, and the game would take it for the table.
    """
    clock, opened, shown = Clock(), [], [STILL[0]]

    def open_played() -> Camera:
        opened.append(PlayedCamera(lambda: shown[-1].copy()))
        return opened[-1]

    camera = SteadyCamera(FreezeCheck("0", clock=clock).opener(open_played), pauses_s=(0.01,))
    camera.latest()
    clock.now_s += FROZEN_S
    with pytest.raises(CameraError, match="the very same picture"):
        camera.latest()
    eventually(lambda: len(opened) > 2)
    assert opened[0].closed
    with pytest.raises(CameraError, match="the very same picture"):
        camera.latest()
    shown.append(STILL[1])
    eventually(lambda: camera.error is None)
    assert np.array_equal(camera.latest().pixels, STILL[1])
    camera.close()


@pytest.mark.parametrize(
    ("source", "repeats"),
    [("0", False), ("7", True), ("/dev/video7@1920x1080", True), ("pi", False), ("rtsp://cam/1", True)],
)
def test_virtual_webcams_and_video_streams_may_repeat_a_picture(source: str, repeats: bool, tmp_path: Path) -> None:
    (tmp_path / "video7").mkdir()
    assert may_repeat(source, tmp_path) is repeats
