"""The hidden side of the game that a session plays at the virtual table."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.cards.secret_game import SecretGame
from companion.games.lifeboat.language import say
from companion.games.lifeboat.virtual_table.dealing import Hidden
from companion.games.lifeboat.virtual_table.kept import FORMAT, LifeboatKept, kept_from_json, kept_to_json, new_deal
from engine.lifeboat import events as e
from engine.lifeboat.components import Character
from engine.lifeboat.game import RULES
from engine.lifeboat.state import State


class LifeboatSecrets(SecretGame[Hidden, Character, State]):
    """Hands, love, hate and decks."""

    rules = RULES
    format = FORMAT
    everybody = tuple(Character)

    def new_deal(self, started: e.GameStarted, seed: int) -> LifeboatKept:
        """The cards shuffled and dealt."""
        return new_deal(started, seed)

    def to_json(self, kept: LifeboatKept) -> dict[str, Any]:  # type: ignore[override]
        """As its file keeps it."""
        return kept_to_json(kept)

    def from_json(self, data: Mapping[str, Any], events: Sequence[e.GameEvent]) -> LifeboatKept:
        """What its file has kept."""
        return kept_from_json(data, events)

    def dealt(self, kept: LifeboatKept, events: Sequence[e.GameEvent]) -> Hidden:  # type: ignore[override]
        """With what was picked."""
        return kept.hidden(events)

    def lost(self, file: str) -> str:
        """What to do without it."""
        return say(
            "The hidden cards of this game are missing or damaged: put {file} back, or begin a new game.", file=file
        )
