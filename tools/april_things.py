"""Objects that must never be taken for the game's AprilTags: other tags, pieces, patterns.

The pieces are pieces of tags.
"""

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np

from tools.choose_payloads import distances
from tools.false_things import NONE, PAYLOADS, THINGS, Thing, on_print
from vision.decode.symbols import symbol_modules
from vision.model.april_payloads import APRIL_TAGS, april_payload
from vision.symbology import SYMBOL_MODULES, Symbology

_KNOWN = frozenset(PAYLOADS["april"])
_FOREIGN = tuple(text for text in map(april_payload, range(APRIL_TAGS)) if text not in _KNOWN)
#: Other families with as many modules, and with others.
_LIKE = (cv2.aruco.DICT_APRILTAG_36h10, cv2.aruco.DICT_6X6_1000, cv2.aruco.DICT_ARUCO_MIP_36h12)
_UNLIKE = (
    cv2.aruco.DICT_4X4_1000,
    cv2.aruco.DICT_5X5_1000,
    cv2.aruco.DICT_7X7_1000,
    cv2.aruco.DICT_APRILTAG_16h5,
    cv2.aruco.DICT_APRILTAG_25h9,
)


@lru_cache(maxsize=1)
def _nearest_foreign() -> tuple[str, ...]:
    """Return the family's other tags that differ in only 11 modules from one of the game's."""
    apart = distances("april", _FOREIGN, sorted(_KNOWN)).min(axis=1)
    return tuple(text for text, modules in zip(_FOREIGN, apart, strict=True) if modules == apart.min())


def near_foreign(code: Symbology, rng: np.random.Generator) -> Thing:
    """Return a tag of the family that is as near to one of the game's as any is."""
    return on_print(symbol_modules(str(rng.choice(_nearest_foreign())), code), code), NONE


def foreign(code: Symbology, rng: np.random.Generator) -> Thing:
    """Return any other tag of the family."""
    return on_print(symbol_modules(str(rng.choice(_FOREIGN)), code), code), NONE


def like_families(code: Symbology, rng: np.random.Generator) -> Thing:
    """Return a tag of another family with as many modules."""
    return _of_family(int(rng.choice(_LIKE)), code, rng)


def other_families(code: Symbology, rng: np.random.Generator) -> Thing:
    """Return a tag of a family with more or fewer modules."""
    return _of_family(int(rng.choice(_UNLIKE)), code, rng)


def _of_family(family: int, code: Symbology, rng: np.random.Generator) -> Thing:
    tags = cv2.aruco.getPredefinedDictionary(family)
    number = int(rng.integers(len(tags.bytesList)))
    return on_print(tags.generateImageMarker(number, tags.markerSize + 2) == 0, code), NONE


def random_modules(code: Symbology, rng: np.random.Generator) -> Thing:
    """Random modules in a black border."""
    modules = np.ones((SYMBOL_MODULES[code],) * 2, np.bool_)
    modules[1:-1, 1:-1] = rng.integers(0, 2, (SYMBOL_MODULES[code] - 2,) * 2)
    return on_print(modules, code), NONE


APRIL_THINGS: dict[str, tuple[float, Callable[[Symbology, np.random.Generator], Thing]]] = {
    **{
        name: THINGS[name]
        for name in ("known tags, seen well or badly", "half a known tag", "two halves of known tags")
    },
    "the nearest other tags of the family": (0.1, near_foreign),
    "other tags of the family": (0.1, foreign),
    "other families of the same size": (0.15, like_families),
    "other families of other sizes": (0.1, other_families),
    "random modules in a black border": (0.05, random_modules),
    **{name: THINGS[name] for name in ("known tags mirrored or inverted", "textures and print", "noise")},
}
