"""Knowledge of one player: of hidden cards and of the public state.

Bots get nothing else.
"""

from dataclasses import dataclass

from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.hidden import HiddenCards
from engine.lifeboat.state import State


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
