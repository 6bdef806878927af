"""Lifeboat as the one object that the companion asks for all of it."""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.device.options import Option
from companion.games import CompanionGame, Part
from companion.games.lifeboat.language import TRANSLATIONS

if TYPE_CHECKING:
    from engine.lifeboat.events import GameStarted
    from engine.lifeboat.game import LifeboatRules


class Lifeboat(CompanionGame):
    """Lifeboat. Its parts are imported when they are first asked for."""

    #: Said here too, so that a command about another game does not load these rules.
    id = "lifeboat"
    title = "Lifeboat"
    translations = TRANSLATIONS
    table = Part("companion.games.lifeboat.table.game:TABLE")
    virtual = Part("companion.games.lifeboat.virtual_table.game:VIRTUAL")
    sheets = Part("companion.games.lifeboat.sheets:SHEETS")
    readings = Part("companion.games.lifeboat.readings:READINGS")
    photographs = Part("companion.games.lifeboat.photographs:PHOTOGRAPHS")

    @property
    def rules(self) -> "LifeboatRules":
        """The rules."""
        from engine.lifeboat.game import RULES

        return RULES

    @property
    def options(self) -> Sequence[Option[Any]]:
        """The variants, and which navigation cards are played with."""
        from companion.games.lifeboat.options import OPTIONS

        return OPTIONS

    def tell_state(self, state: Any) -> list[str]:
        """Day and phase, everyone in the boat, birds and piles, what is due, and who may do what."""
        from companion.games.lifeboat.state_words import tell_state

        return tell_state(state)

    def players(self, started: "GameStarted") -> tuple[str, ...]:
        """The players' characters, clockwise round the table."""
        return tuple(map(str, started.players))

    def tell_player(self, player: str) -> str:
        """The character's name."""
        from companion.games.lifeboat.words import character_name
        from engine.lifeboat.components import Character

        return character_name(Character(player))

    def tell_result(self, result: str) -> str:
        """Who has won, perhaps several together."""
        from companion.games.lifeboat.state_words import tell_winners

        try:
            return tell_winners(tuple(json.loads(result)["winners"]))
        except (TypeError, KeyError) as error:
            raise ValueError(f"no result of a game: {result!r}") from error

    @property
    def commands(self) -> Mapping[str, tuple[str, str]]:
        """What only this game has."""
        module = "companion.games.lifeboat.commands.navigation"
        return {"navigation": (module, "the navigation cards that a table plays Lifeboat with: set, check, show them")}


GAME = Lifeboat()
