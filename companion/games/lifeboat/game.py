"""Lifeboat as the one object that the companion asks for all of it."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.games import CompanionGame, Part
from companion.games.lifeboat.language import TRANSLATIONS


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
    rules = Part("engine.lifeboat.game:RULES")
    options = Part("companion.games.lifeboat.options:OPTIONS")
    describe_state = Part("companion.games.lifeboat.state_words:describe_state")
    describe_player = Part("companion.games.lifeboat.words:character_name")
    describe_winners = Part("companion.games.lifeboat.state_words:describe_winners")
    commands: Mapping[str, tuple[str, str]] = MappingProxyType(
        {
            "navigation": (
                "companion.games.lifeboat.commands.navigation",
                "set, check or show the navigation cards that Lifeboat is played with",
            )
        }
    )


GAME = Lifeboat()
