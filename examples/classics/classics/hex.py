"""Hex: who joins the two edges of their colour wins."""

from collections.abc import Iterable, Sequence

from classics.language import later, say
from companion.device.options import flag
from companion.device.sentences import together
from companion.games.grid import GridGame
from engine.board import Way, rectangle
from engine.game import Result
from engine.grid import Changes, Gauge, Piece, Position

#: The six neighbours of a hexagon, on a board whose rows are pushed together to squares.
WAYS: tuple[Way, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
BOARD = rectangle(9, 9)
SWAP = later("Blue may take over the first disc: take it off, and put a blue one where it lies mirrored (b3 to c2).")
NEAR = {cell: BOARD.neighbours(cell, WAYS) for cell in BOARD}


class Hex(GridGame):
    """Red joins top and bottom, Blue left and right."""

    id = "hex"
    title = later("Hex")
    prefix = "HX"
    board = BOARD
    colours = {"red": (206, 66, 58), "blue": (66, 110, 200)}
    player_names = {"red": later("Red"), "blue": later("Blue")}
    pieces = {"red": Piece("red", later("a red disc"), 41), "blue": Piece("blue", later("a blue disc"), 40)}
    takes = False
    tasks = {
        "red": later("Put a red disc on a free cell: join top and bottom."),
        "blue": later("Put a blue disc on a free cell: join left and right."),
    }
    help_lines = (
        later("Put a disc on any free cell. Red joins the top and the bottom edge, Blue the left and the right."),
        later("A cell has six neighbours: above, below, left, right, diagonally up right and diagonally down left."),
        later(
            "Rules: Piet Hein's of 1942, on nine by nine cells. There are no draws: somebody always joins the edges."
        ),
        later("Left out: larger boards."),
    )
    options = (flag("swap", later("Blue may take over the first disc")),)
    reasons = {"joined": later("The two edges are joined.")}
    gauges = {
        "missing": Gauge(
            later("Discs you still need to join your edges: {after} instead of {before}."),
            later("Discs that the other side still needs: {after} instead of {before}."),
            more_is_better=False,
        )
    }

    def tints(self) -> dict[str, tuple[int, int, int]]:
        """Return the edges."""
        sides = {cell: self.colours["blue"] for cell in self.board if self.board.column(cell) in (0, 8)}
        return sides | {cell: self.colours["red"] for cell in self.board if self.board.row(cell) in (0, 8)}

    def help(self, position: Position) -> Sequence[str]:
        """Return the rules, and how a disc is taken over where that is played."""
        return [*super().help(position), *([say(SWAP)] if position.variants else ())]

    def moves(self, position: Position) -> Iterable[Changes]:
        """Yield a disc on a free cell; once a mirrored blue disc instead of the first red one."""
        yield from ({cell: position.turn} for cell in self.board if cell not in position.board)
        if first := self._first(position):
            yield {first: None, self._mirrored(first): "blue"}

    def task(self, position: Position) -> str:
        """Return what to do, and that the first disc may be taken over."""
        return together(super().task(position), self._taking_over(position))

    def why(self, position: Position, changes: Changes) -> str:
        """Return how the first disc is taken over, where something else was done to it."""
        return self._taking_over(position) if self._first(position) in changes else ""

    def _taking_over(self, position: Position) -> str:
        """Return how Blue may take over the first disc; empty: not now."""
        if not (first := self._first(position)):
            return ""
        return say(
            "Blue may take over {first} instead: put a blue disc on {cell}, and take the red one off.",
            first=first,
            cell=self._mirrored(first),
        )

    def _first(self, position: Position) -> str:
        """Return the cell of the first disc while Blue may take it over; else nothing."""
        may = position.variants and position.turn == "blue" and len(position.board) == 1
        return next(iter(position.board)) if may else ""

    def _mirrored(self, cell: str) -> str:
        """Return the cell with column and row exchanged."""
        return self.board.cell_at(self.board.row(cell), self.board.column(cell)) or cell

    def describe_move(self, before: Position, changes: Changes) -> str:
        """Return a disc that is put, or taken over."""
        if "red" in before.board.values() and changes.keys() & before.board.keys():
            cell = next(cell for cell, kind in changes.items() if kind)
            return say("Blue takes over the first disc and puts a blue one on {cell}.", cell=cell)
        return super().describe_move(before, changes)

    def measure(self, gauge: str, position: Position, player: str) -> int | None:  # noqa: ARG002 - there is one
        """Return the fewest discs that would join the edges, if the others stood still."""
        board, place = position.board, self.board.row if player == "red" else self.board.column
        # Cells that as many discs reach, in turn: own ones behind them cost nothing, free ones a disc.
        edge = [cell for cell in self.board if place(cell) == 0]
        seen, discs = {*edge}, 0
        nearer = [cell for cell in edge if board.get(cell) == player]
        farther = [cell for cell in edge if cell not in board]
        while nearer or farther:
            for cell in nearer:
                if place(cell) == self.board.rows - 1:
                    return discs
                for to in NEAR[cell]:
                    if to not in seen:
                        kind = board.get(to)
                        if kind is None:
                            seen.add(to)
                            farther.append(to)
                        elif kind == player:
                            seen.add(to)
                            nearer.append(to)
            nearer, farther, discs = farther, [], discs + 1
        return None

    def result(self, position: Position) -> Result | None:
        """Return the win of a chain of neighbours from edge to edge."""
        for player, place in (("red", self.board.row), ("blue", self.board.column)):
            own = set(position.cells_of(player))
            chain = [cell for cell in own if place(cell) == 0]
            for cell in chain:
                chain += [to for to in self.board.neighbours(cell, WAYS) if to in own and to not in chain]
            if any(place(cell) == self.board.rows - 1 for cell in chain):
                return Result((player,), "joined")
        return None

    def worth(self, position: Position, player: str) -> float:
        """Estimate a position: the fewer discs are missing, and the more to the other, the better."""
        own, other = (self.measure("missing", position, side) or 0 for side in (player, self.next_player(player)))
        return 0.5 + (other - own) / 20


GAME = Hex()
