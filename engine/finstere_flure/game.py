"""A game: its events and the state that they lead to.

::

    game = Game.start(GameStarted((Colour.RED, Colour.BLUE), first=Colour.RED))
    game = game.apply(shuffle_deck(SystemRandom()))
    game = game.apply(game.token_choices("red-5")[7])
    game.state.turn, game.state.position, game.state.outcome
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from random import Random
from typing import Self

from .allowed import event_problems, start_problems
from .deck import draw_card
from .events import CardDrawn, GameEvent, GameStarted, TilePlaced, TokenMoved, token_moved
from .moves import token_moves
from .problems import EventNotAllowedError, Problem, Reason
from .rounds import begin, follow
from .setup import placements
from .state import State


@dataclass(frozen=True)
class Game:
    """A game as the list of its events, with the state after the last of them. Made by `start` or `replay`."""

    events: tuple[GameEvent, ...]
    state: State

    @classmethod
    def start(cls, event: GameStarted) -> Self:
        """A new game. Raises EventNotAllowedError, naming every problem, if it cannot be played like that."""
        problems = start_problems(event)
        if problems:
            raise EventNotAllowedError(problems)
        return cls((event,), begin(event))

    @classmethod
    def replay(cls, events: Sequence[GameEvent]) -> Self:
        """The game that these events tell, each of them checked.

        Raises EventNotAllowedError at the first event that is not allowed, also if there is none at all.
        """
        if not events or not isinstance(events[0], GameStarted):
            raise EventNotAllowedError((Problem(Reason.PHASE, "a game begins with who plays and by which rules"),))
        game = cls.start(events[0])
        for event in events[1:]:
            game = game.apply(event)
        return game

    def problems(self, event: GameEvent) -> tuple[Problem, ...]:
        """All that is wrong with the event now; nothing if it is allowed."""
        return event_problems(self.state, event)

    def apply(self, event: GameEvent) -> Self:
        """The game with one more event. Raises EventNotAllowedError, naming every problem, if it is not allowed now."""
        problems = self.problems(event)
        if problems:
            raise EventNotAllowedError(problems)
        return type(self)((*self.events, event), follow(self.state, event))

    def undo(self, events: int = 1) -> Self:
        """The game without its last events; the first one, with which it started, always stays."""
        first, *others = self.events[: max(1, len(self.events) - events)]
        assert isinstance(first, GameStarted)
        # They were checked when they were applied.
        return type(self)((first, *others), reduce(follow, others, begin(first)))

    def token_choices(self, token_id: str) -> tuple[TokenMoved, ...]:
        """Every event that moves this token by the rules now; none if it is not its player's turn or it has moved."""
        state = self.state
        if state.turn is None or token_id not in state.tokens_to_move(state.turn):
            return ()
        return tuple(token_moved(state.position, token_id, move) for move in token_moves(state.position, token_id))

    def tile_choices(self, tile_id: str) -> Iterator[TilePlaced]:
        """Every event that places this tile by the rules now; none if it lies already or no tile is to be placed."""
        state = self.state
        if tile_id in state.tiles_to_place:
            yield from map(TilePlaced, placements(tile_id, state.placed, dm=state.started.dm))

    def draw(self, chance: Random) -> CardDrawn:
        """The event of turning over the next card of a virtual deck; `chance` shuffles a first hit card back in."""
        state = self.state
        return draw_card(state.deck, first=state.first_card, five_as_three=state.started.five_as_three, chance=chance)
