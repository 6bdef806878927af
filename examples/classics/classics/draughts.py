"""Draughts, as in England: men go forward, kings both ways, and taking is a must."""

from collections.abc import Iterable

from classics.language import later
from companion.cells.captures import explain_forced_capture
from companion.games.grid import GridGame
from engine.board import ASLANT, Way, drawn, jumps
from engine.grid import Changes, Piece, Position

#: A move that takes nothing changes so many cells.
MOVED = 2


class Draughts(GridGame):
    """Twelve discs on each side; a man that reaches the last row is turned over and is a king."""

    id = "draughts"
    title = later("Draughts")
    prefix = "DR"
    board = drawn("""
.w.w.w.w
w.w.w.w.
.w.w.w.w
........
........
b.b.b.b.
.b.b.b.b
b.b.b.b.
""")
    colours = {"black": (70, 66, 74), "white": (226, 228, 232)}
    player_names = {"black": later("Black"), "white": later("White")}
    pieces = {
        "black": Piece("black", later("a black disc"), 12, back="black-king"),
        "black-king": Piece("black", later("a black king"), 12, "K", back="black"),
        "white": Piece("white", later("a white disc"), 12, back="white-king"),
        "white-king": Piece("white", later("a white king"), 12, "K", back="white"),
    }
    tasks = later("Move a disc diagonally, or take by jumping.")
    help_lines = (
        later(
            "A disc goes one cell forward diagonally, or takes one of the other side by jumping; kings also go back."
        ),
        later("Whoever can take must, and goes on jumping with that disc as long as it can take."),
        later("A disc that reaches the last row is turned over: it is a king."),
        later("Whoever has no disc left, or cannot move, has lost; fifty moves without taking are a draw."),
        later("Rules: English draughts of the World Checkers and Draughts Federation, but for draws."),
        later("Left out: draws by agreement, by repetition and after forty moves of kings, and openings by lot."),
    )
    reasons = {"stuck": later("The other side has no disc left, or cannot move.")}
    draw_after = 50

    def ways(self, kind: str) -> tuple[Way, ...]:
        """Men go forward: black ones up the board."""
        return tuple(way for way in ASLANT if kind.endswith("king") or way[1] == (-1 if kind == "black" else 1))

    def moves(self, position: Position) -> Iterable[Changes]:
        """Yield jumps if there are any, else steps."""
        other = self.next_player(position.turn)
        own = [(cell, kind) for cell, kind in position.board.items() if kind.startswith(position.turn)]
        over = {other, f"{other}-king"}
        series = [
            (cell, kind, *jump)
            for cell, kind in own
            for jump in jumps(self.board, position.board, cell, self.ways(kind), over)
        ]
        for cell, kind, taken, end in series:
            yield {cell: None, **dict.fromkeys(taken), end: self.crowned(kind, end)}
        for cell, kind in own if not series else ():
            for to in self.board.neighbours(cell, self.ways(kind)):
                if to not in position.board:
                    yield {cell: None, to: self.crowned(kind, to)}

    def is_settled(self, position: Position) -> bool:
        """Return False where a disc must be taken."""
        return len(next(iter(self.moves(position)), ())) <= MOVED

    def worth(self, position: Position, player: str) -> float:
        """Estimate a position by discs; a king counts for one and a half."""
        own, other = (
            position.count(side) + 1.5 * position.count(f"{side}-king") for side in (player, self.next_player(player))
        )
        return own / (own + other)

    def why(self, position: Position, changes: Changes) -> str:
        """Return that taking is a must, and with what."""
        return explain_forced_capture(self, position, changes)

    def crowned(self, kind: str, cell: str) -> str:
        """Return the kind of a disc that has come to a cell."""
        last = self.board.row(cell) == (0 if kind == "black" else self.board.rows - 1)
        return f"{kind}-king" if last and not kind.endswith("king") else kind


GAME = Draughts()
