"""How alike the modules in a picture are to those of known symbols, whatever the light, and though some are hidden."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from vision.alignment import Floats, Grey, data_area, known_modules, shades_of_modules
from vision.catalogue import SYMBOL_MODULES, Symbology

Singles = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]

#: A module's shade is compared with the mean of so many modules each way about it: light and cover change slower.
_AROUND = 2
#: How much of the difference from the nearest neighbours is added, against blur.
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
    """The correlation (k, payloads) of the modules under quads (k, 4, 2) with those of each payload's symbol.

    The finder patterns, which all symbols share, are left out. Hidden modules, which all look alike, count little.
    """
    return np.asarray(vectors(even_shades(grey, corners, code)) @ _patterns(payloads, code).T, np.float64)


def lead(alike: Floats, best: int, code: Symbology, payloads: tuple[str, ...]) -> float:
    """How far a payload is ahead of the one that comes nearest, as a share of what a perfect picture would give.

    `alike` is the correlation (payloads,) of one symbol. Payloads that differ in little must not be further apart.
    """
    patterns = _patterns(payloads, code)
    apart = 1.0 - patterns @ patterns[best]
    ahead = np.delete((alike[best] - alike) / np.maximum(apart, 1e-6), best)
    return float(ahead.min(initial=float(alike[best])))


def regions_correlation(
    grey: Grey, corners: Floats, code: Symbology, payloads: tuple[str, ...], payload: str
) -> tuple[float, float]:
    """How alike (-1..1) a symbol (corners: 4, 2) and a payload are but in the worst tenth of its regions.

    The second is the share (0..1) of the regions in which any modules are to be seen.

    A region that shows hardly any modules says nothing, for something covers it; one that shows others says that this
    is another symbol, or a piece of one.
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
    """The data modules under quads (k, 4, 2): how much lighter they are than those about them (k, n), in units."""
    shades = shades_of_modules(grey, code, corners).astype(np.float32) @ _evening(code)
    rank = int(_UNIT_RANK * shades.shape[1])
    unit = np.partition(np.abs(shades), rank, axis=1)[:, rank, None]
    return np.asarray(np.clip(shades / np.maximum(unit, 1.0), -_MOST[code], _MOST[code]), np.float32)


def vectors(rows: Singles) -> Singles:
    """The rows with mean 0 and length 1."""
    rows = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6), np.float32)


@lru_cache(maxsize=4)
def _patterns(payloads: tuple[str, ...], code: Symbology) -> Singles:
    """Each payload's data modules, evened as the picture's, light being positive: (payloads, n)."""
    return even_patterns(np.array([known_modules(payload, code) for payload in payloads]), code)


def even_patterns(dark: Bools, code: Symbology) -> Singles:
    """The data modules of symbols (k, side, side; True where dark), evened as the picture's: (k, n) of length 1."""
    shades = np.where(dark, -1.0, 1.0).reshape(len(dark), -1)
    evened = shades - shades @ _mean_around(SYMBOL_MODULES[code], _AROUND)
    return vectors(evened[:, data_area(code).ravel()].astype(np.float32))


@lru_cache(maxsize=4)
def _evening(code: Symbology) -> Singles:
    """What makes sharpened, evenly lit data modules (n) of the shades of all modules (side * side)."""
    side = SYMBOL_MODULES[code]
    same = np.eye(side * side)
    sharper = same + _SHARPEN * (same - _mean_around(side, 1))
    return np.asarray((sharper @ (same - _mean_around(side, _AROUND)))[:, data_area(code).ravel()], np.float32)


def _mean_around(side: int, reach: int) -> Floats:
    """The matrix (side * side, side * side) that gives each module the mean of those up to `reach` away."""
    near = np.abs(np.subtract.outer(np.arange(side), np.arange(side))) <= reach
    both = np.kron(near, near).astype(np.float64)
    return np.asarray(both / both.sum(axis=0), np.float64)


@lru_cache(maxsize=4)
def _regions(code: Symbology) -> Singles:
    """Which data modules each region holds (regions, n): squares about every module, if there is enough in them."""
    area = data_area(code).ravel()
    near = (_mean_around(SYMBOL_MODULES[code], _REGION) > 0)[:, area]
    return np.asarray(near[near.sum(axis=1) >= _REGION_MODULES], np.float32)
