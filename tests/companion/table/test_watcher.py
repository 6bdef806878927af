"""What the watcher tells of what goes wrong: each look to the session, once to the log."""

import logging
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from companion.table.watcher import TableSight, Watcher
from tests.vision.sources.fake_cameras import eventually
from vision.camera import Camera, Frame
from vision.errors import CameraError, CameraFault, MirroredPictureError, VisionError
from vision.watching.watched import BoardState, Watched


class ToldCamera(Camera):
    """A camera that does what it is told."""

    def __init__(self, look: Callable[[], Frame]) -> None:
        self._look = look
        self.looks = 0
        self.closed = False

    def latest(self) -> Frame:
        self.looks += 1
        return self._look()

    def close(self) -> None:
        self.closed = True


class FailingWatch:
    """A table watch that fails at every frame."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def see(self, _frame: Frame) -> Any:
        raise self._error


class SettledWatch:
    """A table watch that has read the same thing in every frame, as soon as it may."""

    def __init__(self, reading: str, *, waits_for: threading.Event | None = None) -> None:
        self._reading, self._waits_for = reading, waits_for
        self.looks = 0

    def see(self, frame: Frame) -> Watched:
        self.looks += 1
        if self._waits_for:
            assert self._waits_for.wait(10.0)
        reading: Any = self._reading
        return Watched(frame.taken_s, {}, BoardState.FOUND, reading, settled=True, changed=False)


def grey() -> Frame:
    return Frame(np.zeros((4, 4), np.uint8), 0.0)


def no_frame() -> Frame:
    raise CameraError("camera 0 is gone.", CameraFault.MISSING)


@pytest.mark.parametrize(
    ("look", "error", "kind", "words"),
    [
        (no_frame, AssertionError(), CameraError, "camera 0 is gone."),
        (grey, MirroredPictureError(), MirroredPictureError, str(MirroredPictureError())),
        (grey, ZeroDivisionError("oh"), VisionError, "watching the table fails: ZeroDivisionError('oh')"),
    ],
    ids=["no frame", "mirrored", "our own mistake"],
)
def test_what_is_wrong_is_told_at_each_look_and_logged_once(
    look: Callable[[], Frame],
    error: Exception,
    kind: type[VisionError],
    words: str,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    camera = ToldCamera(look)
    watcher = Watcher(camera, FailingWatch(error), str)  # type: ignore[arg-type]
    for looks in (1, 3):
        eventually(lambda looks=looks: camera.looks >= looks)  # type: ignore[misc]
        sights: list[TableSight] = []
        eventually(lambda sights=sights: _gather(watcher, sights))  # type: ignore[misc]
        assert type(sights[0].error) is kind
        assert sights[0].seen is None
    assert (watcher.frame is None) is (kind is CameraError)
    watcher.close()
    assert camera.closed
    assert capsys.readouterr().err == f"companion: {words}\n"
    # Of our own mistakes the place is kept, too.
    assert [record.levelno for record in caplog.records] == [logging.ERROR] * (kind is VisionError)


def test_what_is_seen_for_another_game_or_moment_is_never_told() -> None:
    let_go = threading.Event()
    before, now = SettledWatch("secret", waits_for=let_go), SettledWatch("public")
    kept: list[Watched] = []

    def keep(_frame: Frame, watched: Watched) -> None:
        kept.append(watched)

    watcher = Watcher(
        ToldCamera(grey),
        before,  # type: ignore[arg-type]
        lambda reading: f"before: {reading}",
        keep,
    )
    eventually(lambda: before.looks)
    watcher.use(now, lambda reading: f"now: {reading}", keep)  # type: ignore[arg-type]
    let_go.set()
    sights: list[TableSight] = []
    eventually(lambda: _gather(watcher, sights))
    eventually(lambda: kept)
    watcher.close()
    assert {sight.seen for sight in sights} == {"now: public"}
    readings: set[Any] = {watched.reading for watched in kept}
    assert readings == {"public"}


def test_a_look_that_is_going_on_is_over_when_the_watcher_is_closed() -> None:
    # A slow machine searches the board for seconds; a thread left in a C++ library would abort the process at its end.
    looks_on = threading.Event()
    watch = SettledWatch("read", waits_for=looks_on)
    watcher = Watcher(ToldCamera(grey), watch, str)  # type: ignore[arg-type]
    eventually(lambda: watch.looks)
    done = threading.Timer(1.2, looks_on.set)
    done.start()
    watcher.close()
    assert looks_on.is_set()
    assert "watcher" not in {thread.name for thread in threading.enumerate()}


def _gather(watcher: Watcher, sights: list[TableSight]) -> bool:
    sight = watcher.news()
    if sight:
        sights.append(sight)
    return bool(sights)
