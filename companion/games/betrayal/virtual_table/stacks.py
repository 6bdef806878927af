"""What nobody knows at the virtual table: the order of tiles and cards, by a seed; dice, by the events so far."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random

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
    """The stacks of one game. A value: what is left of them follows from the state."""

    seed: int
    variants: tuple[str, ...]

    @cached_property
    def _tiles(self) -> tuple[str, ...]:
        return self._shuffled("tiles", sorted(stack_tiles(self.variants)))

    @cached_property
    def _cards(self) -> tuple[str, ...]:
        return self._shuffled("cards", sorted(cards_in_game(self.variants)))

    def _shuffled(self, what: str, names: list[str]) -> tuple[str, ...]:
        return tuple(Random(f"{self.seed} {what}").sample(names, len(names)))

    def tiles(self, state: State) -> Iterator[str]:
        """The tiles as they are turned over: the stack, then, when it is out, those set aside before (BR1)."""
        yield from (tile for tile in self._tiles if tile in state.stack)
        yield from (tile for tile in self._tiles if tile in state.aside)

    def card(self, state: State, kind: CardKind) -> str | None:
        """The next card of a kind; None if that is used up, and of events."""
        left = (card for card in self._cards if CARDS[card].kind is kind)
        return next((card for card in left if card not in state.cards or state.cards[card].at == GONE), None)

    def faces(self, events: int, count: int) -> tuple[int, ...]:
        """So many dice, as they fall after so many events."""
        chance = Random(f"{self.seed} {events} dice")
        return tuple(chance.choice((0, 0, 1, 1, 2, 2)) for _ in range(count))
