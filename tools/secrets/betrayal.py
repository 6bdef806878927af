"""Secrets of Betrayal: the order of the stacks (section 12).

What a side has written stands on phones alone.
"""

from random import Random

from engine.betrayal.play import FullState
from engine.values import replaced
from tools.secrets.kinds import Kinds


def _stacks(state: FullState, seat: str, rng: Random) -> FullState:  # noqa: ARG001 - nobody knows it
    if state.stacks is None:
        return state
    tiles, cards = (rng.sample(order, len(order)) for order in (state.stacks.all_tiles, state.stacks.all_cards))
    return replaced(state, stacks=replaced(state.stacks, seed=0, all_tiles=tuple(tiles), all_cards=tuple(cards)))


KINDS: Kinds = {"stacks": _stacks}


def perceived(state: FullState, seat: str) -> object:  # noqa: ARG001 - everybody sees the same
    """Return all but the stacks."""
    return state.state, state.announced, state.declined, state.turns
