"""Tests of the watcher's reports of failures: each look to the session, once to the log."""

import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.table.observation import TableObservation
from companion.table.watcher import Watcher
from tests.companion.table.counting import reported
from tests.vision.sources.fake_cameras import eventually
from vision.errors import BoardNotFoundError, CameraError, CameraFault, MirroredPictureError, VisionError
from vision.sources.camera import Camera, Frame
from vision.watching.observation import BoardState, Observation


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
        self.ignored: list[float] = []

    def ignore_before(self, moment_s: float) -> None:
        self.ignored.append(moment_s)

    def see(self, frame: Frame) -> Observation:
        self.looks += 1
        if self._waits_for:
            assert self._waits_for.wait(10.0)
        reading: Any = self._reading
        return Observation(frame.taken_s, {}, BoardState.FOUND, reading, settled=True, changed=False)


def observe(watched: Observation, _frame: Frame) -> TableObservation[Any]:
    """Return what a session is told where the reading is its own meaning."""
    return TableObservation(watched.reading, watched.trouble, watched.board is BoardState.MOVED)


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
    watcher = Watcher(camera, FailingWatch(error), observe)  # type: ignore[arg-type]
    for looks in (1, 3):
        eventually(lambda looks=looks: camera.looks >= looks)  # type: ignore[misc]
        sights: list[TableObservation[Any]] = []
        eventually(lambda sights=sights: _gather(watcher, sights))  # type: ignore[misc]
        assert type(sights[0].error) is kind
        assert sights[0].meaning is None
    assert (watcher.frame is None) is (kind is CameraError)
    watcher.close()
    assert camera.closed
    logged = capsys.readouterr().err.splitlines()
    assert logged[0] == f"companion: {words}"
    # Of our own mistakes the place is kept, too, and a report is written.
    assert [line.startswith("companion: the game goes on by hand: ") for line in logged[1:]] == [True] * (
        kind is VisionError
    )
    assert [record.levelno for record in caplog.records] == [logging.ERROR] * (kind is VisionError)


def test_what_is_seen_for_another_game_or_moment_is_never_told() -> None:
    release_source = threading.Event()
    before, after = SettledWatch("secret", waits_for=release_source), SettledWatch("public")
    kept: list[Observation] = []

    def keep(_frame: Frame, watched: Observation) -> None:
        kept.append(watched)

    watcher = Watcher(
        ToldCamera(grey),
        before,  # type: ignore[arg-type]
        lambda watched, _: reported(f"before: {watched.reading}"),
        keep,
    )
    eventually(lambda: before.looks)
    watcher.use(after, lambda watched, _: TableObservation(f"now: {watched.reading}"), keep)  # type: ignore[arg-type]
    release_source.set()
    sights: list[TableObservation[Any]] = []
    eventually(lambda: _gather(watcher, sights))
    eventually(lambda: kept)
    watcher.close()
    assert {sight.meaning for sight in sights} == {"now: public"}
    readings: set[Any] = {watched.reading for watched in kept}
    assert readings == {"public"}


class HeldWatch(SettledWatch):
    """A table watch that looks only when it is told to, and says what it is given."""

    def __init__(self, board: BoardState = BoardState.FOUND) -> None:
        super().__init__("read")
        self.board = board
        self.begin, self.begun = threading.Semaphore(0), threading.Semaphore(0)
        self.end = threading.Semaphore(0)

    def see(self, frame: Frame) -> Observation:
        assert self.begin.acquire(timeout=10.0)
        self.begun.release()
        assert self.end.acquire(timeout=10.0)
        return replace(super().see(frame), board=self.board)

    def look(self) -> None:
        """Let one look pass and the next begin; by then the first one was reported."""
        self.begin.release()
        assert self.begun.acquire(timeout=10.0)
        self.end.release()
        self.begin.release()
        assert self.begun.acquire(timeout=10.0)
        # The next one is begun by `begin` already.

    def release_source(self) -> None:
        for semaphore in (self.begin, self.end):
            semaphore.release(100)


@pytest.fixture
def held() -> Iterator[tuple[Watcher, HeldWatch]]:
    watch = HeldWatch()
    watcher = Watcher(ToldCamera(grey), watch, observe)  # type: ignore[arg-type]
    yield watcher, watch
    watch.release_source()
    watcher.close()


def test_what_was_seen_before_a_press_does_not_count(held: tuple[Watcher, HeldWatch]) -> None:
    watcher, watch = held
    watch.look()
    watcher.ignore_before(1.0)
    sight = watcher.news()
    assert sight is not None
    assert sight.meaning is None
    assert sight.error is None


def test_a_look_during_which_a_button_is_pressed_does_not_count(held: tuple[Watcher, HeldWatch]) -> None:
    watcher, watch = held
    watch.begin.release()
    assert watch.begun.acquire(timeout=10.0)
    watcher.ignore_before(1.0)
    watch.end.release()
    watch.begin.release()
    assert watch.begun.acquire(timeout=10.0)
    stale = watcher.news()
    assert stale is not None
    assert stale.meaning is None
    # The look after the press counts, and reads only pictures from after it.
    watch.end.release()
    sights: list[TableObservation[Any]] = []
    eventually(lambda: _gather(watcher, sights))
    assert sights[0].meaning == "read"
    assert watch.ignored == [1.0]


def test_the_same_press_is_told_to_the_watch_once(held: tuple[Watcher, HeldWatch]) -> None:
    watcher, watch = held
    watcher.ignore_before(1.0)
    watch.look()
    watch.end.release()
    watch.look()
    watcher.ignore_before(2.0)
    watch.end.release()
    watch.look()
    assert watch.ignored == [1.0, 2.0]


def test_that_the_board_was_moved_is_told_though_a_button_was_pressed(held: tuple[Watcher, HeldWatch]) -> None:
    watcher, watch = held
    watch.board = BoardState.MOVED
    watch.look()
    watcher.ignore_before(1.0)
    watch.board = BoardState.FOUND
    sight = watcher.news()
    assert sight is not None
    assert (sight.meaning, sight.moved) == (None, True)


def test_that_the_board_was_moved_is_told_though_it_was_looked_at_since(held: tuple[Watcher, HeldWatch]) -> None:
    watcher, watch = held
    watch.board = BoardState.MOVED
    watch.look()
    watch.board = BoardState.FOUND
    watch.end.release()
    watch.look()
    sight = watcher.news()
    assert sight is not None
    assert (str(sight.meaning), sight.moved) == ("read", True)
    watch.end.release()
    watch.look()
    later = watcher.news()
    assert later is not None
    assert (str(later.meaning), later.moved) == ("read", False)


def test_an_error_stays_though_a_button_was_pressed() -> None:
    watcher = Watcher(ToldCamera(no_frame), FailingWatch(AssertionError()), observe)  # type: ignore[arg-type]
    sights: list[TableObservation[Any]] = []
    eventually(lambda: watcher._news)
    watcher.ignore_before(1.0)
    eventually(lambda: _gather(watcher, sights))
    watcher.close()
    assert sights[0].error is not None


def test_nothing_is_told_twice() -> None:
    watch = SettledWatch("read")
    watcher = Watcher(ToldCamera(grey), watch, observe)  # type: ignore[arg-type]
    eventually(lambda: watch.looks >= 3)
    watcher.close()
    assert watcher.news() is not None
    assert watcher.news() is None


@pytest.mark.parametrize("trouble", [None, BoardNotFoundError("no board"), MirroredPictureError()])
def test_a_board_that_is_lost_is_an_error_and_only_other_trouble_is_logged(
    trouble: VisionError | None, capsys: pytest.CaptureFixture[str]
) -> None:
    class Watch(SettledWatch):
        def see(self, frame: Frame) -> Observation:
            return replace(super().see(frame), board=BoardState.LOST, trouble=trouble)

    watcher = Watcher(ToldCamera(grey), Watch("read"), observe)  # type: ignore[arg-type]
    sights: list[TableObservation[Any]] = []
    eventually(lambda: _gather(watcher, sights))
    watcher.close()
    assert sights[0].error is trouble
    logged = isinstance(trouble, MirroredPictureError)
    assert capsys.readouterr().err == (f"companion: {trouble}\n" if logged else "")


def test_a_look_that_is_going_on_is_over_when_the_watcher_is_closed() -> None:
    # A slow machine searches the board for seconds; a thread left in a C++ library would abort the process at its end.
    looks_on = threading.Event()
    watch = SettledWatch("read", waits_for=looks_on)
    watcher = Watcher(ToldCamera(grey), watch, observe)  # type: ignore[arg-type]
    eventually(lambda: watch.looks)
    done = threading.Timer(1.2, looks_on.set)
    done.start()
    watcher.close()
    assert looks_on.is_set()
    assert "watcher" not in {thread.name for thread in threading.enumerate()}


def _gather(watcher: Watcher, sights: list[TableObservation[Any]]) -> bool:
    sight = watcher.news()
    if sight:
        sights.append(sight)
    return bool(sights)
