"""Secrets of the virtual table: the order of tiles and cards, and the dice.

The order comes from a seed, the dice from the events so far.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Self

from engine.betrayal import events as e
from engine.betrayal.components import CARDS, CardKind, Trait, cards_in_game, stack_tiles
from engine.betrayal.state import GONE, State

#: What cards that were drawn change at once: invented values that stand in for the real cards' texts.
STAND_IN_GAINS: dict[str, dict[Trait, int]] = {
    "holy-symbol": {Trait.SANITY: 2},
    "ring": {Trait.MIGHT: 1},
    "girl": {Trait.KNOWLEDGE: 1},
    "skull": {Trait.KNOWLEDGE: 1},
    "book": {Trait.KNOWLEDGE: 2},
    "amulet-of-the-ages": {Trait.MIGHT: 1, Trait.SPEED: 1},
    "armor": {Trait.MIGHT: 1},
    "bite": {Trait.MIGHT: -1},
    "idol": {Trait.SANITY: -1},
}


@dataclass(frozen=True)
class Stacks:
    """Stacks of one game, all tiles and cards in their order.

    It is a value: what is left follows from the state.
    """

    seed: int
    all_tiles: tuple[str, ...]
    all_cards: tuple[str, ...]

    @classmethod
    def shuffled(cls, seed: int, variants: tuple[str, ...]) -> Self:
        """Shuffle the stacks of tiles and cards of these variants by a seed."""

        def shuffled(what: str, names: Iterable[str]) -> tuple[str, ...]:
            ordered = sorted(names)
            return tuple(Random(f"{seed} {what}").sample(ordered, len(ordered)))

        return cls(seed, shuffled("tiles", stack_tiles(variants)), shuffled("cards", cards_in_game(variants)))

    @classmethod
    def of_rest(cls, state: State, rng: Random) -> Self:
        """Shuffle all tiles and cards that are left in a game into new stacks."""
        drawn = {name for name, card in state.cards.items() if card.at != GONE}
        tiles, cards = sorted(state.undiscovered), [name for name in cards_in_game(state.variants) if name not in drawn]
        rng.shuffle(tiles)
        rng.shuffle(cards)
        return cls(0, tuple(tiles), tuple(cards))

    def tiles(self, state: State) -> Iterator[str]:
        """Yield the tiles as they are turned over.

        First comes the stack, then, when it is out, those set aside before (BR1).
        """
        yield from (tile for tile in self.all_tiles if tile in state.stack)
        yield from (tile for tile in self.all_tiles if tile in state.aside)

    def cards(self, state: State, kind: CardKind) -> Iterator[str]:
        """Yield the cards of a kind that nobody has, as they are drawn.

        Of events there are none, for they have no names here.
        """
        left = (card for card in self.all_cards if CARDS[card].kind is kind)
        yield from (card for card in left if card not in state.cards or state.cards[card].at == GONE)

    def card(self, state: State, kind: CardKind) -> str | None:
        """Return the next card of a kind; None if that is used up, and of events."""
        return next(self.cards(state, kind), None)

    def chance(self, events: Sequence[e.GameEvent]) -> Random:
        """Chance of what is thrown or drawn next by players and by bots for them.

        What was taken back comes again, whatever is done before.
        """
        return Random(f"{self.seed} {outcomes_brought(events)} bots")


def outcomes_brought(events: Sequence[e.GameEvent]) -> int:
    """Return how often chance has brought something in these events."""
    return sum(isinstance(event, e.Drew | e.Rearranged) or has_dice(event) for event in events)


def has_dice(event: e.GameEvent) -> bool:
    """Return True for an event that tells thrown dice."""
    return getattr(event, "faces", None) is not None
