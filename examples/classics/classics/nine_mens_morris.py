"""Nine men's morris: three in a row are a mill, and each mill takes a disc."""

from collections.abc import Iterable

from classics.language import later, say
from companion.games.grid import GridGame
from engine.board import drawn
from engine.game import Result
from engine.grid import Changes, Piece, Position

BOARD = drawn("""
.  .  .
 . . .
  ...
... ...
  ...
 . . .
.  .  .
""")
#: The columns and rows of the board; the middle ones are two rows of three each.
LINES = [[cell for cell, at in BOARD.cells.items() if at[which] == place] for which in (0, 1) for place in range(7)]
ROWS = [(line[start], line[start + 1], line[start + 2]) for line in LINES for start in range(0, len(line), 3)]


class NineMensMorris(GridGame):
    """Nine discs on each side are put, then moved along the lines; with three left they fly."""

    id = "nine-mens-morris"
    title = later("Nine Men's Morris")
    prefix = "MM"
    board = BOARD
    colours = {"white": (226, 228, 232), "black": (70, 66, 74)}
    player_names = {"white": later("White"), "black": later("Black")}
    pieces = {"white": Piece("white", later("a white disc"), 9), "black": Piece("black", later("a black disc"), 9)}
    help_lines = (
        later("First all put their nine discs on free points; then discs go along a line to the next point."),
        later("Three discs in a row are a mill: it takes a disc of the other side that is in no mill, if there is one."),
        later("Who has three discs left may go to any free point; who has only two, or cannot move, has lost."),
    )
    reasons = {"taken": later("Only two discs are left.")}
    draw_after = 50
    #: Number of discs that have been put.
    first_memory = 0

    def links(self) -> Iterable[tuple[str, str]]:
        """The rows' halves."""
        return [pair for first, middle, last in ROWS for pair in ((first, middle), (middle, last))]

    def task(self, position: Position) -> str:
        """Put or move."""
        if position.memory < 18:
            return say("Put a disc on a free point; a mill takes a disc.")
        return say("Move a disc; a mill takes a disc.")

    def moves(self, position: Position) -> Iterable[Changes]:
        """Discs that are put or moved, each with what a mill takes."""
        own, board = position.turn, position.board
        free = [cell for cell in self.board if cell not in board]
        if position.memory < 18:
            steps: list[Changes] = [{to: own} for to in free]
        else:
            near = {frozenset(link) for link in self.links()}
            flies = position.count(own) == 3
            starts = position.cells_of(own)
            steps = [{start: None, to: own} for start in starts for to in free if flies or {start, to} in near]
        other = self.next_player(own)
        others = position.cells_of(other)
        loose = [cell for cell in others if not self.is_mill(board, cell, other)] or others
        for step in steps:
            *_, to = step
            after = {cell: kind for cell, kind in board.items() if cell not in step} | {to: own}
            if self.is_mill(after, to, own):
                yield from ({**step, cell: None} for cell in loose)
            else:
                yield step

    def is_mill(self, board: dict[str, str], cell: str, kind: str) -> bool:
        """Return True if the disc on this cell is in a row of three."""
        return any(cell in row and all(board.get(other) == kind for other in row) for row in ROWS)

    def remember(self, before: Position, changes: Changes, after: Position) -> int:
        """One more disc has been put, until all are."""
        return min(18, int(before.memory) + 1)

    def result(self, position: Position) -> Result | None:
        """Who has only two discs left has lost."""
        few = [player for player in self.colours if position.memory == 18 and position.count(player) < 3]
        return Result((self.next_player(few[0]),), "taken") if few else None


GAME = NineMensMorris()
