"""Gloss on a mat is no thing, and a coloured thing in it is."""

import numpy as np

from vision.locate.rectified import BLOCKS
from vision.occupancy.specular import remove_specular

SIDE = 6 * BLOCKS
MIDDLE = 3.5 * BLOCKS


def test_white_glare_that_fades_away_all_round_is_gloss_and_a_thing_with_an_outline_is_not() -> None:
    y, x = np.mgrid[:SIDE, :SIDE]
    lamp = 0.7 * np.exp(-0.5 * (np.hypot(x - MIDDLE, y - MIDDLE) / (1.3 * BLOCKS)) ** 2)
    colours = np.repeat(np.asarray(0.4 + lamp, np.float32)[None], 3, axis=0)
    everywhere = np.ones((SIDE, SIDE), np.bool_)
    assert not remove_specular(colours[0] > 0.5, colours, everywhere).any()
    paper = np.full_like(colours, 0.4)
    paper[:, 20:30, 20:30] = 0.9
    assert (remove_specular(paper[0] > 0.5, paper, everywhere) == (paper[0] > 0.5)).all()


def test_what_is_more_colourful_than_gloss_is_a_thing_though_it_fades() -> None:
    y, x = np.mgrid[:SIDE, :SIDE]
    glow = 0.4 * np.exp(-0.5 * (np.hypot(x - MIDDLE, y - MIDDLE) / (1.3 * BLOCKS)) ** 2)
    colours = np.repeat(np.full((1, SIDE, SIDE), 0.4, np.float32), 3, axis=0)
    colours[2] += glow.astype(np.float32)
    odd = colours[2] > 0.5
    assert (remove_specular(odd, colours, np.ones_like(odd)) == odd).all()
