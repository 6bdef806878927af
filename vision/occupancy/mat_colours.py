"""Colours that a mat shows, by a vote of places all over it, and those that it does not."""

import math

import cv2
import numpy as np
import numpy.typing as npt

from vision.locate.rectified import BLOCKS

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]

#: Steps, in square roots of the reflectance, in which colours are told apart: in lightness, and in the differences of
#: the channels, which light and shadow change less; the number of steps in each, and those of a black.
_LIGHTNESS_STEP = 0.06
_HUE_STEP = 0.04
_COLOUR_BINS = (20, 30, 24)
_GREY_BINS = (0, 15, 12)
#: Shadows: the mat's colours may appear darker by these factors.
_SHADES = (1.0, 0.9, 0.8, 0.7)
#: A colour is the mat's if it has so large a share of the votes.
_SHARE = 0.1
#: What covers so many cells is searched for among these, too: then only those have a vote of which so much has a colour
#: with this share.
_LARGE_CELLS = 4.0
_STRETCH = 3
_RUNS_ON = 1.5
_SOUND = 0.75
_MOST_SOUND = 0.55
_COMMON_SHARE = 0.15
#: What is as bright as paper is none of the mat's if it has no larger a share of the votes. This bright is paper in its
#: shadows (square root of the reflectance).
_BRIGHT_SHARE = 0.1
_BRIGHT = math.sqrt(0.75)


def odd_colours(colours: Floats, cells: Numbers, visible: Mask) -> Mask:
    """Return the mask of visible colours that the mat does not show.

    Each of the `cells` (h, w: their numbers) has one vote, divided among its blocks; blocks with -1 have none.
    """
    voting = np.flatnonzero(cells >= 0)
    if not len(voting):
        return np.zeros(cells.shape, np.bool_)
    cast = _shaded_bins(_steps(colours.reshape(len(colours), -1).take(voting, axis=1)))
    numbers = cells.ravel()[voting]
    bins = np.zeros(cells.shape, np.int64)
    bins.ravel()[voting] = cast[0]
    votes = _votes(cast, numbers)
    weights = np.bincount(numbers)
    count = np.count_nonzero(weights)
    odd = (votes < _SHARE * count)[bins] & visible
    bright = colours.min(axis=0) > _BRIGHT
    if bright.ravel()[voting] @ (1.0 / weights[numbers]) < _BRIGHT_SHARE * count:
        odd |= bright & visible
    # A hand lies over many cells. It makes one large part when those on which there is much that is not common have no
    # vote; odd cells of the mat do not.
    common = (votes >= _COMMON_SHARE * count)[cast[0]]
    sound = np.bincount(numbers, common) >= _SOUND * np.maximum(weights, 1)
    sound_count = np.count_nonzero(sound & (weights > 0))
    if _MOST_SOUND * count < sound_count < count:
        kept = np.flatnonzero(sound[numbers])
        others = (_votes(cast.take(kept, axis=1), numbers[kept]) < _SHARE * sound_count)[bins] & visible
        odd |= _large_objects(others, colours, cells)
    return np.asarray(odd, np.bool_)


def _large_objects(odd: Mask, colours: Floats, cells: Numbers) -> Mask:
    """Return the connected parts of `odd` that are large objects.

    They cover some cells, and their colours do not change where the cells do.
    """
    count, labels = cv2.connectedComponents(odd.astype(np.uint8), connectivity=4)
    large = np.bincount(labels.ravel(), minlength=count) >= _LARGE_CELLS * BLOCKS**2
    large[0] = False
    if not large.any():
        return np.zeros(odd.shape, np.bool_)
    # How much colours change over a stretch within a cell, and over one that crosses from one cell to the next.
    changes, stretches = np.zeros((2, count)), np.ones((2, count))
    blocks = np.nonzero(large[labels])
    for axis in (0, 1):
        shifted = list(blocks)
        shifted[axis] = (blocks[axis] + _STRETCH) % labels.shape[axis]
        start, other = (blocks[0], blocks[1]), (shifted[0], shifted[1])
        change = np.abs(colours[:, *start] - colours[:, *other]).max(axis=0)
        same, crosses = labels[start] == labels[other], cells[start] != cells[other]
        for kind, pairs in enumerate((same & ~crosses, same & crosses)):
            changes[kind] += np.bincount(labels[start][pairs], change[pairs], count)
            stretches[kind] += np.bincount(labels[start][pairs], minlength=count)
    within, across = changes / stretches
    return np.asarray((large & (across < _RUNS_ON * within))[labels], np.bool_)


def _steps(colours: Floats) -> Floats:
    """Convert colours (3 or 1, ...) to lightness, blue-red and green-other: (3, ...) in steps.

    Blue counts against red, and green against both.
    """
    blue, green, red = colours[0], colours[len(colours) // 2], colours[-1]
    both = blue + red
    return np.stack([(both + green) / (3 * _LIGHTNESS_STEP), (blue - red) / _HUE_STEP, (green - both / 2) / _HUE_STEP])


def _colour_bin(steps: Floats) -> Numbers:
    """Return the number of the bin of each colour in steps (3, ...)."""
    number = np.zeros(steps.shape[1:], np.int32)
    for step, zero, bins in zip(steps, _GREY_BINS, _COLOUR_BINS, strict=True):
        part = (step + np.float32(zero)).astype(np.int32)
        np.clip(part, 0, bins - 1, out=part)
        number *= bins
        number += part
    return number.astype(np.int64)


def _shaded_bins(steps: Floats) -> Numbers:
    """Return the bins (shades, n) of colours in steps (3, n) in each shade, the brightest first."""
    return np.stack([_colour_bin(steps * np.float32(math.sqrt(shade))) for shade in _SHADES])


def _votes(shaded: Numbers, owner: Numbers) -> npt.NDArray[np.float64]:
    """Count the owners' votes for each colour bin, for colours' bins (shades, n).

    Shadows and neighbours of a bin are included.
    """
    weights = 1.0 / np.bincount(owner)[owner]
    known = np.zeros(math.prod(_COLOUR_BINS))
    for bins in shaded:
        known = np.maximum(known, np.bincount(bins, weights, len(known)))
    votes = np.pad(known.reshape(_COLOUR_BINS), 1)
    votes = votes[:-2] + votes[1:-1] + votes[2:]
    votes = votes[:, :-2] + votes[:, 1:-1] + votes[:, 2:]
    return (votes[:, :, :-2] + votes[:, :, 1:-1] + votes[:, :, 2:]).ravel()
