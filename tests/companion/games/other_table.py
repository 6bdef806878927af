"""Another table that answers for chance, late."""

from random import Random
from typing import Any

from companion.table.chance import chance_move
from engine.game import Play


class OtherTable:
    """Another table: it answers for all chance, by a seed that comes when it wants."""

    def __init__(self) -> None:
        self.has_come = False
        self.asked: list[str] = []

    def is_told(self, *, real: bool) -> bool:  # noqa: ARG002 - nobody throws dice here
        return False

    def rng(self, game_id: int | None, purpose: str, own: Random | None = None) -> Random | None:  # noqa: ARG002
        self.asked.append(purpose)
        return Random(f"both {purpose}") if self.has_come else None

    def event(self, game_id: int | None, purpose: str, play: Play[Any, Any], state: Any) -> Any | None:
        return chance_move(play, state, lambda: self.rng(game_id, purpose, None))

    def forget(self) -> None:
        self.asked.clear()
