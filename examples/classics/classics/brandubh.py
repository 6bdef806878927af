"""Brandubh, the Irish tafl: a king and four defenders against eight attackers."""

from collections.abc import Iterable, Iterator
from itertools import takewhile
from math import exp

from classics.language import later, say
from companion.games.grid import GridGame
from engine.board import STRAIGHT, drawn
from engine.game import Result
from engine.grid import Changes, Gauge, Piece, Position

THRONE = "d4"
CORNERS = ("a1", "g1", "a7", "g7")


class Brandubh(GridGame):
    """All go straight as far as they like; who is between two of the others is taken."""

    id = "brandubh"
    title = later("Brandubh")
    prefix = "BR"
    board = drawn("""
...a...
...a...
...d...
aadkdaa
...d...
...a...
...a...
""")
    colours = {"attackers": (206, 66, 58), "defenders": (226, 228, 232)}
    player_names = {"attackers": later("the attack"), "defenders": later("the defence")}
    pieces = {
        "attacker": Piece("attackers", later("an attacker"), 8),
        "defender": Piece("defenders", later("a defender"), 4),
        "king": Piece("defenders", later("the king piece"), mark="K"),
    }
    tasks = {
        "attackers": later("Move a piece straight: catch the king."),
        "defenders": later("Move a piece straight: bring the king to a corner."),
    }
    help_lines = (
        later("Pieces go straight over free cells; only the king may go to the corners and the middle."),
        later("A piece between two of the other side is taken; the corners count as pieces against all."),
        later("On the throne in the middle the king is taken by four, elsewhere by two. In a corner he has won."),
        later("Rules: a modern reconstruction of several. Fifty moves without taking are a draw."),
        later("Left out: a throne that takes, a draw or a loss by repetition, and a win by enclosing."),
    )
    reasons = {"escaped": later("The king is in a corner."), "taken": later("The king is taken.")}
    draw_after = 50
    gauges = {
        "room": Gauge(
            later("Cells to which the king can go: {after} instead of {before}."),
            later("Cells to which the king can go: {after} instead of {before}."),
        )
    }

    def tints(self) -> dict[str, tuple[int, int, int]]:
        """Return the corners and the throne."""
        return dict.fromkeys((THRONE, *CORNERS), (222, 170, 60))

    def moves(self, position: Position) -> Iterator[Changes]:
        """Straight moves with what they take."""
        board = position.board
        for cell in [cell for cell, kind in board.items() if self.pieces[kind].player == position.turn]:
            for way in STRAIGHT:
                for to in takewhile(lambda to: to not in board, self.board.ray(cell, way)):
                    if board[cell] == "king" or to not in (THRONE, *CORNERS):
                        after = {**board, to: board[cell]}
                        del after[cell]
                        yield {cell: None, **dict.fromkeys(self.captured(after, to, position.turn)), to: board[cell]}

    def measure(self, gauge: str, position: Position, player: str) -> int | None:  # noqa: ARG002 - there is one
        """Return the cells to which the king can go."""
        king = position.cells_of("king")
        return len(self.ways_of_king(position, king[0])) if player == "defenders" and king else None

    def ways_of_king(self, position: Position, king: str) -> list[str]:
        """Return the cells to which the king can go."""
        rays = (self.board.ray(king, way) for way in STRAIGHT)
        return [to for ray in rays for to in takewhile(lambda to: to not in position.board, ray)]

    def worth(self, position: Position, player: str) -> float:
        """Return pieces, and the king's ways, most of all those to the edge."""
        ways = self.ways_of_king(position, position.cells_of("king")[0])
        edges = sum(0 in self.board.cells[to] or 6 in self.board.cells[to] for to in ways)
        pieces = 0.8 * position.count("defender") - 0.4 * position.count("attacker")
        defence = 1 / (1 + exp(-pieces - 0.1 * len(ways) - 0.5 * edges + 0.5))
        return defence if player == "defenders" else 1 - defence

    def captured(self, board: dict[str, str], to: str, player: str) -> Iterable[str]:
        """Return the pieces of the others that the piece on `to` takes."""
        for way in STRAIGHT:
            near, far = self.board.cell_beyond(to, way), self.board.cell_beyond(to, way, 2)
            if near is None or near not in board or self.pieces[board[near]].player == player:
                continue
            if board[near] == "king" and near == THRONE:
                if all(board.get(beside) == "attacker" for beside in self.board.neighbours(THRONE, STRAIGHT)):
                    yield near
            elif far and (far in CORNERS or (far in board and self.pieces[board[far]].player == player)):
                yield near

    def why(self, position: Position, changes: Changes) -> str:  # noqa: ARG002
        """Say why a move is wrong: the king alone goes to the corners and the middle."""
        kept = any(kind not in (None, "king") and cell in (THRONE, *CORNERS) for cell, kind in changes.items())
        return say("Only the king may go to the corners and the middle.") if kept else ""

    def result(self, position: Position) -> Result | None:
        """Return the result once the king is taken or in a corner."""
        king = position.cells_of("king")
        if not king:
            return Result(("attackers",), "taken")
        return Result(("defenders",), "escaped") if king[0] in CORNERS else None


GAME = Brandubh()
