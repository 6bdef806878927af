"""The eight monster cards: shuffled, drawn, and remembered (rules, sections 2 and 5).

Nothing here makes chance: whoever shuffles hands in a `random.Random` (at the table `random.SystemRandom()`), and the
order that comes of it is written into the event.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from .cards import Card, parse_card
from .events import CardDrawn, DeckShuffled
from .pieces import DECK
from .problems import EventProblem, Reason

#: Of the eight cards so many are played in each stage; the last one never is.
CARDS_A_STAGE = 7


@dataclass(frozen=True)
class Deck:
    """The cards of the running stage: those played, in order, and those that lie face down.

    `face_down` is the order from the top if `order_known`, otherwise just which cards they are. Before the first
    shuffle there are no cards at all.
    """

    face_down: tuple[str, ...] = ()
    order_known: bool = True
    played: tuple[str, ...] = ()

    @property
    def stage_is_over(self) -> bool:
        """True if the stage's seventh card has been played."""
        return len(self.played) == CARDS_A_STAGE


def card_of(name: str, five_as_three: bool) -> Card:
    """Return the monster's card; the 5 may count as three hits."""
    return parse_card("XXX" if five_as_three and name == "5" else name)


def is_hit_card(name: str, five_as_three: bool) -> bool:
    """Return True if the card counts hits and not steps.

    So does a 5 that counts as three hits (R18).
    """
    return card_of(name, five_as_three).hits is not None


def cards_to_come(face_down: Sequence[str], *, first: bool, five_as_three: bool) -> Sequence[str]:
    """Return the cards of which one counts next; the game's `first` one is never a hit card."""
    return [name for name in face_down if not is_hit_card(name, five_as_three)] if first else face_down


def shuffle_deck(rng: Random) -> DeckShuffled:
    """Return the event of shuffling all eight cards."""
    return DeckShuffled(_shuffled(DECK, rng))


def draw_card(deck: Deck, *, first: bool, five_as_three: bool, rng: Random) -> CardDrawn:
    """Return the event of turning over the next card of a deck whose order is known.

    `first`: it is the first card of the game, for which one draws until a number comes and shuffles the others again.
    """
    assert deck.order_known
    assert deck.face_down
    drawn = 1
    while first and is_hit_card(deck.face_down[drawn - 1], five_as_three):
        drawn += 1
    if drawn == 1:
        return CardDrawn(deck.face_down[:1])
    others = (*deck.face_down[: drawn - 1], *deck.face_down[drawn:])
    return CardDrawn(deck.face_down[:drawn], _shuffled(others, rng))


def _shuffled(cards: Iterable[str], rng: Random) -> tuple[str, ...]:
    order = list(cards)
    rng.shuffle(order)
    return tuple(order)


def after_shuffle(event: DeckShuffled) -> Deck:
    """Return the deck when all eight cards have been shuffled."""
    return Deck(event.order or DECK, event.order is not None)


def after_draw(deck: Deck, event: CardDrawn) -> Deck:
    """Return the deck when the card has been played."""
    others = list(deck.face_down)
    others.remove(event.card)
    return Deck(event.order or tuple(others), deck.order_known, (*deck.played, event.card))


def shuffle_problems(event: DeckShuffled) -> Iterator[EventProblem]:
    """Yield all that is wrong with a shuffle of the whole deck."""
    if event.order is not None:
        yield from _order_problems(event.order, DECK)


def _order_problems(order: tuple[str, ...], cards: Iterable[str]) -> Iterator[EventProblem]:
    expected = Counter(cards)
    if Counter(order) != expected:
        yield EventProblem(
            Reason.SHUFFLE,
            f"the order {' '.join(order) or '(none)'} is no shuffle of the cards {' '.join(expected.elements())}",
        )


def draw_problems(deck: Deck, event: CardDrawn, *, first: bool, five_as_three: bool) -> Iterator[EventProblem]:
    """Yield all that is wrong with this draw."""
    if not event.drawn:
        yield EventProblem(Reason.CARD, "no card was drawn")
        return
    missing = Counter(event.drawn) - Counter(deck.face_down)
    for name in missing:
        yield EventProblem(
            Reason.CARD, f"the card {name} is not among those face down: {' '.join(sorted(deck.face_down))}"
        )
    if missing:
        return
    if deck.order_known and event.drawn != deck.face_down[: len(event.drawn)]:
        top = " ".join(deck.face_down[: len(event.drawn)])
        yield EventProblem(Reason.CARD, f"drawn {' '.join(event.drawn)}, but on top of the deck lies {top}")
    *put_back, card = event.drawn
    if not first:
        if put_back:
            yield EventProblem(Reason.CARD, f"one card is drawn, not {len(event.drawn)}")
    else:
        if is_hit_card(card, five_as_three):
            yield EventProblem(Reason.FIRST_CARD, f"the first card of the game is never a hit card such as {card}")
        for name in put_back:
            if not is_hit_card(name, five_as_three):
                yield EventProblem(Reason.FIRST_CARD, f"the card {name} is a number: no card is drawn after it")
    if put_back and deck.order_known:
        others = Counter(deck.face_down) - Counter((card,))
        yield from _order_problems(event.order or (), others.elements())
    elif event.order is not None:
        yield EventProblem(Reason.SHUFFLE, "no cards are shuffled at this draw, so it has no new order")
