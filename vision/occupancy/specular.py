"""Remove specular highlights, lines and text from a difference mask."""

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

#: Gloss is brighter than the board but not more colourful than this (square root of the reflectance), and does not
#: change this much within two blocks, round so large a share of its outline.
_COLOURFUL = 0.04
_OUTLINE_STEP = 0.08
_OUTLINE_SHARE = 0.7
#: Things are nowhere narrower than this, in blocks.
_BROAD = np.asarray(cv2.getStructuringElement(cv2.MORPH_RECT, (3, 3)), np.uint8)


def remove_lines(mask: Mask) -> Mask:
    """Return the mask without lines, letters and arrows, as they are drawn on boards.

    Objects are broader.
    """
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, _BROAD) > 0, np.bool_)


def remove_specular(odd: Mask, colours: Floats, in_sight: Mask) -> Mask:
    """Return the mask `odd` without specular highlights.

    These are connected parts that are brighter, no more colourful, and fade away all round.
    """
    bare = in_sight & ~odd
    if not bare.any():
        return odd
    lightness = colours.mean(axis=0)
    colourfulness = np.abs(colours - lightness).max(axis=0)
    change = np.zeros(odd.shape, np.float32)
    for axis in (1, 2):
        change = np.maximum(change, np.abs(np.roll(colours, 1, axis) - np.roll(colours, -1, axis)).max(axis=0))
    # The outlines of pieces that were read say nothing.
    open_ground = np.asarray(cv2.erode(in_sight.astype(np.uint8), np.ones((3, 3), np.uint8))) > 0
    change = np.asarray(cv2.dilate(np.where(open_ground, change, 0), np.ones((5, 5), np.uint8)), np.float32)
    sharp = change > max(_OUTLINE_STEP, float(np.percentile(change[bare], 80)))
    count, labels = cv2.connectedComponents(odd.astype(np.uint8), connectivity=4)
    around = np.asarray(cv2.dilate(labels.astype(np.float32), np.ones((3, 3), np.uint8)), np.int64)
    outline = (labels == 0) & (around > 0) & open_ground
    clear = np.bincount(around[outline], sharp[outline], count) >= _OUTLINE_SHARE * np.bincount(
        around[outline], minlength=count
    )
    clear[0] = False
    typical = float(np.median(lightness[bare])), float(np.percentile(colourfulness[bare], 90)) + _COLOURFUL

    parts = labels[odd]
    sizes = np.maximum(np.bincount(parts, minlength=count), 1)
    dark = np.bincount(parts, lightness[odd], count) / sizes < typical[0]
    colourful = np.bincount(parts, colourfulness[odd], count) / sizes > typical[1]
    return np.asarray((clear | dark | colourful)[labels] & odd, np.bool_)
