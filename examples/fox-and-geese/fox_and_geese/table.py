"""The game at the table: where the pieces lie, what may happen, and its words."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from companion.cells.game import CellGame
from companion.device.button_colours import button_name
from companion.device.options import Values
from companion.device.sentences import capitalised
from fox_and_geese.language import say, say_as, say_count
from fox_and_geese.options import MUST_TAKE
from fox_and_geese.rules import FOX, RULES, Event, Moved, Side, Started, State, jumped_over, moves
from fox_and_geese.tags import TAGS
from hardware.buttons import Button

if TYPE_CHECKING:
    from companion.screen.fonts import Fonts
    from fox_and_geese.pictures import FoxAndGeesePictures


class FoxAndGeeseTable(CellGame):
    """Fox and Geese, as the platform asks for it."""

    rules = RULES
    tag_set = TAGS
    options = (MUST_TAKE,)
    colours: ClassVar = {"fox": (222, 110, 52), "geese": (226, 228, 232)}

    # --- what happens on the board ---

    @property
    def signs_of(self) -> Mapping[str, str]:
        """The fox, and a goose without a number: no goose stands for all."""
        return {"fox": FOX, "geese": "goose"}

    def lying(self, state: State) -> Mapping[str, str]:
        """Return what lies on each cell by the state."""
        return state.lying

    def turn(self, state: State) -> str:
        """Return the side on turn."""
        return str(state.turn)

    def started(self, options: Values) -> Started:
        """Return a game with this option, which a repetition ends."""
        return Started(options[MUST_TAKE.id], repetition=True)

    def count_moves(self, state: State, player: str) -> int:
        """Return the moves in this position, the player on turn."""
        return len(list(moves(replace(state, turn=Side(player)))))

    # --- words ---

    def title(self) -> str:
        """Return the game's name."""
        return say("Fox and Geese")

    def player_name(self, player: str) -> str:
        """Return the name of a side."""
        return say("the fox") if player == Side.FOX else say("the geese")

    def piece_name(self, piece: str) -> str:
        """Return the fox, or a goose by its number."""
        number = piece.partition("-")[2]
        return say("goose {number}", number=number) if number else say("the fox")

    def piece_as_object(self, piece: str) -> str:
        """Return the same, as German and other languages decline it."""
        return say_as("put ...", "the fox") if piece == FOX else self.piece_name(piece)

    def task(self, state: State) -> str:
        """Return the text that says which piece to move."""
        if state.turn is Side.FOX:
            return say("Move one cell, or jump over a goose.")
        return say("Move one goose forward or sideways.")

    def reason(self, reason: str) -> str:
        """Return why the game is over."""
        if reason == "repeated":
            return say("The same position has occurred three times.")
        return say("Too few geese are left.") if reason == "taken" else say("The other side cannot move.")

    def help(self, state: State) -> Sequence[str]:
        """Return the rules of the side on turn."""
        left = say_count("{n} goose is left.", "{n} geese are left.", len(state.lying) - 1)
        series: tuple[str, ...] = ()
        if state.turn is Side.FOX:
            rule = say("The fox goes one cell any way, or takes a goose by jumping over it onto a free cell.")
            series = (
                say("One jump is a turn; take the goose off the board."),
                say(
                    "A jump counts when all lies still, or at once: {button} confirms.",
                    button=button_name(Button.ADVANCE),
                ),
            )
        else:
            rule = _goose_rule()
        draw = () if state.past is None else (say("A position that occurs a third time is a draw."),)
        return (rule, *series, left, *draw)

    def why(self, state: State, lying: Mapping[str, str]) -> str:
        """Say why a move is wrong: a goose never goes back; a fox that can take may have to."""
        if state.turn is Side.GEESE:
            return _goose_rule()
        jumps = [move for move in moves(state) if jumped_over(state, move)] if state.must_take else []
        return say("The fox must take a goose.") if jumps and lying.get(FOX) != state.lying[FOX] else ""

    def describe_event(self, before: State | None, event: Event, after: State) -> str:  # noqa: ARG002
        """Return a move, and what it took."""
        if before is None or not isinstance(event, Moved):
            return say("The game begins.")
        values: dict[str, Any] = {"piece": self.piece_name(event.piece), "cell": event.to}
        goose = jumped_over(before, event)
        if goose:
            return capitalised(
                say("{piece} jumps to {cell} and takes {goose}.", goose=self.piece_name(goose), **values)
            )
        return capitalised(say("{piece} goes to {cell}.", **values))

    # --- the screen ---

    def pictures(self, fonts: "Fonts") -> "FoxAndGeesePictures":
        """Return the board with the pieces."""
        from fox_and_geese.pictures import FoxAndGeesePictures  # Only a window needs pygame.

        return FoxAndGeesePictures(fonts, TAGS.cells)


def _goose_rule() -> str:
    return say("A goose goes one cell down the board or sideways, never back.")


TABLE = FoxAndGeeseTable()
