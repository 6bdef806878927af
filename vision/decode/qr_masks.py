"""Mask choice for QR symbols of version 1 (ISO/IEC 18004, 7.8): lowest score of eight masks.

The choice is segno's own, for all eight masks at once: one after the other takes longer than all the rest of a
symbol.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

_SIDE = 21
#: Dark, light, dark three times, light, dark: what a finder looks like along a line.
_FINDER = bytes((1, 0, 1, 1, 1, 0, 1))

Modules = npt.NDArray[np.uint8]


def _data_and_format() -> tuple[Modules, Modules]:
    """Return 1 where a module is masked, and 1 where the format is.

    The format is light while masks are scored.
    """
    data = np.ones((_SIDE, _SIDE), np.uint8)
    data[:9, :9] = data[:9, -8:] = data[-8:, :9] = data[6] = data[:, 6] = 0
    form = np.zeros_like(data)
    form[8] = 1 - data[8]
    form[:, 8] |= 1 - data[:, 8]
    form[8, 6] = form[6, 8] = 0
    return data, form


_DATA, _FORMAT = _data_and_format()
_Y, _X = np.indices((_SIDE, _SIDE))
#: What each mask turns over.
_MASKS = np.stack(
    [
        ((_Y + _X) % 2 == 0) & _DATA,
        (_Y % 2 == 0) & _DATA,
        (_X % 3 == 0) & _DATA,
        ((_Y + _X) % 3 == 0) & _DATA,
        ((_Y // 2 + _X // 3) % 2 == 0) & _DATA,
        (_Y * _X % 2 + _Y * _X % 3 == 0) & _DATA,
        ((_Y * _X % 2 + _Y * _X % 3) % 2 == 0) & _DATA,
        (((_Y + _X) % 2 + _Y * _X % 3) % 2 == 0) & _DATA,
    ]
).astype(np.uint8)


def best_mask(drawn: Modules) -> int:
    """Return the best mask for a symbol that has been drawn with mask 0.

    The symbol is 21 x 21 modules, 1 where dark.
    """
    symbols = np.where(_FORMAT == 1, 0, drawn ^ _MASKS[0] ^ _MASKS).astype(np.uint8)
    lines = np.concatenate((symbols, symbols.transpose(0, 2, 1)), axis=1)
    dark = symbols.sum((1, 2))
    scores = _runs(lines) + _blocks(symbols) + 10 * (np.abs(dark / _SIDE**2 * 100 - 50) / 5).astype(int)
    for number, rows in enumerate(lines):
        scores[number] += 40 * sum(1 for row in rows for _ in _finders(row.tobytes()))
    return int(np.argmin(scores))


def _runs(lines: Modules) -> npt.NDArray[np.int_]:
    """Five in a line that are alike score 3, each one more another 1."""
    alike = lines[..., 1:] == lines[..., :-1]
    five = alike[..., :-3] & alike[..., 1:-2] & alike[..., 2:-1] & alike[..., 3:]
    begun = five.copy()
    begun[..., 1:] &= ~five[..., :-1]
    scores: npt.NDArray[np.int_] = five.sum((1, 2)) + 2 * begun.sum((1, 2))
    return scores


def _blocks(symbols: Modules) -> npt.NDArray[np.int_]:
    """Score 3 for each block of two by two modules that are alike."""
    dark = symbols[:, 1:, 1:] + symbols[:, 1:, :-1] + symbols[:, :-1, 1:] + symbols[:, :-1, :-1]
    scores: npt.NDArray[np.int_] = 3 * (dark % 4 == 0).sum((1, 2))
    return scores


def _finders(line: bytes) -> Iterator[int]:
    """Find the places where a line looks like a finder with four light modules beside it.

    The light modules are before or behind it; the edge counts as light.
    """
    start = line.find(_FINDER)
    while start >= 0:
        end = start + len(_FINDER)
        light = not any(line[max(0, start - 4) : start]) or not any(line[end : end + 4])
        if light:
            yield start
        start = line.find(_FINDER, end if light else start + 4)
