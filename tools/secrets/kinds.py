"""Changes of what is hidden, by kind, and what they have in common."""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

#: The seat of whoever sits nowhere: knows what all know.
NOBODY = ""
#: By the kind of hidden things: gives a state with others of them, for a seat that does not know.
Kinds = Mapping[str, Callable[[Any, str, Random], Any]]

CardT = TypeVar("CardT", bound=Hashable)
PlaceT = TypeVar("PlaceT", bound=Hashable)


def dealt_anew(
    held: Mapping[PlaceT, Sequence[CardT]],
    fixed: Callable[[PlaceT, CardT], bool],
    rng: Random,
) -> dict[PlaceT, tuple[CardT, ...]]:
    """Return the cards of all places dealt anew; those that are `fixed` stay where they are."""
    places = [(place, number) for place, cards in held.items() for number in range(len(cards))]
    free = [(place, number) for place, number in places if not fixed(place, held[place][number])]
    loose = [held[place][number] for place, number in free]
    rng.shuffle(loose)
    dealt = {place: [*cards] for place, cards in held.items()}
    for (place, number), card in zip(free, loose, strict=True):
        dealt[place][number] = card
    return {place: tuple(cards) for place, cards in dealt.items()}


def another(choices: Collection[CardT], former: CardT | None, rng: Random) -> CardT | None:
    """Draw another than the former one, if there is any."""
    others = sorted({choice for choice in choices if choice != former}, key=str)
    return rng.choice(others) if others else former
