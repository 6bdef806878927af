"""Tests of the camera's part of the watchdog: retries count as life, hangs do not.

Even retries in vain are a sign of life; a hang starves the watchdog.
"""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.device.settings import NO_CAMERA, Settings
from companion.games.finstere_flure.table.game import TABLE
from companion.games.finstere_flure.tags import make_catalogue
from companion.journal import Journal
from companion.table.camera_table import PATIENCE_S, CameraTable
from companion.table.session import Session
from companion.table.session_start import open_session
from hardware.notify import Notifier, Watchdog
from vision.errors import CameraError, CameraFault
from vision.sources.camera import Camera, Frame
from vision.sources.steady_camera import MOST_STUCK, SteadyCamera
from vision.watching import TableWatch


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    journal = Journal.open(tmp_path / "games.sqlite")
    session = open_session(journal, Settings(), [TABLE], sees=True)
    session.open_start_page()
    yield session
    journal.close()


class Dark(Camera):
    """A camera in a dark room."""

    def latest(self) -> Frame:
        return Frame(np.zeros((48, 64, 3), np.uint8), time.monotonic())

    def close(self) -> None:
        pass


def missing() -> Camera:
    raise CameraError("camera 0 is not there.", CameraFault.MISSING)


def test_a_camera_that_is_pulled_out_is_no_reason_to_start_again(session: Session) -> None:
    watchdog = Watchdog(Notifier({}))
    room = CameraTable(session, missing, lambda _: make_catalogue(), watchdog=watchdog)
    try:
        time_s = 0.0
        while session.sees:  # Until it was said that there is no camera.
            room.tick(time_s)
            session.tick(time_s)
            time.sleep(0.01)
            time_s += 0.1
        assert watchdog.silent(time_s) == []
        assert watchdog.silent(time_s + PATIENCE_S + 1) == ["camera"]
    finally:
        room.close()
    assert watchdog.silent(9999.0) == []


@pytest.mark.slow
def test_that_there_is_trouble_is_no_sign_of_life_where_nobody_tries_again(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reports of trouble are no sign of life if nobody tries again.

    The watcher reports its trouble again and again, but all attempts hang in threads that cannot be ended.
    """
    quick = partial(SteadyCamera, opening_s=0.02, pauses_s=(0.01,), close_within_s=0.01)
    monkeypatch.setattr("companion.table.camera_table.SteadyCamera", quick)
    tries, released = [], threading.Event()

    def hang() -> Camera:
        tries.append("hangs")
        released.wait()
        return missing()

    watchdog = Watchdog(Notifier({}))
    room = CameraTable(session, hang, lambda _: make_catalogue(), watchdog=watchdog)
    told: list[Any] = []
    monkeypatch.setattr(session, "observe", lambda news, _now: told.append(news.error) if news else None)
    try:
        time_s = 0.0
        while len(tries) < MOST_STUCK or len(told) < 8:
            room.tick(time_s)
            time.sleep(0.01)
        assert watchdog.silent(time_s) == []
        told.clear()
        while len(told) < 3:
            time_s += 4.0
            room.tick(time_s)
            time.sleep(0.01)
        assert time_s > PATIENCE_S
        assert watchdog.silent(time_s) == ["camera"]
    finally:
        released.set()
        room.close()


def test_when_nobody_looks_any_more_the_watchdog_starves(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    stuck, released = threading.Event(), threading.Event()

    def hang(*_: object) -> None:
        stuck.set()
        released.wait()

    monkeypatch.setattr(TableWatch, "see", hang)
    watchdog = Watchdog(Notifier({}))
    room = CameraTable(session, Dark, lambda _: make_catalogue(), watchdog=watchdog)
    try:
        room.tick(0.0)
        assert stuck.wait(60)
        for time_s in range(1, 100):
            room.tick(float(time_s))
        assert watchdog.silent(PATIENCE_S - 1) == []
        assert watchdog.silent(PATIENCE_S + 1) == ["camera"]
    finally:
        released.set()
        room.close()


def test_a_camera_that_nobody_wants_is_not_waited_for(session: Session) -> None:
    watchdog = Watchdog(Notifier({}))
    room = CameraTable(session, Dark, lambda _: make_catalogue(), watchdog=watchdog)
    try:
        room.tick(0.0)
        session.settings = replace(session.settings, camera=NO_CAMERA)
        room.tick(1.0)
        assert watchdog.silent(9999.0) == []
    finally:
        room.close()
