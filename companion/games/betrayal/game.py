"""Betrayal as the one object that the companion asks for all of it."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.device.options import Option
from companion.games import CompanionGame, Part
from companion.games.betrayal.language import TRANSLATIONS

if TYPE_CHECKING:
    from engine.betrayal.events import GameStarted
    from engine.betrayal.game import BetrayalRules


class Betrayal(CompanionGame):
    """Betrayal at House on the Hill. Its parts are imported when they are first asked for."""

    #: Said here too, so that a command about another game does not load these rules.
    id = "betrayal"
    title = "Betrayal at House on the Hill"
    translations = TRANSLATIONS
    table = Part("companion.games.betrayal.table.game:TABLE")
    sheets = Part("companion.games.betrayal.sheets:SHEETS")
    readings = Part("companion.games.betrayal.readings:READINGS")
    virtual = Part("companion.games.betrayal.virtual_table.game:VIRTUAL")
    photographs = Part("companion.games.betrayal.photographs:PHOTOGRAPHS")

    @property
    def rules(self) -> "BetrayalRules":
        """The rules."""
        from engine.betrayal.game import RULES

        return RULES

    @property
    def options(self) -> Sequence[Option[Any]]:
        """Widow's Walk, and whose dice are thrown."""
        from companion.games.betrayal.options import OPTIONS

        return OPTIONS

    def tell_state(self, state: Any) -> list[str]:
        """Phase and turn, everyone in the house, its floors, what is due, and who may do what."""
        from companion.games.betrayal.state_words import tell_state

        return tell_state(state)

    def players(self, started: "GameStarted") -> tuple[str, ...]:
        """The players' explorers, clockwise round the table."""
        return started.players

    def tell_player(self, player: str) -> str:
        """The explorer's name."""
        from companion.games.betrayal.names import explorer_name

        return explorer_name(player)

    def tell_result(self, result: str) -> str:
        """Who has won: one side, or the house."""
        from companion.games.betrayal.state_words import tell_winners
        from engine.betrayal.state import Side

        try:
            found = json.loads(result)
            return tell_winners(tuple(found["winners"]), Side(found["reason"]))
        except (TypeError, KeyError) as error:
            raise ValueError(f"no result of a game: {result!r}") from error


GAME = Betrayal()
