"""Tests of a camera that lasts an evening with any device: real threads, short times."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.sources.fake_cameras import BUSY, GOOD, HANG, MISSING, NOTHING, RAISE, Device, eventually
from vision.errors import CameraError, CameraFault
from vision.sources.camera import Camera
from vision.sources.steady_camera import MOST_STUCK, SteadyCamera

Keep = Callable[..., SteadyCamera]
#: Longer than any healthy fake takes on a busy machine, short enough to wait for a hanging one.
PATIENCE_S = 0.3


def steady(device: Device, pause_s: float = 0.001) -> SteadyCamera:
    return SteadyCamera(
        device.open, patience_s=PATIENCE_S, opening_s=PATIENCE_S, pauses_s=(pause_s, 2 * pause_s), close_within_s=0.3
    )


@pytest.fixture
def keep() -> Iterator[Keep]:
    """Maker of a steady camera for a device; at the end hangs are released and threads gone."""
    with contextlib.ExitStack() as left:

        def make(device: Device, pause_s: float = 0.001) -> SteadyCamera:
            camera = steady(device, pause_s)
            left.callback(camera.close)
            left.callback(device.release_hung.set)
            return camera

        yield make
    eventually(lambda: not [thread for thread in threading.enumerate() if thread.name.startswith("camera")])


def shows_again(camera: SteadyCamera) -> bool:
    with contextlib.suppress(CameraError):
        camera.latest()
        return True
    return False


def fault(camera: SteadyCamera) -> CameraFault:
    with pytest.raises(CameraError) as caught:
        camera.latest()
    return caught.value.fault


def test_each_frame_is_taken_after_it_was_asked_for(keep: Keep) -> None:
    camera = keep(Device())
    for _ in range(20):
        asked = time.monotonic()
        assert camera.latest().taken_s >= asked
    assert camera.error is None


def test_no_more_frames_are_taken_than_are_asked_for(keep: Keep) -> None:
    device = Device()
    camera = keep(device)
    for _ in range(5):
        camera.latest()
    time.sleep(0.05)
    assert device.frames <= 6


@pytest.mark.parametrize(
    ("device", "expected"),
    [
        (Device(MISSING), CameraFault.MISSING),
        (Device(BUSY, BUSY), CameraFault.BUSY),
        (Device(HANG), CameraFault.SILENT),
        (Device([HANG]), CameraFault.SILENT),
        (Device([RAISE]), CameraFault.UNUSABLE),
        (Device([NOTHING]), CameraFault.SILENT),
        (Device(RAISE), CameraFault.UNUSABLE),
    ],
    ids=["missing", "busy", "opening hangs", "frame hangs", "frame fails", "no frame", "opening fails"],
)
def test_what_is_wrong_is_said_and_it_recovers_by_itself(device: Device, expected: CameraFault, keep: Keep) -> None:
    camera = keep(device, pause_s=0.2)
    eventually(lambda: camera.error)
    error = camera.error
    assert error
    assert error.fault is expected
    assert str(error)
    eventually(lambda: shows_again(camera))
    assert camera.error is None
    assert device.opened >= 2


def test_a_camera_that_was_well_and_is_pulled_out_comes_back(keep: Keep) -> None:
    device = Device([GOOD, GOOD, RAISE], MISSING, MISSING, ())
    camera = keep(device)
    camera.latest()
    # How long it shows nothing may be missed on a busy machine, but not that it was opened anew.
    eventually(lambda: shows_again(camera) and device.opened == 4)
    assert device.closed == 1


def test_while_it_is_gone_nobody_who_asks_has_to_wait() -> None:
    device = Device(*[MISSING] * 1000)
    camera = SteadyCamera(device.open, pauses_s=(60.0,))
    eventually(lambda: camera.error)
    for _ in range(1000):
        assert fault(camera) is CameraFault.MISSING
    assert device.opened == 1
    camera.close()


def test_closing_waits_for_no_hanging_driver() -> None:
    device = Device([HANG])
    camera = SteadyCamera(device.open, patience_s=60.0, close_within_s=0.05)
    eventually(lambda: device.opened)
    closing = threading.Thread(target=camera.close)
    closing.start()
    closing.join(5)
    assert not closing.is_alive()
    with pytest.raises(CameraError):
        camera.latest()
    device.release_hung.set()
    eventually(lambda: device.closed)


def test_a_close_that_hangs_keeps_nobody_from_opening_again(keep: Keep) -> None:
    device = Device([RAISE], hanging_close=True)
    camera = keep(device)
    eventually(lambda: shows_again(camera))
    assert device.closed == 0


def test_threads_that_hang_for_good_do_not_pile_up() -> None:
    device = Device(*[[HANG]] * 50)
    camera = SteadyCamera(device.open, patience_s=0.01, pauses_s=(0.001,), close_within_s=0.01)
    eventually(lambda: device.opened >= MOST_STUCK)
    time.sleep(0.2)
    assert device.opened == MOST_STUCK
    # When they come back, so does the camera.
    device.release_hung.set()
    eventually(lambda: shows_again(camera))
    camera.close()


def test_attempts_that_end_are_made_in_one_thread() -> None:
    device, threads = Device(*[[RAISE]] * 3), []

    def opener() -> Camera:
        threads.append(threading.get_ident())
        return device.open()

    camera = SteadyCamera(opener, pauses_s=(0.1,))
    eventually(lambda: len(threads) == 4 and shows_again(camera))
    assert len(set(threads)) == 1
    camera.close()


def test_that_our_own_hanging_attempt_keeps_it_busy_is_not_what_is_said(keep: Keep) -> None:
    # So many attempts that a busy machine looks in between.
    device = Device([HANG], *[BUSY] * 40, ())
    camera = keep(device)
    faults = set()
    while device.opened < 41:
        if camera.error:
            faults.add(camera.error.fault)
        time.sleep(0.001)
    assert faults == {CameraFault.SILENT}


@settings(max_examples=25)
@given(
    st.lists(
        st.one_of(
            st.sampled_from([MISSING, BUSY, RAISE]),
            st.lists(st.just(GOOD), max_size=3).flatmap(
                lambda frames: st.sampled_from([RAISE, NOTHING]).map(lambda end: [*frames, end])
            ),
        ),
        max_size=6,
    )
)
def test_whatever_happens_in_the_end_it_shows_the_table(script: list[str | list[str]]) -> None:
    device = Device(*script)
    camera = steady(device)
    eventually(lambda: shows_again(camera) and device.opened > len(script))
    assert camera.error is None
    camera.close()
    # What was opened was closed, and nothing twice.
    eventually(lambda: device.closed == sum(not isinstance(step, str) for step in script) + 1)
