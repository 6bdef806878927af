"""Mouse and Elephant as one object for the companion; pyproject.toml names it."""

from companion.games import CompanionGame, Part
from mouse_and_elephant.language import TRANSLATIONS
from mouse_and_elephant.rules import RULES, Event, Seat


class MouseAndElephant(CompanionGame):
    """All parts of the game; what needs pictures or a camera is imported when it is asked for."""

    title = "Mouse and Elephant"
    translations = TRANSLATIONS
    rules = RULES
    sheets = Part("mouse_and_elephant.table:SHEETS")
    table = Part("mouse_and_elephant.table:TABLE")
    virtual = Part("mouse_and_elephant.virtual:VIRTUAL")

    def players(self, started: Event) -> tuple[str, ...]:  # noqa: ARG002
        """Return all three players, who always play."""
        return tuple(map(str, Seat))

    def describe_player(self, player: str) -> str:
        """Return the player's name."""
        return str(self.table.player_name(player))


GAME = MouseAndElephant()
