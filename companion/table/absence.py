"""Players who come and go: what a game does without somebody."""

from typing import Generic

from engine.game import EventT, StateT


class Absence(Generic[StateT, EventT]):
    """Rules for empty seats and for changes of seats; a game overrides what it has more of."""

    #: Whether two players may change seats: the game knows who sits where by nothing but their order.
    may_change_seats: bool = False

    def passing_event(self, state: StateT) -> EventT | None:  # noqa: ARG002 - games override it
        """Return the event with which the turn of an absent player passes; None if there is none.

        The rules still judge it.
        """
        return None

    def is_round_over(self, before: StateT, after: StateT, seat: str) -> bool | None:  # noqa: ARG002 - games override it
        """Return True if the round that somebody sits out ends here; None: it is their turn."""
        return None
