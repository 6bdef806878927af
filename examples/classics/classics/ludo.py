"""Ludo for two on a small board: three discs run round it, by a die."""

from collections.abc import Iterable, Mapping

from classics.language import later, say
from companion.games.grid import GridGame
from engine.board import drawn
from engine.game import Result
from engine.grid import Changes, Gauge, Piece, Position

#: Once round the board, from red's first cell; blue begins half way.
TRACK = (
    *("d9", "d8", "d7", "d6", "c6", "b6", "a6", "a5", "a4", "b4", "c4", "d4", "d3", "d2", "d1", "e1"),
    *("f1", "f2", "f3", "f4", "g4", "h4", "i4", "i5", "i6", "h6", "g6", "f6", "f7", "f8", "f9", "e9"),
)
HOMES: Mapping[str, tuple[str, ...]] = {"red": ("e8", "e7", "e6"), "blue": ("e2", "e3", "e4")}
PATHS = {"red": (*TRACK, *HOMES["red"]), "blue": (*TRACK[16:], *TRACK[:16], *HOMES["blue"])}


class Ludo(GridGame):
    """A six brings a disc in; who is hit begins anew; who is home with all wins."""

    id = "ludo"
    title = later("Ludo")
    prefix = "LU"
    board = drawn("""
   ...
   ...
   ...
.........
.       .
.........
   ...
   ...
   ...
""")
    die_sides = 6
    colours = {"red": (206, 66, 58), "blue": (66, 110, 200)}
    player_names = {"red": later("Red"), "blue": later("Blue")}
    pieces = {"red": Piece("red", later("a red disc"), 3), "blue": Piece("blue", later("a blue disc"), 3)}
    tasks = later("Move a disc that far; a six may bring one in.")
    help_lines = (
        later("A six brings a disc in on your first cell, and you roll again."),
        later("A disc runs round the board and into the three cells of your home; a disc that is hit is taken off."),
        later("Whoever first has all three discs at home wins."),
        later("Rules: after the English game of 1896, on a small board. There are no draws."),
        later("Left out: four players, a fourth disc, blocks, and the loss of a turn by a third six."),
    )
    reasons = {"home": later("All discs are at home.")}
    gauges = {
        "home": Gauge(later("Discs at home: {after} instead of {before}.")),
        "in": Gauge(later("Discs on the board: {after} instead of {before}.")),
    }

    def tints(self) -> dict[str, tuple[int, int, int]]:
        """Return the homes and first cells."""
        return {cell: self.colours[own] for own, path in PATHS.items() for cell in (path[0], *HOMES[own])}

    def moves(self, position: Position) -> Iterable[Changes]:
        """Yield moves: a disc comes in, or goes as far as the die says."""
        own, path, steps = position.turn, PATHS[position.turn], position.die or 0
        discs = position.cells_of(own)
        if steps == 6 and len(discs) < 3 and position.board.get(path[0]) != own:
            yield {path[0]: own}
        for cell in discs:
            to = path[path.index(cell) + steps : path.index(cell) + steps + 1]
            if to and position.board.get(to[0]) != own:
                yield {cell: None, to[0]: own}

    def why(self, position: Position, changes: Changes) -> str:
        """Say why a move is wrong: discs come in by a six, and go just as far as the die says."""
        if any(position.board.get(cell) == position.turn for cell in changes):
            return say("A disc goes just as far as the die says, and not onto one of yours.")
        return "" if position.die == 6 else say("Only a six brings a disc in.")

    def measure(self, gauge: str, position: Position, player: str) -> int | None:
        """Return the own discs at home, or on the board at all."""
        own = position.cells_of(player)
        return sum(cell in HOMES[player] for cell in own) if gauge == "home" else len(own)

    def turn_after(self, position: Position) -> str:
        """Return whose turn follows; a six rolls again."""
        return position.turn if position.die == 6 else self.next_player(position.turn)

    def result(self, position: Position) -> Result | None:
        """Return the win of the side whose three discs are at home."""
        for player, cells in HOMES.items():
            if all(position.board.get(cell) == player for cell in cells):
                return Result((player,), "home")
        return None

    def worth(self, position: Position, player: str) -> float:
        """Estimate a position: own discs the farther, the better; the others the worse."""
        run = {own: sum(5 + PATHS[own].index(cell) for cell in position.cells_of(own)) for own in self.colours}
        return 0.5 + (run[player] - run[self.next_player(player)]) / 300


GAME = Ludo()
