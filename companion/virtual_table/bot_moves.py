"""Moves of bots in all seats of a game that plays itself, chosen between two pictures."""

from collections.abc import Callable, Collection
from random import Random
from typing import Any, Protocol

from companion.opponents.bots import choose_quickly
from companion.opponents.budget import Budget
from engine.game import Play

#: Moves at which a bot looks: the screen keeps its rate, and a game is about as short as by a greedy bot.
_NODES = 64


class MoveKeeper(Protocol):
    """Keeper of hidden cards: gives bots whole states, keeps what only they know of moves."""

    def whole_state(self) -> Any | None:
        """Return the state as the game's `Play` has it; None while nobody knows the cards."""

    def keep_move(self, move: Any) -> None:
        """Keep what only its player knows of a move, before its event happens."""


def next_move(play: Play[Any, Any], state: Any, rng: Random) -> Any:
    """Return the next move where bots have all seats: of the first one asked, or of chance."""
    seat = next(iter(play.acting_seats(state)), None)
    return play.draw(state, rng) if seat is None else _choose(play, state, seat, rng)


def next_event(
    play: Play[Any, Any], keeper: MoveKeeper, bots: Collection[str], rng: Random, draw: Callable[[Any], Any | None]
) -> Any | None:
    """Return the next event of bots or of chance; None if people have to act.

    What nobody else notices is kept on the way, such as that somebody declines. `draw`: what chance does by itself in
    a state in which no seat may act, None where it does nothing.
    """
    while (state := keeper.whole_state()) is not None:
        actors = play.acting_seats(state)
        seat = next((actor for actor in actors if actor in bots), None)
        if seat is not None:
            move = _choose(play, state, seat, rng)
        elif actors or (move := draw(state)) is None:
            break
        keeper.keep_move(move)
        event = play.event(move)
        if event is not None:
            return event
        if keeper.whole_state() == state:
            # Another table keeps the cards, and is asked.
            break
    return None


def _choose(play: Play[Any, Any], state: Any, seat: str, rng: Random) -> Any:
    """Return a seat's move in a whole state."""
    return choose_quickly(play, play.view(state, seat), seat, Budget(nodes=_NODES), rng)
