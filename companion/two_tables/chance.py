"""Seat of chance at a table that may share a game: there both tables answer for it."""

from collections.abc import Callable
from random import Random
from typing import Any

from companion.table.chance import BoxChance
from companion.two_tables.exchange import Exchange
from engine.game import Play


class SharedChance(BoxChance):
    """Joint coin in a game with another table; else the box's generator."""

    def __init__(self, rng: Random, running: Callable[[], Exchange | None]) -> None:
        """`running` gives the exchange of the running game; None: it is played here alone."""
        super().__init__(rng)
        self._running = running

    def is_told(self, *, real: bool) -> bool:
        """Return False for a game with another table: nobody there would see who throws what."""
        return real and self._running() is None

    def event(self, game_id: int | None, purpose: str, play: Play[Any, Any], state: Any) -> Any | None:
        """Return what both tables' coin brings, or the box's generator."""
        exchange = self._running()
        return super().event(game_id, purpose, play, state) if exchange is None else exchange.brought
