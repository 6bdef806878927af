"""Breakthrough: who reaches the other side of the board first wins."""

from collections.abc import Iterable

from classics.language import later, say
from companion.games.grid import GridGame
from engine.board import drawn
from engine.game import Result
from engine.grid import Changes, Gauge, Piece, Position


class Breakthrough(GridGame):
    """Discs go forward, straight or aslant, and take aslant."""

    id = "breakthrough"
    title = later("Breakthrough")
    prefix = "BK"
    board = drawn("""
bbbbbbbb
bbbbbbbb
........
........
........
........
wwwwwwww
wwwwwwww
""")
    colours = {"white": (226, 228, 232), "black": (70, 66, 74)}
    player_names = {"white": later("White"), "black": later("Black")}
    pieces = {"white": Piece("white", later("a white disc"), 16), "black": Piece("black", later("a black disc"), 16)}
    tasks = later("Move a disc one cell forward, straight or diagonally.")
    help_lines = (
        later("A disc goes one cell forward, straight or diagonally; diagonally it may take a disc of the other side."),
        later("Whoever reaches the last row of the other side wins."),
        later("Rules: Dan Troyka's of 2000. There are no draws."),
        later("Left out: nothing."),
    )
    reasons = {"reached": later("A disc has reached the last row."), "taken": later("All discs are taken.")}
    gauges = {
        "steps": Gauge(later("Steps left for the foremost disc: {after} instead of {before}."), more_is_better=False)
    }

    def moves(self, position: Position) -> Iterable[Changes]:
        """Yield a step forward onto a free cell, or aslant onto an opponent."""
        own, down = position.turn, -1 if position.turn == "white" else 1
        for cell in position.cells_of(own):
            for right in (-1, 0, 1):
                to = self.board.cell_beyond(cell, (right, down))
                if to and (to not in position.board or (right and position.board[to] != own)):
                    yield {cell: None, to: own}

    def why(self, position: Position, changes: Changes) -> str:
        """Say why a move is wrong: a disc never goes back, and takes diagonally only."""
        start, end = (next((cell for cell, kind in changes.items() if bool(kind) is put), "") for put in (False, True))
        if not (start and end):
            return ""
        down = self.board.row(end) - self.board.row(start)
        if down * (-1 if position.turn == "white" else 1) <= 0:
            return say("A disc goes forward only.")
        straight = self.board.column(start) == self.board.column(end)
        return say("Straight ahead a disc takes nothing.") if straight and end in position.board else ""

    def measure(self, gauge: str, position: Position, player: str) -> int | None:  # noqa: ARG002 - there is one
        """Return the steps that the foremost disc has left."""
        rows = [self.board.row(cell) for cell in position.cells_of(player)]
        steps = [row if player == "white" else self.board.rows - 1 - row for row in rows]
        return min(steps, default=None)

    def result(self, position: Position) -> Result | None:
        """Reaching the last row wins, and so does taking all discs."""
        for player, row in (("white", 0), ("black", self.board.rows - 1)):
            if any(self.board.row(cell) == row for cell in position.cells_of(player)):
                return Result((player,), "reached")
            if not position.count(self.next_player(player)):
                return Result((player,), "taken")
        return None


GAME = Breakthrough()
