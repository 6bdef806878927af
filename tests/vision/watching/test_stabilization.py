"""Tests of swaying cameras, hunting focus and rolling lamp stripes: the table is read."""

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import count

import cv2
import numpy as np
import pytest

from tests.vision.board import covered_cells
from tests.vision.watching.film import (
    FRAME_S,
    SIZE,
    Effect,
    Film,
    Pixels,
    camera_moved,
    content,
    settled_film,
)
from tests.vision.watching.film_table import CATALOGUE
from tests.vision.watching.test_gates import GATES, GROUND
from vision.reading import Reading
from vision.sources.camera import Frame
from vision.watching import DisturbanceKind, TableWatch
from vision.watching.motion import light_change, striped_share
from vision.watching.stabilization import PictureMotion, StabilizedFrame, Stabilizer, Structure, measured_motion
from vision.watching.view import View

pytestmark = pytest.mark.slow

#: A move on a disturbed table is told at most so much later than on a still one (seconds).
LATER_S = 1.5

#: The effect of a disturbance at a time (seconds).
Disturbing = Callable[[float], Effect]


def sway(amplitude_px: float) -> Disturbing:
    """Return an arm that holds the camera sways, two times in three seconds."""

    def effect(now_s: float) -> Effect:
        shift = amplitude_px * math.sin(2 * math.pi * 0.7 * now_s)
        return camera_moved(shift, 0.4 * shift)

    return effect


def stripes(share: float, turns_per_s: float) -> Disturbing:
    """Return a lamp draws stripes that roll over the picture, brighter and darker by this share."""
    rows = np.arange(SIZE[1])[:, None, None] / (SIZE[1] / 3.3)

    def effect(now_s: float) -> Effect:
        factor = (1 + share * np.sin(2 * np.pi * (rows + turns_per_s * now_s))).astype(np.float32)
        return lambda picture: np.asarray(np.clip(picture * factor, 0, 255), np.uint8)

    return effect


def hunting(blur_px: float, period_s: float = 2.0) -> Disturbing:
    """A lens goes in and out of focus, and the picture grows and shrinks a little with it."""

    def effect(now_s: float) -> Effect:
        share = abs(2 * (now_s / period_s % 1) - 1)
        larger = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), 0, 1 + 0.0033 * blur_px * share)

        def blurred(picture: Pixels) -> Pixels:
            picture = np.asarray(cv2.warpAffine(picture, larger, SIZE, borderMode=cv2.BORDER_REPLICATE), np.uint8)
            sigma = blur_px * share
            return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8) if sigma > 0.1 else picture

        return blurred

    return effect


def run(film: Film, disturbing: Disturbing, frames: int) -> None:
    """Let `frames` frames of a disturbed table go by."""
    for _ in range(frames):
        film.effect = disturbing(film.taken_s)
        film.run()


def board_content(reading: Reading | None) -> tuple[list[tuple[str, str | None]], tuple[str, ...]]:
    """Return the pieces on the board, without those beside it.

    Those beside it at the picture's edge go out of the picture when it grows.
    """
    pieces, unreadable, _ = content(reading)
    return [piece for piece in pieces if piece[1]], unreadable


@pytest.mark.thorough(but=["2 px"])
@pytest.mark.parametrize(
    "disturbing",
    [sway(1.0), sway(2.0), sway(3.0), stripes(0.15, 2.7), stripes(0.15, 3.3), hunting(0.9)],
    ids=["1 px", "2 px", "3 px", "stripes roll", "stripes jump", "weak focus"],
)
def test_a_move_on_a_disturbed_table_is_told_in_time_and_nothing_else(disturbing: Disturbing) -> None:
    film = settled_film()
    before = film.states[-1].reading
    run(film, disturbing, 15)
    assert all(content(state.reading) == content(before) for state in film.states)
    assert not any(state.changed for state in film.states)
    assert sum(state.settled for state in film.states[-10:]) >= 5
    token, goal = film.tokens()[0], film.free_cells()[40]
    film.move(token, goal)
    moved = len(film.states)
    run(film, disturbing, 18)
    told = [number for number, state in enumerate(film.states[moved:], start=1) if state.changed]
    assert len(told) == 1
    assert told[0] * FRAME_S <= 0.4 + LATER_S
    film.effect = None
    assert content(film.states[-1].reading)[0] == content(film.truth())[0]
    assert not any(state.disturbance for state in film.states)


def test_blur_is_waited_out_and_what_was_moved_in_it_is_told_by_the_next_sharp_frame() -> None:
    film = settled_film()
    before = board_content(film.states[-1].reading)
    run(film, hunting(3.0), 20)
    assert all(board_content(state.reading) == before for state in film.states), "nothing is read in a blurred picture"
    film.move(film.tokens()[0], film.free_cells()[40])
    moved = len(film.states)
    run(film, hunting(3.0), 25)
    assert [state.changed for state in film.states[moved:]].count(True) == 1
    film.effect = None
    assert board_content(film.states[-1].reading) == board_content(film.truth())


def test_a_still_table_is_not_aligned(monkeypatch: pytest.MonkeyPatch) -> None:
    film = settled_film()
    calls = count()
    monkeypatch.setattr("vision.watching.stabilization.measured_motion", lambda *_: next(calls))
    film.run(5)
    assert next(calls) == 0


# -- what is measured -------------------------------------------------------------------------------------------------


def moved(x: float, y: float, scale: float = 0.0) -> Pixels:
    size = GROUND.shape[1], GROUND.shape[0]
    matrix = PictureMotion(x, y, scale).matrix(size)
    return np.asarray(
        cv2.warpAffine(GROUND, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def with_arm(picture: Pixels) -> Pixels:
    """Return the picture with something that hides a fifth of it."""
    picture = picture.copy()
    picture[20:, 60:95] = 90
    return picture


def with_stripes(picture: Pixels, period_px: float = 100.0) -> Pixels:
    rows = 1 + 0.15 * np.sin(2 * np.pi * np.arange(len(picture)) / period_px)
    return np.asarray(np.clip(picture * rows[:, None], 0, 255), np.uint8)


@pytest.mark.parametrize("also", [np.array, with_arm, with_stripes], ids=["alone", "an arm", "stripes"])
@pytest.mark.parametrize(("x", "y", "scale"), [(0.0, 0.0, 0.0), (0.3, -0.1, 0.0), (-1.4, 0.8, 0.0), (0.0, 0.0, 0.01)])
def test_motion_of_the_whole_picture_is_measured_to_a_tenth_of_a_pixel(
    x: float, y: float, scale: float, also: Callable[[Pixels], Pixels]
) -> None:
    found = measured_motion(Structure(GROUND), also(moved(x, y, scale)))
    assert found is not None
    assert found.corner_px((GROUND.shape[1], GROUND.shape[0]), PictureMotion(x, y, scale)) < 0.2


def test_another_picture_is_not_aligned() -> None:
    assert measured_motion(Structure(GROUND), np.ascontiguousarray(GROUND[::-1, ::-1])) is None


def test_a_stabilized_frame_shows_what_a_camera_that_hangs_still_would_have_seen() -> None:
    film = settled_film()
    still = film.frame()
    film.effect = camera_moved(4.0, -2.0)
    frame = film.frame()
    times = SIZE[0] / still.small.shape[1]
    stabilized = StabilizedFrame(
        frame.pixels, frame.taken_s, motion=PictureMotion(4.0 / times, -2.0 / times), times=times
    )
    middle = np.s_[100:-100, 100:-100]
    for name in ("picture", "grey"):
        expected, other = (np.asarray(getattr(shown, name), np.float32)[middle] for shown in (still, stabilized))
        assert np.abs(expected - other).mean() < 4.0, "noise alone"


def test_stripes_are_no_change_of_the_light() -> None:
    striped = with_stripes(GROUND, 55.0)
    assert light_change(GROUND, striped) < 0.1 < striped_share(GROUND, striped)
    assert striped_share(GROUND, striped) > 0.6
    for other in (np.asarray(GROUND * 0.7, np.uint8), with_arm(GROUND), moved(1.5, 0.5)):
        assert striped_share(GROUND, other) < 0.2


def test_a_bump_is_no_sway() -> None:
    stabilizer = Stabilizer(GROUND, 3.0, GATES)
    pictures = [GROUND, moved(1.0, 0.0), *[moved(1.2, 0.0)] * 5]
    for number, picture in enumerate(pictures):
        stabilizer.see(picture.copy(), GROUND, number * FRAME_S, 6.0)
        assert not stabilizer.is_active
        assert stabilizer.motion is None


# -- why nothing settles ----------------------------------------------------------------------------------------------


def uneven_lamp(now_s: float) -> Effect:
    """Return a lamp that goes on and off again and again, and burns the picture out."""
    factor = 0.3 if round(now_s * 10) % 2 else 2.5
    return lambda picture: np.asarray(np.clip(picture * factor, 0, 255), np.uint8)


def waving(film: Film) -> Disturbing:
    """Return a hand that moves over the same part of the board all the time."""

    def effect(now_s: float) -> Effect:
        film.reach((190.0 + 15 * math.sin(9 * now_s), 140.0), "flat")
        return lambda picture: picture

    return effect


def resting(film: Film) -> Disturbing:
    """Return a hand that lies still."""

    def effect(_now_s: float) -> Effect:
        film.reach((190.0, 140.0), "flat")
        return lambda picture: picture

    return effect


@pytest.mark.thorough(but=["sway-", "focus-", "motion-"])
@pytest.mark.parametrize(
    ("kind", "disturbing"),
    [
        (DisturbanceKind.SWAY, lambda _: sway(15.0)),
        (DisturbanceKind.FOCUS, lambda _: hunting(9.0, 0.37)),
        (DisturbanceKind.STRIPES, lambda _: stripes(0.5, 2.7)),
        (DisturbanceKind.LIGHT, lambda _: uneven_lamp),
        (DisturbanceKind.MOTION, waving),
        (DisturbanceKind.COVER, resting),
    ],
    ids=lambda value: str(value) if isinstance(value, DisturbanceKind) else "",
)
def test_after_some_seconds_without_a_settled_table_the_reason_is_told(
    kind: DisturbanceKind, disturbing: Callable[[Film], Disturbing]
) -> None:
    film = Film()
    film.watch = TableWatch(CATALOGUE, covers=covered_cells, gates=replace(GATES, disturbed_s=1.0))
    film.settle()
    began = len(film.states)
    run(film, disturbing(film), 16)
    told = [state.disturbance for state in film.states[began:]]
    assert not any(told[:10]), "not before"
    assert told[-1] is not None, [state.settled for state in film.states]
    assert told[-1].kind is kind
    assert bool(told[-1].cells) is (kind in (DisturbanceKind.MOTION, DisturbanceKind.COVER))
    film.reach(None)
    film.effect = None
    assert film.settle(2.5).disturbance is None


def test_a_picture_that_stays_the_same_is_waited_out_no_longer_than_the_lens_hunts() -> None:
    coarse = np.random.default_rng(1).integers(0, 255, (96, 128, 3), np.uint8)
    sharp = cv2.resize(coarse, (1280, 960), interpolation=cv2.INTER_NEAREST)

    def blurred(blur_px: float) -> Pixels:
        return np.asarray(cv2.GaussianBlur(sharp, (0, 0), blur_px), np.uint8)

    view = View(Frame(np.asarray(sharp, np.uint8), 0.0), GATES)
    for number in range(1, 8):
        view.see(Frame(blurred(4.0 * (1 + number % 2)), number / 4))
    last = blurred(8.0)
    view.see(Frame(last, 2.0))
    assert view.blurred
    for number in range(40):
        view.see(Frame(last, 2.25 + number / 4))
    assert not view.blurred
