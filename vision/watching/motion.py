"""Differences between two small pictures of the table in any light.

Lamps dim, clouds pass, a lamp is switched on, lamps on alternating current draw bands across the picture: all
that changes the brightness smoothly over the picture, or along whole rows or columns. It is estimated and
evened out; what remains is something that was laid down, taken away or moved.
"""

import cv2
import numpy as np
import numpy.typing as npt

from vision.decode.alignment import Grey
from vision.watching.gates import Gates

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

#: Small pictures are compared in square tiles of so many pixels a side.
TILE_PX = 4
#: Grey levels near black say little of a share.
_BLACK = 4.0
#: From here on a picture is burnt out and says nothing of the light.
_BURNT = 245.0
#: Steps of the estimate of the light, and how far off (natural logarithm of the brightness) counts little.
_LIGHT_STEPS = 4
_OFF = 0.04
#: A row or column is a band of other light if so much of it is off by the same, to this: an arm is not as long.
_BAND_SHARE = 0.6
_BAND_OFF = 0.06
#: One that is off by so much is part of a stripe.
_STRIPE = 0.02
#: Tiles whose grey levels spread by less than this have no structure to speak of.
_STRUCTURE_LEVELS = 4.0


def tile_means(picture: Grey | Floats) -> Floats:
    """Return the mean of each tile of a small picture: (rows, columns).

    Incomplete tiles at the edges are left out.
    """
    columns, rows = picture.shape[1] // TILE_PX, picture.shape[0] // TILE_PX
    whole = picture[: rows * TILE_PX, : columns * TILE_PX]
    return np.asarray(cv2.resize(whole, (columns, rows), interpolation=cv2.INTER_AREA), np.float32)


def white_level(small: Grey) -> float:
    """Return the brightness of the brightest tiles: paper."""
    return float(np.percentile(tile_means(small)[::2, ::2], 98))


def difference(before: Grey, grey: Grey, enough: float, gates: Gates) -> Floats:
    """Return the grey-level difference of each tile, the light evened out: (rows, columns).

    Where no tile of the unchanged pictures is off by more than `enough`, the light is not estimated.
    """
    plain = tile_means(_apart(before, grey))
    if plain.max() <= enough:
        return plain
    return tile_means(_apart(relight_picture(before, grey, gates), grey))


def light_change(before: Grey, grey: Grey) -> float:
    """Return the change of brightness of most of the picture: natural logarithm of the factor.

    Rows that are brighter and rows that are darker, as lamps that flicker draw them, do not add up.
    """
    rows = np.median(np.log((tile_means(grey) + _BLACK) / (tile_means(before) + _BLACK)), axis=1)
    return float(abs(np.mean(rows)))


def striped_share(before: Grey, grey: Grey) -> float:
    """Return the share of rows, or columns, whose brightness changed as a whole.

    The light is evened out. They are brighter or darker than before.
    """
    old, new = tile_means(before), tile_means(grey)
    change = np.log((new + _BLACK) / (old + _BLACK))
    unexplained = change - _smooth(change, (new < _BURNT) & (old < _BURNT))
    shares = []
    for axis in (1, 0):
        bands, together = _bands(unexplained, axis)
        shares.append(float(((np.abs(bands) > _STRIPE) & together).mean()))
    return max(shares)


def relight_picture(before: Grey, grey: Grey, gates: Gates) -> Grey:
    """Return the picture `before` in the light of `grey`.

    Corrects smooth changes of brightness and those of whole rows or columns.
    """
    old, new = tile_means(before), tile_means(grey)
    change = np.log((new + _BLACK) / (old + _BLACK))
    usable = (new < _BURNT) & (old < _BURNT)
    light = _smooth(change, usable)
    for axis in (1, 0):
        bands, together = _bands(change - light, axis)
        light += np.where(together, np.clip(bands, -gates.flicker_share, gates.flicker_share), 0)
    gain = cv2.resize(np.exp(light), (before.shape[1], before.shape[0]), interpolation=cv2.INTER_LINEAR)
    lit = (before.astype(np.float32) + _BLACK) * gain - _BLACK
    return np.asarray(np.clip(np.round(lit), 0, 255), np.uint8)


def _bands(change: Floats, axis: int) -> tuple[Floats, Mask]:
    """Return each row's (axis 1) or column's change in the middle, and where most of it changed."""
    bands = np.median(change, axis=axis, keepdims=True)
    together = (np.abs(change - bands) < _BAND_OFF).mean(axis=axis, keepdims=True) >= _BAND_SHARE
    return bands, together


def _smooth(change: Floats, usable: Mask) -> Floats:
    """Return the smooth surface through most of the tiles' changes (rows, columns)."""
    rows, columns = change.shape
    y, x = np.mgrid[-1 : 1 : complex(0, rows), -1 : 1 : complex(0, columns)].astype(np.float32)
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)
    coarse = slice(None, None, 2)
    matrix = terms[coarse, coarse].reshape(-1, 6)
    values = change[coarse, coarse].ravel()
    weight = usable[coarse, coarse].ravel().astype(np.float32)
    # The median is where most agree, from which the surface is bent.
    solution = np.zeros(6, np.float32)
    if weight.any():
        solution[0] = np.median(values[weight > 0])
    pull = np.diag([1e-3, 1.0, 1.0, 1.0, 1.0, 1.0]).astype(np.float32)
    for step in range(_LIGHT_STEPS):
        off = np.abs(values - matrix @ solution)
        near = weight / (1 + (off / (_OFF * 2 ** (_LIGHT_STEPS - 1 - step))) ** 2)
        weighted = matrix * near[:, None]
        solution = np.linalg.solve(weighted.T @ matrix + pull, weighted.T @ values).astype(np.float32)
    return np.asarray(terms @ solution, np.float32)


def same_structure(before: Grey, grey: Grey, gates: Gates) -> bool:
    """Return True if two pictures show the same things in the same places, in any light."""
    old, new = before.astype(np.float32), grey.astype(np.float32)
    old_mean, new_mean = tile_means(old), tile_means(new)
    old_spread = np.sqrt(np.maximum(tile_means(old * old) - old_mean**2, 0))
    new_spread = np.sqrt(np.maximum(tile_means(new * new) - new_mean**2, 0))
    structured = np.maximum(old_spread, new_spread) > _STRUCTURE_LEVELS
    if not structured.any():
        return True
    common = tile_means(old * new) - old_mean * new_mean
    correlation = common / np.maximum(old_spread * new_spread, 1e-3)
    return bool((correlation[structured] > gates.structure_correlation).mean() >= gates.structure_share)


def _apart(grey: Grey, other: Grey) -> Grey:
    return np.asarray(cv2.absdiff(grey, other), np.uint8)
