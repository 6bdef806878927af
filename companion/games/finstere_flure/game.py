"""Finstere Flure as the one object that the companion asks for all of it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.device.options import Option
from companion.games import CompanionGame, ReplayOptions
from companion.games.finstere_flure.language import TRANSLATIONS

if TYPE_CHECKING:
    import engine.game
    from companion.games.finstere_flure.readings import FinstereFlureReadings
    from companion.sheets.game import Sheets
    from companion.table.game import TableGame
    from companion.table.session import Session
    from companion.virtual_table.game import VirtualGame
    from engine.finstere_flure.events import GameEvent, GameStarted
    from engine.finstere_flure.game import FinstereFlureRules
    from engine.finstere_flure.state import State

_COMMANDS = "companion.games.finstere_flure.commands"


class FinstereFlure(CompanionGame):
    """Finstere Flure (Fearsome Floors)."""

    #: Said here too, so that a command that needs a part of the rules only does not load all of them.
    id = "finstere-flure"
    title = "Finstere Flure"
    translations = TRANSLATIONS

    @property
    def rules(self) -> "FinstereFlureRules":
        """The rules."""
        from engine.finstere_flure.game import RULES

        return RULES

    def tell_state(self, state: "State") -> list[str]:
        """Round, stage, whose turn it is, the board as text, and where the tokens are."""
        from companion.games.finstere_flure.state_words import tell_state

        return tell_state(state)

    @property
    def options(self) -> Sequence[Option[Any]]:
        """The variants of the rules, and who keeps the cards."""
        from companion.games.finstere_flure.options import OPTIONS

        return OPTIONS

    @property
    def readings(self) -> "FinstereFlureReadings":
        """The tags of the pieces and of the references at the board's edge."""
        from companion.games.finstere_flure.readings import READINGS

        return READINGS

    @property
    def table(self) -> "TableGame[Session]":
        """The game at the table."""
        from companion.games.finstere_flure.table.game import TABLE

        return TABLE

    @property
    def virtual(self) -> "VirtualGame":
        """The game at the virtual table."""
        from companion.games.finstere_flure.virtual_table.game import VIRTUAL

        return VIRTUAL

    @property
    def sheets(self) -> "Sheets":
        """The stickers, the cards with the reference tags, and what to do with them."""
        from companion.games.finstere_flure.sheets.game import SHEETS

        return SHEETS

    def players(self, started: "GameStarted") -> tuple[str, ...]:
        """The players' colours, as they sit."""
        return tuple(map(str, started.players))

    def tell_player(self, player: str) -> str:
        """The colour."""
        from companion.games.finstere_flure.sentences import colour_name
        from engine.finstere_flure.pieces import Colour

        return colour_name(Colour(player))

    def tell_result(self, result: str) -> str:
        """Who has won."""
        from companion.games.finstere_flure.kept_games import winner_in
        from companion.games.finstere_flure.table.event_words import tell_winner

        return tell_winner(winner_in(result))

    def replay(self, game: "engine.game.Game[State, GameEvent]", show: ReplayOptions) -> None:
        """Shows the game in a window, or writes it as an animation or the picture of its end."""
        from companion.games.finstere_flure.replaying import replay
        from engine.finstere_flure.game import RULES, Game

        replay(Game(RULES, game.events, game.state), show)

    @property
    def commands(self) -> Mapping[str, tuple[str, str]]:
        """What only this game has."""
        return {
            "show": (f"{_COMMANDS}.show", "play the monster's move in a window, from a picture or a position"),
            "predict": (
                f"{_COMMANDS}.predict",
                "picture of the table in, the monster's move out, drawn into the picture",
            ),
            "demo": (f"{_COMMANDS}.demo", "a virtual table to watch or to play at"),
            "monster": (f"{_COMMANDS}.monster", "the monster's move from a position file"),
            "moves": (f"{_COMMANDS}.moves", "all moves that the rules allow the tokens"),
            "board": (f"{_COMMANDS}.board", "print a position as a text board or as JSON"),
        }


GAME = FinstereFlure()
