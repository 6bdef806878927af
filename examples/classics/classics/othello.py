"""Othello: discs between two others are turned over; who has most in the end wins."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from math import exp

from classics.language import later, say
from companion.games.grid import GridGame
from engine.board import AROUND, drawn
from engine.game import Result
from engine.grid import Changes, Gauge, Piece, Position

#: The corners, each with the cells beside it: who puts there while it is free gives it away.
BESIDE = {"a1": ("b2", "a2", "b1"), "h1": ("g2", "g1", "h2"), "a8": ("b7", "a7", "b8"), "h8": ("g7", "g8", "h7")}


class Othello(GridGame):
    """Discs with a black and a white side."""

    id = "othello"
    title = later("Othello")
    prefix = "OT"
    board = drawn("""
........
........
........
...wb...
...bw...
........
........
........
""")
    colours = {"black": (70, 66, 74), "white": (226, 228, 232)}
    player_names = {"black": later("Black"), "white": later("White")}
    pieces = {
        "black": Piece("black", later("a black disc"), 64, back="white"),
        "white": Piece("white", later("a white disc"), 64, back="black"),
    }
    tasks = later("Put a disc, and turn over all between it and another of yours.")
    help_lines = (
        later("Put a disc so that others lie in a straight line between it and one of yours: they are turned over."),
        later("Whoever cannot is skipped. When nobody can, the side with the most discs wins."),
        later("Rules: those of the World Othello Federation. As many discs for both are a draw. Left out: the clock."),
    )
    gauges = {"corners": Gauge(later("A corner can never be turned over again: {after} then, not {before}."))}
    reasons = {"most": later("Nobody can put a disc any more; whoever has the most discs wins.")}

    def moves(self, position: Position) -> Iterator[Changes]:
        """Yield discs that turn others over."""
        own, board = position.turn, position.board
        for cell in self.board:
            turned: list[str] = []
            for way in AROUND if cell not in board else ():
                ray = self.board.ray(cell, way)
                others = list(takewhile(lambda to: board.get(to, own) != own, ray))
                if len(others) < len(ray) and board.get(ray[len(others)]) == own:
                    turned += others
            if turned:
                yield dict.fromkeys((cell, *turned), own)

    def why(self, position: Position, changes: Changes) -> str:
        """Say why a move is wrong: a disc must turn others over."""
        put = any(kind and cell not in position.board for cell, kind in changes.items())
        return say("Others must lie in a straight line between the disc and one of yours.") if put else ""

    def measure(self, gauge: str, position: Position, player: str) -> int | None:  # noqa: ARG002 - there is one
        """Return the corners."""
        return sum(position.board.get(cell) == player for cell in ("a1", "h1", "a8", "h8"))

    def worth(self, position: Position, player: str) -> float:
        """Estimate a position by corners, free cells beside the others' discs, and free corners.

        Near the end discs count.
        """
        other, board = self.next_player(player), position.board
        signs = {player: 1, other: -1}
        points = 0.0
        for corner, beside in BESIDE.items():
            points += 4.0 * signs.get(board.get(corner, ""), 0)
            if corner not in board:
                points -= sum(signs.get(board.get(cell, ""), 0) for cell in beside)
        free = [cell for cell in self.board if cell not in board]
        for cell in free:
            kinds = {board.get(near) for near in self.board.neighbours(cell)}
            points += 0.2 * ((other in kinds) - (player in kinds))
        discs = position.count(player) - position.count(other)
        return 1 / (1 + exp(-0.3 * points - discs / (4 + 2 * len(free))))

    def turn_after(self, position: Position) -> str:
        """Return the other side, if it can turn anything over."""
        other = self.next_player(position.turn)
        return other if any(self.moves(replace(position, turn=other))) else position.turn

    def stuck(self, position: Position) -> Result:
        """Return the result where nobody can move: most discs win."""
        counts = {player: position.count(player) for player in self.colours}
        most = max(counts.values())
        winners = tuple(player for player in counts if counts[player] == most)
        return Result(winners if len(winners) == 1 else (), "most")


GAME = Othello()
