"""Finstere Flure as the one object that the companion asks for all of it."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.games import CompanionGame, Part
from companion.games.finstere_flure.language import TRANSLATIONS

_COMMANDS = "companion.games.finstere_flure.commands"


class FinstereFlure(CompanionGame):
    """Finstere Flure (Fearsome Floors)."""

    #: Said here too, so that a command that needs a part of the rules only does not load all of them.
    id = "finstere-flure"
    title = "Finstere Flure"
    translations = TRANSLATIONS
    rules = Part("engine.finstere_flure.game:RULES")
    options = Part("companion.games.finstere_flure.options:OPTIONS")
    readings = Part("companion.games.finstere_flure.reading.readings:READINGS")
    table = Part("companion.games.finstere_flure.table.game:TABLE")
    virtual = Part("companion.games.finstere_flure.virtual_table.game:VIRTUAL")
    sheets = Part("companion.games.finstere_flure.sheets.game:SHEETS")
    describe_state = Part("companion.games.finstere_flure.words.state_words:describe_state")
    describe_player = Part("companion.games.finstere_flure.words.sentences:colour_name")
    bots = Part("companion.games.finstere_flure.bots:BOTS")
    replay = Part("companion.games.finstere_flure.screen.replaying:replay")
    commands: Mapping[str, tuple[str, str]] = MappingProxyType(
        {
            "show": (f"{_COMMANDS}.show", "play the monster's move in a window, from a picture or a position"),
            "predict": (
                f"{_COMMANDS}.predict",
                "draw the monster's move into a picture of the table",
            ),
            "demo": (f"{_COMMANDS}.demo", "show a virtual table to watch or to play at"),
            "monster": (f"{_COMMANDS}.monster", "print the monster's move from a position file"),
            "moves": (f"{_COMMANDS}.moves", "list all moves that the rules allow the tokens"),
            "forecast": (f"{_COMMANDS}.forecast", "say what the monster's next move may bring, over all cards"),
            "board": (f"{_COMMANDS}.board", "print a position as a text board or as JSON"),
        }
    )

    def describe_result(self, result: str) -> str:
        """Describe who has won."""
        from companion.games.finstere_flure.kept_games import parse_winner
        from companion.games.finstere_flure.words.event_words import describe_winner

        return describe_winner(parse_winner(result))


GAME = FinstereFlure()
