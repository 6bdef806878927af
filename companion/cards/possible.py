"""Possible events of games in which the hand decides, such as by following suit."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from inspect import signature
from itertools import pairwise
from random import Random
from typing import Any

from companion.cells.facts import CellFacts


@dataclass(frozen=True)
class Revoke:
    """Card that a hand did not allow, with those that it allowed."""

    player: str
    card: str
    allowed: tuple[str, ...]


@cache
def asks_hands(kind: type) -> bool:
    """Return True if a class of games has ``possible(state, hands)``."""
    return "hands" in signature(kind.possible).parameters  # type: ignore[attr-defined]


def possible_events(table: CellFacts, state: Any, hands: Mapping[str, tuple[str, ...]]) -> Iterable[Any]:
    """Return the events that may happen by the rules and by the hands that are known."""
    if asks_hands(type(table)):
        return table.possible(state, hands)  # type: ignore[call-arg]
    return table.possible(state)


@lru_cache(maxsize=8)
def laid_by(game: CellFacts, events: tuple[Any, ...]) -> Mapping[str, str]:
    """Return the cards that have lain on the mat, with who laid each.

    Of those that lay there at first nobody has.
    """
    states = game.rules.replay(events).states()
    laid = dict.fromkeys(game.lying(states[0]), "")
    for before, after in pairwise(states):
        laid |= {card: game.turn(before) for card in game.lying(after) if card not in laid}
    return laid


@lru_cache(maxsize=4)
def find_revokes(game: CellFacts, events: tuple[Any, ...]) -> tuple[Revoke, ...]:
    """Return the cards that hands did not allow, where whole hands are known for certain.

    That is where the whole pack was dealt, and a player has laid exactly as many cards as were dealt to them.
    """
    if not asks_hands(type(game)):
        return ()
    states = game.rules.replay(events).states()
    hands: dict[str, tuple[str, ...]] = {}
    found: list[Revoke] = []
    for event, before, after in reversed(list(zip(events[1:], states, states[1:], strict=False))):
        player = game.turn(before)
        laid = sorted({*game.lying(after)} - {*game.lying(before)})
        hands[player] = (*laid, *hands.get(player, ()))
        possible = list(possible_events(game, before, {player: hands[player]}))
        if laid and event not in possible:
            found.append(Revoke(str(player), laid[0], laid_cards(game, before, possible)))
    dealt: Mapping[str, tuple[str, ...]] = game.deal(events[0], Random(0))  # type: ignore[attr-defined]
    if sum(map(len, dealt.values())) != len(game.tag_set.cards):  # type: ignore[attr-defined]
        # Cards may have been drawn from what was left.
        return ()
    known = {str(player) for player, cards in dealt.items() if len(hands.get(player, ())) == len(cards)}
    return tuple(revoke for revoke in found[::-1] if revoke.player in known)


def laid_cards(game: CellFacts, state: Any, events: Iterable[Any]) -> tuple[str, ...]:
    """Return the cards that these events lay, each once."""
    before = {*game.lying(state)}
    layouts = (game.lying(game.rules.follow(state, event)) for event in events)
    return tuple(dict.fromkeys(card for layout in layouts for card in layout if card not in before))
