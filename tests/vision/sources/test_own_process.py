"""Tests of a camera's driver in a process of its own: drivers hang, crash, fail and print.

They use real processes.
"""

import contextlib
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests import ROOT
from tests.vision.sources.fake_cameras import eventually
from vision.errors import CameraError, CameraFault
from vision.sources import own_process
from vision.sources.camera import Frame
from vision.sources.own_process import MOST_HELD, OwnProcessCamera
from vision.sources.steady_camera import MOST_STUCK, SteadyCamera

#: The driver of these tests; what it does with a frame is put in. Each opening leaves a line in a file.
DRIVER = """
import os, signal, sys, threading, time
import numpy as np
from vision.sources.camera import Camera, Frame
from vision.errors import CameraError, CameraFault
from vision.sources.camera_process import serve
from vision.sources.frame_pipe import SOURCE

folder = os.environ[SOURCE]
number = 0

class Driver(Camera):
    def latest(self):
        global number
        number += 1
        {latest}
        return Frame(np.full((4, 6), number, np.uint8), time.monotonic())

    def close(self):
        open(folder + "/closed", "a").write("closed\\n")

def open_it():
    with open(folder + "/opened", "a") as file:
        file.write(f"{{os.getpid()}}\\n")
    {opening}
    return Driver()

serve(open_it)
"""
HANGS = "signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals)); threading.Event().wait()"

#: A driver that needs no libraries to hang.
HANGING = f"""
import os, signal, threading
with open(os.environ["COMPANION_CAMERA_SOURCE"] + "/opened", "a") as file:
    print(os.getpid(), file=file)
{HANGS}
"""


def driver(latest: str = "pass", opening: str = "pass") -> tuple[str, str]:
    return "-c", textwrap.dedent(DRIVER).format(latest=latest, opening=opening)


def pids(folder: Path) -> list[int]:
    """Return the processes that have opened the camera, one after the other."""
    return [int(line) for line in (folder / "opened").read_text().split()] if (folder / "opened").exists() else []


def alive(pid: int) -> bool:
    """Return True if a process runs; an ended one that nobody waits for does not."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@pytest.mark.slow
def test_frames_come_one_for_each_wish_and_the_camera_is_closed(tmp_path: Path) -> None:
    camera = OwnProcessCamera(str(tmp_path), program=driver())
    for number in range(1, 4):
        asked = time.monotonic()
        frame = camera.latest()
        assert (frame.pixels.shape, int(frame.pixels[3, 5])) == ((4, 6), number)
        assert asked <= frame.taken_s <= time.monotonic()
    camera.close()
    camera.close()
    assert (tmp_path / "closed").read_text() == "closed\n"
    assert not alive(*pids(tmp_path))


@pytest.mark.slow
def test_planes_and_the_lower_stream_come_as_they_are(tmp_path: Path) -> None:
    planes = (
        "return Frame(np.arange(72, dtype=np.uint8).reshape(9, 8), 5.0, (8, 6), np.full((3, 8), 7, np.uint8)[:, :4])"
    )
    with contextlib.closing(OwnProcessCamera(str(tmp_path), program=driver(planes))) as camera:
        frame = camera.latest()
    assert isinstance(frame, Frame)
    assert (frame.size_px, frame.taken_s, frame.pixels.tobytes()) == ((8, 6), 5.0, bytes(range(72)))
    assert frame.lower is not None
    assert frame.lower.tolist() == [[7] * 4] * 3


@pytest.mark.slow
@pytest.mark.thorough(but=["hangs", "fails", "busy"])
@pytest.mark.parametrize(
    ("program", "fault", "words"),
    [
        (
            driver(opening='raise CameraError("it is not there.", CameraFault.MISSING)'),
            CameraFault.MISSING,
            "not there",
        ),
        (driver('raise CameraError("busy.", CameraFault.BUSY)'), CameraFault.BUSY, "busy"),
        (driver('raise RuntimeError("select() timeout")'), CameraFault.UNUSABLE, r"fails: select\(\) timeout"),
        (driver("os.abort()"), CameraFault.UNUSABLE, f"crashed .status -{int(signal.SIGABRT)}"),
        (driver(HANGS), CameraFault.SILENT, "no pictures any more"),
        (("-c", HANGING), CameraFault.SILENT, "no pictures any more"),
    ],
    ids=["missing", "busy", "fails", "crashes", "hangs", "opening hangs"],
)
def test_what_is_wrong_is_said_and_no_process_stays(
    program: tuple[str, str], fault: CameraFault, words: str, tmp_path: Path
) -> None:
    with pytest.raises(CameraError, match=words) as caught:
        ask(str(tmp_path), program)
    assert caught.value.fault is fault
    assert not alive(*pids(tmp_path))


def ask(folder: str, program: tuple[str, str]) -> None:
    """Open the camera, take a frame, close it."""
    opening_s = 0.5 if program[1] == HANGING else 30.0
    with contextlib.closing(OwnProcessCamera(folder, program=program, opening_s=opening_s, patience_s=0.3)) as camera:
        camera.latest()


@pytest.mark.slow
def test_what_a_driver_prints_is_no_frame_and_reaches_no_terminal(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    prints = r'os.write(1, b"Corrupt JPEG data\n"); os.write(2, b"select() timeout\n"); print("hello")'
    with contextlib.closing(OwnProcessCamera(str(tmp_path), program=driver(prints))) as camera:
        assert camera.latest().size_px == (6, 4)
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_a_driver_that_hangs_is_tried_again_for_ever_and_uses_nothing_up(tmp_path: Path) -> None:
    """Far more tries than threads may hang; then it is well, and so is the camera."""
    well = False

    def opener() -> OwnProcessCamera:
        if well:
            return OwnProcessCamera(str(tmp_path), program=driver())
        return OwnProcessCamera(str(tmp_path), program=("-c", HANGING), opening_s=0.3, closing_s=0.05)

    threads, files = threading.active_count(), len(os.listdir("/proc/self/fd"))
    camera = SteadyCamera(opener, pauses_s=(0.01,))
    eventually(lambda: len(pids(tmp_path)) > 2 * MOST_STUCK, patience_s=60)
    assert sum(map(alive, pids(tmp_path))) <= 1
    assert threading.active_count() <= threads + 2
    well = True
    eventually(lambda: _shows(camera), patience_s=60)
    camera.close()
    eventually(lambda: not any(map(alive, pids(tmp_path))))
    eventually(lambda: threading.active_count() == threads and len(os.listdir("/proc/self/fd")) == files)


def _shows(camera: SteadyCamera) -> bool:
    with contextlib.suppress(CameraError):
        camera.latest()
        return True
    return False


@pytest.fixture
def unkillable(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Make processes unkillable, as in a kernel call of a driver, until the result is called."""
    kill = subprocess.Popen.kill
    held: list[subprocess.Popen[bytes]] = []
    monkeypatch.setattr(subprocess.Popen, "kill", lambda process: held.append(process))

    def release_source() -> None:
        for process in held:
            kill(process)
            process.wait()

    yield release_source
    release_source()


@pytest.mark.slow
def test_processes_that_cannot_be_ended_do_not_pile_up(tmp_path: Path, unkillable: Callable[[], None]) -> None:
    for _ in range(MOST_HELD):
        with pytest.raises(CameraError, match="no pictures"):
            OwnProcessCamera(str(tmp_path), program=("-c", HANGING), opening_s=0.3, closing_s=0.01)
    with pytest.raises(CameraError, match="camera's driver hangs; pull the camera out"):
        OwnProcessCamera(str(tmp_path), program=driver())
    unkillable()
    with contextlib.closing(OwnProcessCamera(str(tmp_path), program=driver())) as camera:
        assert camera.latest().size_px == (6, 4)
    assert own_process._held == []


@pytest.mark.slow
def test_when_the_companion_is_killed_a_hanging_driver_goes_too(tmp_path: Path) -> None:
    companion = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys; from vision.sources.own_process import OwnProcessCamera;"
            "OwnProcessCamera(sys.argv[1], program=('-c', sys.argv[2])).latest()",
            str(tmp_path),
            driver("threading.Event().wait()")[1],
        ],
        cwd=ROOT,
    )
    eventually(lambda: pids(tmp_path), patience_s=60)
    companion.kill()
    companion.wait()
    eventually(lambda: not any(map(alive, pids(tmp_path))), patience_s=60)
