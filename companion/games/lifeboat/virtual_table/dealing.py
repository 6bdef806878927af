"""The cards that nobody sees at a virtual table: hands, love, hate and decks, dealt and carried on event by event.

All of it follows from a seed and the game's events, so that a game gone on with has the same hidden cards.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from engine.lifeboat import events as e
from engine.lifeboat.actions import rowing_draws
from engine.lifeboat.components import Character, Provision, Variant, provisions
from engine.lifeboat.game import RULES
from engine.lifeboat.navigation import STAND_IN, STAND_IN_EXTRA, NavigationCard
from engine.lifeboat.state import State, own_cards
from engine.values import replaced

#: Chooses which of several provisions somebody likes best, and which navigation card.
Likes = Callable[["Hidden", State, Character, Provision], float]
LikesCard = Callable[["Hidden", State, Character, NavigationCard], float]


@dataclass(frozen=True)
class Hidden:
    """What lies face down: by character hands, love and hate; the bow deck and what goes round; the navigation cards.

    `day` is the day's card, as long as it lies there.
    """

    hands: Mapping[Character, tuple[Provision, ...]]
    love: Mapping[Character, Character]
    hate: Mapping[Character, Character]
    bow: tuple[Provision, ...]
    passing: tuple[Provision, ...]
    deck: tuple[NavigationCard, ...]
    row: tuple[NavigationCard, ...] = ()
    day: NavigationCard | None = None


def dealt(started: e.GameStarted, chance: Random) -> Hidden:
    """The cards shuffled and dealt (L1 to L3)."""
    state = RULES.begin(started)
    cards = [kind for kind, count in provisions(started.variants).items() for _ in range(count)]
    chance.shuffle(cards)
    del cards[: state.removed]
    people = [person.who for person in state.people]
    hands = {who: (cards.pop(),) for who in people}
    love, hate = (dict(zip(people, chance.sample(people, len(people)), strict=True)) for _ in range(2))
    extra = STAND_IN_EXTRA if Variant.CANNIBALISM in started.variants else ()
    deck = list(own_cards(started) or STAND_IN + extra)
    chance.shuffle(deck)
    return Hidden(hands, love, hate, tuple(cards), (), tuple(deck))


@dataclass(frozen=True)
class Dealer:
    """Carries the hidden cards on; `likes` and `likes_card` say what each character would keep."""

    seed: int
    likes: Likes
    likes_card: LikesCard

    def hidden(self, events: Sequence[e.GameEvent]) -> Hidden:
        """The hidden cards after these events, of which the first is `GameStarted`."""
        first, *others = events
        assert isinstance(first, e.GameStarted)
        hidden, state = dealt(first, Random(self.seed)), RULES.begin(first)
        for number, event in enumerate(others):
            after = RULES.follow(state, event)
            hidden = self.follow(hidden, state, event, after, number)
            state = after
        return hidden

    def follow(self, hidden: Hidden, before: State, event: e.GameEvent, after: State, number: int) -> Hidden:
        """The hidden cards after one more event, the `number`-th after the first."""
        chance = Random(f"{self.seed} {number}")
        match event:
            case e.Took(by=by):
                hidden = self._took(hidden, before, by)
            case e.Laid(by=by, card=card):
                hidden = _less(hidden, by, card)
            case e.Traded(by=by, partner=partner, gave=gave, got=got):
                given, taken = self._least(hidden, before, by, gave), self._least(hidden, before, partner, got)
                for card in given:
                    hidden = _more(_less(hidden, by, card), partner, card)
                for card in taken:
                    hidden = _more(_less(hidden, partner, card), by, card)
            case e.Rowed(by=by, kept=kept):
                hidden = self._rowed(hidden, before, by, kept)
            case e.Used(by=by, card=card, source=source):
                if source is e.Source.HAND:
                    hidden = _less(hidden, by, card)
                turned = event.cards or event.birds or ()
                hidden = replaced(hidden, deck=(*hidden.deck[len(turned) :], *hidden.deck[: len(turned)]))
            case e.Chummed(by=by, source=e.Source.HAND):
                hidden = _less(hidden, by, Provision.CHUM)
            case e.Drank(by=by, source=e.Source.HAND):
                hidden = _less(hidden, by, Provision.WATER)
            case e.Navigated():
                hidden = _navigated(hidden, before, event)
        hidden = _taken(hidden, after, chance)
        if hidden.day is not None and after.card is None:
            hidden = replaced(hidden, deck=(*hidden.deck, hidden.day), day=None)
        return hidden

    def pool(self, hidden: Hidden, state: State, *, compass: bool) -> tuple[NavigationCard, ...]:
        """The cards among which the navigator chooses (L17, V1)."""
        return _pool(hidden, state, compass=compass)[0]

    def _took(self, hidden: Hidden, before: State, by: Character) -> Hidden:
        passing, bow = list(hidden.passing), list(hidden.bow)
        if not passing:
            count = min(len(bow), len(before.conscious))
            passing, bow = bow[:count], bow[count:]
        kept = max(passing, key=lambda card: (self.likes(hidden, before, by, card), card))
        passing.remove(kept)
        return _more(replaced(hidden, passing=tuple(passing), bow=tuple(bow)), by, kept)

    def _least(self, hidden: Hidden, state: State, by: Character, count: int) -> list[Provision]:
        """What somebody gives away most gladly."""
        return sorted(hidden.hands[by], key=lambda card: (self.likes(hidden, state, by, card), card))[:count]

    def _rowed(self, hidden: Hidden, before: State, by: Character, kept: int) -> Hidden:
        draws = min(rowing_draws(before, before.person(by)), len(hidden.deck))
        drawn = sorted(hidden.deck[: max(draws, kept)], key=lambda card: -self.likes_card(hidden, before, by, card))
        rest = hidden.deck[max(draws, kept) :]
        return replaced(hidden, row=(*hidden.row, *drawn[:kept]), deck=(*rest, *drawn[kept:]))


def _pool(
    hidden: Hidden, state: State, *, compass: bool
) -> tuple[tuple[NavigationCard, ...], tuple[NavigationCard, ...]]:
    """The cards to choose from, and the deck without them."""
    deck = hidden.deck
    more = int(state.plays(Variant.SHORT_ROW) and bool(deck)) + compass
    if not hidden.row:
        more = max(more, 1)
    return (*hidden.row, *deck[:more]), deck[more:]


def _navigated(hidden: Hidden, before: State, event: e.Navigated) -> Hidden:
    pool, deck = _pool(hidden, before, compass=event.compass)
    day = next((card for card in pool if card.id == event.card), None)
    if day is None:
        # Another card than those drawn: the table wants it so.
        day = next(card for card in (*pool, *deck) if card.id == event.card)
        deck = tuple(card for card in deck if card is not day)
    rest = tuple(card for card in pool if card is not day)
    return replaced(hidden, row=(), deck=(*deck, *rest), day=day)


def _taken(hidden: Hidden, after: State, chance: Random) -> Hidden:
    """A hand card that changed hands by a demand, at random (L12); hands of those who are out are gone."""
    for person in after.people:
        if person.left is not None and hidden.hands[person.who]:
            hidden = replaced(hidden, hands={**hidden.hands, person.who: ()})
    wrong = {p.who: p.hand - len(hidden.hands[p.who]) for p in after.people}
    loser = next((who for who, off in wrong.items() if off == -1), None)
    winner = next((who for who, off in wrong.items() if off == 1), None)
    if loser is not None and winner is not None:
        card = chance.choice(sorted(hidden.hands[loser]))
        hidden = _more(_less(hidden, loser, card), winner, card)
    return hidden


def _less(hidden: Hidden, who: Character, card: Provision) -> Hidden:
    hand = list(hidden.hands[who])
    hand.remove(card)
    return replaced(hidden, hands={**hidden.hands, who: tuple(hand)})


def _more(hidden: Hidden, who: Character, card: Provision) -> Hidden:
    return replaced(hidden, hands={**hidden.hands, who: (*hidden.hands[who], card)})
