"""The sounds of Lifeboat: a fight, a bird, someone overboard, land."""

from collections.abc import Mapping

import numpy as np

from companion.voice.waves import RATE, Chime, Wave, after, bar, mixed, noise_wave, times
from engine.lifeboat import events as e
from engine.lifeboat.state import Ending, Phase, State


def _fight() -> Wave:
    """Return the sound of a fight: two dull knocks."""
    knock = bar(180.0, 0.18, 0.3)
    return mixed(knock, after(0.18, bar(140.0, 0.22, 0.3)))


def _bird() -> Wave:
    """Return the sound of a bird: two falling calls of a gull."""
    t = times(0.22)
    call = np.sin(2 * np.pi * (1500 * t - 1600 * t**2)) * np.hanning(len(t)) * 0.5
    return mixed(call, after(0.28, call))


def _overboard() -> Wave:
    """Return the sound of somebody who falls overboard: a splash."""
    splash = noise_wave(0.5, 0.4) * np.exp(-times(0.5) / 0.12)
    swell = noise_wave(0.12, 0.4) * np.hanning(round(0.12 * RATE))
    return mixed(swell * 0.3, after(0.08, splash * 0.7))


def _land() -> Wave:
    """Return the sound of land: a ship's bell, twice two strokes."""
    stroke = bar(880.0, 0.7, 0.3)
    return mixed(stroke, after(0.22, stroke), after(0.8, stroke), after(1.02, stroke))


CHIMES: Mapping[str, Chime] = {"fight": _fight, "bird": _bird, "overboard": _overboard, "land": _land}


def chime_of(before: State, event: e.GameEvent, after: State) -> str:
    """Return the name of an event's sound; empty: it has none of its own."""
    if after.ended is Ending.LANDED and before.ended is None:
        return "land"
    if isinstance(event, e.Refused | e.Objected):
        return "fight"
    if after.step is Phase.OVERBOARD and before.step is not Phase.OVERBOARD:
        return "overboard"
    return "bird" if after.birds > before.birds else ""
