"""Objects on the table for the search for wrong answers: known tags, pieces, other codes.

The pieces are pieces of known tags; there are patterns and noise, too.
"""

import string
from collections.abc import Callable, Mapping
from types import MappingProxyType

import cv2
import numpy as np
import numpy.typing as npt
import segno

from companion.games.finstere_flure.tags import make_catalogue
from tools.limit_scenes import PRINT_PX, Grey, printed_tag
from vision.decode.alignment import data_area
from vision.decode.symbols import symbol_modules, tag_picture
from vision.symbology import QUIET_MODULES, SYMBOL_MODULES, SYMBOLOGIES, Symbology

#: Every text that means a tag, also those of the first edition.
PAYLOADS: Mapping[Symbology, tuple[str, ...]] = MappingProxyType(
    {code: tuple(make_catalogue(code=code).by_payload) for code in SYMBOLOGIES}
)

_LETTERS = string.ascii_uppercase + string.digits
Mask = npt.NDArray[np.bool_]
#: What is laid on the table, and which known tags of it are there, at least by half: to read another one is wrong.
Thing = tuple[Grey, frozenset[str]]
NONE: frozenset[str] = frozenset()


def known(code: Symbology, rng: np.random.Generator) -> Thing:
    """Return a tag of the catalogue; to read another one is wrong."""
    payload = str(rng.choice(PAYLOADS[code]))
    return printed_tag(payload, code), frozenset({payload})


def torn(code: Symbology, rng: np.random.Generator) -> Thing:
    """Half of a known tag, the table in place of the rest; to read another one is wrong."""
    picture, payloads = known(code, rng)
    gone = _half(picture.shape[0], rng, 0.5)
    table = cv2.resize(rng.integers(0, 255, (9, 9), np.uint8), picture.shape, interpolation=cv2.INTER_LINEAR)
    return np.where(gone, table, picture).astype(np.uint8), payloads


def two_halves(code: Symbology, rng: np.random.Generator) -> Thing:
    """Join two halves of known tags into one symbol; to read a third is wrong.

    They are joined exactly. The halves are of the modules that tell symbols apart: a tag of which only the finder
    patterns are hidden by another is no half.
    """
    telling = np.pad(data_area(code), QUIET_MODULES[code])
    while True:
        texts = [str(payload) for payload in rng.choice(PAYLOADS[code], 2, replace=False)]
        first, second = (np.pad(symbol_modules(text, code), QUIET_MODULES[code]) for text in texts)
        quarter, shift = (0, (0, 0)) if rng.integers(2) else (int(rng.integers(4)), rng.integers(-1, 2, 2))
        second, telling_too = (np.roll(np.rot90(of, quarter), shift, axis=(0, 1)) for of in (second, telling))
        half = _half(len(first), rng, rng.uniform(0.4, 0.6))
        unlike = (first != second) & (telling | telling_too)
        shares = (~half[telling]).mean(), half[telling_too].mean(), half[unlike].mean()
        if all(0.45 <= share <= 0.55 for share in shares):
            return _print(np.where(half, second, first)), frozenset(texts)


def near_foreign(code: Symbology, rng: np.random.Generator) -> Thing:
    """Return a code that differs in one character from one of the catalogue."""
    while True:
        text = str(rng.choice(PAYLOADS[code]))
        index = int(rng.integers(len(text)))
        text = text[:index] + str(rng.choice(list(_LETTERS))) + text[index + 1 :]
        if text not in PAYLOADS[code]:
            return tag_picture(text, code, PRINT_PX), NONE


def foreign(code: Symbology, rng: np.random.Generator) -> Thing:
    """Return any text in a symbol of the same size, with any mask and error correction."""
    text = _text(rng, int(rng.integers(1, 6 if code == "micro" else 10)))
    mask = int(rng.integers(4 if code == "micro" else 8))
    level = str(rng.choice(["l", "m"] if code == "micro" else ["l", "m", "q", "h"]))
    version = "M2" if code == "micro" else 1
    return _symbol(segno.make(text, version=version, error=level, mask=mask, boost_error=False), code), NONE


def other_kind(code: Symbology, rng: np.random.Generator) -> Thing:
    """Return a larger QR or another Micro QR code."""
    text = _text(rng, int(rng.integers(2, 6)))
    version: int | str = int(rng.integers(1, 5))
    if rng.integers(2):
        text, version = str(rng.integers(10, 99999)), str(rng.choice(["M1", "M2", "M3", "M4"]))
    return _symbol(segno.make(text, version=version), code), NONE


def mirrored(code: Symbology, rng: np.random.Generator) -> Thing:
    """Return a known tag as in a mirror, or dark and light exchanged."""
    picture, _ = known(code, rng)
    return np.ascontiguousarray(picture[:, ::-1] if rng.integers(2) else 255 - picture), NONE


def random_modules(code: Symbology, rng: np.random.Generator) -> Thing:
    """Return the finder patterns of a known tag with random modules for the rest."""
    modules = SYMBOL_MODULES[code]
    picture = printed_tag(PAYLOADS[code][0], code).copy()
    low, high = QUIET_MODULES[code] * PRINT_PX, (QUIET_MODULES[code] + modules) * PRINT_PX
    random = np.kron(rng.integers(0, 2, (modules, modules), np.uint8) * np.uint8(255), _MODULE)
    finders = np.zeros((modules, modules), np.bool_)
    finders[:8, :8] = True
    if code == "qr":
        finders[:8, -8:] = finders[-8:, :8] = True
    symbol = picture[low:high, low:high]
    symbol[:] = np.where(np.kron(finders, _MODULE), symbol, random)
    return picture, NONE


def texture(code: Symbology, rng: np.random.Generator) -> Thing:
    """Return stripes, checks, letters and blotches."""
    size = printed_tag(PAYLOADS[code][0], code).shape[0]
    kind = rng.integers(4)
    y, x = np.mgrid[:size, :size] / rng.uniform(0.7, 3.0) / PRINT_PX
    if kind == 0:
        shades = np.sin(x * np.pi) * (np.sin(y * np.pi) if rng.integers(2) else 1.0) * 127 + 128
    elif kind == 1:
        shades = (np.floor(x) + np.floor(y)) % 2 * 255
    elif kind == 2:
        blotches = rng.integers(0, 256, (size // 8, size // 8)).astype(np.float32)
        shades = cv2.resize(blotches, (size, size), interpolation=cv2.INTER_CUBIC)
    else:
        shades = np.full((size, size), 255, np.uint8)
        for line in range(1, 6):
            text = _text(rng, 12)
            cv2.putText(shades, text, (0, line * size // 6), cv2.FONT_HERSHEY_SIMPLEX, size / 240, 0, 2)
    return np.clip(shades, 0, 255).astype(np.uint8), NONE


def noise(code: Symbology, rng: np.random.Generator) -> Thing:
    """Return a print with each pixel by chance."""
    size = printed_tag(PAYLOADS[code][0], code).shape[0]
    return rng.integers(0, 256, (size, size), np.uint8), NONE


THINGS: dict[str, tuple[float, Callable[[Symbology, np.random.Generator], Thing]]] = {
    "known tags, seen well or badly": (0.15, known),
    "half a known tag": (0.1, torn),
    "two halves of known tags": (0.1, two_halves),
    "one character off": (0.2, near_foreign),
    "foreign codes of the same size": (0.2, foreign),
    "foreign codes of other sizes": (0.05, other_kind),
    "known tags mirrored or inverted": (0.05, mirrored),
    "random modules between finder patterns": (0.05, random_modules),
    "textures and print": (0.05, texture),
    "noise": (0.05, noise),
}
_MODULE = np.ones((PRINT_PX, PRINT_PX), np.uint8)


def _text(rng: np.random.Generator, length: int) -> str:
    return "".join(rng.choice(list(_LETTERS), length))


def _half(size: int, rng: np.random.Generator, share: float) -> Mask:
    """Return one side of a straight line in any direction, with this share of a square."""
    turn = rng.uniform(0, 2 * np.pi)
    y, x = np.mgrid[:size, :size] - (size - 1) / 2
    along = x * np.cos(turn) + y * np.sin(turn)
    return np.asarray(along < np.quantile(along, share))


def _symbol(symbol: segno.QRCode, code: Symbology) -> Grey:
    return on_print(np.array([list(row) for row in symbol.matrix], np.bool_), code)


def _print(modules: Mask) -> Grey:
    return np.kron(np.where(modules, 0, 255).astype(np.uint8), _MODULE)


def on_print(modules: Mask, code: Symbology) -> Grey:
    """Return a symbol's modules with their quiet zone as they are printed."""
    return _print(np.pad(modules, QUIET_MODULES[code]))
