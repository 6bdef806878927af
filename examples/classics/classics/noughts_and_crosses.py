"""Noughts and crosses: three in a row win."""

from collections.abc import Iterable

from classics.language import later
from companion.games.grid import GridGame
from engine.board import rectangle
from engine.game import Result
from engine.grid import Changes, Gauge, Piece, Position


class NoughtsAndCrosses(GridGame):
    """Three of a kind in a row, a column or diagonally win."""

    id = "noughts-and-crosses"
    title = later("Noughts and Crosses")
    prefix = "NX"
    board = rectangle(3, 3)
    colours = {"crosses": (222, 110, 52), "noughts": (226, 228, 232)}
    player_names = {"crosses": later("Cross"), "noughts": later("Nought")}
    pieces = {
        "cross": Piece("crosses", later("a cross"), 5, "X"),
        "nought": Piece("noughts", later("a nought"), 4, "O"),
    }
    takes = False
    tasks = {"crosses": later("Put a cross on a free cell."), "noughts": later("Put a nought on a free cell.")}
    help_lines = (
        later("Three of a kind in a row, a column or diagonally win."),
        later("Rules: the old game on paper, as H. E. Dudeney tells it (1917). A full board is a draw."),
        later("Left out: nothing."),
    )
    reasons = {"row": later("Three are in a row."), "full": later("The board is full.")}
    gauges = {
        "pairs": Gauge(later("Rows that wait for a third one: {after} instead of {before}.")),
        "open": Gauge("", later("Rows left to the other side: {after} instead of {before}.")),
    }

    def moves(self, position: Position) -> Iterable[Changes]:
        """Return a piece on a free cell."""
        kind = "cross" if position.turn == "crosses" else "nought"
        return ({cell: kind} for cell in self.board if cell not in position.board)

    def measure(self, gauge: str, position: Position, player: str) -> int | None:
        """Return the rows that a player can still fill; of `pairs` those that lack one piece only."""
        owners = {cell: self.pieces[kind].player for cell, kind in position.board.items()}
        rows = [[owners.get(cell) for cell in line] for line in self.board.lines(3)]
        least = 2 if gauge == "pairs" else 0
        return sum({*row} <= {player, None} and row.count(player) >= least for row in rows)

    def worth(self, position: Position, player: str) -> float:
        """Return the rows that are left to each, and those that lack one piece."""
        other = self.next_player(player)
        rows = [
            (self.measure(gauge, position, player) or 0) - (self.measure(gauge, position, other) or 0)
            for gauge in self.gauges
        ]
        return 0.5 + (2 * rows[0] + rows[1]) / 60

    def result(self, position: Position) -> Result | None:
        """Return the result: three in a row win; a full board is a draw."""
        for line in self.board.lines(3):
            kinds = {position.board.get(cell) for cell in line}
            if len(kinds) == 1 and (kind := kinds.pop()):
                return Result((self.pieces[kind].player,), "row")
        return Result((), "full") if len(position.board) == len(self.board.cells) else None


GAME = NoughtsAndCrosses()
