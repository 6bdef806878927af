"""The sounds of Finstere Flure: its cards, and the monster's feet, teeth and stones."""

from collections.abc import Mapping

import numpy as np

from companion.voice.waves import RATE, Chime, Wave, after, bar, mixed, noise_wave, times


def _card() -> Wave:
    """A card that is turned over: a swish and a tap."""
    swish = noise_wave(0.16, 0.2) * np.hanning(round(0.16 * RATE)) * 0.25
    return mixed(swish, bar(330.0, 0.15, 0.15) * 4)


def _step() -> Wave:
    """A heavy foot: a dull tone that falls, high enough for small loudspeakers."""
    t = times(0.18)
    return np.sin(2 * np.pi * (130 * t + 150 * 0.02 * (1 - np.exp(-t / 0.02)))) * np.exp(-t / 0.04)


def _eaten() -> Wave:
    """Two bites and a gulp."""
    t = times(0.28)
    gulp = np.sin(2 * np.pi * (260 * t - 330 * t**2)) * np.hanning(len(t))
    bite = noise_wave(0.09, 0.7) * np.exp(-times(0.09) / 0.02)
    bite /= np.abs(bite).max()
    return mixed(bite, after(0.15, bite), after(0.3, 0.8 * gulp))


def _push() -> Wave:
    """Stone over stone: dull noise in small jerks."""
    t = times(0.4)
    return noise_wave(0.4, 1.4) * np.hanning(len(t)) * (0.65 + 0.35 * np.sin(2 * np.pi * 19 * t))


CHIMES: Mapping[str, Chime] = {"card": _card, "step": _step, "eaten": _eaten, "push": _push}
