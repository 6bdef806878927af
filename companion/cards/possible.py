"""Possible events where what may be played depends on the hand, such as a suit that must be followed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from inspect import signature
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.cards.game import CardGame
    from companion.cells.facts import CellFacts

#: Hands of which nobody knows any: those of real cards.
NO_HANDS: Mapping[str, tuple[str, ...]] = MappingProxyType({})


@dataclass(frozen=True)
class Revoke:
    """Card that a hand did not allow, with those that it allowed."""

    player: str
    card: str
    allowed: tuple[str, ...]


@cache
def asks_hands(kind: type) -> bool:
    """Return True if a kind of game says what is possible by the hands: ``possible(state, hands)``."""
    return "hands" in signature(kind.possible).parameters  # type: ignore[attr-defined]


def possible_events(table: "CellFacts", state: Any, hands: Mapping[str, tuple[str, ...]]) -> Iterable[Any]:
    """Return the events that may happen by the rules and by the hands that are known."""
    if asks_hands(type(table)):
        return table.possible(state, hands)  # type: ignore[call-arg,no-any-return]
    return table.possible(state)


@lru_cache(maxsize=4)
def find_revokes(game: "CardGame", events: tuple[Any, ...]) -> tuple[Revoke, ...]:
    """Return the cards that their players' hands did not allow, as far as the cards played later show the hands."""
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
    return tuple(found[::-1])


def laid_cards(game: "CardGame", state: Any, events: Iterable[Any]) -> tuple[str, ...]:
    """Return the cards that these events lay, each once."""
    before = {*game.lying(state)}
    layouts = (game.lying(game.rules.follow(state, event)) for event in events)
    return tuple(dict.fromkeys(card for layout in layouts for card in layout if card not in before))
