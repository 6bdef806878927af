"""Dice that are thrown for an event before it is told, and who throws them."""

from collections import Counter
from typing import Any

from . import events as e
from .codec import CODEC
from .possible import DiceThrown
from .state import State

#: Nobody throws more dice for one event: those of both sides of a fight, and all of them several times more.
MOST_THROWN = 64
#: Names of events that tell dice which are thrown one after the other.
THROWN_FOR = tuple(
    CODEC.name_of(kind)
    for kind in (e.Crossed, e.Opened, e.ExitRolled, e.Balanced, e.Attacked, e.MonstersRolled, e.HauntRolled, e.Rolled)
)


def keeper_of(state: State, figure: str) -> str:
    """Return the explorer who decides for a figure.

    For monsters it is a traitor; if there is none anybody of the living.
    """
    if figure in state.explorers:
        return figure
    traitors = [traitor for traitor in state.traitors if not state.explorers[traitor].dead]
    return (traitors or [*state.living] or [*state.players])[0]


def thrower(state: State, event: e.GameEvent) -> str:
    """Return the explorer who throws the dice of an event."""
    return keeper_of(state, str(getattr(event, "by", None) or state.turn))


def fits_thrown(state: State, thrown: DiceThrown, event: e.GameEvent) -> bool:
    """Return True for the event that was thrown for, if it tells no other dice.

    A die that was thrown again counts once or the other time.
    """
    told: Any = event
    if CODEC.name_of(event) != thrown.event or thrower(state, event) != thrown.by:
        return False
    return Counter((*told.faces, *getattr(told, "against", ()))) <= Counter(thrown.faces)
