"""Running game followed from event to event, with the state after each."""

from itertools import takewhile
from typing import Generic

from engine.game import EventT, Game, StateT


class FollowedGame(Generic[StateT, EventT]):
    """Events of a running game and the state after each, as they were seen last."""

    def __init__(self) -> None:
        self.events: tuple[EventT, ...] = ()
        self.states: list[StateT] = []

    def follow(self, game: Game[StateT, EventT]) -> int:
        """Take over the events of a game; return how many of those seen last still stand.

        States are computed anew only where events were taken back.
        """
        before, self.events = self.events, game.events
        if before and game.events[: len(before)] == before:
            for event in game.events[len(before) :]:
                self.states.append(game.rules.follow(self.states[-1], event))
            return len(before)
        self.states = list(game.states())
        same = (pair[0] == pair[1] for pair in zip(before, game.events, strict=False))
        return sum(takewhile(bool, same))
