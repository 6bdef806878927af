"""Hidden cards of a game at the virtual table, carried on event by event."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Generic, TypeVar

from engine.game import Rules

HiddenT = TypeVar("HiddenT")
StateT = TypeVar("StateT")
EventT = TypeVar("EventT")

#: Choices of players that no event tells, by the number of the event after the first.
Picks = Mapping[int, tuple[str, ...]]
_NO_PICKS: Picks = MappingProxyType({})


class Dealer(ABC, Generic[HiddenT, StateT, EventT]):
    """Dealer of one seed's hidden cards. It remembers the last game that it was asked about.

    The cards follow from how they were dealt, the game's events, and the players' picks: a game gone on with, or taken
    back, has the same hidden cards.
    """

    rules: Rules[StateT, EventT]

    def __init__(self, seed: int, deal: HiddenT | None = None) -> None:
        """Keep the `deal` of the cards; None: the seed deals them."""
        self.seed, self._deal = seed, deal
        self._events: tuple[EventT, ...] = ()
        self._picked: tuple[tuple[str, ...], ...] = ()
        self._known: tuple[HiddenT, StateT] | None = None

    @classmethod
    @abstractmethod
    def deal(cls, started: EventT, seed: int) -> HiddenT:
        """Shuffle and deal the cards of a game with this first event."""

    @abstractmethod
    def follow(
        self, hidden: HiddenT, before: StateT, event: EventT, after: StateT, number: int, picked: tuple[str, ...] = ()
    ) -> HiddenT:
        """Return the hidden cards after one more event.

        The event is the `number`-th after the first; `picked` is what was picked for it. What was told counts: a
        player who has laid a card has had it.
        """

    def hidden(self, events: Sequence[EventT], picks: Picks = _NO_PICKS) -> HiddenT:
        """Return the hidden cards after these events, the first of which begins the game."""
        events = tuple(events)
        picked = tuple(picks.get(number - 1, ()) for number in range(len(events)))
        done = len(self._events)
        if self._known is None or events[:done] != self._events or picked[:done] != self._picked:
            self._known, done = (self._deal or self.deal(events[0], self.seed), self.rules.begin(events[0])), 1
        hidden, state = self._known
        for number in range(done, len(events)):
            after = self.rules.follow(state, events[number])
            hidden = self.follow(hidden, state, events[number], after, number - 1, picked[number])
            state = after
        self._events, self._picked, self._known = events, picked, (hidden, state)
        return hidden
