"""Cards that lie face down: hands, love, hate and decks, and how events move them.

An event does not tell all of it. Picks do: the provision that was kept; the navigation cards that went on the row
stack, or the day's; the provisions that were given, then those that came back.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import Annotated

from engine.codec import Wire
from engine.values import replaced

from . import events as e
from .actions import rowing_draws
from .components import Character, Provision, Variant, provisions
from .days import begin
from .navigation import STAND_IN, STAND_IN_EXTRA, UNKNOWN, NavigationCard
from .state import Phase, State, own_cards


def _without_unknown(cards: Sequence[NavigationCard]) -> tuple[NavigationCard | None, ...]:
    return tuple([card if card.id is not None else None for card in cards])


def _with_unknown(cards: Sequence[NavigationCard | None]) -> tuple[NavigationCard, ...]:
    return tuple([UNKNOWN if card is None else card for card in cards])


#: Navigation cards of a pile; in JSON those that nobody knows are null.
Pile = Annotated[tuple[NavigationCard, ...], Wire(tuple[NavigationCard | None, ...], _without_unknown, _with_unknown)]

#: Picks of an event's player, each the name of a card.
Picks = Sequence[str]


@dataclass(frozen=True)
class Memory:
    """Provisions that a player has seen and that are hidden from others.

    `known`: surely in the hand of another. `held`: in some hand of another, or gone with it; today's that still go
    round are among them. `passed`: what the player passed on today.
    """

    known: Mapping[Character, tuple[Provision, ...]] = field(default_factory=dict)
    held: tuple[Provision, ...] = ()
    passed: tuple[Provision, ...] = ()


_NOTHING = Memory()


@dataclass(frozen=True)
class FaceDownCards:
    """Cards that lie face down.

    These are hands, love and hate by character; the bow deck and what goes round; the navigation cards.

    `day` is the day's card, as long as it lies there. `removed` were taken out before the game, `gone` were the
    hands of those who are out. `memories`: what each player has seen of the provisions. `seen`: who knows where a
    navigation card lies, by its id. `taken`: so many hand cards chance has taken; None: not counted.
    """

    hands: Mapping[Character, tuple[Provision, ...]]
    love: Mapping[Character, Character]
    hate: Mapping[Character, Character]
    bow: tuple[Provision, ...]
    passing: tuple[Provision, ...]
    deck: Pile
    row: Pile = ()
    day: NavigationCard | None = None
    removed: tuple[Provision, ...] = ()
    gone: tuple[Provision, ...] = ()
    memories: Mapping[Character, Memory] = field(default_factory=dict)
    seen: Mapping[str | None, frozenset[Character]] = field(default_factory=dict)
    taken: int | None = 0

    def memory(self, character: Character) -> Memory:
        """Return provisions that this player has seen."""
        return self.memories.get(character, _NOTHING)


def navigation_cards(started: e.GameStarted) -> tuple[NavigationCard, ...]:
    """Return the navigation cards: the game's own; where these are told, the stand-in set."""
    extra = STAND_IN_EXTRA if Variant.CANNIBALISM in started.variants else ()
    return own_cards(started) or STAND_IN + extra


def deal(started: e.GameStarted, rng: Random) -> FaceDownCards:
    """Return the cards shuffled and dealt (L1 to L3)."""
    state = begin(started)
    cards = [kind for kind, count in provisions(started.variants).items() for _ in range(count)]
    rng.shuffle(cards)
    removed = tuple(cards[: state.removed])
    del cards[: state.removed]
    people = [person.who for person in state.people]
    hands = {character: (cards.pop(),) for character in people}
    love, hate = (dict(zip(people, rng.sample(people, len(people)), strict=True)) for _ in range(2))
    deck = list(navigation_cards(started))
    rng.shuffle(deck)
    return FaceDownCards(hands, love, hate, tuple(cards), (), tuple(deck), removed=removed)


# --- cards to choose from ---


def offered_provisions(hidden: FaceDownCards, state: State) -> tuple[Provision, ...]:
    """Return the provisions of which the next player keeps one (L7).

    They are what was passed on, else what is drawn.
    """
    return hidden.passing or hidden.bow[: len(state.conscious)]


def drawn_cards(hidden: FaceDownCards, state: State, character: Character) -> tuple[NavigationCard, ...]:
    """Return the cards that somebody draws who rows (L11)."""
    return hidden.deck[: rowing_draws(state, state.person(character))]


def navigation_pool(
    hidden: FaceDownCards, state: State, *, compass: bool
) -> tuple[tuple[NavigationCard, ...], tuple[NavigationCard, ...]]:
    """Return the cards among which the navigator chooses (L17, V1), and the deck without them."""
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
        return tuple(character for character in Character if character in named and character in state.seats)

    return replaced(card, id=None, overboard=aboard(card.overboard), thirsty=aboard(card.thirsty))


# --- events ---


def follow_cards(hidden: FaceDownCards, before: State, event: e.GameEvent, after: State, picks: Picks) -> FaceDownCards:
    """Return the hidden cards after one more event.

    A hand card that is taken at random is moved by `hand_over` besides.
    """
    match event:
        case e.Took(by=character):
            hidden = _take(hidden, before, character, picks)
        case e.Laid(by=character, card=card):
            hidden = _show(hidden, character, card)
        case e.Traded(by=character, partner=partner, gave=gave):
            hidden = hand_over(hidden, character, partner, picks[:gave])
            hidden = hand_over(hidden, partner, character, picks[gave:])
        case e.Rowed(by=character, kept=kept):
            hidden = _row(hidden, before, character, kept, picks)
        case e.Used(by=character, card=card, source=source):
            if source is e.CardSource.HAND:
                hidden = _show(hidden, character, card)
            turned = len(event.cards or event.birds or ())
            if turned:
                shown = hidden.deck[:turned]
                hidden = replaced(hidden, deck=(*hidden.deck[turned:], *shown), seen=_seen_by_all(hidden, shown))
        case e.Chummed(by=character, source=e.CardSource.HAND):
            hidden = _show(hidden, character, Provision.CHUM)
        case e.Drank(by=character, source=e.CardSource.HAND):
            hidden = _show(hidden, character, Provision.WATER)
        case e.Navigated():
            hidden = _navigate(hidden, before, event, picks)
    if len(after.seats) < len(before.seats):
        hidden = _lose_hands(hidden, after)
    if hidden.day is not None and after.card is None:
        hidden = replaced(hidden, deck=(*hidden.deck, hidden.day), day=None)
    if before.step is Phase.TAKE and after.step is not Phase.TAKE:
        memories = {character: replaced(memory, passed=()) for character, memory in hidden.memories.items()}
        hidden = replaced(hidden, memories=memories)
    return hidden


def hand_over(hidden: FaceDownCards, giver: Character, taker: Character, picks: Picks) -> FaceDownCards:
    """Move cards from hand to hand.

    Both know them. Others no longer know who has the cards that they knew there.
    """
    if not picks:
        return hidden
    left, cards = _split(hidden.hands[giver], picks)
    hands = {**hidden.hands, giver: left, taker: (*hidden.hands[taker], *cards)}
    memories = {}
    for owner in hidden.hands:
        memory = hidden.memory(owner)
        if owner is giver:
            memory = replaced(memory, known={**memory.known, taker: (*memory.known.get(taker, ()), *cards)})
        elif owner is taker:
            for card in cards:
                memory = _forget(memory, giver, card)
        elif memory.known.get(giver):
            held = (*memory.held, *memory.known[giver])
            memory = replaced(memory, known={**memory.known, giver: ()}, held=held)
        memories[owner] = memory
    return replaced(hidden, hands=hands, memories=memories)


def _take(hidden: FaceDownCards, before: State, character: Character, picks: Picks) -> FaceDownCards:
    offered = offered_provisions(hidden, before)
    if not offered:
        return hidden
    passing, kept = _split(offered, picks[:1])
    memory = hidden.memory(character)
    memory = replaced(memory, held=(*memory.held, *passing), passed=passing)
    return replaced(
        hidden,
        hands={**hidden.hands, character: (*hidden.hands[character], *kept)},
        passing=passing,
        bow=hidden.bow if hidden.passing else hidden.bow[len(offered) :],
        memories={**hidden.memories, character: memory},
    )


def _show(hidden: FaceDownCards, character: Character, card: Provision) -> FaceDownCards:
    """Take a card out of a hand for all to see."""
    left, _ = _split(hidden.hands[character], (card,))
    memories = {
        other: memory if other is character else _forget(memory, character, card)
        for other, memory in hidden.memories.items()
    }
    return replaced(hidden, hands={**hidden.hands, character: left}, memories=memories)


def _row(hidden: FaceDownCards, before: State, character: Character, kept: int, picks: Picks) -> FaceDownCards:
    draws = max(rowing_draws(before, before.person(character)), kept)
    order = {pick: number for number, pick in enumerate(picks)}
    drawn = sorted(hidden.deck[:draws], key=lambda card: order.get(str(card.id), len(order)))
    seen = dict(hidden.seen)
    for card in drawn:
        # Who knew these cards does not know which of them are kept, unless all are.
        others = hidden.seen.get(card.id, frozenset()) if kept == len(drawn) else frozenset()
        seen[card.id] = others | {character}
    return replaced(hidden, row=(*hidden.row, *drawn[:kept]), deck=(*hidden.deck[draws:], *drawn[kept:]), seen=seen)


def _navigate(hidden: FaceDownCards, before: State, event: e.Navigated, picks: Picks) -> FaceDownCards:
    pool, deck = navigation_pool(hidden, before, compass=event.compass)
    if event.signs is None:
        # Perhaps another card than those drawn: the table wants it so.
        day = next((card for card in (*pool, *deck) if card.id == event.card), None)
        deck = tuple([card for card in deck if card is not day])
    else:
        told = (card for card in pool if visible_signs(card, before) == event.signs)
        picked = (card for card in pool if card.id in picks)
        day = next(chain(picked, told, pool), None)
    remaining = tuple([card for card in pool if card is not day])
    # The others know where these lie only if they knew all of them.
    known = frozenset(hidden.hands).intersection(*(hidden.seen.get(card.id, frozenset()) for card in remaining))
    seen = {**hidden.seen, **dict.fromkeys((card.id for card in remaining), known | {event.by} if event.by else known)}
    hidden = replaced(hidden, row=(), deck=(*deck, *remaining), day=day, seen=seen)
    return replaced(hidden, seen=_seen_by_all(hidden, (day,))) if day is not None else hidden


def _seen_by_all(hidden: FaceDownCards, cards: Iterable[NavigationCard]) -> Mapping[str | None, frozenset[Character]]:
    return {**hidden.seen, **dict.fromkeys((card.id for card in cards), frozenset(hidden.hands))}


def _lose_hands(hidden: FaceDownCards, after: State) -> FaceDownCards:
    """Put the hands of those who are out aside (L20)."""
    for person in after.people:
        character, hand = person.who, hidden.hands[person.who]
        if person.left is None or not hand:
            continue
        memories = {}
        for other in hidden.hands:
            memory = hidden.memory(other)
            held = (*memory.held, *(hand if other is character else memory.known.get(character, ())))
            memories[other] = replaced(memory, known={**memory.known, character: ()}, held=held)
        hands = {**hidden.hands, character: ()}
        hidden = replaced(hidden, hands=hands, gone=(*hidden.gone, *hand), memories=memories)
    return hidden


def _forget(memory: Memory, character: Character, card: Provision) -> Memory:
    """Strike a card that came out of somebody's hand."""
    known = memory.known.get(character, ())
    if card in known:
        return replaced(memory, known={**memory.known, character: _split(known, (card,))[0]})
    if card in memory.held:
        return replaced(memory, held=_split(memory.held, (card,))[0])
    return memory


def _split(cards: tuple[Provision, ...], picks: Picks) -> tuple[tuple[Provision, ...], tuple[Provision, ...]]:
    """Return the cards without the picked ones, and these."""
    left, picked = list(cards), []
    for pick in picks:
        if pick in left:
            picked.append(left.pop(left.index(pick)))  # type: ignore[arg-type]
    return tuple(left), tuple(picked)
