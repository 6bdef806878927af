"""Tests of averaging: eight frames of a still table, if one noisy frame is unreadable."""

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.vision.watching.film import Film
from vision.sources.camera import Frame
from vision.watching import CellState
from vision.watching.averaging import FRAMES, StillParts

pytestmark = pytest.mark.slow

Pixels = npt.NDArray[np.uint8]
BOX = (slice(8, 72), slice(16, 96))


def scene() -> Pixels:
    """Return a grey pattern with fine structure, as a picture."""
    blotches = np.random.default_rng(1).integers(40, 200, (50, 60)).astype(np.uint8)
    large = cv2.resize(blotches, (120, 100), interpolation=cv2.INTER_CUBIC)
    return np.asarray(cv2.cvtColor(large, cv2.COLOR_GRAY2BGR), np.uint8)


def noisy(picture: Pixels, seed: int) -> Pixels:
    grain = np.random.default_rng(seed).normal(0, 12, picture.shape)
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


def averaged(frames: Callable[[int], Pixels]) -> Frame:
    """Return the average of eight frames, which must be the first result."""
    parts = StillParts()
    for number in range(FRAMES - 1):
        assert parts.see(Frame(frames(number), number / 10), [BOX]) is None
    frame = parts.see(Frame(frames(FRAMES), 1.0), [BOX])
    assert frame is not None
    assert parts.see(Frame(frames(FRAMES + 1), 1.1), [BOX]) is None, "once is enough"
    return frame


def test_the_parts_are_averaged_and_the_rest_is_the_newest_frame() -> None:
    frame = averaged(lambda number: noisy(scene(), number))
    assert np.std(frame.picture[BOX].astype(float) - scene()[BOX]) < 12 / 2
    outside = np.ones((100, 120), np.bool_)
    outside[BOX] = False
    assert (frame.picture[outside] == noisy(scene(), FRAMES)[outside]).all()


def test_a_camera_that_trembles_is_laid_straight() -> None:
    def trembling(number: int) -> Pixels:
        shift = np.array([(1, 0, 0.6 * (number % 2)), (0, 1, -0.5 * (number % 2))])
        moved = cv2.warpAffine(scene(), shift, (120, 100), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(moved, np.uint8)

    inner = (slice(14, 66), slice(22, 90))
    straight = np.abs(averaged(trembling).picture[inner].astype(float) - scene()[inner]).mean()
    mixed = np.mean([trembling(number)[inner].astype(float) for number in range(FRAMES)], axis=0)
    assert straight < 0.5 * np.abs(mixed - scene()[inner]).mean()


def test_what_moves_and_frames_that_come_twice_do_not_count() -> None:
    parts, picture = StillParts(), scene()
    assert all(parts.see(Frame(picture, number / 10), [BOX]) is None for number in range(2 * FRAMES))
    for number in range(FRAMES - 1):
        parts.see(Frame(noisy(picture, number), number), [BOX])
    parts.restart()
    assert parts.see(Frame(noisy(picture, 99), 99.0), [BOX]) is None


def test_pieces_that_no_single_frame_tells_are_read_when_the_table_is_still() -> None:
    film = Film(noise=14.0)
    faint = [placed for placed in Film(noise=2.0).truth().placed_tags if placed.tag.kind == "token"][:6]

    def fade(picture: Pixels) -> Pixels:
        """Return the picture with some worn stickers, a twelfth as dark as they were."""
        worn = np.zeros(picture.shape[:2], np.uint8)
        for placed in faint:
            cv2.fillConvexPoly(worn, np.round(placed.corners_px).astype(np.int32), 1)
        picture = picture.copy()
        picture[worn > 0] = np.rint(120 + 0.08 * (picture[worn > 0].astype(float) - 120))
        return picture

    film.effect = fade
    first = film.settle(1.0)
    unread = [placed for placed in faint if first.cells[str(placed.cell)] is CellState.UNREADABLE]
    assert unread
    last = film.run(FRAMES + 2)[-1]
    read = [placed for placed in unread if last.cells[str(placed.cell)] is CellState.READ]
    assert read
    assert last.known is not None
    assert {(placed_tag.tag.id, placed_tag.cell) for placed_tag in last.known.placed_tags} >= {
        (placed_tag.tag.id, placed_tag.cell) for placed_tag in read
    }
