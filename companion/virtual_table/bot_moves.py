"""Moves of bots in all seats of a game that plays itself, chosen between two pictures."""

from random import Random
from typing import Any

from companion.opponents.bots import choose_quickly
from companion.opponents.budget import Budget
from engine.game import Play

#: Moves at which a bot looks: the screen keeps its rate, and a game is as short as by a greedy bot.
_NODES = 64


def choose_move(play: Play[Any, Any], state: Any, rng: Random) -> Any:
    """Return the next move of a whole state: that of the seat that is asked first, or of chance."""
    actors = play.actors(state)
    if not actors:
        return play.draw(state, rng)
    return choose_quickly(play, play.view(state, actors[0]), actors[0], Budget(nodes=_NODES), rng)
