"""Outlook on the monster's next move: risks, its way, where each card ends."""

from dataclasses import dataclass
from functools import lru_cache

from engine.finstere_flure.board import Cell
from engine.finstere_flure.cards import Card
from engine.finstere_flure.forecast import Odds, forecast
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.position import Position
from engine.finstere_flure.trace import MonsterMove, Move, Slide, Teleport

#: The names of the cards of which one comes next.
Deck = tuple[str, ...]


@dataclass(frozen=True)
class Outlook:
    """Outlook on a move: risks of tokens, the longest move, the cards that end on each cell.

    `longest` is None where no card is left.
    """

    risks: dict[str, float]
    longest: MonsterMove | None
    ends: dict[Cell, tuple[str, ...]]

    @property
    def way(self) -> tuple[tuple[Cell, Cell], ...]:
        """The longest way, step by step."""
        steps = self.longest.steps if self.longest else ()
        events = [event for step in steps for event in step.events if isinstance(event, Move | Slide | Teleport)]
        return tuple((event.before, event.after) for event in events)


# A screen asks again with every picture.
@lru_cache(maxsize=64)
def outlook(position: Position, deck: Deck) -> Outlook:
    """Return the outlook on the next move; all cards are one walk that ends sooner or later."""
    if not deck:
        return Outlook({}, None, {})
    found = forecast(position, Odds(deck))
    ends: dict[Cell, tuple[str, ...]] = {}
    for card in found.cards:
        ends[card.cell] = (*ends.get(card.cell, ()), card.card)
    return Outlook(found.risk, move_monster(position, max(found.cards, key=lambda card: card.steps).card), ends)


def card_outlook(position: Position, card: Card) -> Outlook:
    """Return the outlook on a move by a card, or by what is left of it."""
    move = move_monster(position, card)
    return Outlook({}, move, {move.final.monster: (card.name,)})
