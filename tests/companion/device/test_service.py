"""Tests of a table as a service: clean stop even in a hang, journal levels, shut-down."""

import os
import signal
import socket
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from companion.device.errors import UserError
from companion.device.log import fail, warn
from companion.device.service import POWER_OFF, STOP_WITHIN_S, Service, ShutDownButton, can_shut_down, shut_down
from hardware.buttons import Button, Buttons, Source
from hardware.notify import Notifier
from tests import ROOT

UNITS = ROOT / "systemd"

#: Program with a camera's thread that never comes back: Python would wait for it for ever at the end.
HANGING = """
import threading, time
from companion.device.service import Service
with Service(stop_within_s=0.3) as service:
    threading.Thread(target=threading.Event().wait).start()
    service.ready()
    while not service.stop_asked:
        time.sleep(0.01)
"""


def run_until_ready(program: str, folder: Path) -> tuple["subprocess.Popen[str]", socket.socket]:
    """Start a Python program as systemd would; return it and its socket once it is ready."""
    systemd = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    systemd.settimeout(60)
    systemd.bind(os.path.relpath(folder / "notify"))
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)],
        env={**os.environ, "NOTIFY_SOCKET": str(folder / "notify")},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert systemd.recv(4096) == b"READY=1"
    return process, systemd


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGHUP])
def test_told_to_stop_the_loop_ends_and_all_is_closed(told: signal.Signals, tmp_path: Path) -> None:
    process, systemd = run_until_ready(
        """
        import time
        from companion.device.service import Service
        with Service() as service:
            service.ready()
            while not service.stop_asked:
                service.tick(time.monotonic())
                time.sleep(0.01)
        print("closed")
        """,
        tmp_path,
    )
    with systemd:
        process.send_signal(told)
        _, complaints = process.communicate(timeout=60)
        assert (process.returncode, complaints) == (0, "")
        assert systemd.recv(4096) == b"STOPPING=1"


def test_what_hangs_does_not_hold_up_the_stop(tmp_path: Path) -> None:
    process, systemd = run_until_ready(HANGING, tmp_path)
    with systemd:
        process.send_signal(signal.SIGTERM)
        _, complaints = process.communicate(timeout=60)
    assert process.returncode == 0
    assert complaints == "companion: something did not stop within 0.3 seconds; ending without it\n"


def test_what_is_silent_is_said_once_each_time(capsys: pytest.CaptureFixture[str]) -> None:
    service = Service(Notifier({}))
    service.watchdog.beat("camera", 0.0, patience_s=60)
    for time_s in (50.0, 61.0, 62.0):
        service.tick(time_s)
    assert capsys.readouterr().err == "companion: no sign of life any more from the camera\n"
    service.watchdog.beat("camera", 70.0, patience_s=60)
    service.tick(70.0)
    service.tick(131.0)
    assert "the camera" in capsys.readouterr().err


def test_the_program_gives_up_waiting_before_systemd_does() -> None:
    for unit in UNITS.glob("*-companion*.service"):
        (line,) = [line for line in unit.read_text().splitlines() if line.startswith("TimeoutStopSec=")]
        assert STOP_WITHIN_S < float(line.partition("=")[2]) <= 10


def test_a_stop_does_not_depend_on_a_terminal_that_takes_what_is_said(tmp_path: Path) -> None:
    """A program stops even if its terminal is closed and something hangs.

    It cannot say that any more, and it ends all the same.
    """
    process, systemd = run_until_ready(HANGING, tmp_path)
    with systemd:
        assert process.stderr
        process.stderr.close()
        process.send_signal(signal.SIGHUP)
        assert process.wait(timeout=60) == 0


# --- the journal -----------------------------------------------------------------------------------------------------


def complaints(how: str, journal: str) -> str:
    """Return a process's output on standard error; `journal`: its stream, if it is the journal."""
    reader, writer = os.pipe()
    with os.fdopen(reader) as heard:
        stream = os.fstat(writer)
        named = {"same": f"{stream.st_dev}:{stream.st_ino}", "other": "8:1", "none": ""}[journal]
        subprocess.run(
            [sys.executable, "-c", f"from companion.device.log import fail, warn; {how}('the disk is full')"],
            env={**os.environ, "JOURNAL_STREAM": named},
            stderr=writer,
            check=True,
        )
        os.close(writer)
        return heard.read()


@pytest.mark.parametrize(
    ("how", "journal", "written"),
    [
        ("warn", "same", "<4>companion: the disk is full\n"),
        ("fail", "same", "<3>companion: the disk is full\n"),
        ("fail", "other", "companion: the disk is full\n"),
        ("warn", "none", "companion: the disk is full\n"),
    ],
)
def test_the_journal_is_told_how_bad_it_is_and_people_are_not(how: str, journal: str, written: str) -> None:
    assert complaints(how, journal) == written


def test_standard_error_that_is_no_file_is_no_journal(capsys: pytest.CaptureFixture[str]) -> None:
    warn("one")
    fail("two")
    assert capsys.readouterr().err == "companion: one\ncompanion: two\n"


# --- shutting down ---------------------------------------------------------------------------------------------------


def test_back_held_down_for_long_shuts_down_once() -> None:
    buttons, asked = Buttons(), []
    button = ShutDownButton(buttons, 5.0, lambda: asked.append("now"))

    def pass_time(until: float) -> None:
        for time_s in range(int(until)):
            button.tick(float(time_s))

    buttons.changed(Button.BACK, True, 1.0)
    pass_time(5.9)
    assert asked == []
    for time_s in (6.0, 6.1, 9.0, 60.0):
        button.tick(time_s)
    assert asked == ["now"]
    buttons.changed(Button.BACK, False, 61.0)
    button.tick(61.5)
    buttons.changed(Button.BACK, True, 70.0)
    button.tick(74.0)
    assert asked == ["now"]
    button.tick(75.0)
    assert asked == ["now", "now"]


@pytest.mark.parametrize(
    ("button", "source", "hold_s"),
    [(Button.BACK, Source.KEYS, 5.0), (Button.ADVANCE, Source.PINS, 5.0), (Button.BACK, Source.PINS, 0.0)],
)
def test_nothing_else_shuts_down(button: Button, source: Source, hold_s: float) -> None:
    buttons = Buttons()

    def never() -> None:
        raise AssertionError

    shut_down_button = ShutDownButton(buttons, hold_s, never)
    buttons.changed(button, True, 1.0, source)
    for time_s in range(1, 100):
        shut_down_button.tick(float(time_s))


def test_the_wish_to_shut_down_is_left_where_a_unit_watches_for_it(tmp_path: Path) -> None:
    shut_down({"RUNTIME_DIRECTORY": f"{tmp_path}:/run/other"})
    assert [path.name for path in tmp_path.iterdir()] == [POWER_OFF]
    for unit in ("finstere-flure-power-off.path", "finstere-flure-power-off.service"):
        assert f"%t/finstere-flure-companion/{POWER_OFF}" in (UNITS / unit).read_text()


def test_only_the_installed_service_offers_to_shut_the_machine_down(tmp_path: Path) -> None:
    assert can_shut_down({"RUNTIME_DIRECTORY": str(tmp_path)})
    assert not can_shut_down({})


def test_where_nobody_watches_it_is_said(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="only the installed service can shut the machine down"):
        shut_down({})
    with pytest.raises(UserError, match="cannot be written there: No such file"):
        shut_down({"RUNTIME_DIRECTORY": str(tmp_path / "gone")})
