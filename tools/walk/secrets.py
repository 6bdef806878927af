"""Secrets of a whole state, said without `Play.view`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from companion.cards.play import Dealt as DealtCards
from engine.betrayal.play import FullState
from engine.coach_ride.dealt import Dealt as DealtCoach
from engine.lifeboat.dealt import Dealt as DealtBoat
from engine.values import replaced


@dataclass(frozen=True)
class OtherSecret:
    """State that differs in one hidden thing: its kind, and the seats that may know it."""

    kind: str
    state: Any
    knowers: frozenset[str]


def other_secrets(state: Any) -> Iterator[OtherSecret]:
    """Yield states that differ from a whole state in one hidden thing each."""
    match state:
        case DealtBoat():
            yield from _of_the_boat(state)
        case DealtCoach():
            yield from _of_the_coach(state)
        case FullState():
            yield from _of_the_house(state)
        case DealtCards():
            for other in _swapped_cards(state.hands):
                yield OtherSecret("hand", replace(state, hands=other[0]), other[1])


def _of_the_boat(dealt: DealtBoat) -> Iterator[OtherSecret]:
    state, hidden = dealt.state, dealt.hidden
    if state.revealed:
        # At the scoring hands, love and hate lie open one after the other.
        return
    for name in ("love", "hate"):
        for cards, knowers in _swapped(getattr(hidden, name)):
            yield OtherSecret(name, replaced(dealt, hidden=replaced(hidden, **{name: cards})), knowers)
    offered = {card for offer in dealt.offers for card in (getattr(offer, "gives", ()), getattr(offer, "takes", ()))}
    for hands, knowers in _swapped_cards(hidden.hands):
        if not offered and dealt.owed is None:
            yield OtherSecret("hand", replaced(dealt, hidden=replaced(hidden, hands=hands)), knowers)
    if len(set(hidden.bow)) > 1 and not hidden.passing:
        # Whoever is asked first sees the uppermost ones.
        count = len(state.people)
        below = hidden.bow[count:][::-1]
        yield OtherSecret(
            "bow", replaced(dealt, hidden=replaced(hidden, bow=(*hidden.bow[:count], *below))), frozenset()
        )
    seen = {card for card, _ in hidden.seen.items()}
    unseen = [card for card in hidden.deck if card.id not in seen]
    if len(unseen) == len(hidden.deck) > 6:
        deck = (*hidden.deck[:-3], *hidden.deck[-3:][::-1])
        yield OtherSecret("deck", replaced(dealt, hidden=replaced(hidden, deck=deck)), frozenset())


def _of_the_coach(dealt: DealtCoach) -> Iterator[OtherSecret]:
    state, cards = dealt.state, dealt.cards
    if state.claim is not None or state.trade is not None or dealt.picking is not None or dealt.looked:
        # Parties of a trade, a claimant and whoever looks know more, each in a way of their own.
        return
    for professions, knowers in _swapped(cards.professions):
        shown = {str(player) for player in getattr(state, "professions", {})}
        if not knowers & shown:
            yield OtherSecret("profession", replaced(dealt, cards=replaced(cards, professions=professions)), knowers)
    for sides, knowers in _swapped(cards.sides):
        yield OtherSecret("side", replaced(dealt, cards=replaced(cards, sides=sides)), knowers)
    for hands, knowers in _swapped_cards(cards.hands):
        yield OtherSecret("hand", replaced(dealt, cards=replaced(cards, hands=hands)), knowers)
    for name in ("pile", "profession_pile"):
        pile = getattr(cards, name)
        if len(set(pile)) > 1:
            yield OtherSecret(name, replaced(dealt, cards=replaced(cards, **{name: pile[::-1]})), frozenset())


def _of_the_house(state: FullState) -> Iterator[OtherSecret]:
    if state.stacks is None or state.announced is not None:
        return
    tiles, cards = state.stacks.all_tiles, state.stacks.all_cards
    other = replace(state.stacks, all_tiles=tiles[::-1], all_cards=cards[::-1])
    yield OtherSecret("stacks", replace(state, stacks=other), frozenset())


def _swapped(held: Mapping[Any, Any]) -> Iterator[tuple[dict[Any, Any], frozenset[str]]]:
    """Yield what is held with that of two seats swapped, and the two."""
    for first, second in combinations(held, 2):
        if held[first] != held[second]:
            yield {**held, first: held[second], second: held[first]}, frozenset({str(first), str(second)})


def _swapped_cards(hands: Mapping[Any, Sequence[Any]]) -> Iterator[tuple[dict[Any, Any], frozenset[str]]]:
    """Yield the hands with a card of one seat swapped with one of another, and the two."""
    for first, second in combinations(hands, 2):
        pairs = [(mine, other) for mine in hands[first] for other in hands[second] if mine != other]
        if pairs:
            mine, other = pairs[0]
            swapped = {
                **hands,
                first: _with(hands[first], mine, other),
                second: _with(hands[second], other, mine),
            }
            yield swapped, frozenset({str(first), str(second)})


def _with(hand: Sequence[Any], gone: Any, come: Any) -> tuple[Any, ...]:
    """Return a hand in which one card is another one."""
    place = list(hand).index(gone)
    return (*hand[:place], come, *hand[place + 1 :])
