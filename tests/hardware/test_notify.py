"""Tests of messages to systemd, heard on a real socket, and of the watchdog.

It starves when anything hangs.
"""

import itertools
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.notify import Notifier, Watchdog


class Systemd:
    """The other end of the socket."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.bind("\0" + name[1:] if name.startswith("@") else name)

    def heard(self) -> list[str]:
        """Return the messages since the last call."""
        messages = []
        while True:
            try:
                messages.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return messages

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(params=["file", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Systemd]:
    # A file's name must be short for a socket; an abstract one must be ours alone.
    path = os.path.relpath(tmp_path / "notify")
    systemd = Systemd(path if request.param == "file" else f"@companion-test-{os.getpid()}-{tmp_path.name}")
    yield systemd
    systemd.close()


def environment(systemd: Systemd) -> dict[str, str]:
    return {"NOTIFY_SOCKET": systemd.name, "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1", "HOME": "/"}


def test_each_message_as_systemd_wants_it(systemd: Systemd) -> None:
    notifier = Notifier(environment(systemd))
    notifier.ready()
    notifier.status("Round 3,\nred's turn: größer")
    notifier.alive()
    notifier.stopping()
    assert systemd.heard() == [
        "READY=1",
        "STATUS=Round 3, red's turn: größer",
        "WATCHDOG=1",
        "STOPPING=1",
    ]


def test_programs_that_are_started_cannot_speak_for_us(systemd: Systemd) -> None:
    variables = environment(systemd)
    assert Notifier(variables).watchdog_s == 30
    assert variables == {"WATCHDOG_PID": "1", "HOME": "/"}


@pytest.mark.parametrize("variables", [{}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "/nowhere/at all"}])
def test_without_systemd_nothing_happens(variables: dict[str, str]) -> None:
    notifier = Notifier(variables)
    assert notifier.watchdog_s is None
    notifier.ready()
    Watchdog(notifier).tick(1.0)


@pytest.mark.parametrize("micros", ["", "0", "often", "-5"])
def test_a_watchdog_that_is_off_or_odd_is_none(micros: str) -> None:
    assert Notifier({"WATCHDOG_USEC": micros}).watchdog_s is None


def test_systemd_that_does_not_listen_holds_nobody_up(systemd: Systemd) -> None:
    notifier = Notifier(environment(systemd))
    for _ in range(5000):
        notifier.alive()
    heard = systemd.heard()
    assert set(heard) == {"WATCHDOG=1"}
    assert len(heard) < 5000


# --- the watchdog ----------------------------------------------------------------------------------------------------


def signs(systemd: Systemd) -> int:
    return systemd.heard().count("WATCHDOG=1")


def test_a_loop_that_turns_gives_signs_of_life_well_within_the_time(systemd: Systemd) -> None:
    watchdog = Watchdog(Notifier(environment(systemd)))
    fed_at = []
    for tenth in range(900):
        watchdog.tick(1000 + tenth / 10)
        fed_at += [tenth / 10] * signs(systemd)
    gaps = [later - earlier for earlier, later in itertools.pairwise(fed_at)]
    assert fed_at[0] == 0
    assert 9 < min(gaps) <= max(gaps) < 15  # At most half of 30 seconds; not at every turn.


def test_a_camera_that_falls_silent_starves_the_watchdog_until_it_is_back(systemd: Systemd) -> None:
    watchdog = Watchdog(Notifier(environment(systemd)))
    watchdog.beat("camera", 0.0, patience_s=8)
    watchdog.tick(0.0)
    assert signs(systemd) == 1
    for time_s in range(9, 60):
        watchdog.tick(time_s)
    assert watchdog.silent(59) == ["camera"]
    assert signs(systemd) == 0
    watchdog.beat("camera", 60.0, patience_s=8)
    watchdog.tick(60.5)
    assert watchdog.silent(60.5) == []
    assert signs(systemd) == 1


def test_what_was_closed_is_not_waited_for(systemd: Systemd) -> None:
    watchdog = Watchdog(Notifier(environment(systemd)))
    watchdog.beat("camera", 0.0, patience_s=8)
    watchdog.beat("reader", 0.0, patience_s=8)
    watchdog.forget("camera")
    assert watchdog.silent(50) == ["reader"]
    watchdog.forget("reader")
    watchdog.forget("reader")
    watchdog.tick(50)
    assert signs(systemd) == 1
