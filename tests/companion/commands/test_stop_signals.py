"""Tests of stop signals to commands that hold a camera: everything is closed.

They use real processes and a real stream of pictures.
"""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.device.stops import Stopped, raise_on_stop
from companion.main import main
from tests.vision.sources.fake_cameras import eventually
from tests.vision.sources.test_phone import Phone

pytestmark = pytest.mark.slow


@pytest.fixture
def phone() -> Iterator[Phone]:
    phone = Phone()
    yield phone
    phone.close()


def children(pid: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        found += [int(child) for child in task.read_text().split()]
    return found


@pytest.mark.parametrize(
    ("words", "told"),
    [(["watch"], signal.SIGTERM), (["record", "--out", "OUT"], signal.SIGHUP)],
    ids=["watch", "record"],
)
def test_told_to_stop_it_closes_the_camera_and_ends_as_by_ctrl_c(
    words: list[str], told: signal.Signals, phone: Phone, tmp_path: Path
) -> None:
    words = [str(tmp_path / "out") if word == "OUT" else word for word in words]
    process = subprocess.Popen(
        [sys.executable, "-m", "companion.main", *words[:1], phone.address, *words[1:]],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    said = process.stdout.readline()
    if words[0] == "record":
        said += process.stdout.readline()
    (camera,) = children(process.pid)
    process.send_signal(told)
    more, complaints = process.communicate(timeout=60)
    assert (process.returncode, complaints) == (0, "")
    if words[0] == "record":
        assert "000001.jpg" in said
        assert "pictures kept" in more
    eventually(lambda: not Path(f"/proc/{camera}").exists())


def test_any_other_command_closes_what_it_holds_and_says_what_ended_it(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []

    def run(_: object) -> int:
        try:
            os.kill(os.getpid(), signal.SIGTERM)
            threading.Event().wait(60)
        finally:
            closed.append("closed")
        return 0

    monkeypatch.setattr("companion.commands.cameras.run", run)
    before = signal.getsignal(signal.SIGTERM)
    assert main(["cameras"]) == 128 + signal.SIGTERM
    assert closed == ["closed"]
    assert signal.getsignal(signal.SIGTERM) is before


def test_what_shall_outlive_its_terminal_does() -> None:
    """`nohup` has SIGHUP ignored."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with raise_on_stop():
            os.kill(os.getpid(), signal.SIGHUP)
            with pytest.raises(Stopped):
                os.kill(os.getpid(), signal.SIGTERM)
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_thread_that_is_left_in_opencv_changes_no_exit_status() -> None:
    program = """
import sys, threading
import cv2, numpy
from companion.commands import cameras
from companion.main import run_process

def blur_for_ever():
    while True:
        cv2.GaussianBlur(numpy.zeros((2000, 2000), numpy.uint8), (31, 31), 5)

def run(_):
    threading.Thread(target=blur_for_ever, daemon=True).start()
    return 7

cameras.run = run
sys.argv[1:] = ["cameras"]
sys.exit(run_process())
"""
    done = subprocess.run([sys.executable, "-c", program], stderr=subprocess.PIPE, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (7, "")
