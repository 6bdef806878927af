"""Whole state of a game as bots play it, and moves, which hold what only their player knows."""

from dataclasses import dataclass

from engine.names import Name
from engine.values import value

from .components import Character, Provision
from .events import GameEvent
from .hidden import FaceDownCards
from .state import Phase, State


class Plan(Name):
    """Action that is begun by looking at navigation cards."""

    ROW = "row"
    """Rowing: the drawn cards are seen before some are kept."""
    COMPASS = "compass"
    """Navigation by the compass: the deck's top card is seen before the day's is chosen."""
    FLARE_IN_HAND = "flare-in-hand"
    FLARE_OPEN = "flare-open"


@dataclass(frozen=True)
class TradeOffer:
    """Hand card that somebody offers another for one of theirs (L9).

    Only these two know of it.
    """

    by: Character
    to: Character
    card: Provision


@dataclass(frozen=True)
class Move:
    """Event, and the picks that it does not tell (`hidden`).

    Without an event: `plan` begins an action, `offer` begins a trade, or ends it if that stands already, a pick of
    chance is the hand card that is taken at random; else `by` declines to do anything.
    """

    event: GameEvent | None
    picks: tuple[str, ...] = ()
    by: Character | None = None
    plan: Plan | None = None
    offer: TradeOffer | None = None


@value
class Dealt:
    """Public state and hidden cards. In a view hidden cards are missing, or unknown.

    `declined`: who was asked since the last event and did nothing. `plan`: an action that is begun. `owed`: from
    whose hand a card is taken by chance, and for whom. `offers`: trades without an answer, one of each player at most.
    `refused`: those that were answered by no since the last event.
    """

    state: State
    hidden: FaceDownCards
    declined: frozenset[Character] = frozenset()
    plan: Plan | None = None
    owed: tuple[Character, Character] | None = None
    offers: tuple[TradeOffer, ...] = ()
    refused: tuple[TradeOffer, ...] = ()

    def hand_size(self, character: Character) -> int:
        """Return the number of cards in a hand, one that is owed included."""
        size = self.state.person(character).hand
        if self.owed is None:
            return size
        return size + (character is self.owed[0]) - (character is self.owed[1])


#: Plans whose player has seen cards of the deck, and decides what follows.
LOOKED = (Plan.ROW, Plan.COMPASS)
#: Steps in which one player is asked; others may lay cards meanwhile.
ONE_IS_ASKED = (Phase.TAKE, Phase.ACT, Phase.ANSWER, Phase.CHOOSE)
