"""The chimes: short sounds of our own, made by calculation."""

from collections.abc import Callable, Mapping

import numpy as np
import numpy.typing as npt

#: Samples a second, for everything that is played.
RATE = 22_050
#: How loud the loudest moment of a chime is, 1 being the most that there is; speech is about as loud.
PEAK = 0.5

Wave = npt.NDArray[np.float64]


def chime(name: str) -> npt.NDArray[np.int16]:
    """The samples of a chime, mono. Raises KeyError for a name that is none of `CHIMES`."""
    wave = CHIMES[name]()
    # The last hundredth of a second fades out, so that nothing clicks.
    fade = RATE // 100
    wave[-fade:] *= np.linspace(1.0, 0.0, fade)
    samples: npt.NDArray[np.int16] = np.round(wave / np.abs(wave).max() * PEAK * 32_767).astype(np.int16)
    return samples


def _times(seconds: float) -> Wave:
    return np.arange(round(seconds * RATE)) / RATE


def _bar(hertz: float, seconds: float, start_s: float = 0.0) -> Wave:
    """A struck wooden bar: the tone, its fourth harmonic dying sooner, a soft start."""
    t = _times(seconds)
    tone = np.sin(2 * np.pi * hertz * t) * np.exp(-5 * t / seconds)
    tone += 0.3 * np.sin(2 * np.pi * 4 * hertz * t) * np.exp(-14 * t / seconds)
    return _after(start_s, tone * np.minimum(1.0, t / 0.004) * (1.0 - t / seconds))


def _after(seconds: float, wave: Wave) -> Wave:
    return np.concatenate([np.zeros(round(seconds * RATE)), wave])


def _together(*waves: Wave) -> Wave:
    whole = np.zeros(max(len(wave) for wave in waves))
    for wave in waves:
        whole[: len(wave)] += wave
    return whole


def _noise(seconds: float, smooth_ms: float) -> Wave:
    """Noise, the same at every call; the longer it is smoothed over, the duller."""
    rough = np.random.default_rng(1).standard_normal(round(seconds * RATE))
    width = max(1, round(smooth_ms / 1000 * RATE))
    return np.convolve(rough, np.hanning(width + 2), mode="same")


def _turn() -> Wave:
    return _together(_bar(523.3, 0.5), _bar(784.0, 0.6, 0.13))


def _card() -> Wave:
    """A card that is turned over: a swish and a tap."""
    swish = _noise(0.16, 0.2) * np.hanning(round(0.16 * RATE)) * 0.25
    return _together(swish, _bar(330.0, 0.15, 0.15) * 4)


def _step() -> Wave:
    """A heavy foot: a dull tone that falls, high enough for small loudspeakers."""
    t = _times(0.18)
    return np.sin(2 * np.pi * (130 * t + 150 * 0.02 * (1 - np.exp(-t / 0.02)))) * np.exp(-t / 0.04)


def _eaten() -> Wave:
    """Two bites and a gulp."""
    t = _times(0.28)
    gulp = np.sin(2 * np.pi * (260 * t - 330 * t**2)) * np.hanning(len(t))
    bite = _noise(0.09, 0.7) * np.exp(-_times(0.09) / 0.02)
    bite /= np.abs(bite).max()
    return _together(bite, _after(0.15, bite), _after(0.3, 0.8 * gulp))


def _push() -> Wave:
    """Stone over stone: dull noise in small jerks."""
    t = _times(0.4)
    return _noise(0.4, 1.4) * np.hanning(len(t)) * (0.65 + 0.35 * np.sin(2 * np.pi * 19 * t))


def _wrong() -> Wave:
    return _together(_bar(311.1, 0.35), _bar(233.1, 0.5, 0.18))


def _right() -> Wave:
    return _together(_bar(1046.5, 0.4), _bar(1318.5, 0.45, 0.07))


def _stage() -> Wave:
    """A gong: tones that do not fit together, the low ones longest."""
    t = _times(1.8)
    tones = [(110.0, 1.0, 1.4), (167.0, 0.7, 1.1), (243.0, 0.6, 0.8), (331.0, 0.4, 0.5), (468.0, 0.3, 0.3)]
    gong = sum(loud * np.sin(2 * np.pi * hertz * t) * np.exp(-3 * t / lasts) for hertz, loud, lasts in tones)
    return np.asarray(gong * np.minimum(1.0, t / 0.02))


def _victory() -> Wave:
    notes = [523.3, 659.3, 784.0, 1046.5]
    rising = [_bar(hertz, 0.7, 0.14 * place) for place, hertz in enumerate(notes)]
    return _together(*rising, *(0.5 * _bar(hertz, 1.2, 0.7) for hertz in notes))


CHIMES: Mapping[str, Callable[[], Wave]] = {
    "turn": _turn,
    "card": _card,
    "step": _step,
    "eaten": _eaten,
    "push": _push,
    "wrong": _wrong,
    "right": _right,
    "stage": _stage,
    "victory": _victory,
}
