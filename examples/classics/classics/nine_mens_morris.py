"""Nine men's morris: three in a row are a mill, and each mill takes a disc."""

from collections.abc import Iterable, Mapping
from itertools import product

from classics.language import later, say
from companion.games.grid import GridGame
from engine.board import drawn
from engine.game import Result
from engine.grid import Changes, Gauge, Piece, Position

BOARD = drawn("""
.  .  .
 . . .
  ...
... ...
  ...
 . . .
.  .  .
""")
LINES = [
    [cell for cell, place_of_cell in BOARD.cells.items() if place_of_cell[which] == place]
    for which in (0, 1)
    for place in range(7)
]
ROWS = [(line[start], line[start + 1], line[start + 2]) for line in LINES for start in range(0, len(line), 3)]
LINKS = [pair for first, middle, last in ROWS for pair in ((first, middle), (middle, last))]
NEAR = {*LINKS, *((to, start) for start, to in LINKS)}


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
        later(
            "Three discs in a row are a mill: it takes a disc of the other side that is in no mill, if there is one."
        ),
        later("Whoever has three discs left may go to any free point; whoever has only two, or cannot move, has lost."),
        later("Rules: those of the Welt-Mühlespiel-Dachverband. Fifty moves without putting or taking are a draw."),
        later("Left out: draws by repetition."),
    )
    reasons = {"taken": later("Only two discs are left.")}
    draw_after = 50
    gauges = {
        "blocked": Gauge(
            "",
            later("Rows of the other side that wait for a third disc: {after} instead of {before}."),
            more_is_better=True,
        ),
        "pairs": Gauge(later("Rows with two discs that wait for a third one: {after} instead of {before}.")),
    }
    first_memory = 0

    def links(self) -> Iterable[tuple[str, str]]:
        """Return the rows' halves."""
        return LINKS

    def task(self, position: Position) -> str:
        """Put or move."""
        return say("Put a disc on a free point.") if position.memory < 18 else say("Move a disc along a line.")

    def moves(self, position: Position) -> Iterable[Changes]:
        """Yield discs that are put or moved, each with what a mill takes."""
        own, board = position.turn, position.board
        others = position.cells_of(self.next_player(own))
        loose = [cell for cell in others if not is_mill(board, cell)] or others
        starts = position.cells_of(own) if position.memory == 18 else [""]
        for start, to in product(starts, self.board):
            if to not in board and (len(starts) <= 3 or (start, to) in NEAR):
                step: Changes = {start: None, to: own} if start else {to: own}
                after = {cell: kind for cell, kind in board.items() if cell != start} | {to: own}
                yield from ({**step, cell: None} for cell in loose) if is_mill(after, to) else (step,)

    def why(self, position: Position, changes: Changes) -> str:
        """Game in which discs are put, then moved; a mill takes one that is in no mill."""
        after = {cell: kind for cell, kind in {**position.board, **changes}.items() if kind}
        ends = [cell for cell, kind in changes.items() if kind and cell not in position.board]
        moved = any(position.board.get(cell) == position.turn for cell in changes)
        if any(is_mill(after, cell) for cell in ends):
            if position.turn == "white":
                return say("White: take a black disc that is in no mill, if there is one.")
            return say("Black: take a white disc that is in no mill, if there is one.")
        if moved and position.memory < 18:
            return say("First all put their nine discs; then discs move.")
        return say("A disc goes along a line to the next point, until only three are left.") if moved and ends else ""

    def measure(self, gauge: str, position: Position, player: str) -> int | None:  # noqa: ARG002 - both count these
        """Return the rows with two discs of a player and a free point."""
        rows = [[position.board.get(cell) for cell in row] for row in ROWS]
        return sum(row.count(player) == 2 and None in row for row in rows)

    def worth(self, position: Position, player: str) -> float:
        """Return discs, and a little rows that wait for a third one."""
        own, other = (self.measure("pairs", position, side) or 0 for side in (player, self.next_player(player)))
        return 0.9 * super().worth(position, player) + 0.05 + 0.01 * max(-5, min(5, own - other))

    def remember(self, after: Position) -> int:
        """Return the number of discs that have been put."""
        return min(18, int(after.memory) + 1)

    def result(self, position: Position) -> Result | None:
        """Return the loss of a side with only two discs left."""
        few = [player for player in self.colours if position.memory == 18 and position.count(player) < 3]
        return Result((self.next_player(few[0]),), "taken") if few else None


def is_mill(board: Mapping[str, str], cell: str) -> bool:
    """Return True if the disc on this cell is in a row of three."""
    return any(cell in row and len({board.get(other) for other in row}) == 1 for row in ROWS)


GAME = NineMensMorris()
