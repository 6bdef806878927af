"""Reasons of a hint: who takes the trick, and how many cards could still take it."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from mouse_and_elephant.rules import CARDS, Played, Seat, State, winner


@dataclass(frozen=True)
class TakesTrick:
    """The card takes the trick, as the last one of it."""


@dataclass(frozen=True)
class GivesTrick:
    """Reason: another player takes the trick; the card is the last one of it."""

    taker: Seat


@dataclass(frozen=True)
class LeadsTrick:
    """The card would take the trick now; of so many cards that others may hold some are better."""

    better: int
    hidden: int


@dataclass(frozen=True)
class TrailsInTrick:
    """Reason: another player has the best card of the trick, and still has."""

    leader: Seat


def trick_reason(state: State, event: Any, own: Collection[str]) -> Any | None:
    """Return the reason to play a card; `own`: cards that no other player can hold."""
    if not isinstance(event, Played):
        return None
    trick = {**state.trick, event.card: event.by}
    best = winner(trick)
    if len(trick) == len(Seat):
        return TakesTrick() if best is event.by else GivesTrick(best)
    if best is not event.by:
        return TrailsInTrick(best)
    hidden = [card for card in CARDS if card not in state.played and card != event.card and card not in own]
    following = list(Seat)[(list(Seat).index(event.by) + 1) % len(Seat)]
    return LeadsTrick(sum(winner({**trick, card: following}) is following for card in hidden), len(hidden))
