"""Sharpness of a picture: blur of known symbols, as a Gaussian's sigma in pixels.

A symbol's modules are known, so that it can be drawn as a perfect camera would see it. The blur is the one with
which the drawing comes nearest to the picture, in any light. A pixel gathers light over its own area; this
counts as sharp: a perfect lens has a blur of 0.
"""

from collections.abc import Callable

import cv2
import numpy as np

from vision.decode.alignment import Floats, Grey
from vision.decode.symbols import symbol_modules
from vision.model.detections import TagDetection
from vision.symbology import QUIET_MODULES, SYMBOL_MODULES

#: The symbol is drawn with so many pixels along a module, and warped so many times finer than the picture.
_MODULE_PX = 12
_FINER = 3
#: So much of the quiet zone is looked at, too, in modules.
_BORDER = 1.0
#: The widest blur looked for, in modules: with more of it, no symbol is read at all.
_WIDEST = 1.2
#: The golden section search stops when it knows the blur this well, in pixels.
_PRECISION_PX = 0.02
_GOLDEN = 0.6180339887498949


def blur_of(grey: Grey, seen: TagDetection) -> float:
    """Return the standard deviation of the blur, in pixels, of a seen tag."""
    corners = seen.corners_px
    side = SYMBOL_MODULES[seen.code]
    module_px = float(np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).mean()) / side
    reach = int(np.ceil((_BORDER + 2 * _WIDEST) * module_px)) + 1
    left, top = np.floor(corners.min(axis=0)).astype(int) - reach
    right, bottom = np.ceil(corners.max(axis=0)).astype(int) + reach + 1
    low_x, low_y = max(0, int(left)), max(0, int(top))
    patch = grey[low_y : max(0, int(bottom)), low_x : max(0, int(right))].astype(np.float32)
    own = corners - (low_x, low_y)
    drawn = _drawn(seen, own, patch.shape)
    inside = _inside(own, side, patch.shape)
    shades = patch[inside].astype(np.float64)
    y, x = (place / max(patch.shape) - 0.5 for place in np.nonzero(inside))
    plain = np.stack([np.ones_like(x), x, y])

    def fit_error(blur_px: float) -> float:
        """Compute the difference between the picture and the drawing with this blur.

        Light may change across the tag.
        """
        soft = cv2.GaussianBlur(drawn, (0, 0), blur_px * _FINER) if blur_px > 0 else drawn
        own_shades = cv2.resize(soft, patch.shape[::-1], interpolation=cv2.INTER_AREA)[inside].astype(np.float64)
        matrix = np.vstack([plain, plain * own_shades])
        # The normal equations are much quicker than anything finer, and six numbers need nothing finer.
        right = matrix @ shades
        solution = np.linalg.solve(matrix @ matrix.T + 1e-9 * np.eye(6), right)
        return float(((shades - solution @ matrix) ** 2).sum())

    return _lowest(fit_error, 0.0, _WIDEST * module_px)


def _drawn(seen: TagDetection, corners: Floats, shape: tuple[int, ...]) -> Floats:
    """Draw the perfectly sharp symbol with its quiet zone: 0 dark, 1 light.

    The drawing is `_FINER` times as fine as the picture.
    """
    quiet = QUIET_MODULES[seen.code]
    modules = np.pad(symbol_modules(seen.tag.payload, seen.code), quiet)
    art = np.kron(np.where(modules, 0.0, 1.0), np.ones((_MODULE_PX, _MODULE_PX))).astype(np.float32)
    low, high = quiet * _MODULE_PX - 0.5, (len(modules) - quiet) * _MODULE_PX - 0.5
    square = np.array([(low, low), (high, low), (high, high), (low, high)], np.float32)
    fine = ((corners + 0.5) * _FINER - 0.5).astype(np.float32)
    size = shape[1] * _FINER, shape[0] * _FINER
    warped = cv2.warpPerspective(
        art, cv2.getPerspectiveTransform(square, fine), size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(warped)


def _inside(corners: Floats, side: int, shape: tuple[int, ...]) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Return the pixels of the symbol and a little of its quiet zone."""
    middle = corners.mean(axis=0)
    grown = middle + (corners - middle) * (1 + 2 * _BORDER / side)
    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(grown).astype(np.int32), 1)
    return mask > 0


def _lowest(cost: Callable[[float], float], low: float, high: float) -> float:
    """Find the value with the lowest cost between two values, by golden section."""
    first, second = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    first_cost, second_cost = cost(first), cost(second)
    while high - low > _PRECISION_PX:
        if first_cost < second_cost:
            high, second, second_cost = second, first, first_cost
            first = high - _GOLDEN * (high - low)
            first_cost = cost(first)
        else:
            low, first, first_cost = first, second, second_cost
            second = low + _GOLDEN * (high - low)
            second_cost = cost(second)
    return (low + high) / 2
