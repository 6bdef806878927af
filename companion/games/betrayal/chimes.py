"""The sounds of Betrayal: a door, a card, the haunt, a blow, a death."""

from collections.abc import Mapping

import numpy as np

from companion.voice.waves import RATE, Chime, Wave, after, bar, mixed, noise_wave, times
from engine.betrayal import events as e
from engine.betrayal.state import Phase, State


def _door() -> Wave:
    """Return the creak of a door that opens."""
    t = times(0.5)
    creak = np.sin(2 * np.pi * (180 * t + 120 * t**2) + 2.5 * np.sin(2 * np.pi * 23 * t))
    return creak * np.hanning(len(t)) * 0.3


def _card() -> Wave:
    """Return the sound of a card that is turned over."""
    flick = noise_wave(0.06, 0.4) * np.hanning(round(0.06 * RATE))
    return mixed(flick, after(0.09, flick * 0.5))


def _haunt() -> Wave:
    """Return three deep strokes of a clock."""
    stroke = mixed(bar(98.0, 1.4, 0.35), bar(147.0, 1.4, 0.2))
    return mixed(stroke, after(0.9, stroke), after(1.8, stroke))


def _blow() -> Wave:
    """Return a dull blow."""
    return mixed(bar(130.0, 0.25, 0.4), noise_wave(0.1, 0.2) * np.hanning(round(0.1 * RATE)))


def _death() -> Wave:
    """Return two strokes, the second lower."""
    return mixed(bar(220.0, 0.8, 0.3), after(0.5, bar(146.8, 1.2, 0.35)))


CHIMES: Mapping[str, Chime] = {"door": _door, "card": _card, "haunt": _haunt, "blow": _blow, "death": _death}


def chime_of(before: State, event: e.GameEvent, after: State) -> str:
    """Return the sound that goes with what has just happened; empty: none of its own."""
    if after.phase is Phase.SETUP and before.phase is not Phase.SETUP:
        return "haunt"
    if len(after.living) < len(before.living):
        return "death"
    if isinstance(event, e.Attacked):
        return "blow"
    if isinstance(event, e.Drew):
        return "card"
    return "door" if isinstance(event, e.Discovered) else ""
