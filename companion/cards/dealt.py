"""Whole state of a game of cards in zones: the rules' state, and the hands."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

#: A card that a seat does not know, in its view.
UNKNOWN = ""


@dataclass(frozen=True)
class Dealt:
    """Public state, hands, and the cards that have lain open.

    In a view the other hands are `UNKNOWN` cards.
    """

    state: Any
    hands: Mapping[str, tuple[str, ...]]
    seen: frozenset[str] = frozenset()
