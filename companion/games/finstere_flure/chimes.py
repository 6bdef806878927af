"""The sounds of Finstere Flure: its cards, and the monster's feet, teeth and stones."""

from collections.abc import Mapping
from functools import partial

import numpy as np

from companion.voice.waves import RATE, Chime, Wave, after, bar, mixed, noise_wave, times
from hardware.ring.patterns import FLARE_AGAIN_S

#: The sounds of somebody being eaten, from the least tension on.
EATEN = ("eaten", "eaten-2", "eaten-3", "eaten-4")


def _card() -> Wave:
    """Return a card that is turned over: a swish and a tap."""
    swish = noise_wave(0.16, 0.2) * np.hanning(round(0.16 * RATE)) * 0.25
    return mixed(swish, bar(330.0, 0.15, 0.15) * 4)


def _step() -> Wave:
    """Return a heavy foot: a dull tone that falls, high enough for small loudspeakers."""
    t = times(0.18)
    return np.sin(2 * np.pi * (130 * t + 150 * 0.02 * (1 - np.exp(-t / 0.02)))) * np.exp(-t / 0.04)


def _eaten(tension: int) -> Wave:
    """Return two bites, a gulp and a sting; the tenser, the deeper and longer."""
    t = times(0.28)
    gulp = np.sin(2 * np.pi * (260 * t - 330 * t**2)) * np.hanning(len(t))
    bite = noise_wave(0.09, 0.7) * np.exp(-times(0.09) / 0.02)
    bite /= np.abs(bite).max()
    # Two tones that rub against each other go through marrow and bone.
    lower, longer = 2 ** (-3 * (tension - 1) / 12), 0.95 + 0.15 * tension
    sting = bar(415.3 * lower, longer, 0.32) + bar(440.0 * lower, longer, 0.32)
    # With each flare of the lights after the first a drum.
    drums = [after(FLARE_AGAIN_S * beat, 1.2 * _step()) for beat in range(1, tension)]
    return mixed(bite, after(0.15, bite), after(0.3, 0.8 * gulp), 0.5 * sting, *drums)


def _breath() -> Wave:
    """Return two double heartbeats: low, but high enough for small loudspeakers."""
    t = times(0.22)
    beat = np.sin(2 * np.pi * 92 * t) * np.exp(-t / 0.06)
    return mixed(beat, after(0.26, 0.7 * beat), after(0.85, beat), after(1.11, 0.7 * beat))


def _home() -> Wave:
    """Return the sound of a door that falls shut, and of three tones that rise."""
    return mixed(
        bar(110.0, 0.4), *(bar(hertz, 0.6, 0.18 + 0.11 * place) for place, hertz in enumerate((392, 523, 659)))
    )


def _push() -> Wave:
    """Return the sound of stone over stone: dull noise in small jerks."""
    t = times(0.4)
    return noise_wave(0.4, 1.4) * np.hanning(len(t)) * (0.65 + 0.35 * np.sin(2 * np.pi * 19 * t))


CHIMES: Mapping[str, Chime] = {
    "breath": _breath,
    "card": _card,
    "step": _step,
    **{name: partial(_eaten, number) for number, name in enumerate(EATEN, start=1)},
    "home": _home,
    "push": _push,
}
