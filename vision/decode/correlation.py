"""Correlation of modules in a picture with known symbols, in any light.

Some of the modules may be hidden.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from vision.decode.alignment import Floats, Grey, data_area, shades_of_modules
from vision.decode.symbols import symbol_modules
from vision.symbology import SYMBOL_MODULES, Symbology

Singles = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]

#: A module's shade is compared with the mean of so many modules each way about it: light and cover change slower.
_AROUND = 2
#: Against blur, which is taken to be of so many modules (standard deviation), and noise of such a share: what would be
#: seen so is made sharp again. Less blur does no harm, for all that is compared is which modules are lighter.
_BLUR: Mapping[Symbology, tuple[float, float]] = MappingProxyType({"qr": (0.9, 0.003), "micro": (0.7, 0.005)})
#: An AprilTag's few and large modules are hardly blurred: so much of the difference from the nearest is added.
_SHARPEN = 1.0
#: The shades' unit is larger than 7 of 10, so that no more than about half of a symbol may be hidden; what differs
#: by more than so many units from its surroundings (the rim of a finger) counts no more.
_UNIT_RANK = 0.7
_MOST: Mapping[Symbology, float] = MappingProxyType({"qr": 1.5, "micro": 1.5, "april": 1.2})
#: A region reaches so many modules each way about a module, and has at least so many that tell symbols apart.
_REGION = 3
_REGION_MODULES = 28
#: A region shows modules if the mean square of its shades, in units, is at least this.
_SPEAKS = 0.45
#: The share of the regions that may be worse: noise may spoil some.
_WORST = 0.1


def correlation(grey: Grey, corners: Floats, code: Symbology, payloads: tuple[str, ...]) -> Floats:
    """Correlate the modules under quads (k, 4, 2) with each payload's symbol: (k, payloads).

    The finder patterns, which all symbols share, are left out. Hidden modules, which all look alike, count little.
    """
    return np.asarray(vectors(even_shades(grey, corners, code)) @ _patterns(payloads, code).T, np.float64)


def payload_margin(alike: Floats, best: int, code: Symbology, payloads: tuple[str, ...]) -> float:
    """Return a payload's margin over the next best, as a share of a perfect picture's margin.

    `alike` is the correlation (payloads,) of one symbol. Payloads that differ in little must not be further apart.
    """
    patterns = _patterns(payloads, code)
    apart = 1.0 - patterns @ patterns[best]
    margins = np.delete((alike[best] - alike) / np.maximum(apart, 1e-6), best)
    return float(margins.min(initial=float(alike[best])))


def regions_correlation(
    grey: Grey, corners: Floats, code: Symbology, payloads: tuple[str, ...], payload: str
) -> tuple[float, float]:
    """Correlate (-1..1) a symbol (corners: 4, 2) with a payload, without the worst regions.

    The worst tenth is left out. The second value is the share (0..1) of the regions in which modules are visible.

    A region that shows hardly any modules says nothing, because something covers it. A region that shows other
    modules says that this is another symbol, or a piece of one.
    """
    shades = even_shades(grey, corners[None], code)[0]
    pattern = _patterns(payloads, code)[payloads.index(payload)]
    regions = _regions(code)
    strength, share = regions @ shades**2, regions @ pattern**2
    alike = (regions @ (shades * pattern)) / np.sqrt(np.maximum(strength * share, 1e-9))
    speaking = np.sort(alike[strength >= _SPEAKS * regions.sum(axis=1)])
    least = float(speaking[int(_WORST * len(speaking))]) if len(speaking) else -1.0
    return least, len(speaking) / len(regions)


def even_shades(grey: Grey, corners: Floats, code: Symbology) -> Singles:
    """Return the data modules under quads (k, 4, 2), relative to those about them: (k, n).

    They are in units (see `scale_to_units`). A value says how much lighter a module is than those about it.
    """
    return scale_to_units(shades_of_modules(grey, code, corners).astype(np.float32) @ evening(code).of_picture, code)


def scale_to_units(shades: Singles, code: Symbology, clear: Bools | None = None) -> Singles:
    """Scale evened shades (..., n) to units of the largest differences.

    The data modules that are `clear` tell these differences.
    """
    telling = shades if clear is None else shades[..., clear]
    rank = int(_UNIT_RANK * telling.shape[-1])
    unit = np.partition(np.abs(telling), min(rank, telling.shape[-1] - 1))[..., rank, None] if telling.size else 1.0
    return np.asarray(np.clip(shades / np.maximum(unit, 1.0), -_MOST[code], _MOST[code]), np.float32)


def vectors(rows: Singles) -> Singles:
    """Return the rows with mean 0 and length 1."""
    rows = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6), np.float32)


@lru_cache(maxsize=4)
def _patterns(payloads: tuple[str, ...], code: Symbology) -> Singles:
    """Return payloads' data modules (payloads, n), evened like the picture's, light positive."""
    return np.array([_pattern(payload, code) for payload in payloads])


# Which payloads are compared changes with each tag that is read, their symbols do not: a kilobyte each.
@lru_cache(maxsize=1024)
def _pattern(payload: str, code: Symbology) -> Singles:
    """Return the data modules of a payload: (n,)."""
    modules = np.where(symbol_modules(payload, code), -1.0, 1.0).astype(np.float32)
    return np.asarray(vectors(modules.reshape(1, -1) @ evening(code).of_symbol)[0], np.float32)


class Levelling(NamedTuple):
    """Matrix (side * side, n) from the shades of all modules to evenly lit data modules (n).

    `of_picture` also sharpens them; `of_symbol` is for modules that are sharp.
    """

    of_picture: Singles
    of_symbol: Singles


@lru_cache(maxsize=4)
def evening(code: Symbology) -> Levelling:
    """Return the evening of a symbol of which all is clear."""
    return clear_evening(code, None)


def clear_evening(code: Symbology, clear: Bools | None) -> Levelling:
    """Return the evening by the modules (side * side) that are `clear`.

    Only these modules say how light it is about the others.
    """
    side = SYMBOL_MODULES[code]
    even = (np.eye(side * side) - _mean_around(side, _AROUND, clear))[:, data_area(code).ravel()]
    sharp = _sharpening(code, clear) @ even
    return Levelling(np.asarray(sharp, np.float32), np.asarray(even, np.float32))


def _sharpening(code: Symbology, clear: Bools | None) -> Floats:
    """Return the matrix (side * side, side * side) that takes blur from the shades of modules."""
    side = SYMBOL_MODULES[code]
    same = np.eye(side * side)
    if code not in _BLUR:
        return np.asarray(same + _SHARPEN * (same - _mean_around(side, 1, clear)), np.float64)
    sigma, noise = _BLUR[code]
    along = np.exp(-0.5 * (np.subtract.outer(np.arange(side), np.arange(side)) / sigma) ** 2)
    along /= along.sum(axis=1, keepdims=True)
    blurred = np.kron(along, along)
    return np.asarray(np.linalg.solve(blurred.T @ blurred + noise * same, blurred.T).T, np.float64)


@lru_cache(maxsize=16)
def _near(side: int, reach: int) -> Floats:
    """Return 1 for each two modules (side * side, side * side) within `reach`, else 0.

    `reach` is the distance in either direction.
    """
    near = np.abs(np.subtract.outer(np.arange(side), np.arange(side))) <= reach
    return np.kron(near, near).astype(np.float64)


def _mean_around(side: int, reach: int, clear: Bools | None = None) -> Floats:
    """Return the matrix of local means over modules up to `reach` away.

    It is (side * side, side * side). With `clear`, only these modules count.
    """
    both = _near(side, reach) if clear is None else _near(side, reach) * clear[:, None]
    return np.asarray(both / np.maximum(both.sum(axis=0), 1.0), np.float64)


@lru_cache(maxsize=4)
def _regions(code: Symbology) -> Singles:
    """Return the data modules of each region (regions, n): squares about modules.

    Regions with too few data modules are left out.
    """
    area = data_area(code).ravel()
    near = (_mean_around(SYMBOL_MODULES[code], _REGION) > 0)[:, area]
    return np.asarray(near[near.sum(axis=1) >= _REGION_MODULES], np.float32)
