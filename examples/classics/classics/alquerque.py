"""Alquerque: discs go along the lines and take by jumping, the forerunner of draughts."""

from collections.abc import Iterable

from classics.language import later
from companion.cells.captures import explain_forced_capture
from companion.games.grid import GridGame
from engine.board import AROUND, STRAIGHT, Way, drawn, jumps
from engine.game import Result
from engine.grid import Changes, Piece, Position

#: A move that takes nothing changes so many cells.
MOVED = 2


class Alquerque(GridGame):
    """Twelve discs on each side of a board of lines; taking is a must."""

    id = "alquerque"
    title = later("Alquerque")
    prefix = "AQ"
    board = drawn("""
bbbbb
bbbbb
bb.ww
wwwww
wwwww
""")
    colours = {"white": (226, 228, 232), "black": (70, 66, 74)}
    player_names = {"white": later("White"), "black": later("Black")}
    pieces = {"white": Piece("white", later("a white disc"), 12), "black": Piece("black", later("a black disc"), 12)}
    tasks = later("Move a disc along a line, or take by jumping.")
    help_lines = (
        later("A disc goes along a line to the next point, or jumps over one of the other side and takes it."),
        later("Whoever can take must, and goes on jumping with that disc as long as it can take."),
        later("Whoever has no disc left, or cannot move, has lost; fifty moves without taking are a draw."),
        later("Rules: the Book of Games of Alfonso X (1283)."),
        later("Left out: R. C. Bell's ban on going back, and the loss of a disc that does not take."),
    )
    reasons = {"taken": later("All discs are taken.")}
    draw_after = 50

    def links(self) -> list[tuple[str, str]]:
        """Return all lines."""
        return [(cell, to) for cell in self.board for to in self.board.neighbours(cell, self.ways(cell))]

    def ways(self, cell: str) -> tuple[Way, ...]:
        """Return the lines from a point: every second one has slanting lines."""
        return AROUND if (self.board.column(cell) + self.board.row(cell)) % 2 == 0 else STRAIGHT

    def moves(self, position: Position) -> Iterable[Changes]:
        """Yield jumps if there are any, else steps."""
        own = position.cells_of(position.turn)
        over = {self.next_player(position.turn)}
        series = [
            (cell, *jump) for cell in own for jump in jumps(self.board, position.board, cell, self.ways(cell), over)
        ]
        for cell, taken, end in series:
            yield {cell: None, **dict.fromkeys(taken), end: position.turn}
        for cell in own if not series else ():
            for to in self.board.neighbours(cell, self.ways(cell)):
                if to not in position.board:
                    yield {cell: None, to: position.turn}

    def is_settled(self, position: Position) -> bool:
        """Return False where a disc must be taken."""
        return len(next(iter(self.moves(position)), ())) <= MOVED

    def why(self, position: Position, changes: Changes) -> str:
        """Return that taking is a must, and with what."""
        return explain_forced_capture(self, position, changes)

    def result(self, position: Position) -> Result | None:
        """Return the loss of a side without discs."""
        lost = [player for player in self.colours if not position.count(player)]
        return Result((self.next_player(lost[0]),), "taken") if lost else None


GAME = Alquerque()
