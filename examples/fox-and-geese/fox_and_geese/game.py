"""Fox and Geese as one object for the companion; pyproject.toml names it."""

from companion.games import CompanionGame, Part
from fox_and_geese.language import TRANSLATIONS
from fox_and_geese.options import MUST_TAKE
from fox_and_geese.rules import RULES, Event, Side


class FoxAndGeese(CompanionGame):
    """All parts of the game; what needs pictures or a camera is imported when it is asked for."""

    title = "Fox and Geese"
    translations = TRANSLATIONS
    rules = RULES
    options = (MUST_TAKE,)
    sheets = Part("fox_and_geese.tags:SHEETS")
    table = Part("fox_and_geese.table:TABLE")
    virtual = Part("fox_and_geese.virtual:VIRTUAL")

    def players(self, started: Event) -> tuple[str, ...]:  # noqa: ARG002
        """Return both sides, who always play."""
        return tuple(map(str, Side))

    def describe_player(self, player: str) -> str:
        """Return the side's name."""
        return str(self.table.player_name(player))


GAME = FoxAndGeese()
