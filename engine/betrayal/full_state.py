"""Whole state of a game of Betrayal: house, order of the stacks, announcements."""

from engine.values import value

from .hidden import Stacks
from .possible import BegunEvent, DiceThrown
from .state import State


@value
class FullState:
    """Whole state of a game.

    `stacks`: in a view None; `announced`: what is going on; `declined`: the attacker steals nothing; `turns`: of the
    haunt that have ended, or `UNCLAIMED`; `thrown`: dice of an event that is still to be told.
    """

    state: State
    stacks: Stacks | None
    announced: BegunEvent | None = None
    declined: bool = False
    turns: int = 0
    thrown: DiceThrown | None = None
