"""Print in glare: it is as bright as paper or brighter, and so pale that it is hardly ink."""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.locate.rectified import RectifiedBoard
from vision.model.detections import TagDetection, middles_px

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

#: Density of edges, between the bare ground (0) and tags in good light (1), from which on there is pale print: of tags
#: whose dark modules glare leaves 15 % darker than paper it is 0.08 to 0.15, noise makes less than 0.05.
_PALE = 0.07
#: Density from which on what is brighter than paper is looked at closely: of many tags whose dark modules are 14 %
#: darker than paper half of the blocks stays below `_PALE`.
_PALEST = 0.04
#: Reflectance of print in glare: 0.95 to 1.15, dark modules and paper together; in good light it is 0.6.
_BRIGHT = 0.85
#: That of what is brighter than white paper, as no print on cards is without glare.
_GLARING = 1.0


def pale_print(board: RectifiedBoard, density: Floats) -> tuple[Mask, Mask]:
    """Return the blocks of print as bright as paper, and brighter ones with a hint of print.

    `density` is that of `ink_density`.
    """
    light = _light(board)
    pale = (density > _PALE) & (light > _BRIGHT)
    return np.asarray(pale, np.bool_), np.asarray((density > _PALEST) & (light > _GLARING), np.bool_)


def out_of_glare(board: RectifiedBoard, seen: Sequence[TagDetection]) -> Sequence[TagDetection]:
    """Return the tags that tell how dense ink is: those in glare, where others are, are paler."""
    if not seen:
        return seen
    heights = np.array([tag.tag.height_mm for tag in seen])
    centres = board.camera.on_plane(middles_px(np.array([tag.corners_px for tag in seen])), heights)
    light = _light(board)
    limits = np.array(light.shape[::-1]) - 1
    x, y = np.clip(np.floor(board.place(centres, heights)).astype(int), 0, limits).T
    plain = [tag for tag, shade in zip(seen, light[y, x].tolist(), strict=True) if shade <= _BRIGHT]
    return plain or seen


def _light(board: RectifiedBoard) -> Floats:
    """Return the mean reflectance about each block."""
    return np.asarray(cv2.blur(board.reflectance.mean(axis=0), (3, 3)), np.float32)
