"""Secrets of whole states, said by the rules of each game and never by `Play.view`.

`other_states` gives what might be instead, as far as a seat knows: whatever that seat may see or hear must be the
same. `perceived` gives what a seat sees of a state at that moment: two games in which it has perceived the same all
along must look the same to it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.cards.play import Dealt as DealtCards
from engine.betrayal.play import FullState
from engine.coach_ride.dealt import Dealt as DealtCoach
from engine.game import Play
from engine.lifeboat.dealt import Dealt as DealtBoat
from tools.secrets import betrayal, cards, coach_ride, lifeboat
from tools.secrets.kinds import NOBODY, Kinds

__all__ = [
    "EVERYTHING",
    "NOBODY",
    "OtherState",
    "follow_both",
    "move_alike",
    "other_state",
    "other_state_with_move",
    "other_states",
    "perceived",
]

#: The kind of a state in which all is another that a seat may not know.
EVERYTHING = "everything"


@dataclass(frozen=True)
class OtherState:
    """State that is the same for a seat, and the kind of hidden things in which it differs."""

    kind: str
    state: Any


def _kinds(state: Any) -> Kinds:
    match state:
        case DealtBoat():
            return lifeboat.KINDS
        case DealtCoach():
            return coach_ride.KINDS
        case FullState():
            return betrayal.KINDS
        case DealtCards():
            return cards.KINDS
    return {}


def other_states(state: Any, seat: str, rng: Random) -> Iterator[OtherState]:
    """Yield states that look alike to a seat, each with another kind of secret changed.

    `NOBODY` stands for somebody without a seat.
    """
    for kind, change in _kinds(state).items():
        other = change(state, seat, rng)
        if other != state:
            yield OtherState(kind, other)


def other_state(state: Any, seat: str, rng: Random) -> Any:
    """Return a state that is the same for a seat, with all else as different as it comes."""
    for change in _kinds(state).values():
        state = change(state, seat, rng)
    return state


def other_state_with_move(play: Play[Any, Any], state: Any, seat: str, move: Any, rng: Random) -> Any:
    """Return a state as `other_state` does, in which a like move is possible.

    To the seat that move looks like this one.
    Kinds of secrets that would allow no such move are left alone: with them nothing could be compared.
    """
    other = state
    for change in _kinds(state).values():
        changed = change(other, seat, rng)
        try:
            move_alike(play, state, changed, seat, move)
        except LookupError:
            continue
        other = changed
    return other


def follow_both(play: Play[Any, Any], state: Any, other: Any, seat: str, move: Any) -> tuple[Any, Any] | None:
    """Follow a move in one state, and in another a move that the seat cannot tell from it.

    None where there is no such move, or where the seat has seen from then on which of the two states it is.
    """
    try:
        alike = move_alike(play, state, other, seat, move)
    except LookupError:
        return None
    after, after_other = play.follow(state, move), other if alike is None else play.follow(other, alike)
    return (after, after_other) if perceived(after, seat) == perceived(after_other, seat) else None


def move_alike(play: Play[Any, Any], state: Any, other: Any, seat: str, move: Any) -> Any | None:
    """Return a move in the other state that the seat cannot tell from one in this state.

    None: it notices nothing of the move. Raises LookupError where there is no such move.
    """
    event = play.event(move)
    if event is not None and _shows(state, event, seat):
        raise LookupError(f"{seat} sees hidden cards by {move}")
    if play.noticed(move) is not None:
        same = [one for one in play.possible(other) if play.noticed(one) == play.noticed(move)]
        if seat in _parties(event):
            # Whoever is party to an event knows all of its move.
            same = [one for one in same if one == move]
        if not same:
            raise LookupError(f"{move} is possible in one state alone")
        return next((one for one in same if one != move), move)
    if move.by != seat:
        return None
    if move not in play.possible(other):
        raise LookupError(f"{move} is possible in one state alone")
    return move


def _parties(event: Any) -> set[Any]:
    """Return whom an event names."""
    return {value for value in vars(event).values() if isinstance(value, str)} if event is not None else set()


def _shows(state: Any, event: Any, seat: str) -> bool:
    """Return True if an event shows a seat hidden cards that it need not hold afterwards."""
    match state:
        case DealtBoat():
            return lifeboat.shows(event, seat)
        case DealtCoach():
            return coach_ride.shows(state, event, seat)
    return False


def perceived(state: Any, seat: str) -> object:
    """Return what a seat sees of a whole state at this moment, by the rules."""
    match state:
        case DealtBoat():
            return lifeboat.perceived(state, seat)
        case DealtCoach():
            return coach_ride.perceived(state, seat)
        case FullState():
            return betrayal.perceived(state, seat)
        case DealtCards():
            return cards.perceived(state, seat)
    return state
