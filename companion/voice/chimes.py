"""Chimes of the platform: short sounds of our own.

A game adds its own ones (`GameVoice.chimes`).
"""

from collections.abc import Mapping

import numpy as np

from companion.voice.waves import Chime, Wave, bar, mixed, times


def _turn() -> Wave:
    return mixed(bar(523.3, 0.5), bar(784.0, 0.6, 0.13))


def _wrong() -> Wave:
    return mixed(bar(311.1, 0.35), bar(233.1, 0.5, 0.18))


def _right() -> Wave:
    return mixed(bar(1046.5, 0.4), bar(1318.5, 0.45, 0.07))


def _gong() -> Wave:
    """Return a gong: tones that do not fit together, the low ones longest."""
    t = times(1.8)
    tones = [(110.0, 1.0, 1.4), (167.0, 0.7, 1.1), (243.0, 0.6, 0.8), (331.0, 0.4, 0.5), (468.0, 0.3, 0.3)]
    gong = sum(loud * np.sin(2 * np.pi * hertz * t) * np.exp(-3 * t / lasts) for hertz, loud, lasts in tones)
    return np.asarray(gong * np.minimum(1.0, t / 0.02))


def _victory() -> Wave:
    notes = [523.3, 659.3, 784.0, 1046.5]
    rising = [bar(hertz, 0.7, 0.14 * place) for place, hertz in enumerate(notes)]
    return mixed(*rising, *(0.5 * bar(hertz, 1.2, 0.7) for hertz in notes))


#: What is heard when somebody is to do something, when it was wrong or right, when a part of a game begins, at the end.
CHIMES: Mapping[str, Chime] = {
    "turn": _turn,
    "wrong": _wrong,
    "right": _right,
    "gong": _gong,
    "victory": _victory,
}
