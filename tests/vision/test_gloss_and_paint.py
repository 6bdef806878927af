"""What looks odd on the board: the outline of a blank piece is told from what is printed."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.gloss_and_paint import is_blank_piece, is_glow, without_gloss
from vision.pinhole import Pinhole
from vision.rectified import BLOCKS, RectifiedBoard

SIDE = 6 * BLOCKS
MIDDLE = np.array([3.5, 3.5]) * BLOCKS
GREEN = np.array([0.25, 0.5, 0.25], np.float32)
EVERYWHERE = np.ones((SIDE, SIDE), np.bool_)
GROUND = np.array([0.2, 0.2, 0.2], np.float32)


def drawn(shape: str) -> tuple[RectifiedBoard, np.ndarray]:
    """A grey board with something green about `MIDDLE`, and where that is."""
    odd = np.zeros((SIDE, SIDE), np.uint8)
    x, y = (int(at) for at in MIDDLE)
    half = BLOCKS // 2 - 1
    if shape == "token":
        odd[np.hypot(*(np.indices(odd.shape) - MIDDLE[:, None, None])) < half + 0.5] = 1
    elif shape == "tile":
        odd[y - half : y + half + 1, x - half : x + half + 1] = 1
    elif shape == "triangle":
        cv2.fillPoly(odd, [np.array([(x, y - half), (x + half, y + half), (x - half, y + half)], np.int32)], 1)
    elif shape == "stripe":
        odd[y - 2 : y + 3, :] = 1
    elif shape == "dot":
        cv2.circle(odd, (x, y), 2, 1, cv2.FILLED)
    mask = odd > 0
    colours = np.where(mask, GREEN[:, None, None], GROUND[:, None, None]).astype(np.float32)
    if shape == "motley tile":
        mask[y - half : y + half + 1, x - half : x + half + 1] = True
        colours[:, mask] = np.random.default_rng(0).uniform(0, 1, (3, np.count_nonzero(mask))).astype(np.float32)
    camera = Pinhole(np.eye(3), np.zeros(5), np.eye(3), np.array([0.0, 0.0, 500.0]))
    return RectifiedBoard(
        colours, colours[0], colours[0], colours, camera, 0.0, 25.0, np.ones(colours.shape[1:], np.bool_)
    ), mask


@pytest.mark.parametrize(
    ("shape", "told"),
    [("token", True), ("tile", True), ("triangle", False), ("stripe", False), ("dot", False), ("motley tile", False)],
)
def test_an_even_patch_of_a_pieces_size_and_outline_is_a_blank_piece(shape: str, told: bool) -> None:
    board, odd = drawn(shape)
    assert is_blank_piece(MIDDLE, board, np.asarray(odd, np.bool_)) == told


@pytest.mark.parametrize(("factor", "told"), [(1.04, True), (1.5, False)])
def test_what_is_hardly_unlike_the_ground_round_it_is_no_thing(factor: float, told: bool) -> None:
    board, odd = drawn("token")
    lit = np.where(odd, factor * GROUND[:, None, None], GROUND[:, None, None]).astype(np.float32)
    assert is_glow(MIDDLE, replace(board, reflectance=lit), np.asarray(odd, np.bool_), EVERYWHERE) == told


def test_a_coloured_thing_in_white_glare_over_many_cells_is_no_gloss_nor_is_the_glare_a_thing() -> None:
    colours = np.full((3, SIDE, SIDE), 0.4, np.float32)
    y, x = np.mgrid[:SIDE, :SIDE]
    # A lamp's light fades slowly; it makes all of it bright, and leaves the thing in its middle pink.
    colours += 0.7 * np.exp(-0.5 * (np.hypot(x - MIDDLE[0], y - MIDDLE[1]) / (1.3 * BLOCKS)) ** 2).astype(np.float32)
    cells = x // BLOCKS + SIDE // BLOCKS * (y // BLOCKS)
    thing = cells == cells[int(MIDDLE[1]), int(MIDDLE[0])]
    colours[1, thing] -= 0.15
    odd = colours.mean(axis=0) > 0.5
    everywhere = np.ones_like(odd)
    found = without_gloss(odd, colours, everywhere, cells)
    assert found[thing].all()
    assert not found[~thing].any()
    assert not without_gloss(odd, colours, everywhere).any()


@pytest.mark.parametrize(
    ("rim", "told"), [(SIDE, True), (int(MIDDLE[1]) + BLOCKS // 2, False)], ids=["light", "finger"]
)
def test_what_fades_into_what_lies_beyond_the_board_only_is_no_light(rim: int, told: bool) -> None:
    board, _ = drawn("dot")
    y, x = np.indices((SIDE, SIDE))
    # Bright down to the lower edge of the picture, where it is dimmer, with a sharp outline on both other sides.
    inside = (np.abs(x - MIDDLE[0]) < 3) & (y > MIDDLE[1] - 4)
    fades = np.clip((np.hypot(x - MIDDLE[0], y - MIDDLE[1]) - 1) / 8, 0, 1)
    lit = np.where(inside, 0.8, 0.2) if not told else 0.8 - 0.6 * fades
    reflectance = np.repeat(np.asarray(lit, np.float32)[None], 3, axis=0)
    odd = np.asarray(reflectance[0] > 0.5, np.bool_) & (y < rim)
    assert is_glow(MIDDLE, replace(board, reflectance=reflectance), odd, np.asarray(y < rim, np.bool_)) == told
