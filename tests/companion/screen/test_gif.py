"""The animation writer: what a viewer shows is what was put in."""

import io
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PIL import Image

from companion.screen.gif import UNCHANGED, GifWriter, Indices

SIZE = (17, 9)
PALETTE = bytes(channel for number in range(UNCHANGED) for channel in (number, 255 - number, number * 7 % 256))
pictures = st.lists(arrays(np.uint8, SIZE[::-1], elements=st.integers(0, UNCHANGED - 1)), min_size=1, max_size=5)


def shown(data: bytes) -> list[tuple[Indices, int]]:
    """Return the pictures that a viewer shows, in colours, and their durations."""
    found = []
    with Image.open(io.BytesIO(data)) as animation:
        for number in range(animation.n_frames):  # type: ignore[attr-defined]
            animation.seek(number)
            found.append((np.asarray(animation.convert("RGB")), int(animation.info["duration"])))
    return found


@pytest.mark.slow
@settings(max_examples=50)
@given(pictures)
def test_every_picture_comes_back(pictures: list[Indices]) -> None:
    gif = GifWriter(SIZE, PALETTE)
    for picture in pictures:
        gif.add(picture, 70)
    colours = np.frombuffer(PALETTE, np.uint8).reshape(-1, 3)
    expected = [pictures[0], *(b for a, b in pairwise(pictures) if not np.array_equal(a, b))]
    found = shown(gif.finish())
    assert sum(duration for _, duration in found) == 70 * len(pictures)
    assert len(found) == len(expected)
    for (picture, _), numbers in zip(found, expected, strict=True):
        assert np.array_equal(picture, colours[numbers])


def test_a_picture_like_the_last_only_takes_time() -> None:
    gif = GifWriter(SIZE, PALETTE)
    for _ in range(3):
        gif.add(np.zeros(SIZE[::-1], np.uint8), 100)
    gif.add(np.ones(SIZE[::-1], np.uint8), 40)
    assert [duration for _, duration in shown(gif.finish())] == [300, 40]


def test_it_is_played_for_ever() -> None:
    gif = GifWriter(SIZE, PALETTE)
    gif.add(np.zeros(SIZE[::-1], np.uint8), 100)
    gif.add(np.ones(SIZE[::-1], np.uint8), 100)
    with Image.open(io.BytesIO(gif.finish())) as animation:
        assert animation.info["loop"] == 0
        assert animation.size == SIZE
