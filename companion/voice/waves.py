"""Waves of chimes: computed tones, noise and pauses."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

#: Samples a second, for everything that is played.
RATE = 22_050
#: How loud the loudest moment of a chime is, 1 being the most that there is; speech is about as loud.
PEAK = 0.5

#: Samples, RATE of them a second, as loud as they come.
Wave = npt.NDArray[np.float64]
#: Makes a chime's wave, the same at every call.
Chime = Callable[[], Wave]


def samples_of(chime: Chime) -> npt.NDArray[np.int16]:
    """Return a chime as a sound device takes it: mono, evened to one loudness, faded out."""
    wave = chime()
    # The last hundredth of a second fades out, so that nothing clicks.
    fade = RATE // 100
    wave[-fade:] *= np.linspace(1.0, 0.0, fade)
    samples: npt.NDArray[np.int16] = np.round(wave / np.abs(wave).max() * PEAK * 32_767).astype(np.int16)
    return samples


def times(seconds: float) -> Wave:
    """Return the moments of the samples, in seconds."""
    return np.arange(round(seconds * RATE)) / RATE


def bar(hertz: float, seconds: float, start_s: float = 0.0) -> Wave:
    """Return a struck wooden bar: the tone, its fourth harmonic dying sooner, a soft start."""
    t = times(seconds)
    tone = np.sin(2 * np.pi * hertz * t) * np.exp(-5 * t / seconds)
    tone += 0.3 * np.sin(2 * np.pi * 4 * hertz * t) * np.exp(-14 * t / seconds)
    return after(start_s, tone * np.minimum(1.0, t / 0.004) * (1.0 - t / seconds))


def after(seconds: float, wave: Wave) -> Wave:
    """Return the wave after a pause."""
    return np.concatenate([np.zeros(round(seconds * RATE)), wave])


def mixed(*waves: Wave) -> Wave:
    """Mix several waves into one."""
    whole = np.zeros(max(len(wave) for wave in waves))
    for wave in waves:
        whole[: len(wave)] += wave
    return whole


def noise_wave(seconds: float, smooth_ms: float) -> Wave:
    """Return noise, the same at every call; the longer it is smoothed over, the duller."""
    rough = np.random.default_rng(1).standard_normal(round(seconds * RATE))
    width = max(1, round(smooth_ms / 1000 * RATE))
    return np.convolve(rough, np.hanning(width + 2), mode="same")
