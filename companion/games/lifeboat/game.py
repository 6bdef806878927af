"""Lifeboat as the one object that the companion asks for all of it: so far its rules and its words."""

import json
from typing import Any

from companion.games import CompanionGame
from companion.games.lifeboat.language import TRANSLATIONS
from engine.lifeboat.components import Character
from engine.lifeboat.events import GameStarted
from engine.lifeboat.game import RULES, LifeboatRules


class Lifeboat(CompanionGame):
    """Lifeboat. It cannot be played with the companion yet: table, virtual table and sheets are missing."""

    title = "Lifeboat"
    translations = TRANSLATIONS

    @property
    def rules(self) -> LifeboatRules:
        """The rules."""
        return RULES

    def tell_state(self, state: Any) -> list[str]:
        """Day and phase, everyone in the boat, birds and piles, what is due, and who may do what."""
        from companion.games.lifeboat.state_words import tell_state

        return tell_state(state)

    def players(self, started: GameStarted) -> tuple[str, ...]:
        """The players' characters, clockwise round the table."""
        return tuple(map(str, started.players))

    def tell_player(self, player: str) -> str:
        """The character's name."""
        from companion.games.lifeboat.words import character_name

        return character_name(Character(player))

    def tell_result(self, result: str) -> str:
        """Who has won, perhaps several together."""
        from companion.games.lifeboat.state_words import tell_winners

        try:
            return tell_winners(tuple(json.loads(result)["winners"]))
        except (TypeError, KeyError) as error:
            raise ValueError(f"no result of a game: {result!r}") from error


GAME = Lifeboat()
