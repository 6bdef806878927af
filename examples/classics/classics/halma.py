"""Halma for two on a small board: who fills the opposite corner first wins."""

from collections.abc import Iterable

from classics.language import later
from companion.games.grid import GridGame
from engine.board import AROUND, drawn
from engine.game import Result
from engine.grid import Changes, Gauge, Piece, Position


class Halma(GridGame):
    """Ten discs on each side; they step, or jump over any others, and nothing is taken."""

    id = "halma"
    title = later("Halma")
    prefix = "HA"
    board = drawn("""
bbbb....
bbb.....
bb......
b.......
.......w
......ww
.....www
....wwww
""")
    colours = {"white": (226, 228, 232), "black": (70, 66, 74)}
    player_names = {"white": later("White"), "black": later("Black")}
    pieces = {"white": Piece("white", later("a white disc"), 10), "black": Piece("black", later("a black disc"), 10)}
    takes = False
    tasks = later("Move a disc one cell, or jump over others.")
    help_lines = (
        later("A disc goes one cell any way, or jumps over one beside it, of any colour, and on over others."),
        later("Whoever first fills all ten cells of the other corner wins; after 200 moves it is a draw."),
        later("Rules: the game of G. H. Monks (1883 or 1884), on a smaller board."),
        later("Left out: four players, and a ban on staying in the own corner."),
    )
    reasons = {"filled": later("The other corner is full."), "quiet": later("200 moves have been made.")}
    draw_after = 200
    gauges = {"steps": Gauge(later("Straight steps left for all discs: {after} instead of {before}."), "", False)}

    def tints(self) -> dict[str, tuple[int, int, int]]:
        """Return the corners."""
        return {cell: self.colours[kind] for cell, kind in self.start().items()}

    def moves(self, position: Position) -> Iterable[Changes]:
        """Yield steps, and all places that jumps lead to."""
        board = position.board
        for cell in position.cells_of(position.turn):
            reached = [cell]
            for stop in reached:
                for way in AROUND:
                    near, far = self.board.cell_beyond(stop, way), self.board.cell_beyond(stop, way, 2)
                    if near in board and near != cell and far and far not in board and far not in reached:
                        reached.append(far)
            steps = [to for to in self.board.neighbours(cell) if to not in board]
            yield from ({cell: None, to: position.turn} for to in dict.fromkeys((*steps, *reached[1:])))

    def measure(self, gauge: str, position: Position, player: str) -> int | None:  # noqa: ARG002 - there is one
        """Straight steps from all discs to the cell in the other corner."""
        steps = [self.board.column(cell) + self.board.row(cell) for cell in position.cells_of(player)]
        return sum(steps) if player == "white" else 14 * len(steps) - sum(steps)

    def result(self, position: Position) -> Result | None:
        """Return the win if the corner in which the others began is full, not of them alone."""
        for player in self.colours:
            goal = {cell for cell, kind in self.start().items() if kind != player}
            if goal <= position.board.keys() and any(position.board[cell] == player for cell in goal):
                return Result((player,), "filled")
        return None

    def worth(self, position: Position, player: str) -> float:
        """Estimate a position by how near the other corner is, most of all to discs left behind."""
        return 0.5 + (self._left(position, self.next_player(player)) - self._left(position, player)) / 600

    def _left(self, position: Position, player: str) -> float:
        places = [self.board.cells[cell] for cell in position.cells_of(player)]
        steps = (column + row if player == "white" else 14 - column - row for column, row in places)
        return sum(step + step * step / 14 for step in steps)


GAME = Halma()
