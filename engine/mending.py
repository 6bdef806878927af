"""Mending of a game in the middle: what follows a changed event is played again.

An event that no longer fits stops it: somebody decides whether it is changed, dropped, or the end. Nothing is taken
over unasked::

    mending = mend(game, MendAct.DROP, 12)
    while mending.misfit is not None:
        mending = mending.drop()
    mending.game, mending.origins
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Generic, TypeVar

from .errors import NotAllowedError
from .game import Game, Problem

StateT = TypeVar("StateT")
EventT = TypeVar("EventT")


class MendAct(StrEnum):
    """Act of a mend."""

    DROP = "drop"
    CHANGE = "change"
    INSERT = "insert"


@dataclass(frozen=True)
class Mending(Generic[StateT, EventT]):
    """Game that is mended, as far as it has been played again.

    `before`: the game as it was. `game`: the mended one so far. `origins`: for each of its events the number (from 0)
    that it had before; None for one that was told anew. `next`: the number of the first event that is not played again.
    """

    before: Game[StateT, EventT]
    game: Game[StateT, EventT]
    origins: tuple[int | None, ...]
    next: int

    @property
    def misfit(self) -> EventT | None:
        """The first event that no longer fits; None: all is played again."""
        return self.before.events[self.next] if self.next < len(self.before.events) else None

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Problems of the event that no longer fits."""
        return () if self.misfit is None else self.game.problems(self.misfit)

    @property
    def kept(self) -> int:
        """The number of events at the beginning that are as they were."""
        return next((number for number, origin in enumerate(self.origins) if origin != number), len(self.origins))

    def drop(self) -> "Mending[StateT, EventT]":
        """Leave the event out that no longer fits, and play on."""
        return replace(self, next=self.next + 1)._played()

    def change(self, event: EventT) -> "Mending[StateT, EventT]":
        """Put another event in the place of the one that no longer fits, and play on.

        Raises EventNotAllowedError if that does not fit either.
        """
        return replace(self, game=self.game.apply(event), origins=(*self.origins, None), next=self.next + 1)._played()

    def stop(self) -> "Mending[StateT, EventT]":
        """Leave out the event that no longer fits and all after it."""
        return replace(self, next=len(self.before.events))

    def _played(self) -> "Mending[StateT, EventT]":
        """Play on up to the first event that does not fit."""
        rules, state, number = self.game.rules, self.game.state, self.next
        for event in self.before.events[self.next :]:
            if rules.problems(state, event):
                break
            state, number = rules.follow(state, event), number + 1
        played = range(self.next, number)
        events = (*self.game.events, *self.before.events[self.next : number])
        game = replace(self.game, events=events, state=state)
        return replace(self, game=game, origins=(*self.origins, *played), next=number)


def mend(game: Game[StateT, EventT], act: MendAct, number: int, event: EventT | None = None) -> Mending[StateT, EventT]:
    """Drop or change the event of this number (from 0), or insert `event` before it.

    Raises NotAllowedError where there is no such event, and EventNotAllowedError if `event` does not fit there.
    """
    most = len(game.events) - (act is not MendAct.INSERT)
    if not 0 <= number <= most:
        raise NotAllowedError(f"there is no event {number + 1}: the game has {len(game.events)}")
    if act is not MendAct.CHANGE and number == 0:
        raise NotAllowedError("the first event begins the game: it can only be changed")
    following = number + (act is not MendAct.INSERT)
    if number == 0:
        assert event is not None
        return Mending(game, game.rules.start(event), (None,), following)._played()
    earlier, origins = game.undo(len(game.events) - number), tuple[int | None, ...](range(number))
    if act is not MendAct.DROP:
        assert event is not None
        earlier, origins = earlier.apply(event), (*origins, None)
    return Mending(game, earlier, origins, following)._played()
