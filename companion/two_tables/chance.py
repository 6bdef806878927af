"""Seat of chance at a table that may share a game: there both tables answer for it."""

from collections.abc import Callable
from random import Random
from typing import Any

from companion.table.chance import Chance
from companion.two_tables.exchange import Exchange
from engine.game import Play


class SharedChance:
    """Joint coin in a game with another table; else what answers at a table alone."""

    def __init__(self, alone: Chance, running: Callable[[], Exchange | None], is_shared: Callable[[], bool]) -> None:
        """`running` gives the exchange that throws for the running game; None: this table does.

        `is_shared` says whether another table plays, or has played it.
        """
        self._alone, self._running, self._is_shared = alone, running, is_shared

    def is_told(self, *, real: bool) -> bool:
        """Return False for a game with another table: nobody there would see who throws what.

        A game that goes on alone has no real cards either: none were shuffled.
        """
        return self._alone.is_told(real=real) and not self._is_shared()

    def rng(self, game_id: int | None, purpose: str, own: Random | None = None) -> Random | None:
        """Return the generator of this table's own answers."""
        return self._alone.rng(game_id, purpose, own)

    def event(self, game_id: int | None, purpose: str, play: Play[Any, Any], state: Any) -> Any | None:
        """Return what both tables' coin brings, or the box's generator."""
        exchange = self._running()
        return self._alone.event(game_id, purpose, play, state) if exchange is None else exchange.brought

    def forget(self) -> None:
        """Forget this table's own answers of former games."""
        self._alone.forget()
