"""Secrets of Finstere Flure: the order of the monster's hidden cards (sections 2 and 5)."""

from collections.abc import Iterator
from random import Random

from engine.secrets import HiddenField, Secret, secrets_of
from engine.values import replaced

from .state import State


def secret_states(state: State, seat: str, rng: Random) -> Iterator[Secret[State]]:
    """Yield states that look alike to a seat: with the cards in another order."""
    return secrets_of(FIELDS, state, seat, rng)


def _order(state: State, _seat: str, rng: Random, _: str) -> State:
    """Shuffle the cards that lie face down, where their order is known at all."""
    cards = state.deck.face_down
    if not state.deck.order_known:
        return state
    return replaced(state, deck=replaced(state.deck, face_down=tuple(rng.sample(cards, len(cards)))))


#: All that nobody may know.
FIELDS = (HiddenField("deck", _order),)
