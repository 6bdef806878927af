"""Secrets of Lifeboat: love, hate, hands, decks, and what others have seen or offered.

Rules L2, L3, L7, L9, L11 and L17 name them.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from engine.secrets import HiddenField, Secret, deal_anew, draw_another, secrets_of
from engine.values import replaced

from .actions import rowing_draws
from .components import Character
from .dealt import Dealt, Plan, TradeOffer
from .hidden import Memory
from .offers import TRADING
from .state import Phase

#: Piles of provisions besides the hands.
_PILES = ("bow", "passing", "removed", "gone")
#: Piles of navigation cards.
_NAVIGATION = ("row", "deck")
#: The navigator may see so many cards of the deck with the row stack (L17, V1).
_SEEN_BY_NAVIGATOR = 2


def secret_states(dealt: Dealt, seat: str, rng: Random) -> Iterator[Secret[Dealt]]:
    """Yield states alike to a seat: with all otherwise, then one hidden field at a time."""
    return secrets_of(FIELDS, dealt, seat, rng)


def offered_pile(dealt: Dealt, seat: str) -> str:
    """Return the pile of whose first cards this seat keeps one now (L7); empty: none."""
    if dealt.state.step is not Phase.TAKE or dealt.state.turn != seat:
        return ""
    return "passing" if dealt.hidden.passing else "bow"


def cards_looked_at(dealt: Dealt, seat: str) -> int:
    """Return the number of cards of the deck that a seat looks at now (L11, L17).

    -1: it looks at none, and those of the row stack are hidden from it, too.
    """
    state = dealt.state
    if state.turn != seat:
        return -1
    if dealt.plan is Plan.ROW:
        return rowing_draws(state, state.person(Character(seat)))
    return _SEEN_BY_NAVIGATOR if state.step is Phase.CHOOSE else -1


def _people(dealt: Dealt) -> tuple[str, ...]:
    return tuple(str(player) for player in dealt.hidden.hands)


def _revealed(dealt: Dealt) -> set[str]:
    return {str(revealed.by) for revealed in dealt.state.revealed}


def _card_each(name: str) -> Callable[[Dealt, str, Random, str], Dealt]:
    """Return the change of love or hate cards."""

    def change(dealt: Dealt, seat: str, rng: Random, place: str) -> Dealt:
        known = _revealed(dealt) | {seat}
        held = {str(player): (card,) for player, card in getattr(dealt.hidden, name).items()}
        anew = deal_anew(held, lambda player, _: player in known, rng, place or None)
        cards = {player: anew[str(player)][0] for player in dealt.hidden.hands}
        return replaced(dealt, hidden=replaced(dealt.hidden, **{name: cards}))

    return change


def _provisions(dealt: Dealt, seat: str, rng: Random, place: str) -> Dealt:
    hidden = dealt.hidden
    memory = hidden.memories.get(Character(seat), Memory()) if seat else Memory()
    seen = {card for cards in memory.known.values() for card in cards} | {*memory.held, *memory.passed}
    seen |= {offer.card for offer in (*dealt.offers, *dealt.refused) if seat in (offer.by, offer.to)}
    open_hands, offered = _revealed(dealt) | {seat}, offered_pile(dealt, seat)
    top = hidden.bow[: len(dealt.state.conscious)] if offered == "bow" else ()
    held: dict[str, tuple[Any, ...]] = {str(player): hand for player, hand in hidden.hands.items()}
    held |= {name: getattr(hidden, name) for name in _PILES}
    held["bow"] = hidden.bow[len(top) :]

    def fixed(holder: str, card: Any) -> bool:
        return card in seen or holder in open_hands or holder == offered == "passing"

    anew = deal_anew(held, fixed, rng, place or None)
    hands = {player: anew[str(player)] for player in hidden.hands}
    piles = {name: anew[name] for name in _PILES} | {"bow": (*top, *anew["bow"])}

    def fitting(offers: tuple[TradeOffer, ...]) -> tuple[TradeOffer, ...]:
        # Whoever offers a card holds it.
        return tuple(
            [
                offer
                if offer.card in hands[offer.by]
                else replaced(offer, card=rng.choice(hands[offer.by] or (offer.card,)))
                for offer in offers
            ]
        )

    return replaced(
        dealt,
        hidden=replaced(hidden, hands=hands, **piles),
        offers=fitting(dealt.offers),
        refused=fitting(dealt.refused),
    )


def _navigation(dealt: Dealt, seat: str, rng: Random, place: str) -> Dealt:
    hidden, looked = dealt.hidden, cards_looked_at(dealt, seat)
    held = {"row": hidden.row, "top": hidden.deck[: max(0, looked)], "deck": hidden.deck[max(0, looked) :]}
    looks_at_row = dealt.state.step is Phase.CHOOSE and dealt.state.turn == seat

    def fixed(holder: str, card: Any) -> bool:
        is_open = holder == "top" or (holder == "row" and looks_at_row)
        return is_open or seat in hidden.seen.get(card.id, ())

    anew = deal_anew(held, fixed, rng, place or None)
    return replaced(dealt, hidden=replaced(hidden, row=anew["row"], deck=(*anew["top"], *anew["deck"])))


def _memories(dealt: Dealt, seat: str, rng: Random, place: str) -> Dealt:
    hidden, memories = dealt.hidden, dict(dealt.hidden.memories)
    for player in hidden.hands:
        if str(player) == seat or place not in ("", str(player)):
            continue
        card = rng.choice([*hidden.bow, *hidden.hands[player], *dealt.state.unseen] or [None])
        remembers = memories.get(player, Memory()) != Memory()
        memories[player] = Memory() if remembers or card is None else Memory(held=(card,), passed=(card,))
    return replaced(dealt, hidden=replaced(hidden, memories=memories))


def _seen(dealt: Dealt, seat: str, rng: Random, _: str) -> Dealt:
    """Let other seats have seen other navigation cards."""
    hidden, seen = dealt.hidden, dict(dealt.hidden.seen)
    others = [player for player in hidden.hands if str(player) != seat]
    for card in (*hidden.deck, *hidden.row):
        own = {player for player in seen.get(card.id, frozenset()) if str(player) == seat}
        seen[card.id] = frozenset(own | {*rng.sample(others, rng.randint(0, len(others)))})
    return replaced(dealt, hidden=replaced(hidden, seen=seen))


def _trade_offers(name: str) -> Callable[[Dealt, str, Random, str], Dealt]:
    """Return the change of offers, open or refused, between others; only two know each (L9)."""

    def change(dealt: Dealt, seat: str, rng: Random, _: str) -> Dealt:
        offers: tuple[TradeOffer, ...] = getattr(dealt, name)
        kept = tuple([offer for offer in offers if seat in (offer.by, offer.to)])
        if len(kept) < len(offers):
            return replaced(dealt, **{name: kept})
        foreign = _foreign_offer(dealt, seat, rng)
        return dealt if foreign is None else replaced(dealt, **{name: (*kept, foreign)})

    return change


def _foreign_offer(dealt: Dealt, seat: str, rng: Random) -> TradeOffer | None:
    """Return an offer that two others may have made; None where nobody may make one."""
    state, hands = dealt.state, dealt.hidden.hands
    if state.step not in TRADING:
        return None
    others = [player for player in state.conscious if str(player) != seat]
    offering = {offer.by for offer in dealt.offers}
    givers = [player for player in others if player not in offering and hands[player]]
    if not givers or len(others) == 1:
        return None
    giver = rng.choice(givers)
    return TradeOffer(giver, Character(str(draw_another(others, giver, rng))), rng.choice(hands[giver]))


#: All that a seat may not know.
FIELDS = (
    HiddenField("love", _card_each("love"), _people),
    HiddenField("hate", _card_each("hate"), _people),
    HiddenField("provisions", _provisions, lambda dealt: (*_people(dealt), *_PILES)),
    HiddenField("navigation cards", _navigation, lambda _: _NAVIGATION),
    HiddenField("memories", _memories, _people),
    HiddenField("seen cards", _seen),
    HiddenField("offers", _trade_offers("offers")),
    HiddenField("refused offers", _trade_offers("refused")),
)
