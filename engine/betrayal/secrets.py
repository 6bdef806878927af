"""Secrets of Betrayal: the order of the stacks, and how the dice will fall (section 12).

What a side has written stands on phones alone.
"""

from collections.abc import Callable, Iterator
from random import Random

from engine.secrets import HiddenField, Secret, secrets_of
from engine.values import replaced

from .full_state import FullState

#: Seeds of the dice are drawn below it.
_SEEDS = 2**32


def secret_states(state: FullState, seat: str, rng: Random) -> Iterator[Secret[FullState]]:
    """Yield states alike to a seat: with all otherwise, then one hidden field at a time."""
    return secrets_of(FIELDS, state, seat, rng)


def _order(name: str) -> Callable[[FullState, str, Random, str], FullState]:
    """Return the change of a stack's order, which nobody knows."""

    def change(state: FullState, _seat: str, rng: Random, _: str) -> FullState:
        if state.stacks is None:
            return state
        order = getattr(state.stacks, name)
        return replaced(state, stacks=replaced(state.stacks, **{name: tuple(rng.sample(order, len(order)))}))

    return change


def _dice(state: FullState, _seat: str, rng: Random, _: str) -> FullState:
    """Change the seed from which all throws follow."""
    if state.stacks is None:
        return state
    return replaced(state, stacks=replaced(state.stacks, seed=rng.randrange(_SEEDS)))


#: All that nobody may know.
FIELDS = (
    HiddenField("tiles", _order("all_tiles")),
    HiddenField("cards", _order("all_cards")),
    HiddenField("dice", _dice),
)
