"""Pictures that were stretched or straightened after they were taken."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.locate.test_registration import CATALOGUE, GRID, SIZE, pieces, references, view, with_noise
from vision.locate.registration import register
from vision.locate.warped import is_warped
from vision.model.pinhole import Pinhole, Points
from vision.model.placed_tags import PlacedTag, placed_tags


def straightened_as_by_a_scanner(camera: Pinhole, corners_px: Points) -> Points:
    """Return points of the picture as a scanning app shows them, with an upright board."""
    return np.asarray(3.0 * (camera.on_plane(corners_px) + 20))


def stretched(_: Pinhole, corners_px: Points) -> Points:
    """Return points of the picture after it was made a third wider."""
    return np.asarray(corners_px * (4 / 3, 1.0))


def placed(
    tilt_deg: float, change: Callable[[Pinhole, Points], Points] | None = None, seed: int = 1
) -> tuple[PlacedTag, ...]:
    """Return the pieces as they are read in a picture, or in what it was changed into."""
    shot, (width, height) = view(66, tilt_deg), SIZE
    tags = with_noise([*references(shot.camera), *(tag for tag, _ in pieces(shot.camera, 30, seed))], 0.15)
    if change is not None:
        tags = [replace(tag, corners_px=change(shot.camera, tag.corners_px)) for tag in tags]
        width, height = (int(side) + 30 for side in np.concatenate([tag.corners_px for tag in tags]).max(axis=0))
    return placed_tags(tags, register(tags, CATALOGUE, (width, height)).camera, CATALOGUE)


@pytest.mark.parametrize("change", [straightened_as_by_a_scanner, stretched])
def test_low_pieces_tell_that_the_monster_stands_elsewhere(change: Callable[[Pinhole, Points], Points]) -> None:
    assert is_warped(placed(25, change), GRID)


def test_where_nothing_high_stands_nothing_is_unsure() -> None:
    low = [tag for tag in placed(25, stretched) if not GRID.is_tall(tag.tag.height_mm)]
    assert not is_warped(low, GRID)


@pytest.mark.parametrize("tilt_deg", [0, 15, 35])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_pictures_as_they_were_taken_are_read(tilt_deg: float, seed: int) -> None:
    assert not is_warped(placed(tilt_deg, seed=seed), GRID)


def aside(tag: PlacedTag, right_mm: float) -> PlacedTag:
    """Return a tag that lies so far to the right, or unchanged off the grid."""
    if tag.offset_mm is None:
        return tag
    (x, y), (across, down) = tag.centre_mm, tag.offset_mm
    return replace(tag, centre_mm=(x + right_mm, y), offset_mm=(across + right_mm, down))


def test_pieces_that_people_laid_to_one_side_are_mostly_read() -> None:
    assert sum(is_warped([aside(tag, -5.0) for tag in placed(15, seed=seed)], GRID) for seed in range(1, 13)) <= 3


def test_pieces_that_were_laid_carelessly_tell_nothing() -> None:
    flat, *others = (tag for tag in placed(0) if tag.offset_mm and not GRID.is_tall(tag.tag.height_mm))
    monster = next(tag for tag in placed(0) if GRID.is_tall(tag.tag.height_mm))
    stones = [tag for tag in (flat, *others) if tag.tag.height_mm < 5]
    on_lines = [replace(tag, offset_mm=(-12.2, 0.0)) for tag in others if tag.tag.height_mm > 5][:5]
    assert not is_warped([monster, *stones * 3, *on_lines], GRID)
