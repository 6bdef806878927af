"""Tests of the calibration window: its steps, the corner handles, and texts that fit."""

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.calibrating import screen as calibration_screen
from companion.calibrating.calibration import Calibration, Setup
from companion.calibrating.corners import Handles
from companion.calibrating.screen import RoutineButton, paint, window_layout
from companion.calibrating.window import Routine, RoutinePart
from companion.device.errors import UserError
from companion.device.folders import NAME
from companion.device.language import language_in_use, use_language
from companion.main import main
from companion.screen.fonts import Fonts, languages_shown
from companion.screen.text import Paragraph
from companion.sheets.anchors import reference_anchors
from tests.vision.calibration.calibration_shots import (
    SHEET_POSES,
    Pixels,
    calibration_shot,
    default_catalogue,
    sheet_shots,
)
from vision.errors import CameraError, CameraFault
from vision.locate.corner_registration import grid_corners_mm
from vision.sources.camera import Camera, Frame

pytestmark = pytest.mark.slow

CATALOGUE = default_catalogue()
SIZES = ((1280, 720), (800, 480), (600, 1024), (480, 320))


class Shown(Camera):
    """A camera that shows one picture after the other when it is told to; None: it is gone."""

    def __init__(self, pictures: Sequence[Pixels | None]) -> None:
        self._pictures = pictures
        self.number = 0

    def latest(self) -> Frame:
        pixels = self._pictures[self.number]
        if pixels is None:
            raise CameraError("the camera does not answer.", CameraFault.SILENT)
        return Frame(pixels, 0.0)

    def frames(self) -> Iterator[Frame]:
        while True:
            yield self.latest()

    def close(self) -> None:
        pass


def at_once(job: Callable[[], None]) -> "Future[None]":
    """Run a job before anything else goes on."""
    future: Future[None] = Future()
    try:
        job()
        future.set_result(None)
    except Exception as error:
        future.set_exception(error)
    return future


def routine_with(*pictures: Pixels | None) -> tuple[Routine, Shown]:
    camera = Shown(pictures)
    routine = Routine(Calibration(Setup(CATALOGUE, reference_anchors(CATALOGUE))), camera, at_once)
    look(routine)
    return routine, camera


def look(routine: Routine) -> None:
    """Long enough to measure a picture, and a sheet that is held still."""
    for _ in range(4):
        routine._start_look()


def press(routine: Routine, key: int, mod: int = 0) -> None:
    routine.handle_event(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""), (1280, 720))


def mouse(routine: Routine, kind: int, place: tuple[float, float]) -> None:
    point = (round(place[0]), round(place[1]))
    routine.handle_event(pygame.event.Event(kind, pos=point, button=pygame.BUTTON_LEFT), (1280, 720))


def test_from_a_good_table_past_the_lens_to_a_profile() -> None:
    routine, _ = routine_with(calibration_shot()[0])
    steps = [routine.part]
    for _ in range(2):
        press(routine, pygame.K_RETURN)
        look(routine)
        steps.append(routine.part)
    assert steps == [RoutinePart.TABLE, RoutinePart.LENS, RoutinePart.RESULT]
    press(routine, pygame.K_RETURN)
    assert routine.over
    assert routine.kept


def test_a_bad_table_cannot_be_kept_and_the_way_leads_back() -> None:
    routine, _ = routine_with(calibration_shot((1280, 720), margin=0.1)[0])
    for _ in range(3):
        press(routine, pygame.K_RETURN)
        look(routine)
    assert (routine.part, routine.over) == (RoutinePart.RESULT, False)
    press(routine, pygame.K_ESCAPE)
    assert (routine.part, routine.over) == (RoutinePart.TABLE, False)
    press(routine, pygame.K_ESCAPE)
    assert routine.over
    assert not routine.kept


def test_the_sheet_counts_when_it_is_held_still_and_shows_something_new() -> None:
    views = sheet_shots((1640, 1232), 62.0, 0.0, SHEET_POSES[:2])
    routine, camera = routine_with(calibration_shot((1640, 1232))[0], *views, views[0])
    routine.choose(RoutineButton.NEXT)

    def seen() -> int:
        shown = routine.shown()
        return 0 if shown.sheet_px is None else len(shown.sheet_px)

    camera.number = 1
    # One look tells a sheet that moves from one that is held still as little as one picture tells of movement.
    routine._start_look()
    assert seen() == 0
    look(routine)
    first = seen()
    assert first > 0
    camera.number = 2
    look(routine)
    second = seen()
    assert second > first
    camera.number = 3
    look(routine)
    assert seen() == second


def test_corners_are_dragged_nudged_and_taken() -> None:
    pixels, camera = calibration_shot(references=False)
    routine, _ = routine_with(pixels)
    truth = camera.project(grid_corners_mm(CATALOGUE.grid))
    press(routine, pygame.K_c)
    layout = window_layout((1280, 720), (2304, 1296), [RoutineButton.BACK, RoutineButton.NEXT])
    for number, corner in enumerate(truth):
        assert routine.handles is not None
        ((x, y),) = layout.to_window(routine.handles.corners_px[number][None])
        ((to_x, to_y),) = layout.to_window(corner[None])
        # Somewhere on the handle, not in its middle.
        x, y, to_x, to_y = x + 6, y - 5, to_x + 6, to_y - 5
        mouse(routine, pygame.MOUSEBUTTONDOWN, (x, y))
        mouse(routine, pygame.MOUSEMOTION, ((x + to_x) / 2, (y + to_y) / 2))
        mouse(routine, pygame.MOUSEMOTION, (to_x, to_y))
        mouse(routine, pygame.MOUSEBUTTONUP, (to_x, to_y))
        mouse(routine, pygame.MOUSEMOTION, (600, 300))
    # The window shows three pixels as one; the keys do the rest.
    for number, corner in enumerate(truth):
        press(routine, pygame.K_TAB)
        for _ in range(6):
            assert routine.handles is not None
            x, y = routine.handles.places[number]
            press(routine, pygame.K_RIGHT if corner[0] > x else pygame.K_LEFT)
            press(routine, pygame.K_DOWN if corner[1] > y else pygame.K_UP)
    assert routine.handles is not None
    assert routine.handles.corners_px == pytest.approx(truth, abs=1.5)
    before = routine.handles.places[0]
    press(routine, pygame.K_TAB)
    press(routine, pygame.K_RIGHT, pygame.KMOD_LSHIFT)
    press(routine, pygame.K_LEFT, pygame.KMOD_LSHIFT)
    assert routine.handles.places[0] == pytest.approx(before)
    press(routine, pygame.K_RETURN)
    look(routine)
    assert routine.handles is None
    shown = routine.shown()
    assert shown.look is not None
    assert shown.look.by_corners
    assert all(verdict.passed for verdict in shown.verdicts)


def test_escape_leaves_the_corners_as_they_were() -> None:
    routine, _ = routine_with(calibration_shot(references=False)[0])
    press(routine, pygame.K_c)
    press(routine, pygame.K_DOWN)
    press(routine, pygame.K_ESCAPE)
    assert routine.handles is None
    assert not routine.over
    shown = routine.shown()
    assert shown.camera is None


def test_a_camera_that_is_gone_is_said_and_comes_back() -> None:
    good = calibration_shot()[0]
    routine, camera = routine_with(None, good)
    assert routine.shown().advice == "the camera does not answer."
    camera.number = 1
    look(routine)
    shown = routine.shown()
    assert "Lay out the board" in shown.advice
    camera.number = 0
    assert routine._start_look()
    shown = routine.shown()
    assert shown.advice == "the camera does not answer."


def test_a_camera_that_changes_its_mode_ends_the_calibration_with_a_sentence() -> None:
    routine, camera = routine_with(np.zeros((600, 800), np.uint8), np.zeros((480, 640), np.uint8))
    camera.number = 1
    with pytest.raises(UserError, match="640 x 480 pixels, those before have 800 x 600"):
        look(routine)


@given(
    st.lists(st.tuples(st.integers(0, 3), st.floats(-5e3, 5e3), st.floats(-5e3, 5e3)), max_size=8),
    st.tuples(st.integers(2, 4000), st.integers(2, 4000)),
)
def test_handles_never_leave_the_picture(moves: list[tuple[int, float, float]], size: tuple[int, int]) -> None:
    handles = Handles.on(size)
    assert handles.good or min(size) < 4
    for number, x, y in moves:
        handles = handles.take(number).put(x, y).nudge(x, y)
        assert (handles.corners_px >= 0).all()
        assert (handles.corners_px <= np.array(size) - 1).all()
        assert handles.nearest(*handles.places[number], 0.0) is not None
    assert Handles.on(size, handles.corners_px).corners_px == pytest.approx(handles.corners_px)


def scenes() -> Iterator[tuple[str, Routine]]:
    """Yield the window in its different states, one after the other."""
    good, _ = routine_with(calibration_shot()[0])
    yield "good", good
    good.choose(RoutineButton.NEXT)
    yield "lens", good
    good.choose(RoutineButton.NEXT)
    look(good)
    yield "result", good
    yield "coarse", routine_with(calibration_shot((1280, 720), margin=0.1)[0])[0]
    yield "cells", routine_with(calibration_shot((1640, 1232), cell_mm=28.0)[0])[0]
    bare, _ = routine_with(calibration_shot(references=False)[0])
    yield "bare", bare
    bare.choose(RoutineButton.CORNERS)
    yield "corners", bare


def test_every_text_fits_in_every_language_and_size(monkeypatch: pytest.MonkeyPatch) -> None:
    set_texts: list[Paragraph] = []

    def noting_draw(
        surface: pygame.Surface, _: Fonts, paragraph: Paragraph, box: pygame.Rect, *__: Any, **___: Any
    ) -> None:
        set_texts.append(paragraph)
        assert surface.get_rect().contains(box)

    monkeypatch.setattr(calibration_screen, "draw", noting_draw)
    fonts = Fonts()
    # Each size in one language, and each language at one size.
    shown_in = (*languages_shown(fonts),)
    cases = [(shown_in[number % len(shown_in)], size) for number, size in enumerate(SIZES)]
    for name, routine in scenes():
        for code, size in cases:
            use_language(code)
            shown = routine.shown()
            set_texts.clear()
            layout = paint(pygame.Surface(size), fonts, shown)
            assert len(set_texts) >= 6
            assert not [paragraph.lines for paragraph in set_texts if paragraph.cut], (name, size)
            boxes = [layout.picture, layout.panel, *layout.buttons.values()]
            assert not any(a.colliderect(b) for n, a in enumerate(boxes) for b in boxes[:n])


def test_the_real_window_runs_until_it_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    (tmp_path / NAME).mkdir()
    (tmp_path / NAME / "settings.toml").write_text('language = "de"\n')
    picture, out = tmp_path / "table.png", tmp_path / "camera.json"
    cv2.imwrite(str(picture), calibration_shot()[0])
    waiting = [[], [pygame.K_RETURN], [pygame.K_RETURN], [pygame.K_RETURN]]

    def get() -> list[pygame.event.Event]:
        # Enter whenever the measuring under way has had time to end; too early a one does nothing.
        pygame.time.wait(20)
        keys = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        return [pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="") for key in keys]

    monkeypatch.setattr(pygame.event, "get", get)
    assert main(["calibrate", str(picture), "--window", "--out", str(out)]) == 0
    assert json.loads(out.read_text())["image_size"] == [2304, 1296]
    # As the settings have it.
    assert language_in_use() == "de"
    assert "ok      The table is found." not in capsys.readouterr().out

    monkeypatch.setattr(pygame.event, "get", lambda: [pygame.event.Event(pygame.QUIT)])
    out.unlink()
    assert main(["calibrate", str(picture), "--window", "--out", str(out)]) == 2
    assert "was left before its end" in capsys.readouterr().err
    assert not out.exists()
