"""Hidden cards at a virtual table: hands, love, hate and decks.

They are dealt and carried on event by event. Picks are the provision that was kept; the navigation cards that went
on the row stack, or the day's; the provisions that were given, then those that came back.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

from companion.cards.dealing import Dealer
from companion.games.lifeboat.virtual_table.bots import navigation_value, provision_value
from companion.games.lifeboat.virtual_table.views import HiddenCards, navigation_pool, view_of, visible_signs
from engine.lifeboat import events as e
from engine.lifeboat.actions import rowing_draws
from engine.lifeboat.components import Character, Provision, Variant, provisions
from engine.lifeboat.game import RULES
from engine.lifeboat.navigation import STAND_IN, STAND_IN_EXTRA, NavigationCard
from engine.lifeboat.state import State, own_cards
from engine.values import replaced


def navigation_cards(started: e.GameStarted) -> tuple[NavigationCard, ...]:
    """The navigation cards of the virtual table: the game's own, else the stand-in set."""
    extra = STAND_IN_EXTRA if Variant.CANNIBALISM in started.variants else ()
    return own_cards(started) or STAND_IN + extra


class LifeboatDealer(Dealer[HiddenCards, State, e.GameEvent]):
    """Hands, love, hate and decks."""

    rules = RULES

    @classmethod
    def deal(cls, started: e.GameEvent, seed: int) -> HiddenCards:
        """The cards shuffled and dealt (L1 to L3)."""
        assert isinstance(started, e.GameStarted)
        rng = Random(seed)
        state = RULES.begin(started)
        cards = [kind for kind, count in provisions(started.variants).items() for _ in range(count)]
        rng.shuffle(cards)
        removed = tuple(cards[: state.removed])
        del cards[: state.removed]
        people = [person.who for person in state.people]
        hands = {who: (cards.pop(),) for who in people}
        love, hate = (dict(zip(people, rng.sample(people, len(people)), strict=True)) for _ in range(2))
        deck = list(navigation_cards(started))
        rng.shuffle(deck)
        return HiddenCards(hands, love, hate, tuple(cards), (), tuple(deck), removed=removed)

    def follow(
        self,
        hidden: HiddenCards,
        before: State,
        event: e.GameEvent,
        after: State,
        number: int,
        picked: tuple[str, ...] = (),
    ) -> HiddenCards:
        """The hidden cards after one more event."""
        chance = Random(f"{self.seed} {number}")
        match event:
            case e.Took(by=by):
                hidden = _took(hidden, before, by, picked)
            case e.Laid(by=by, card=card):
                hidden = _without_card(hidden, by, card)
            case e.Traded(by=by, partner=partner, gave=gave, got=got):
                given = _gifts(hidden, before, by, gave, picked[:gave])
                taken = _gifts(hidden, before, partner, got, picked[gave:])
                for card in given:
                    hidden = _with_card(_without_card(hidden, by, card), partner, card)
                for card in taken:
                    hidden = _with_card(_without_card(hidden, partner, card), by, card)
            case e.Rowed(by=by, kept=kept):
                hidden = _rowed(hidden, before, by, kept, picked)
            case e.Used(by=by, card=card, source=source):
                if source is e.Source.HAND:
                    hidden = _without_card(hidden, by, card)
                turned = event.cards or event.birds or ()
                hidden = replaced(hidden, deck=(*hidden.deck[len(turned) :], *hidden.deck[: len(turned)]))
            case e.Chummed(by=by, source=e.Source.HAND):
                hidden = _without_card(hidden, by, Provision.CHUM)
            case e.Drank(by=by, source=e.Source.HAND):
                hidden = _without_card(hidden, by, Provision.WATER)
            case e.Navigated():
                hidden = _navigated(hidden, before, event, picked)
        hidden = _take_demanded_card(hidden, after, chance)
        if hidden.day is not None and after.card is None:
            hidden = replaced(hidden, deck=(*hidden.deck, hidden.day), day=None)
        return hidden if _fits(hidden, after) else _adjust_counts(hidden, after)


def drawn(hidden: HiddenCards, state: State, by: Character) -> tuple[NavigationCard, ...]:
    """The cards that somebody draws who rows (L11)."""
    return hidden.deck[: rowing_draws(state, state.person(by))]


def _took(hidden: HiddenCards, before: State, by: Character, picked: tuple[str, ...]) -> HiddenCards:
    passing, bow = list(passed_provisions(hidden, before)), hidden.bow
    if not hidden.passing:
        bow = bow[len(passing) :]
    if not passing:
        return hidden
    kept = next((card for card in passing if card in picked), None)
    if kept is None:
        kept = max(passing, key=lambda card: (provision_value(view_of(hidden, before, by), card), card))
    passing.remove(kept)
    return _with_card(replaced(hidden, passing=tuple(passing), bow=bow), by, kept)


def _gifts(hidden: HiddenCards, state: State, by: Character, count: int, picked: tuple[str, ...]) -> list[Provision]:
    """Return what was picked, else what somebody gives away most gladly."""
    left = sorted(hidden.hands[by], key=lambda card: (provision_value(view_of(hidden, state, by), card), card))
    given = []
    for name in picked:
        card = next((one for one in left if one == name), None)
        if card is not None:
            left.remove(card)
            given.append(card)
    return [*given, *left][:count]


def _rowed(hidden: HiddenCards, before: State, by: Character, kept: int, picked: tuple[str, ...]) -> HiddenCards:
    draws = max(rowing_draws(before, before.person(by)), kept)
    drawn = sorted(
        hidden.deck[:draws],
        key=lambda card: (card.id not in picked, -navigation_value(view_of(hidden, before, by), card)),
    )
    return replaced(hidden, row=(*hidden.row, *drawn[:kept]), deck=(*hidden.deck[draws:], *drawn[kept:]))


def passed_provisions(hidden: HiddenCards, state: State) -> tuple[Provision, ...]:
    """Return the provisions of which the next player keeps one (L7).

    They are what was passed on, else what is drawn.
    """
    return hidden.passing or hidden.bow[: len(state.conscious)]


def _navigated(hidden: HiddenCards, before: State, event: e.Navigated, picked: tuple[str, ...]) -> HiddenCards:
    pool, deck = navigation_pool(hidden, before, compass=event.compass)
    day = next((card for card in pool if card.id == event.card or card.id in picked), None)
    if day is None and event.signs is not None:
        day = next((card for card in pool if visible_signs(card, before) == event.signs), pool[0] if pool else None)
    if day is None:
        # Another card than those drawn: the table wants it so.
        day = next((card for card in (*pool, *deck) if card.id == event.card), None)
        deck = tuple(card for card in deck if card is not day)
    rest = tuple(card for card in pool if card is not day)
    return replaced(hidden, row=(), deck=(*deck, *rest), day=day)


def _take_demanded_card(hidden: HiddenCards, after: State, chance: Random) -> HiddenCards:
    """Move a hand card that changed hands by a demand, at random (L12).

    Hands of those who are out are gone.
    """
    for person in after.people:
        hand = hidden.hands[person.who]
        if person.left is not None and hand:
            hidden = replaced(hidden, hands={**hidden.hands, person.who: ()}, gone=(*hidden.gone, *hand))
    wrong = {p.who: p.hand - len(hidden.hands[p.who]) for p in after.people}
    loser = next((who for who, off in wrong.items() if off == -1), None)
    winner = next((who for who, off in wrong.items() if off == 1), None)
    if loser is not None and winner is not None:
        card = chance.choice(sorted(hidden.hands[loser]))
        hidden = _with_card(_without_card(hidden, loser, card), winner, card)
    return hidden


def _without_card(hidden: HiddenCards, who: Character, card: Provision) -> HiddenCards:
    if card not in hidden.hands[who]:
        hidden = _exchange_card(hidden, who, card)
    hand = list(hidden.hands[who])
    if card in hand:
        hand.remove(card)
    return replaced(hidden, hands={**hidden.hands, who: tuple(hand)})


def _with_card(hidden: HiddenCards, who: Character, card: Provision) -> HiddenCards:
    return replaced(hidden, hands={**hidden.hands, who: (*hidden.hands[who], card)})


def _exchange_card(hidden: HiddenCards, who: Character, card: Provision) -> HiddenCards:
    """Give somebody a card that was told.

    It is exchanged for one of the hand from the place where it is.
    """
    hand = hidden.hands[who]
    if not hand:
        return hidden
    mine, rest = hand[0], hand[1:]

    def with_mine(cards: tuple[Provision, ...]) -> tuple[Provision, ...]:
        at = cards.index(card)
        return (*cards[:at], mine, *cards[at + 1 :])

    hands = {**hidden.hands, who: (card, *rest)}
    for pile in ("bow", "removed", "passing", "gone"):
        if card in getattr(hidden, pile):
            return replaced(hidden, hands=hands, **{pile: with_mine(getattr(hidden, pile))})
    for other, cards in hidden.hands.items():
        if other is not who and card in cards:
            return replaced(hidden, hands={**hands, other: with_mine(cards)})
    return hidden


# --- public facts that were put right, and what the table wanted against the rules ---


def _fits(hidden: HiddenCards, state: State) -> bool:
    """Return True if as many cards are hidden everywhere as everybody knows."""
    piles = len(hidden.bow), len(hidden.passing), len(hidden.deck), len(hidden.row)
    hands = all(len(hidden.hands[person.who]) == person.hand for person in state.people)
    return hands and piles == (state.bow, state.passing, state.deck, state.row)


def _adjust_counts(hidden: HiddenCards, state: State) -> HiddenCards:
    """Move as few cards as possible until all numbers are right.

    Cards move between hands, bow deck and what goes round.
    """
    left = Counter(state.unseen)

    def still(cards: Sequence[Provision], most: int) -> list[Provision]:
        kept: list[Provision] = []
        for card in cards:
            if len(kept) < most and left[card] > 0:
                left[card] -= 1
                kept.append(card)
        return kept

    hands = {person.who: still(hidden.hands[person.who], person.hand) for person in state.people}
    passing = still(hidden.passing, state.passing)
    bow = still(hidden.bow, state.bow)
    removed, gone = still(hidden.removed, state.removed), still(hidden.gone, state.gone_hands)
    rest = sorted(left.elements())
    for cards, most in (
        *((hands[person.who], person.hand) for person in state.people),
        (passing, state.passing),
        (bow, state.bow),
        (removed, state.removed),
        (gone, state.gone_hands),
    ):
        while len(cards) < most and rest:
            cards.append(rest.pop(0))
    navigation = (*hidden.row, *hidden.deck)
    return replaced(
        hidden,
        hands={who: tuple(cards) for who, cards in hands.items()},
        bow=tuple(bow),
        passing=tuple(passing),
        removed=tuple(removed),
        gone=tuple(gone),
        row=navigation[: state.row],
        deck=navigation[state.row :],
    )
