"""Finstere Flure as the one object that the companion asks for all of it."""

from collections.abc import Mapping

from companion.games import CompanionGame
from engine.finstere_flure.game import RULES, FinstereFlureRules
from engine.finstere_flure.state import State

_COMMANDS = "companion.games.finstere_flure.commands"


class FinstereFlure(CompanionGame):
    """Finstere Flure (Fearsome Floors)."""

    title = "Finstere Flure"

    @property
    def rules(self) -> FinstereFlureRules:
        """The rules."""
        return RULES

    def tell_state(self, state: State) -> list[str]:
        """Round, stage, whose turn it is, the board as text, and where the tokens are."""
        from companion.games.finstere_flure.state_words import tell_state

        return tell_state(state)

    @property
    def commands(self) -> Mapping[str, tuple[str, str]]:
        """What only this game has."""
        return {
            "show": (f"{_COMMANDS}.show", "play the monster's move in a window, from a picture or a position"),
            "predict": (
                f"{_COMMANDS}.predict",
                "picture of the table in, the monster's move out, drawn into the picture",
            ),
            "monster": (f"{_COMMANDS}.monster", "the monster's move from a position file"),
            "moves": (f"{_COMMANDS}.moves", "all moves that the rules allow the tokens"),
            "board": (f"{_COMMANDS}.board", "print a position as a text board or as JSON"),
        }


GAME = FinstereFlure()
