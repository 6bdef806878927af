"""Secrets of Lifeboat: love, hate, hands, decks, and what others have seen or offered.

Rules L2, L3, L7, L9, L11 and L17 name them.
"""

from random import Random
from typing import Any

from engine.lifeboat import events as e
from engine.lifeboat.actions import rowing_draws
from engine.lifeboat.components import Character
from engine.lifeboat.dealt import Dealt, Plan, TradeOffer
from engine.lifeboat.hidden import Memory
from engine.lifeboat.offers import TRADING
from engine.lifeboat.state import Step
from engine.values import replaced
from tools.secrets.kinds import Kinds, another, dealt_anew

#: Piles of provisions besides the hands.
_PILES = ("bow", "passing", "removed", "gone")
#: The navigator may see so many cards of the deck with the row stack (L17, V1).
_SEEN_BY_NAVIGATOR = 2


def _revealed(dealt: Dealt) -> set[str]:
    return {str(one.by) for one in dealt.state.revealed}


def _one_each(name: str) -> Any:
    """Return the change of love or hate cards."""

    def change(dealt: Dealt, seat: str, rng: Random) -> Dealt:
        open_ones = _revealed(dealt) | {seat}
        held = {who: (card,) for who, card in getattr(dealt.hidden, name).items()}
        anew = dealt_anew(held, lambda who, _: str(who) in open_ones, rng)
        return replaced(dealt, hidden=replaced(dealt.hidden, **{name: {who: card for who, (card,) in anew.items()}}))

    return change


def _offered(dealt: Dealt, seat: str) -> str:
    """Return the pile of whose first cards this seat keeps one now (L7); empty: none."""
    if dealt.state.step is not Step.TAKE or dealt.state.turn != seat:
        return ""
    return "passing" if dealt.hidden.passing else "bow"


def _provisions(dealt: Dealt, seat: str, rng: Random) -> Dealt:
    hidden = dealt.hidden
    memory = hidden.memories.get(Character(seat), Memory()) if seat else Memory()
    seen = {card for cards in memory.known.values() for card in cards} | {*memory.held, *memory.passed}
    seen |= {one.card for one in dealt.offers if seat in (one.by, one.to)}
    open_hands, offered = _revealed(dealt) | {seat}, _offered(dealt, seat)
    top = hidden.bow[: len(dealt.state.conscious)] if offered == "bow" else ()
    held: dict[str, tuple[Any, ...]] = {str(who): hand for who, hand in hidden.hands.items()}
    held |= {name: getattr(hidden, name) for name in _PILES}
    held["bow"] = hidden.bow[len(top) :]

    def fixed(place: str, card: Any) -> bool:
        return card in seen or place in open_hands or place == offered == "passing"

    anew = dealt_anew(held, fixed, rng)
    hands = {who: anew[str(who)] for who in hidden.hands}
    piles = {name: anew[name] for name in _PILES} | {"bow": (*top, *anew["bow"])}
    offers = []
    for one in dealt.offers:
        # Whoever offers a card holds it.
        card = one.card if one.card in hands[one.by] else rng.choice(hands[one.by] or (one.card,))
        offers.append(replaced(one, card=card))
    return replaced(dealt, hidden=replaced(hidden, hands=hands, **piles), offers=tuple(offers))


def _looked_at(dealt: Dealt, seat: str) -> int:
    """Return the number of cards of the deck that a seat looks at now (L11, L17).

    -1: it looks at none, and those of the row stack are hidden from it, too.
    """
    state = dealt.state
    if state.turn != seat:
        return -1
    if dealt.plan is Plan.ROW:
        return rowing_draws(state, state.person(Character(seat)))
    return _SEEN_BY_NAVIGATOR if state.step is Step.CHOOSE else -1


def _navigation(dealt: Dealt, seat: str, rng: Random) -> Dealt:
    hidden, looked = dealt.hidden, _looked_at(dealt, seat)
    held = {"row": hidden.row, "top": hidden.deck[: max(0, looked)], "deck": hidden.deck[max(0, looked) :]}
    looks_at_row = dealt.state.step is Step.CHOOSE and dealt.state.turn == seat

    def fixed(place: str, card: Any) -> bool:
        is_open = place == "top" or (place == "row" and looks_at_row)
        return is_open or seat in hidden.seen.get(card.id, ())

    anew = dealt_anew(held, fixed, rng)
    return replaced(dealt, hidden=replaced(hidden, row=anew["row"], deck=(*anew["top"], *anew["deck"])))


def _memories(dealt: Dealt, seat: str, rng: Random) -> Dealt:
    hidden, memories = dealt.hidden, dict(dealt.hidden.memories)
    for who in hidden.hands:
        if str(who) != seat:
            card = rng.choice([*hidden.bow, *hidden.hands[who], *dealt.state.unseen] or [None])
            remembers = memories.get(who, Memory()) != Memory()
            memories[who] = Memory() if remembers or card is None else Memory(held=(card,), passed=(card,))
    return replaced(dealt, hidden=replaced(hidden, memories=memories))


def _seen(dealt: Dealt, seat: str, rng: Random) -> Dealt:
    """Other seats have seen other navigation cards."""
    hidden, seen = dealt.hidden, dict(dealt.hidden.seen)
    others = [who for who in hidden.hands if str(who) != seat]
    for card in (*hidden.deck, *hidden.row):
        known = seen.get(card.id, frozenset())
        own = {who for who in known if str(who) == seat}
        seen[card.id] = frozenset(own | {*rng.sample(others, rng.randint(0, len(others)))})
    return replaced(dealt, hidden=replaced(hidden, seen=seen))


def _offers(dealt: Dealt, seat: str, rng: Random) -> Dealt:
    """Take away the offers between others, or add one; only two know of it (L9)."""
    foreign = [one for one in dealt.offers if seat not in (one.by, one.to)]
    kept = tuple([one for one in dealt.offers if one not in foreign])
    if foreign:
        return replaced(dealt, offers=kept)
    state, hands = dealt.state, dealt.hidden.hands
    able = [who for who in state.conscious if str(who) != seat and who not in {one.by for one in dealt.offers}]
    givers = [who for who in able if hands[who]]
    if state.step not in TRADING or not givers:
        return dealt
    giver = rng.choice(givers)
    taker = another([who for who in state.conscious if str(who) != seat], giver, rng)
    if taker in (giver, None):
        return dealt
    return replaced(dealt, offers=(*kept, TradeOffer(giver, Character(str(taker)), rng.choice(hands[giver]))))


KINDS: Kinds = {
    "love": _one_each("love"),
    "hate": _one_each("hate"),
    "provisions": _provisions,
    "navigation cards": _navigation,
    "memories": _memories,
    "seen cards": _seen,
    "offers": _offers,
}


def perceived(dealt: Dealt, seat: str) -> object:
    """Return the public state, the own cards, what is looked at now, and the own offers."""
    hidden, who = dealt.hidden, Character(seat)
    offered, looked = _offered(dealt, seat), _looked_at(dealt, seat)
    count = len(dealt.state.conscious) if offered == "bow" else None
    return (
        dealt.state,
        hidden.hands[who],
        hidden.love[who],
        hidden.hate[who],
        hidden.day,
        getattr(hidden, offered)[:count] if offered else (),
        (hidden.row if dealt.state.step is Step.CHOOSE else (), hidden.deck[:looked]) if looked >= 0 else (),
        tuple([one for one in dealt.offers if seat in (one.by, one.to)]),
        dealt.declined,
        dealt.plan,
        dealt.owed,
    )


def shows(event: e.GameEvent, seat: str) -> bool:
    """Return True if an event lets a seat look at cards: rowing, at those drawn (L11)."""
    return isinstance(event, e.Rowed) and event.by == seat
