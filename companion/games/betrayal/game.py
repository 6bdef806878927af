"""Betrayal as the one object that the companion asks for all of it."""

from companion.games import CompanionGame, Part
from companion.games.betrayal.language import TRANSLATIONS


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
    rules = Part("engine.betrayal.game:RULES")
    options = Part("companion.games.betrayal.options:OPTIONS")
    describe_state = Part("companion.games.betrayal.state_words:describe_state")
    describe_player = Part("companion.games.betrayal.names:explorer_name")
    describe_winners = Part("companion.games.betrayal.state_words:describe_winners")


GAME = Betrayal()
