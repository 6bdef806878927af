"""Joint coin of two tables: both decide what chance brings, and neither can choose it.

Each table has a chain of values: each is the hash of the one after it. The first one, the root, binds it to all others
before anything is drawn; each draw shows one more. So no table can show another value than the one that it has laid
down, also after it was killed, and what was taken back is drawn again as before.
"""

import os
from collections.abc import Callable
from functools import cached_property
from hashlib import sha256
from random import Random
from typing import Any

from companion.two_tables.order import Side, canonical
from engine.game import Play, Rules

#: A game has no more draws.
MOST_DRAWS = 5000


class Coin:
    """Values of both tables for the draws of one game, as far as they were shown."""

    def __init__(
        self, secret: str, side: Side, other_root: str = "", keep_root: Callable[[str], None] = lambda _: None
    ) -> None:
        """Make the chain of this table from its secret, which it keeps on disk.

        `other_root`: the other table's, empty while it is unknown; `keep_root` keeps it on disk before anything of this
        table's is shown.
        """
        self._secret, self._side, self._keep_root = secret, side, keep_root
        self.other_root = other_root
        #: The values that the other table has shown, after its root.
        self._shown: list[str] = [other_root] if other_root else []

    @cached_property
    def _own(self) -> list[str]:
        values = [_hash(self._secret)]
        while len(values) <= MOST_DRAWS:
            values.append(_hash(values[-1]))
        return values[::-1]

    def own(self, number: int) -> str:
        """Return this table's value of a number; 0: the root."""
        return self._own[number]

    def take(self, root: str, number: int, value: str) -> bool:
        """Take a value of the other table; return False if it had laid down another one."""
        if not self.other_root:
            self.other_root = root
            self._shown = [root]
            self._keep_root(root)
        if root != self.other_root:
            return False
        known = len(self._shown) - 1
        if number <= known:
            return value == self._shown[number]
        way = [value]
        while len(way) < number - known:
            way.append(_hash(way[-1]))
        if _hash(way[-1]) != self._shown[known]:
            return False
        self._shown += way[::-1]
        return True

    def seed(self, draw: int) -> int | None:
        """Return the seed of a draw (0: the first); None while the other value is not shown."""
        number = draw + 1
        if number >= min(len(self._shown), len(self._own)):
            return None
        own, other = self._own[number], self._shown[number]
        host, guest = (own, other) if self._side is Side.HOST else (other, own)
        return int(_hash(host + guest), 16)


def new_secret() -> str:
    """Return a new secret for a table's part of the coin, in hexadecimal digits."""
    return os.urandom(32).hex()


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def drawn_event(rules: Rules[Any, Any], play: Play[Any, Any], state: Any, seed: int | None) -> Any | None:
    """Return the event that a seed brings in a state of chance, the same at both tables.

    None: it depends on a seed that is not known yet.
    """
    outcomes = play.outcomes(state)
    if outcomes is not None and len(outcomes) == 1:
        return rules.open_event(play.event(next(iter(outcomes))))
    if seed is None:
        return None
    if outcomes is None:
        return rules.open_event(play.event(play.draw(state, Random(seed))))
    # In one order at both tables: sets are listed otherwise in each process.
    moves = sorted(outcomes, key=lambda move: canonical(rules.event_to_json(play.event(move))))
    return play.event(Random(seed).choices(moves, [outcomes[move] for move in moves])[0])
