"""Two games that differ in what a seat may not know, followed move by move.

`Play.secrets` says what may be otherwise; here both go on as long as the seat perceives the same.
"""

from random import Random
from typing import Any

from engine.game import Play
from engine.secrets import EVERYTHING
from tools.secrets.perception import perceived, shows_cards


def other_state(play: Play[Any, Any], state: Any, seat: str, rng: Random) -> Any:
    """Return a state that is the same for a seat, with all else otherwise, if it can be."""
    return next((secret.state for secret in play.secrets(state, seat, rng)), state)


def other_state_with_move(play: Play[Any, Any], state: Any, seat: str, move: Any, rng: Random) -> Any:
    """Return a state as `other_state` does, in which a like move is possible.

    To the seat that move looks like this one. Where no such move is possible with all otherwise, hidden fields that
    would allow none are left alone: else nothing could be compared.
    """
    other = state
    for kind in [secret.kind for secret in play.secrets(state, seat, rng)]:
        changed = next((secret.state for secret in play.secrets(other, seat, rng) if secret.kind == kind), other)
        try:
            move_alike(play, state, changed, seat, move)
        except LookupError:
            continue
        other = changed
        if kind == EVERYTHING:
            break
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
    if event is not None and shows_cards(state, event, seat):
        raise LookupError(f"{seat} sees hidden cards by {move}")
    if play.noticed(move) is not None:
        same = [candidate for candidate in play.possible(other) if play.noticed(candidate) == play.noticed(move)]
        if seat in _parties(event):
            # Whoever is party to an event knows all of its move.
            same = [candidate for candidate in same if candidate == move]
        if not same:
            raise LookupError(f"{move} is possible in one state alone")
        return next((candidate for candidate in same if candidate != move), move)
    if move.by != seat:
        return None
    if move not in play.possible(other):
        raise LookupError(f"{move} is possible in one state alone")
    return move


def _parties(event: Any) -> set[Any]:
    """Return whom an event names."""
    return {value for value in vars(event).values() if isinstance(value, str)} if event is not None else set()
