"""Secrets of whole states, said by the rules and never by `Play.view`.

A game lists its hidden fields; each can change a state so that nobody in that seat may notice. What `view` gives away
by mistake then differs between states that must look alike.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeVar

StateT = TypeVar("StateT")
CardT = TypeVar("CardT", bound=Hashable)
PlaceT = TypeVar("PlaceT", bound=Hashable)

#: The seat of somebody who sits nowhere, and knows what all know.
NOBODY = ""
#: The kind of a state in which every hidden field is another.
EVERYTHING = "everything"


@dataclass(frozen=True)
class Secret(Generic[StateT]):
    """Whole state that a seat cannot tell from another, and the hidden field that differs.

    `kind`: the field, as a word of the game; `place`: the hand, pile or player of it, where there are several.
    """

    kind: str
    state: StateT
    place: str = ""


@dataclass(frozen=True)
class HiddenField:
    """Hidden field of a game's whole states.

    `change` returns a state in which it is another: (state, seat, rng, place); with an empty place all of it.
    `places` lists those that change one at a time; nothing: it has none.
    """

    kind: str
    change: Callable[[Any, str, Random, str], Any]
    places: Callable[[Any], Iterable[str]] = lambda _: ("",)


def secrets_of(fields: Sequence[HiddenField], state: StateT, seat: str, rng: Random) -> Iterator[Secret[StateT]]:
    """Yield the state with every hidden field otherwise, then with one of them at a time.

    Fields that cannot be otherwise are left out.
    """
    everything = state
    for field in fields:
        everything = field.change(everything, seat, rng, "")
    if everything != state:
        yield Secret(EVERYTHING, everything)
    for field in fields:
        for place in field.places(state):
            other = field.change(state, seat, rng, place)
            if other != state:
                yield Secret(field.kind, other, place)


def deal_anew(
    held: Mapping[PlaceT, Sequence[CardT]],
    fixed: Callable[[PlaceT, CardT], bool],
    rng: Random,
    place: PlaceT | None = None,
) -> dict[PlaceT, tuple[CardT, ...]]:
    """Return the cards of all places dealt anew; those that are `fixed` stay where they are.

    With a `place` its cards are exchanged for others, or change their order, and no more.
    """
    slots = [(holder, number) for holder, cards in held.items() for number in range(len(cards))]
    free = [(holder, number) for holder, number in slots if not fixed(holder, held[holder][number])]
    dealt = {holder: [*cards] for holder, cards in held.items()}
    if place is None:
        loose = [held[holder][number] for holder, number in free]
        rng.shuffle(loose)
        for (holder, number), card in zip(free, loose, strict=True):
            dealt[holder][number] = card
    for holder, number in free:
        card = dealt[holder][number]
        others = [other for other in free if dealt[other[0]][other[1]] != card] if holder == place else []
        if others:
            other, place_in_other = rng.choice(others)
            dealt[holder][number], dealt[other][place_in_other] = dealt[other][place_in_other], card
    return {holder: tuple(cards) for holder, cards in dealt.items()}


def draw_another(choices: Collection[CardT], former: CardT | None, rng: Random) -> CardT | None:
    """Draw another than the former one, if there is any."""
    others = sorted({choice for choice in choices if choice != former}, key=str)
    return rng.choice(others) if others else former
