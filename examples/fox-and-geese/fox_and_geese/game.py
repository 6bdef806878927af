"""Fox and Geese as the one object that the companion asks for all of it; pyproject.toml names it."""

from companion.games import CompanionGame
from companion.sheets.cell_sheets import CellSheets
from fox_and_geese.language import TRANSLATIONS
from fox_and_geese.rules import RULES, Event, Side
from fox_and_geese.table import MUST_TAKE, TABLE
from fox_and_geese.tags import TAGS
from fox_and_geese.virtual import VIRTUAL


class FoxAndGeese(CompanionGame):
    """All parts of the game."""

    rules = RULES
    options = (MUST_TAKE,)
    table = TABLE
    virtual = VIRTUAL
    sheets = CellSheets(TAGS)
    translations = TRANSLATIONS

    def players(self, started: Event) -> tuple[str, ...]:  # noqa: ARG002
        """Both sides always play."""
        return tuple(map(str, Side))

    def tell_player(self, player: str) -> str:
        """The side's name."""
        return TABLE.player_name(player)


GAME = FoxAndGeese()
