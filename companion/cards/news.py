"""Lines for a seat's own screen: cards that its hand has got and lost."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from companion.device.language import say
from companion.device.sentences import join_items

CardT = TypeVar("CardT", bound=str)


def hand_news(
    before: Iterable[CardT],
    after: Iterable[CardT],
    card_name: Callable[[CardT], str],
    *,
    giver: str = "",
    taker: str = "",
) -> Iterator[str]:
    """Yield lines about the cards that are new in a hand, and about those that are gone.

    `giver`, `taker`: names of the players from whom and to whom they went; empty for a pile, or where that is open.
    """
    held, holds = Counter(before), Counter(after)
    got, lost = (join_items(map(card_name, sorted(cards.elements()))) for cards in (holds - held, held - holds))
    if got:
        yield describe_got(got, giver)
    if lost:
        yield say("You lost: {cards} (to: {player}).", cards=lost, player=taker) if taker else describe_lost(lost)


def describe_got(cards: str, giver: str = "") -> str:
    """Return the line about these cards that a seat has got, perhaps from another player."""
    if giver:
        return say("You got: {cards} (from: {player}).", cards=cards, player=giver)
    return say("You got: {cards}.", cards=cards)


def describe_lost(cards: str) -> str:
    """Return the line about these cards that a seat has lost to nobody in particular."""
    return say("You lost: {cards}.", cards=cards)


def describe_gift(card: str, to: str, wanted: str = "") -> str:
    """Return the words of a touch that gives a card to another player, perhaps for an offer."""
    if wanted:
        return say("Give: {card} (to: {player}, for: {other})", card=card, player=to, other=wanted)
    return say("Give: {card} (to: {player})", card=card, player=to)
