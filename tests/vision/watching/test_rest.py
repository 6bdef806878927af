"""Tests of a table at rest: one reading in any light and noise; a move is told at once."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from tests.vision.watching.film import SIZE, Effect, content, settled_film

#: Frames of a table at which nothing happens.
FRAMES = 80


def noise(_: int) -> Effect:
    """The picture as it is: each frame has noise of its own."""
    return lambda picture: picture


def lamp(number: int) -> Effect:
    """A lamp that flickers: bands that are up to a quarter darker, in each frame elsewhere."""
    phase = np.random.default_rng(number).uniform(0, 2 * np.pi)
    wave = 0.5 + 0.5 * np.sin(np.arange(SIZE[1]) / SIZE[1] * 6 * np.pi + phase)
    gain = np.broadcast_to((1 - 0.25 * wave)[:, None, None], (SIZE[1], SIZE[0], 3))
    return lambda picture: np.asarray(cv2.multiply(picture, gain, dtype=cv2.CV_8U), np.uint8)


def daylight(number: int) -> Effect:
    """Return a day that ends: the light fades to a half, and more on one side."""
    share = number / FRAMES
    side = 1 - 0.3 * share * np.linspace(0, 1, SIZE[0])
    gain = np.broadcast_to(((1 - 0.5 * share) * side)[None, :, None], (SIZE[1], SIZE[0], 3))
    return lambda picture: np.asarray(cv2.multiply(picture, gain, dtype=cv2.CV_8U), np.uint8)


@pytest.mark.slow
@pytest.mark.thorough(but=["lamp"])
@pytest.mark.parametrize("effect", [noise, lamp, daylight])
def test_a_table_at_rest_is_read_once_and_a_move_is_told_at_once(effect: Callable[[int], Effect]) -> None:
    film = settled_film()
    before, settled = content(film.states[-1].reading), 0
    for number in range(FRAMES):
        film.effect = effect(number)
        (state,) = film.run()
        assert not state.changed
        settled += state.settled
    assert settled == FRAMES
    assert content(state.reading) == before
    token = film.tokens()[0]
    film.move(token, "h6" if film.cell_of(token) != "h6" else "h7")
    told = film.settle(0.5)
    assert told.changed
    assert (token, film.cell_of(token)) in [(tag.partition("/")[0], cell) for tag, cell in content(told.reading)[0]]
