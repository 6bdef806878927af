"""Secrets of games of cards in zones: the hands of the others."""

from random import Random

from companion.cards.play import Dealt
from engine.values import replaced
from tools.secrets.kinds import Kinds, dealt_anew


def _hands(dealt: Dealt, seat: str, rng: Random) -> Dealt:
    return replaced(dealt, hands=dealt_anew(dealt.hands, lambda who, _: who == seat, rng))


KINDS: Kinds = {"hand": _hands}


def perceived(dealt: Dealt, seat: str) -> object:
    """Return the public state, the own hand, and how many cards the others have."""
    return dealt.state, dealt.hands[seat], {who: len(hand) for who, hand in dealt.hands.items()}, dealt.seen
