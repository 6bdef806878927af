"""Tests of a camera over a mat: set up as over a board, and nothing secret is ever shown."""

from collections.abc import Callable
from concurrent.futures import Future

import numpy as np
import pygame
import pytest

from companion.calibrating.calibration import Calibration, Setup
from companion.calibrating.camera_check import EVERY_S, CameraCheck, CameraSetup
from companion.calibrating.screen import RoutineButton, paint
from companion.calibrating.window import Routine
from companion.screen.fonts import Fonts
from tests.vision.card_mat import CATALOGUE, Card, photograph, view_of
from tests.vision.sources.fake_cameras import eventually
from vision.model.pinhole import Pinhole
from vision.picture import Pixels
from vision.sources.camera import Camera, Frame

SIZE = (2304, 1296)
#: Card in a row.
OPEN = Card("c1", (100, 50))
#: Card on the secret deck.
SECRET = Card("c2", (470, 175))
#: Card on the pile, which is ignored.
IGNORED = Card("c3", (130, 300))
#: Card beside all zones.
BESIDE = Card("c4", (555, 265))


@pytest.fixture(scope="module")
def shot() -> tuple[Pixels, Pinhole]:
    view = view_of(SIZE)
    return photograph([OPEN, SECRET, IGNORED, BESIDE], view=view).picture, view.camera


class Still(Camera):
    """A camera that shows one picture."""

    def __init__(self, picture: Pixels) -> None:
        self.picture = picture

    def latest(self) -> Frame:
        return Frame(self.picture, 0.0)

    def close(self) -> None:
        """Do nothing: the camera holds nothing open."""


def at_once(job: Callable[[], None]) -> "Future[None]":
    future: Future[None] = Future()
    job()
    future.set_result(None)
    return future


def seen(picture: Pixels, card: Card, camera: Pinhole) -> bool:
    """Return True if anything is visible at the place of the card's tag."""
    x, y = camera.project([(*card.at_mm, 1.0)])[0] * picture.shape[1] / SIZE[0]
    return bool(picture[round(y) - 3 : round(y) + 4, round(x) - 3 : round(x) + 4].any())


def all_seen(picture: Pixels, camera: Pinhole) -> list[bool]:
    return [seen(picture, card, camera) for card in (OPEN, SECRET, IGNORED, BESIDE)]


@pytest.mark.slow
def test_the_window_leads_over_a_mat_to_a_profile_and_shows_no_secret(shot: tuple[Pixels, Pinhole]) -> None:
    picture, camera = shot
    assert all(all_seen(picture, camera)), "else the test would tell nothing"
    before = Calibration(Setup(CATALOGUE, {}))
    routine = Routine(before, Still(picture), at_once)
    assert not routine.shown().pixels.any(), "before the mat is located nothing is known not to be secret"
    routine._start_look()
    routine._start_look()
    surface = pygame.Surface((1280, 720))
    for _ in range(3):
        shown = routine.shown()
        assert all_seen(shown.pixels, camera) == [True, False, False, False]
        assert "{" not in shown.advice
        paint(surface, Fonts(), shown)
        routine.choose(RoutineButton.CORNERS)
        assert routine.handles is None, "there is nothing to see by which to put them"
        routine.choose(RoutineButton.NEXT)
        routine._start_look()
    assert routine.kept
    assert before.profile("camera").bare_board is None


@pytest.mark.slow
def test_the_camera_page_shows_what_was_measured_without_what_is_secret(shot: tuple[Pixels, Pinhole]) -> None:
    picture, camera = shot
    frame = Frame(picture, 0.0)
    check = CameraCheck(CameraSetup(lambda: frame, lambda: Setup(CATALOGUE, {}), "camera", lambda _: None))
    try:
        check.tick(0.0)
        assert check.snapshot is None

        def measured() -> bool:
            check.tick(EVERY_S / 2)
            return check.calibration is not None

        eventually(measured, patience_s=60.0)
        frame = Frame(picture, 1.0)
        check.tick(EVERY_S)
        assert check.snapshot is not None
        assert all_seen(check.snapshot.pixels, camera) == [True, False, False, False]
        assert check.passed
        assert check.rows()
    finally:
        check.close()


@pytest.mark.slow
def test_a_mat_that_is_not_located_stays_black(shot: tuple[Pixels, Pinhole]) -> None:
    picture, _ = shot
    calibration = Calibration(Setup(CATALOGUE, {}))
    calibration.take_table(np.asarray(picture[:, : SIZE[0] // 8], np.uint8))
    assert calibration.shown is not None
    assert not calibration.shown.any()
