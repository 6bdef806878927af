"""Seat of chance at a table: whoever answers for shuffles, deals, throws and lots.

A step asks it for its event. Three answer: the players, who tell what they throw or draw, or let the camera read it;
the box's generator; another table.
"""

import hmac
from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from companion.journal import Journal
from companion.journal.chance_secret import chance_secret
from engine.game import MoveT, Play, StateT


class Chance(Protocol):
    """Seat of chance in running games."""

    def is_told(self, *, real: bool) -> bool:
        """Return True if people tell here, or the camera reads, what chance brings.

        `real`: the players throw or draw it with things of their own.
        """

    def rng(self, game_id: int | None, purpose: str, own: Random | None = None) -> Random | None:
        """Return the generator by which an event is drawn; None: it is still to come.

        It is asked for again then. The same purpose in a game has the same answer, also after its event was taken back,
        and after a restart: whoever has seen it does not try again. `own`: the generator of a keeper of hidden cards,
        whose draws this table owes; None: of none.
        """

    def event(self, game_id: int | None, purpose: str, play: Play[StateT, MoveT], state: StateT) -> Any | None:
        """Return the event that chance brings in an open game; None: it is still to come."""

    def forget(self) -> None:
        """Forget the answers of former games: another one begins."""


class BoxChance:
    """The box's generator: what players do not throw or draw themselves."""

    def __init__(self, rng: Random, journal: Journal | None = None) -> None:
        """Keep answers after a restart with a `journal`; else draw them by `rng`."""
        self._rng, self._journal = rng, journal
        self._secret = b""
        self._seeds: dict[tuple[int | None, str], int] = {}

    def is_told(self, *, real: bool) -> bool:
        """Return True for what players throw or draw with things of their own."""
        return real

    def rng(self, game_id: int | None, purpose: str, own: Random | None = None) -> Random:
        """Return the keeper's generator, else one from a seed of this purpose."""
        if own is not None:
            return own
        if self._journal is not None and game_id is not None:
            self._secret = self._secret or chance_secret(self._journal.path)
            moment = f"{self._journal.key(game_id)} {purpose}".encode("utf-8", "surrogatepass")
            return Random(hmac.digest(self._secret, moment, "sha256"))
        key = game_id, purpose
        if key not in self._seeds:
            self._seeds[key] = self._rng.getrandbits(64)
        return Random(self._seeds[key])

    def event(self, game_id: int | None, purpose: str, play: Play[StateT, MoveT], state: StateT) -> Any | None:
        """Return the event that the generator of this purpose draws."""
        move = chance_move(play, state, lambda: self.rng(game_id, purpose))
        return None if move is None else play.event(move)

    def forget(self) -> None:
        """Forget all seeds that were drawn."""
        self._seeds.clear()


def chance_move(play: Play[StateT, MoveT], state: StateT, ask: Callable[[], Random | None]) -> MoveT | None:
    """Return what chance brings in a state, as a move; None: the answer is still to come.

    `ask` gives the generator for it. Where only one thing can happen nobody is asked.
    """
    outcomes = play.outcomes(state)
    if outcomes is not None and len(outcomes) == 1:
        return next(iter(outcomes))
    rng = ask()
    return None if rng is None else play.draw(state, rng)
