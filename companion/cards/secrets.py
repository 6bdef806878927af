"""Secrets of games of cards in zones: the hands of others, and the undealt cards."""

from collections.abc import Collection, Iterator, Mapping
from random import Random

from companion.cards.dealt import Dealt
from engine.secrets import HiddenField, Secret, deal_anew, secrets_of
from engine.values import replaced

#: The place of the cards that nobody holds and nobody has seen; whole states do not list them.
_NOT_DEALT = "not dealt"


def secret_states(dealt: Dealt, seat: str, cards: Collection[str], rng: Random) -> Iterator[Secret[Dealt]]:
    """Yield states alike to a seat: all other hands otherwise, then each. `cards`: all of them."""

    def hands(state: Dealt, own: str, chance: Random, place: str) -> Dealt:
        held: Mapping[str, tuple[str, ...]] = {**state.hands, _NOT_DEALT: _not_dealt(state, cards)}
        anew = deal_anew(held, lambda player, _: player == own, chance, place or None)
        return replaced(state, hands={player: anew[player] for player in state.hands})

    return secrets_of((HiddenField("hands", hands, lambda state: tuple(state.hands)),), dealt, seat, rng)


def _not_dealt(dealt: Dealt, cards: Collection[str]) -> tuple[str, ...]:
    held = {card for hand in dealt.hands.values() for card in hand}
    return tuple([card for card in sorted(cards) if card not in held and card not in dealt.seen])
