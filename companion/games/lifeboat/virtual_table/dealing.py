"""Hidden cards at a virtual table, dealt by a seed and carried on event by event.

Where players did not pick themselves the first cards count. What was told or put right counts, whatever was dealt.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

from companion.cards.dealing import Dealer
from companion.games.lifeboat.virtual_table.truth import played_hand_card
from engine.lifeboat import events as e
from engine.lifeboat.actions import rowing_draws
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.game import RULES
from engine.lifeboat.hidden import FaceDownCards, deal, follow_cards, hand_over, offered_provisions
from engine.lifeboat.state import State
from engine.values import replaced


class LifeboatDealer(Dealer[FaceDownCards, State, e.GameEvent]):
    """Hands, love, hate and decks."""

    rules = RULES

    @classmethod
    def deal(cls, started: e.GameEvent, seed: int) -> FaceDownCards:
        """Return the cards shuffled and dealt (L1 to L3)."""
        assert isinstance(started, e.GameStarted)
        return deal(started, Random(seed))

    def follow(
        self,
        hidden: FaceDownCards,
        before: State,
        event: e.GameEvent,
        after: State,
        number: int,
        picked: tuple[str, ...] = (),
    ) -> FaceDownCards:
        """Return the hidden cards after one more event."""
        told = played_hand_card(event)
        if told is not None and told[1] not in hidden.hands[told[0]]:
            hidden = _exchange_card(hidden, *told[:2])
        hidden = follow_cards(hidden, before, event, after, _picks(hidden, before, event, picked))
        hidden = _take_demanded_card(hidden, after, self.seed, number)
        return hidden if _fits(hidden, after) else _adjust_counts(hidden, after)


def _picks(hidden: FaceDownCards, before: State, event: e.GameEvent, picked: tuple[str, ...]) -> tuple[str, ...]:
    """Return the picks, completed by the cards that come first."""
    match event:
        case e.Took():
            offered = offered_provisions(hidden, before)
            return tuple(sorted(offered, key=lambda card: card not in picked)[:1])
        case e.Traded(by=by, partner=partner, gave=gave, got=got):
            given = _gifts(hidden.hands[by], gave, picked[:gave])
            return (*given, *_gifts(hidden.hands[partner], got, picked[gave:]))
        case e.Rowed(by=by, kept=kept):
            drawn = hidden.deck[: max(rowing_draws(before, before.person(by)), kept)]
            return tuple([str(card.id) for card in sorted(drawn, key=lambda card: card.id not in picked)])
    return picked


def _gifts(hand: Sequence[Provision], count: int, picked: Sequence[str]) -> list[Provision]:
    """Return what was picked and is there, then what comes first in the hand."""
    cards = Counter(hand)
    given = cards & Counter(map(Provision, picked))
    return [*given.elements(), *(cards - given).elements()][:count]


def _take_demanded_card(hidden: FaceDownCards, after: State, seed: int, number: int) -> FaceDownCards:
    """Move a hand card that changed hands by a demand, at random (L12).

    It follows from how many cards chance has taken so far: what was taken back comes again, whatever is done before.
    `number`: of the event, from which it follows in games of earlier versions.
    """
    wrong = {p.who: p.hand - len(hidden.hands[p.who]) for p in after.people}
    loser = next((character for character, off in wrong.items() if off == -1), None)
    winner = next((character for character, off in wrong.items() if off == 1), None)
    if loser is None or winner is None:
        return hidden
    if hidden.taken is None:
        return hand_over(hidden, loser, winner, (Random(f"{seed} {number}").choice(sorted(hidden.hands[loser])),))
    # Each card has a lot of its own: whatever else comes or goes, the same one is drawn.
    lots = {
        Random(f"{seed} taken {hidden.taken} {card} {copy}").random(): card
        for card, count in Counter(hidden.hands[loser]).items()
        for copy in range(count)
    }
    after_draw = hand_over(hidden, loser, winner, (lots[min(lots)],))
    return replaced(after_draw, taken=hidden.taken + 1)


def _exchange_card(hidden: FaceDownCards, character: Character, card: Provision) -> FaceDownCards:
    """Give somebody a card that was told.

    It is exchanged for one of the hand from the place where it is.
    """
    hand = hidden.hands[character]
    if not hand:
        return hidden
    mine, remaining = hand[0], hand[1:]

    def with_mine(cards: tuple[Provision, ...]) -> tuple[Provision, ...]:
        index = cards.index(card)
        return (*cards[:index], mine, *cards[index + 1 :])

    hands = {**hidden.hands, character: (card, *remaining)}
    for pile in ("bow", "removed", "passing", "gone"):
        if card in getattr(hidden, pile):
            return replaced(hidden, hands=hands, **{pile: with_mine(getattr(hidden, pile))})
    for other, cards in hidden.hands.items():
        if other is not character and card in cards:
            return replaced(hidden, hands={**hands, other: with_mine(cards)})
    return hidden


# --- public facts that were put right, and what the table wanted against the rules ---


def _fits(hidden: FaceDownCards, state: State) -> bool:
    """Return True if as many cards are hidden everywhere as everybody knows."""
    piles = len(hidden.bow), len(hidden.passing), len(hidden.deck), len(hidden.row)
    hands = all(len(hidden.hands[person.who]) == person.hand for person in state.people)
    return hands and piles == (state.bow, state.passing, state.deck, state.row)


def _adjust_counts(hidden: FaceDownCards, state: State) -> FaceDownCards:
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
    remaining = sorted(left.elements())
    for cards, most in (
        *((hands[person.who], person.hand) for person in state.people),
        (passing, state.passing),
        (bow, state.bow),
        (removed, state.removed),
        (gone, state.gone_hands),
    ):
        while len(cards) < most and remaining:
            cards.append(remaining.pop(0))
    navigation = (*hidden.row, *hidden.deck)
    return replaced(
        hidden,
        hands={character: tuple(cards) for character, cards in hands.items()},
        bow=tuple(bow),
        passing=tuple(passing),
        removed=tuple(removed),
        gone=tuple(gone),
        row=navigation[: state.row],
        deck=navigation[state.row :],
    )
