"""Fox and Geese: the geese pen the fox in, the fox takes the geese."""

from collections.abc import Iterable, Sequence

from classics.language import later, say
from companion.cells.captures import explain_unfinished_capture
from companion.device.button_colours import button_name
from companion.games.grid import GridGame
from engine.board import AROUND, STRAIGHT, drawn, jumps
from engine.game import Result
from engine.grid import Changes, Gauge, Piece, Position
from hardware.buttons import Button


class FoxAndGeese(GridGame):
    """Geese go down or sideways, the fox goes any way and jumps over geese."""

    id = "geese"
    # A game of this name in a package of its own has single jumps.
    title = later("Fox and Geese: chain jumps")
    prefix = "GE"
    board = drawn("""
  ggg
  ggg
ggggggg
...f...
.......
  ...
  ...
""")
    colours = {"geese": (226, 228, 232), "fox": (222, 110, 52)}
    player_names = {"geese": later("the geese"), "fox": later("the fox")}
    pieces = {"goose": Piece("geese", later("a goose"), 13), "fox": Piece("fox", later("the fox piece"), mark="F")}
    tasks = {
        "geese": later("Move one goose forward or sideways."),
        "fox": later("Move one cell, or jump over geese."),
    }
    help_lines = (
        later("A goose goes one cell down the board or sideways, never back."),
        later("The fox goes one cell any way, or takes geese by jumping over one after the other."),
        later("Once it jumps, the fox jumps on as long as it can."),
        later("The geese win when the fox cannot move, the fox when fewer than five geese are left."),
        later("A position that occurs a third time is a draw."),
        later("Rules: the old game of thirteen geese. Left out: geese that go diagonally or back, and a must to take."),
    )
    reasons = {"taken": later("Too few geese are left."), "stuck": later("The other side cannot move.")}
    repetitions = 3
    gauges = {
        "room": Gauge(
            later("Cells to which the fox can step: {after} instead of {before}."),
            later("Cells to which the fox can step: {after} instead of {before}."),
        )
    }

    def moves(self, position: Position) -> Iterable[Changes]:
        """Yield steps of geese; steps and jumps of the fox."""
        fox = position.turn == "fox"
        for cell in position.cells_of("fox" if fox else "goose"):
            for to in self.board.neighbours(cell, AROUND if fox else STRAIGHT[1:]):
                if to not in position.board:
                    yield {cell: None, to: position.board[cell]}
            for taken, end in jumps(self.board, position.board, cell, AROUND, {"goose"}) if fox else ():
                yield {cell: None, **dict.fromkeys(taken), end: "fox"}

    def help(self, position: Position) -> Sequence[str]:
        """Return the rules, and how a series of jumps is ended."""
        button = button_name(Button.ADVANCE)
        ended = say("A series of jumps counts when all lies still, or at once: {button} confirms.", button=button)
        return (*super().help(position), ended, say("On the screen touch the fox and the cell of its last jump."))

    def why(self, position: Position, changes: Changes) -> str:
        """Say why a move is wrong: a goose never goes back, a fox that jumps jumps on."""
        if position.turn == "geese":
            return say("A goose goes one cell down the board or sideways, never back.")
        return explain_unfinished_capture(self, position, changes)

    def measure(self, gauge: str, position: Position, player: str) -> int | None:  # noqa: ARG002 - there is one
        """Return the free cells around the fox."""
        fox = position.cells_of("fox")[0]
        return sum(to not in position.board for to in self.board.neighbours(fox)) if player == "fox" else None

    def result(self, position: Position) -> Result | None:
        """Fewer than five geese have lost."""
        return Result(("fox",), "taken") if position.count("goose") < 5 else None


GAME = FoxAndGeese()
