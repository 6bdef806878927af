"""Sounds of Coach Ride: steel, coins that change hands, a bell for a claim, a coach's horn."""

from collections.abc import Mapping

import numpy as np

from companion.voice.waves import Chime, Wave, after, bar, mixed, times
from engine.coach_ride import events as e
from engine.coach_ride.state import Phase, State


def _steel() -> Wave:
    """Return two blades that meet."""
    return mixed(bar(1760.0, 0.3), bar(2489.0, 0.25), after(0.12, bar(2093.0, 0.4)))


def _trade() -> Wave:
    """Return two soft steps, up and down."""
    return mixed(bar(523.0, 0.2), after(0.14, bar(659.0, 0.2)), after(0.28, bar(523.0, 0.25)))


def _claim() -> Wave:
    """Return a deep bell."""
    stroke = bar(196.0, 1.4)
    return mixed(stroke, bar(392.0, 0.9), after(0.7, stroke))


def _horn() -> Wave:
    """Return a post horn: a fourth up."""

    def note(pitch: float, length: float) -> Wave:
        t = times(length)
        tone = sum(np.sin(2 * np.pi * pitch * part * t) / part for part in (1, 2, 3))
        return np.asarray(tone * np.hanning(len(t)) * 0.2, dtype=np.float64)

    return mixed(note(392.0, 0.3), after(0.26, note(523.0, 0.5)))


CHIMES: Mapping[str, Chime] = {"steel": _steel, "trade": _trade, "claim": _claim, "horn": _horn}


def chime_of(before: State, event: e.GameEvent, after_it: State) -> str:
    """Return the sound that goes with what has just happened; empty: none of its own."""
    if isinstance(event, e.Attacked | e.Used | e.Supported):
        return "steel" if not isinstance(event, e.Supported) or event.side is not e.Support.NONE else ""
    if isinstance(event, e.Accepted | e.Handed):
        return "trade"
    if isinstance(event, e.Claimed):
        return "claim"
    if after_it.phase is Phase.TURN and before.fight is not None and after_it.fight is None:
        return "horn"
    return ""
