"""Hidden cards of a game, and one player's knowledge of them and of the public state.

Bots get nothing else.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision, Variant
from engine.lifeboat.navigation import NavigationCard
from engine.lifeboat.state import State
from engine.values import replaced


@dataclass(frozen=True)
class HiddenCards:
    """Cards that lie face down.

    These are hands, love and hate by character; the bow deck and what goes round; the navigation cards.

    `day` is the day's card, as long as it lies there. `removed` were taken out before the game, `gone` were the
    hands of those who are out.
    """

    hands: Mapping[Character, tuple[Provision, ...]]
    love: Mapping[Character, Character]
    hate: Mapping[Character, Character]
    bow: tuple[Provision, ...]
    passing: tuple[Provision, ...]
    deck: tuple[NavigationCard, ...]
    row: tuple[NavigationCard, ...] = ()
    day: NavigationCard | None = None
    removed: tuple[Provision, ...] = ()
    gone: tuple[Provision, ...] = ()


@dataclass(frozen=True)
class View:
    """All that one player knows."""

    who: Character
    state: State
    hand: tuple[Provision, ...]
    love: Character
    hate: Character

    def feeling(self, other: Character) -> float:
        """Return how dear somebody is: 1 as oneself, -1 hated."""
        if other is self.who:
            return -0.5 if self.hate is self.who else 1.0
        if other is self.hate and other is not self.love:
            return -1.0
        return 0.7 if other is self.love else 0.0

    def has(self, card: Provision) -> e.Source | None:
        """From where the player can use a card."""
        if card in self.state.person(self.who).open:
            return e.Source.OPEN
        return e.Source.HAND if card in self.hand else None


def view_of(hidden: HiddenCards, state: State, who: Character) -> View:
    """Return what this player knows."""
    return View(who, state, hidden.hands[who], hidden.love[who], hidden.hate[who])


def navigation_pool(
    hidden: HiddenCards, state: State, *, compass: bool
) -> tuple[tuple[NavigationCard, ...], tuple[NavigationCard, ...]]:
    """The cards among which the navigator chooses (L17, V1), and the deck without them."""
    deck = hidden.deck
    more = int(state.plays(Variant.SHORT_ROW) and bool(deck)) + compass
    if not hidden.row:
        more = max(more, 1)
    return (*hidden.row, *deck[:more]), deck[more:]


def visible_signs(card: NavigationCard, state: State) -> NavigationCard:
    """Return a card's signs as they are told.

    They lack its number and those who are out (LR6), and have names in one order.
    """

    def aboard(named: tuple[Character, ...]) -> tuple[Character, ...]:
        return tuple(who for who in Character if who in named and who in state.seats)

    return replaced(card, id=None, overboard=aboard(card.overboard), thirsty=aboard(card.thirsty))
