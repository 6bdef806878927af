"""Prints of boards drawn by code, of other sorts than photographs.

A sort is drawn from a size (width, height) in pixels and two random generators. The sorts of `HELD_APART` are for
scoring alone: `tools/evidence/cover_net` trains with those of `TRAINED`.
"""

import random
from collections.abc import Callable, Mapping

import numpy as np

from tools.evidence.drawn_prints.cards import playing_cards
from tools.evidence.drawn_prints.drawings import comic, halftone, ink_lines
from tools.evidence.drawn_prints.flat import coloured_fields, flat_shapes, mosaic
from tools.evidence.drawn_prints.maps import contour_map, street_map
from tools.evidence.drawn_prints.materials import cloth, wood
from tools.evidence.drawn_prints.pages import newspaper
from tools.evidence.drawn_prints.tilings import chess, honeycomb
from vision.picture import Pixels

#: Function that draws each sort, by the sort's name.
DRAWN_PRINTS: Mapping[str, Callable[[tuple[int, int], random.Random, np.random.Generator], Pixels]] = {
    "comic": comic,
    "ink lines": ink_lines,
    "halftone": halftone,
    "flat shapes": flat_shapes,
    "coloured fields": coloured_fields,
    "mosaic": mosaic,
    "street map": street_map,
    "contour map": contour_map,
    "newspaper": newspaper,
    "chess": chess,
    "honeycomb": honeycomb,
    "wood": wood,
    "cloth": cloth,
    "playing cards": playing_cards,
}
#: Third of the sorts that training never shows, one of each family with two or more.
HELD_APART = ("comic", "mosaic", "street map", "honeycomb", "cloth")
#: Sorts that training may show.
TRAINED = tuple(sort for sort in DRAWN_PRINTS if sort not in HELD_APART)
